#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/portable/c99_text.hpp"

/// What the headers of both kinds of detectors share (internal).
namespace ocelli::internal::c99 {

/// Corners of rectangles as ocelli_corner (c99/cascade.h). A weight that does not fit a byte becomes several
/// corners.
void add_corner(int x, int y, int weight, Cells& cells);

/// The sum of the largest votes of all tables, `table` votes each: an upper bound of the score.
double max_score(std::span<const float> votes, std::size_t table);

/// The parts of a detector's header.
struct DetectorHeader {
  std::string name;                     ///< identifier()
  std::string label;                    ///< of the objects it finds
  std::vector<std::string_view> parts;  ///< the source texts that it needs, in order
  std::string tables;                   ///< the model, with an object NAME_detector
  std::string function;                 ///< takes that object, such as ocelli_detect
  std::string work_bytes;               ///< for pictures of `width` and `height`, as C
  int window_width = 0;
  bool has_landmarks = false;  ///< whether the tables have an object NAME_landmarks
};

/// The header: its usage, the parts, the model, NAME_detect(), its macros, and the example program guarded by
/// NAME_MAIN.
std::string text(const DetectorHeader& header);

}  // namespace ocelli::internal::c99
