#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// The text that a program read on a page, and the time it took.
struct OtherReading {
  std::string text;  ///< UTF-8
  double cpu_seconds = 0, wall_seconds = 0;
};

/// The OCR programs available for comparison: "tesseract", "ocrad", "gocr".
const std::vector<std::string>& other_readers();

/// Whether the program is on the path.
bool is_installed(const std::string& program);

/// Reads a page with one of other_readers(), in a separate single-threaded process with a one-minute timeout.
/// Its stderr is discarded. Images less than 120 pixels high are passed to Tesseract as single lines. Only
/// Tesseract supports `language` ("deu", "deu+fra"; empty: its default).
/// Throws  Error(Kind::input) when the image cannot be decoded within the limits or the program fails;
/// Error(Kind::canceled) when limits.stop is requested, after the program has exited.
OtherReading read_with(const std::string& program, const std::string& language,
                       const std::filesystem::path& image, const InputLimits& limits);

}  // namespace ocelli::internal
