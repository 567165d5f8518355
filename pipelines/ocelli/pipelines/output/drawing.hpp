#pragma once

#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <set>
#include <span>
#include <string>

#include "ocelli/detection.hpp"
#include "ocelli/pipelines/output/record.hpp"
#include "ocelli/pipelines/sources/source.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// Returns a color copy of the picture, of the same size, with a box for each detection. A tag shows its
/// label, its track and its probability in percent, or its score if it has none. Each label, or each track,
/// has its own bright color with a dark outline. The box of an object that was not seen is dashed. Landmarks
/// are small dots. Requires  8-bit gray or BGR.
cv::Mat draw(const cv::Mat& picture, std::span<const Detection> detections);

/// Draws a frame around each line, its baseline, and a frame around each word, colored from red to green for
/// confidences from 0 to 1.
cv::Mat draw(const cv::Mat& picture, const PageText& page);

/// Decodes the picture of a record again, in color; empty for an error record.
/// Throws  as color_image(), and Error(Kind::input) when the file now contains a picture of another size.
cv::Mat picture_of(const Item& item, const Record& record);

/// Part of the name of every drawing.
inline constexpr const char* kDrawingMark = "-found";

/// A folder of annotated pictures. "a/photo.jpg" becomes "photo-found.png", and page 3 of "scan.pdf" becomes
/// "scan-3-found.png". The frames of "clip.mp4" or "cam:0" become one video, "clip-found.avi" or
/// "cam-0-found.avi". Pictures with the same name from several folders are numbered in order:
/// "photo-found-2.png".
class DrawingFolder {
 public:
  /// Creates the folder if it is missing.
  /// Throws  Error(Kind::output) naming it on failure.
  explicit DrawingFolder(std::filesystem::path folder);
  ~DrawingFolder();

  /// Draws the record's page or detections on its picture (picture_of()) and saves it; ignores error records.
  /// Throws  Error(Kind::output) when the picture cannot be written.
  void save(const Item& item, const cv::Mat& picture, const Record& record);

  /// Finishes the current video; later frames start another one. The destructor finishes it too, but ignores
  /// errors.
  /// Throws  Error(Kind::output) when the video could not be written completely.
  void finish();

 private:
  struct DrawnVideo;

  std::filesystem::path name_for(const std::string& input, const char* ending);
  void save_frame(const Item& item, const cv::Mat& drawn);

  std::filesystem::path folder_;
  std::set<std::string> taken_;
  std::unique_ptr<DrawnVideo> video_;
};

}  // namespace ocelli::internal
