#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli {

/// The images that a program's INPUT arguments stand for, in their order:
///
///   photo.jpg        an image file, whatever its name ends in
///   scan.tif         each page of a TIFF file; one page keeps the file's name, of more each is "scan.tif#0", ...
///   scan.pdf         each page of a PDF file, "scan.pdf#0", ...
///   folder           every image in it and below it, and every page of TIFF and PDF files, in natural order of
///                    their paths: "p2.png" before "p10.png" (natural_less()); videos are not looked for
///   'shots/*.png'    a pattern, in natural order of the paths that match
///   clip.mp4         the frames of a video
///   digits.idx.gz    the images of an IDX file, plain or gzip, known by its content or name (is_idx_file())
///   cam:0            a camera's frames, without end
///   rtsp://...       the frames of a stream, or of a video that a server offers (is_stream_address())
///   /dev/stdin       an image, PDF, video, IDX file or list, told apart by content; /dev/fd/N too
///   @list.txt        a file with one of the above on each line (blank lines are passed over)
///   -                the same from `list`, which is read as far as the run has come
///
/// Each is decoded within the limits. Each argument is opened when its turn comes. One that cannot be opened, or that stands for no image at
/// all, is one item with an error naming it. Relative paths in a list are relative to the working directory,
/// like arguments.
std::unique_ptr<Source> open_inputs(std::vector<std::string> inputs, std::istream& list,
                                    const InputLimits& limits = {});

}  // namespace ocelli
