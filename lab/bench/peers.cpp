#include "peers.hpp"

#include <memory>
#include <opencv2/objdetect.hpp>

#include "ocelli/core/require.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/object_detector.hpp"

namespace ocelli::internal::bench {
namespace {

std::filesystem::path file_of(const std::string& cascade) {
  if (cascade.ends_with(".xml")) return cascade;
  const char* folder = cascade.starts_with("lbp") ? "lbpcascades" : "haarcascades";
  return std::filesystem::path("/usr/share/opencv4") / folder / (cascade + ".xml");
}

Box box_of(const cv::Rect& rect) {
  return {static_cast<float>(rect.x), static_cast<float>(rect.y), static_cast<float>(rect.width),
          static_cast<float>(rect.height)};
}

std::vector<Detection> detect(cv::CascadeClassifier& classifier, const cv::Mat& gray,
                              const SharedOptions& options) {
  std::vector<cv::Rect> boxes;
  std::vector<int> windows;
  classifier.detectMultiScale(gray, boxes, windows, options.scale_step, 1, 0,
                              {options.min_size, options.min_size});
  std::vector<Detection> found;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    found.push_back({box_of(boxes[i]), static_cast<float>(windows[i]), "face"});
  return found;
}

}  // namespace

Contestant ocelli(const std::filesystem::path& model, const SharedOptions& options) {
  const DetectOptions detect{.scan = {.min_size = options.min_size, .scale_step = options.scale_step},
                             .group = {.min_neighbors = 1, .min_score = 0}};
  const auto detector = std::make_shared<const ObjectDetector>(load_detector(model), detect);
  return {kOcelli, [=] {
            const auto scratch = std::make_shared<ObjectDetector::Scratch>();
            return [=](const cv::Mat& gray) { return detector->detect(gray, *scratch); };
          }};
}

Contestant opencv(const std::string& cascade, const SharedOptions& options) {
  const std::filesystem::path file = file_of(cascade);
  require(std::filesystem::exists(file), Kind::input, "is not there; Debian has OpenCV's in opencv-data",
          file.string());
  return {file.stem().string(), [=] {
            const auto classifier = std::make_shared<cv::CascadeClassifier>();
            require(classifier->load(file.string()), Kind::input, "cannot be loaded", file.string());
            return [=](const cv::Mat& gray) { return detect(*classifier, gray, options); };
          }};
}

std::vector<Contestant> contestants(const std::filesystem::path& model,
                                    const std::vector<std::string>& cascades, const SharedOptions& options) {
  std::vector<Contestant> all = {ocelli(model, options)};
  for (const std::string& cascade : cascades) all.push_back(opencv(cascade, options));
  return all;
}

}  // namespace ocelli::internal::bench
