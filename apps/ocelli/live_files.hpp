#pragma once

#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>

#include "ocelli/pipelines/output/crop_folder.hpp"
#include "ocelli/pipelines/sources/video_library.hpp"

namespace ocelli::internal::app {

/// The files that a viewer of a live view asks for, in one folder, which is created for the first of them.
/// Frame 17 of camera 0 gives "cam-0-000017.png", and a video from then on "cam-0-000017.avi".
class LiveFiles {
 public:
  explicit LiveFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}
  ~LiveFiles();
  LiveFiles(const LiveFiles&) = delete;
  LiveFiles& operator=(const LiveFiles&) = delete;

  /// The functions below return what to tell the viewer: "saved FILE", or why that failed.
  std::string save(const Item& item, const cv::Mat& picture);
  std::string crop(const Item& item, const Record& record);
  std::string start_recording(const Item& item, cv::Size size, double rate);
  std::string stop_recording();

  bool is_recording() const { return video_ != nullptr; }
  /// Adds a frame, unless it has another size than the video.
  void record(const cv::Mat& picture);

 private:
  std::filesystem::path name_for(const Item& item, const char* ending);

  std::filesystem::path folder_, video_file_;
  std::optional<CropFolder> crops_;
  std::unique_ptr<FrameSink> video_;
  cv::Size video_size_;
};

/// "ocelli-live-20261201-145700" for that time, in local time.
std::string live_folder(std::time_t now);

}  // namespace ocelli::internal::app
