#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::app {

/// An image of text, and what stands on it.
struct TruthPage {
  std::filesystem::path image;
  std::string truth;  ///< UTF-8
};

/// Which files of each folder are taken, counted by name from 0.
enum class Half { all, even, odd };

/// Of "even", "odd", or "" for all; the command line refuses any other name.
Half half_named(const std::string& name, const CommandLine& line);

struct TruthPages {
  std::vector<TruthPage> pages;
  std::vector<Problem>
      problems;  ///< images without a truth, truths without an image, truths that cannot be read
};

/// The images NAME.png with their truths NAME.gt.txt in folders (not below them), in natural order within each folder.
/// Throws  Error(Kind::input) naming a folder that is none.
TruthPages find_truth_pages(const std::vector<std::string>& folders, Half half);

}  // namespace ocelli::app
