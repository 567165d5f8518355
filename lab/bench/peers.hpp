#pragma once

#include <filesystem>
#include <functional>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "ocelli/detection.hpp"

namespace ocelli::internal::bench {

/// How every detector of a comparison is made to look at an image.
struct SharedOptions {
  int min_size = 20;
  double scale_step = 1.1;
};

/// Finds the faces of gray images, one after another.
using FaceFinder = std::function<std::vector<Detection>(const cv::Mat& gray)>;

/// A detector under comparison.
struct Contestant {
  std::string name;
  std::function<FaceFinder()> finder;  ///< one for one thread; thread-safe itself
};

inline constexpr const char* kOcelli = "ocelli";

/// Ocelli with a model file, one window in range enough, so that the whole ROC is seen.
Contestant ocelli(const std::filesystem::path& model, const SharedOptions& options);

/// A cascade run by OpenCV: an .xml file, or the name of one of OpenCV's own, e.g.
/// "haarcascade_frontalface_alt2", from Debian's opencv-data. A detection's score is the number of windows
/// that were grouped into it, and one is enough. Throws Error(Kind::input) when the file is not there.
Contestant opencv(const std::string& cascade, const SharedOptions& options);

/// Ocelli first, then OpenCV's cascades of the given names.
std::vector<Contestant> contestants(const std::filesystem::path& model,
                                    const std::vector<std::string>& cascades, const SharedOptions& options);

}  // namespace ocelli::internal::bench
