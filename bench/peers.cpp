#include "peers.hpp"

#include <memory>
#include <opencv2/objdetect.hpp>

#include "ocelli/core/error.hpp"
#include "ocelli/detection/detector.hpp"
#include "ocelli/model_io/model_file.hpp"

namespace ocelli::bench {

Contestant ocelli(const std::filesystem::path& model, const SharedOptions& options) {
  const DetectOptions detect{.scan = {.min_size = options.min_size, .scale_step = options.scale_step},
                             .group = {.min_neighbours = 1, .min_score = 0}};
  const auto detector = std::make_shared<const Detector>(load_detector(model).cascade, detect);
  const auto scratch = std::make_shared<Detector::Scratch>();
  return {"ocelli", [=](const cv::Mat& grey) { return detector->detect(grey, *scratch); }};
}

Contestant opencv(const std::string& cascade, const SharedOptions& options) {
  const std::filesystem::path file = "/usr/share/opencv4/haarcascades/" + cascade + ".xml";
  const auto classifier = std::make_shared<cv::CascadeClassifier>();
  require(std::filesystem::exists(file) && classifier->load(file.string()), Kind::input,
          "cannot be loaded; it is in Debian's package opencv-data", file.string());
  return {cascade, [=](const cv::Mat& grey) {
            std::vector<cv::Rect> boxes;
            std::vector<int> windows;
            classifier->detectMultiScale(grey, boxes, windows, options.scale_step, 1, 0,
                                         {options.min_size, options.min_size});
            std::vector<Detection> found;
            for (std::size_t i = 0; i < boxes.size(); ++i) {
              const auto& b = boxes[i];
              found.push_back({{static_cast<float>(b.x), static_cast<float>(b.y), static_cast<float>(b.width),
                                static_cast<float>(b.height)},
                               static_cast<float>(windows[i]),
                               "face"});
            }
            return found;
          }};
}

}  // namespace ocelli::bench
