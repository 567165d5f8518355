#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli {

/// An image of text, and what stands on it.
struct TruthPage {
  std::filesystem::path image;
  std::string truth;  ///< UTF-8
};

/// Which files of each folder are taken, counted by name from 0.
enum class Half { all, even, odd };

struct TruthPages {
  std::vector<TruthPage> pages;
  std::vector<Problem>
      problems;  ///< images without a truth, truths without an image, truths that cannot be read
};

/// The images NAME.png with their truths NAME.gt.txt in folders (not below them), in natural order within each folder.
/// Throws  Error(Kind::input) naming a folder that is none.
TruthPages find_truth_pages(const std::vector<std::string>& folders, Half half);

}  // namespace ocelli
