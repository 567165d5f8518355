#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/data/images/image_resolution.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// The result for one input: detections, a classifier's ranking, the text of a page, or the error.
struct Record {
  std::string input;                          ///< a file, a frame "clip.mp4#17" or a page "scan.pdf#0"
  int width = 0, height = 0;                  ///< of the image, in pixels, for detection and reading
  std::optional<Resolution> resolution = {};  ///< of a page, if its file states one
  std::optional<std::size_t> frame = {};      ///< in its video, from 0, if objects are followed
  std::vector<Detection> detections = {};
  std::optional<Classification> classification = {};
  std::vector<double> probabilities = {};  ///< of the ranking's labels; empty if the classifier has none
  std::optional<PageText> page = {};
  cv::Mat picture = {};        ///< the image as stored, if the run keeps it for drawing
  bool replaces_page = false;  ///< whether a PDF shows the picture in place of the file's page
  /// The text of the file's page outside the zones, which such a PDF shows as well.
  std::optional<PageText> outside_zones = {};
  std::string warning = {};               ///< the decoder's warning; empty if none
  std::optional<std::string> error = {};  ///< replaces all of the above except the input
};

}  // namespace ocelli::internal
