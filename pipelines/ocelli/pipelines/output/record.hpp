#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocelli/core/detection.hpp"
#include "ocelli/data/images/image_resolution.hpp"
#include "ocelli/recognition/classifier.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli {

/// What a run found out about one input: a detector's detections, a classifier's ranking or what a reader has read, or
/// why there is none of these.
struct Record {
  std::string input;          ///< the file, or the frame as "clip.mp4#17", or the page as "scan.pdf#0"
  int width = 0, height = 0;  ///< of the image, in pixels, where objects are detected in it or text is read
  std::optional<Resolution> resolution = {};  ///< of a page that was read, where its file states one
  std::vector<Detection> detections = {};
  std::optional<Classification> classification = {};
  std::optional<PageText> page = {};
  std::string warning = {};               ///< what its decoder found wrong with the input; empty: nothing
  std::optional<std::string> error = {};  ///< instead of all the above but the input
};

}  // namespace ocelli
