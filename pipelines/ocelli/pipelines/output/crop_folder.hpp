#pragma once

#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <set>
#include <string>

#include "ocelli/core/new_file.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/pipelines/output/record.hpp"
#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// Part of the name of every crop.
inline constexpr const char* kCropMark = "-crop-";

/// The table of a folder of crops.
inline constexpr const char* kCropTable = "crops.csv";

/// A folder of detected objects as PNG files, and the table of where they are from.
///
/// Object 2 of "photo.jpg" is "photo-crop-002.png", the highest score first. A photo found in a subfolder has
/// its name in front: "beach-photo-crop-001.png". Frames and pages have their number: object 1 of
/// "clip.mp4#17" is "clip-000017-crop-001.png". If another source has the name already, it is "photo-2".
///
/// crops.csv has a row for each file: file,input,x,y,w,h,score,label,probability,track, as in the CSV of
/// detections. It appears at the end. Objects that are followed but not seen are left out.
class CropFolder {
 public:
  /// Creates the folder if it is missing.
  /// Throws  Error(Kind::output) naming it on failure.
  /// `best`: how many objects of a picture are saved, those of the highest scores; empty: all.
  CropFolder(std::filesystem::path folder, const CropOptions& options, std::optional<int> best = {});

  /// Cuts the record's detections out of its picture (picture_of()) and saves them; ignores error records.
  /// Throws  Error(Kind::output) when a file cannot be written, and as crop().
  void save(const Item& item, const cv::Mat& picture, const Record& record);

  /// Publishes the table.
  void finish();

 private:
  std::string name_for(const Item& item);

  std::filesystem::path folder_;
  CropOptions options_;
  std::optional<int> best_;
  NewFile table_;
  std::set<std::string> taken_;        ///< names of sources
  std::string source_, name_;          ///< the current source and its name
  std::optional<std::size_t> number_;  ///< of the last frame or page of that source
};

}  // namespace ocelli::internal
