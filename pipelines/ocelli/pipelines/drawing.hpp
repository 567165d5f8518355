#pragma once

#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <set>
#include <span>
#include <string>

#include "ocelli/core/detection.hpp"
#include "ocelli/pipelines/record.hpp"
#include "ocelli/pipelines/source.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli {

/// A copy of the picture, in colour and of the same size, with a box and the score for each detection. Each
/// label has a colour of its own. Requires  8-bit grey or BGR.
cv::Mat draw(const cv::Mat& picture, std::span<const Detection> detections);

/// The same with a frame around each line, its baseline, and a frame around each word: from red to green as its confidence
/// goes from 0 to 1.
cv::Mat draw(const cv::Mat& picture, const PageText& page);

/// A folder of drawn pictures: "a/photo.jpg" becomes "photo-found.png", frame 17 of "clip.mp4"
/// "clip-17-found.png". Pictures of the same name from several folders are numbered in their order:
/// "photo-found-2.png".
class DrawingFolder {
 public:
  /// Makes the folder unless it is there. Throws Error(Kind::output) naming it when that cannot be done.
  explicit DrawingFolder(std::filesystem::path folder);

  /// Draws the record's page or detections on the item's picture and saves it; an error record leaves nothing.
  /// Throws Error(Kind::output) when the picture cannot be written.
  void save(const Item& item, const Record& record);

 private:
  std::filesystem::path name_for(const std::string& input);

  std::filesystem::path folder_;
  std::set<std::string> taken_;
};

}  // namespace ocelli
