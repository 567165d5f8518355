#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocelli/core/detection.hpp"

namespace ocelli {

/// What a run found out about one input: its size and detections, or why there are none.
struct Record {
  std::string input;          ///< the file, or the frame as "clip.mp4#17"
  int width = 0, height = 0;  ///< of the image, in pixels
  std::vector<Detection> detections = {};
  std::optional<std::string> error = {};  ///< instead of all the above but the input

  friend bool operator==(const Record&, const Record&) = default;
};

}  // namespace ocelli
