#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/portable/c99_text.hpp"

/// What headers of detectors of both kinds have in common (internal).
namespace ocelli::internal::c99 {

/// Corners of rectangles as ocelli_corner (c99/cascade.h): a weight beyond a byte becomes several corners.
void add_corner(int x, int y, int weight, Cells& cells);

/// The sum of the largest votes of all tables, `table` votes each: what no score exceeds.
double max_score(std::span<const float> votes, std::size_t table);

/// What a header of a detector is made of.
struct DetectorHeader {
  std::string name;                     ///< identifier()
  std::string label;                    ///< of what it finds
  std::vector<std::string_view> parts;  ///< the texts of the sources that it runs by, in order
  std::string tables;                   ///< the model, with an object NAME_detector
  std::string function;                 ///< that takes that object, such as ocelli_detect
  std::string work_bytes;               ///< of pictures of `width` and `height`, as C
  int window_width = 0;
};

/// The header: how it is used, the parts, the model, NAME_detect(), its macros, and the example program
/// behind NAME_MAIN.
std::string text(const DetectorHeader& header);

}  // namespace ocelli::internal::c99
