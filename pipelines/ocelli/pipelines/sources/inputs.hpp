#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// The images of a program's INPUT arguments, in order:
///
///   photo.jpg        an image file, whatever its extension
///   scan.tif         each page of a TIFF file; a single page keeps the file's name, several are
///   "scan.tif#0", ... scan.pdf         each page of a PDF file, "scan.pdf#0", ... folder           every
///   image in it and its subfolders, and every page of TIFF and PDF files, in natural order of
///                    their paths: "p2.png" before "p10.png" (natural_less()); videos are ignored
///   'shots/*.png'    a pattern, in natural order of the matching paths
///   clip.mp4         the frames of a video
///   digits.idx.gz    the images of an IDX file, plain or gzip, detected from its content or name
///   (is_idx_file()) cam:0            a camera's frames, without end rtsp://...       the frames of a stream,
///   or of a video on a server (is_stream_address()) /dev/stdin       an image, PDF, video, IDX file or list,
///   detected from the content; also /dev/fd/N
///   @list.txt        a file with one of the above on each line (blank lines are skipped)
///   -                the same from `list`, which is read as the run proceeds
///
/// Each is decoded within the limits and opened when its turn comes. An argument that cannot be opened, or
/// has no images, is one item with an error naming it. Relative paths in a list are relative to the working
/// directory, like arguments.
std::unique_ptr<Source> open_inputs(std::vector<std::string> inputs, std::istream& list,
                                    const InputLimits& limits = {});

}  // namespace ocelli::internal
