#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal {

/// An image of text, and its ground truth.
struct TruthPage {
  std::filesystem::path image;
  std::string truth;  ///< UTF-8
};

/// Which files of each folder are used, counted by name from 0.
enum class Half { all, even, odd };

struct TruthPages {
  std::vector<TruthPage> pages;
  std::vector<Problem>
      problems;  ///< images without ground truth, ground truth without an image, or that cannot be read
};

/// The images NAME.png with ground truth NAME.gt.txt in folders (not in subfolders), in natural order within
/// each folder.
/// Throws  Error(Kind::input) naming a path that is not a folder.
TruthPages find_truth_pages(const std::vector<std::string>& folders, Half half);

}  // namespace ocelli::internal
