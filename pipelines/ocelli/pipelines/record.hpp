#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocelli/core/detection.hpp"
#include "ocelli/recognition/classifier.hpp"

namespace ocelli {

/// What a run found out about one input: a detector's detections or a classifier's ranking, or why there is neither.
struct Record {
  std::string input;          ///< the file, or the frame as "clip.mp4#17"
  int width = 0, height = 0;  ///< of the image, in pixels, where objects are detected in it
  std::vector<Detection> detections = {};
  std::optional<Classification> classification = {};
  std::optional<std::string> error = {};  ///< instead of all the above but the input

  friend bool operator==(const Record&, const Record&) = default;
};

}  // namespace ocelli
