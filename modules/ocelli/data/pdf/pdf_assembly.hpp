#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace ocelli::internal {

/// A page of a PDF file that is assembled.
struct AssembledPage {
  std::filesystem::path
      file;               ///< the PDF that the page is taken from; empty: it is the page of the layers itself
  std::size_t page = 0;   ///< of that file, from 0
  bool has_layer = true;  ///< whether the page of the layers in its place is laid over it
  int quarters = 0;       ///< how often the page is turned clockwise after that
};

/// Whether the pages of a PDF file can be kept as they are: qpdf, which does that, is part of this Ocelli and
/// can read the file.
bool can_assemble(const std::filesystem::path& pdf);

/// Writes a PDF file of pages as they are in other files, with layers over them: page N of `layers`, a
/// descriptor of a PDF file, belongs to page N of `pages`. Where these are all pages of one file, that file's
/// bookmarks and metadata, and all else it has, are kept too.
///
/// The files are read by a process of its own, ocelli-pdf-assembler, with limits of memory and time: they may
/// be malicious.
/// Throws  Error(Kind::output) with the reason; Error(Kind::canceled) on a stop.
void assemble_pdf(int layers, const std::vector<AssembledPage>& pages, int output);

}  // namespace ocelli::internal
