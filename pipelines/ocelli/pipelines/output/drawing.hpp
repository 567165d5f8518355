#pragma once

#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <set>
#include <span>
#include <string>

#include "ocelli/core/detection.hpp"
#include "ocelli/pipelines/output/record.hpp"
#include "ocelli/pipelines/sources/source.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli {

/// A copy of the picture, in colour and of the same size, with a box and the score for each detection. Each
/// label has a colour of its own. Requires  8-bit grey or BGR.
cv::Mat draw(const cv::Mat& picture, std::span<const Detection> detections);

/// The same with a frame around each line, its baseline, and a frame around each word: from red to green as its confidence
/// goes from 0 to 1.
cv::Mat draw(const cv::Mat& picture, const PageText& page);

/// The picture that a record is about, in colour, decoded once more; none for an error record.
/// Throws  as colour_image(), and Error(Kind::input) when the file holds a picture of another size by now.
cv::Mat picture_of(const Item& item, const Record& record);

/// What the name of every drawing holds.
inline constexpr const char* kDrawingMark = "-found";

/// A folder of drawn pictures: "a/photo.jpg" becomes "photo-found.png", page 3 of "scan.pdf" "scan-3-found.png", and the
/// frames of "clip.mp4" or "cam:0" become one video, "clip-found.avi" or "cam-0-found.avi". Pictures of the same name from
/// several folders are numbered in their order: "photo-found-2.png".
class DrawingFolder {
 public:
  /// Makes the folder unless it is there. Throws Error(Kind::output) naming it when that cannot be done.
  explicit DrawingFolder(std::filesystem::path folder);
  ~DrawingFolder();

  /// Draws the record's page or detections on its picture (picture_of()) and saves it; an error record leaves nothing.
  /// Throws Error(Kind::output) when the picture cannot be written.
  void save(const Item& item, const cv::Mat& picture, const Record& record);

  /// Ends the video that is being drawn; frames after it begin another. Throws Error(Kind::output) when it could not be
  /// written whole. Without this, the destructor ends it as well as can be.
  void finish();

 private:
  struct DrawnVideo;

  std::filesystem::path name_for(const std::string& input, const char* ending);
  void save_frame(const Item& item, const cv::Mat& drawn);

  std::filesystem::path folder_;
  std::set<std::string> taken_;
  std::unique_ptr<DrawnVideo> video_;
};

}  // namespace ocelli
