#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/data/images/input_limits.hpp"

namespace ocelli {

/// What a program made of a page, and how long that took.
struct OtherReading {
  std::string text;  ///< UTF-8
  double cpu_seconds = 0, wall_seconds = 0;
};

/// The text readers that can be run for comparison: "tesseract", "ocrad", "gocr".
const std::vector<std::string>& other_readers();

/// Whether the program is on the path.
bool is_installed(const std::string& program);

/// Reads a page with one of other_readers(), as a process of its own on one thread that is ended after a minute. What it
/// writes to stderr is dropped. Images less high than 120 pixels are single lines to Tesseract, which has to be told.
/// Throws  Error(Kind::input) when the image cannot be decoded within the limits or the program fails;
///         Error(Kind::cancelled) when limits.stop is requested, after the program's end.
OtherReading read_with(const std::string& program, const std::filesystem::path& image,
                       const InputLimits& limits);

}  // namespace ocelli
