#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "ocelli/data/formats/table_reader.hpp"
#include "ocelli/pipelines/sources/source.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// Whether the extension is that of a file with pages: pdf tif tiff, in any case.
bool has_page_extension(const std::filesystem::path& path);

/// The pages of a file as items "scan.pdf#0", "scan.pdf#1", ... The item of a one-page TIFF file is the file
/// itself. Pages are decoded on demand, by any number of threads at once. A damaged page does not affect the
/// others.
/// Throws  Error(Kind::input) naming the file when it has no pages or more than the limits allow.
/// Memory  the file, once per thread that reads it.
std::unique_ptr<Source> open_pages(const std::filesystem::path& path, const InputLimits& limits = {});

/// The images of a program's INPUT arguments, in order:
///
///     photo.jpg        an image file, whatever its extension
///     scan.tif         each page of a TIFF file; a single page keeps the file's name, several are
///                      "scan.tif#0", ...
///     scan.pdf         each page of a PDF file, "scan.pdf#0", ...
///     folder           every image in it and its subfolders, and every page of TIFF and PDF files, in
///                      natural order of their paths: "p2.png" before "p10.png" (natural_less());
///                      videos are ignored
///     'shots/*.png'    a pattern, in natural order of the matching paths
///     clip.mp4         the frames of a video
///     digits.idx.gz    the images of an IDX file, plain or gzip, detected from its content or name
///                      (is_idx_file())
///     cam:0            a camera's frames, without end
///     rtsp://...       the frames of a stream, or of a video on a server (is_stream_address())
///     /dev/stdin       an image, PDF, video, IDX file or list, detected from the content; also /dev/fd/N
///     @list.txt        a file with one of the above on each line (blank lines are skipped)
///     -                a list as above from `list`, which is read as the run proceeds
///
/// Each input is opened when its turn comes and decoded within the limits. An argument that cannot be opened,
/// or has no images, is one item with an error naming it. Relative paths in a list are relative to the
/// working directory, like arguments.
std::unique_ptr<Source> open_inputs(std::vector<std::string> inputs, std::istream& list,
                                    const InputLimits& limits = {});

/// The rows of samples as items named after their source: "table.csv#17". Those in `errors` are items with
/// the error.
std::unique_ptr<Source> sample_rows(Samples samples, std::string name, std::vector<RowError> errors = {});

}  // namespace ocelli::internal
