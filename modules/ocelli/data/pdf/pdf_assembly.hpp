#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/data/pdf/pdf_access.hpp"

namespace ocelli::internal {

/// A page of the PDF file to assemble.
struct AssembledPage {
  /// The PDF that the page is taken from. If it is empty, the page is that of the layers.
  std::filesystem::path file;
  PdfAccess access = {};  ///< to that file
  std::size_t page = 0;   ///< of that file, from 0
  bool has_layer = true;  ///< whether the corresponding page of the layers is laid over it
  int quarters = 0;       ///< clockwise quarter turns after that
};

/// What edited copies of a PDF file lose. Nothing if its pages cannot be kept as they are: this build of
/// Ocelli does not include qpdf, which does that, or qpdf cannot read the file.
std::optional<PdfProtection> inspect_pdf(const std::filesystem::path& pdf, const std::string& password);

/// Writes the PDF file in the descriptor `original` to the descriptor `output`, without its invisible text
/// and without encryption.
/// Throws  Error(Kind::output) with the reason; Error(Kind::canceled) on a stop.
void write_without_invisible_text(int original, const std::string& password, int output);

/// The JPEG images that a page of the PDF file in the descriptor `file` shows. Those in the forms that it
/// draws are left out. Empty if this build of Ocelli does not include qpdf, or qpdf cannot read the file, or
/// not within ten seconds.
/// Throws  Error(Kind::canceled) on a stop.
std::vector<std::string> jpegs_of_page(int file, const std::string& password, std::size_t page);

/// Writes a PDF file of unchanged pages of other files, with layers over them. Page N of `layers`, a
/// descriptor of a PDF file, belongs to page N of `pages`. If these are all pages of one file, that file's
/// bookmarks, metadata and everything else are kept too.
///
/// A separate process, ocelli-pdf-assembler, reads the files with limits of memory and time, because they may
/// be malicious.
/// Throws  Error(Kind::output) with the reason; Error(Kind::canceled) on a stop.
void assemble_pdf(int layers, const std::vector<AssembledPage>& pages, int output);

}  // namespace ocelli::internal
