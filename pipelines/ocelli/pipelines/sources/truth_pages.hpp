#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal {

/// An image of text, and its ground truth.
struct TruthPage {
  std::filesystem::path image;
  std::string truth;  ///< UTF-8
};

/// The files of each folder to use, counted by name from 0.
enum class Half : std::uint8_t { all, even, odd };
constexpr auto names_of(Half) {
  return std::array{std::pair{Half::all, "all"}, std::pair{Half::even, "even"}, std::pair{Half::odd, "odd"}};
}

struct TruthPages {
  std::vector<TruthPage> pages;
  /// Images without ground truth, ground truth without an image, or files that cannot be read.
  std::vector<Problem> problems;
};

/// The images NAME.png with ground truth NAME.gt.txt in the folders (not in subfolders), in natural order
/// within each folder.
/// Throws  Error(Kind::input) naming a path that is not a folder.
TruthPages find_truth_pages(const std::vector<std::string>& folders, Half half);

}  // namespace ocelli::internal
