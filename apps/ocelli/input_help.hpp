#pragma once

#include <string>

#include "ocelli/data/images/image_formats.hpp"

namespace ocelli::internal::app {

/// The help heading for InputLimits in every verb that decodes user files.
inline constexpr const char* kLimitsHeading = "Limits on each input";

/// A one-line version.
inline constexpr const char* kInputBrief =
    "INPUT: an image, folder, pattern, PDF, video, cam:0, @list.txt, or - for a list on standard input.\n";

/// The possible forms of INPUT, for the help of verbs that accept it (open_inputs()).
inline std::string input_help() {
  return "INPUT is any of:\n"
         "  photo.jpg      an image: " +
         image_format_names() +
         " (not heic, avif)\n"
         "  scan.pdf       each page of a PDF or TIFF file\n"
         "  folder/        every image and page in it and below it, p2 before p10\n"
         "  'shots/*.png'  a pattern\n"
         "  clip.mp4       the frames of a video: mp4 m4v mov avi mkv webm mpg mpeg wmv flv ogv\n"
         "  cam:0          a camera\n"
         "  rtsp://...     a video stream; http:// and https:// too\n"
         "  digits.idx.gz  the images of an IDX file, plain or gzip\n"
         "  @list.txt      a file that names inputs, one per line\n"
         "  -              such a list from the standard input, read line by line\n"
         "  /dev/stdin     one image, PDF, video or list from the standard input\n";
}

}  // namespace ocelli::internal::app
