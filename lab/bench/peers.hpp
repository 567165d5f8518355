#pragma once

#include <filesystem>
#include <functional>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "ocelli/detection.hpp"

namespace ocelli::internal::bench {

/// The scan options shared by all detectors of a comparison.
struct SharedOptions {
  int min_size = 20;
  double scale_step = 1.1;
};

/// Finds the faces in gray images, one image per call.
using FaceFinder = std::function<std::vector<Detection>(const cv::Mat& gray)>;

/// A detector under comparison.
struct Contestant {
  std::string name;
  std::function<FaceFinder()> finder;  ///< one per thread; `finder` itself is thread-safe
};

inline constexpr const char* kOcelli = "ocelli";

/// Ocelli with a model file. A single window in range is enough, so that the whole ROC is covered.
Contestant ocelli(const std::filesystem::path& model, const SharedOptions& options);

/// A cascade run by OpenCV: an .xml file, or the name of one of OpenCV's own, such as
/// "haarcascade_frontalface_alt2", from Debian's opencv-data. The score of a detection is the number of
/// windows grouped into it; one is enough.
/// Throws  Error(Kind::input) when the file does not exist.
Contestant opencv(const std::string& cascade, const SharedOptions& options);

/// Ocelli first, then OpenCV's cascades of the given names.
std::vector<Contestant> contestants(const std::filesystem::path& model,
                                    const std::vector<std::string>& cascades, const SharedOptions& options);

}  // namespace ocelli::internal::bench
