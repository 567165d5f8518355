#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <variant>

#include "arguments.hpp"
#include "arrays.hpp"
#include "loaded_models.hpp"
#include "module.hpp"
#include "ocelli/core/object_pool.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/opencv/opencv_scanner.hpp"
#include "ocelli/detection/opencv/rectangle_grouping.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal::python {
namespace {

/// The arguments of detectMultiScale.
struct MultiScale {
  double scale_factor = 1.1;
  int min_neighbors = 3;
  cv::Size min, max;  ///< of objects; empty: any
  friend bool operator==(const MultiScale&, const MultiScale&) = default;
  bool is_out_of_order() const { return !max.empty() && (min.width > max.width || min.height > max.height); }
  ScanOptions scan() const {
    ScanOptions options{.min_size = ObjectSize(min.width, min.height), .scale_step = scale_factor};
    if (!max.empty()) options.max_size = ObjectSize(max.width, max.height);
    // No size lies between these, so cv2 uses the one closest to the minimum.
    if (is_out_of_order()) options.max_size = ObjectSize(std::max(1, min.width), std::max(1, min.height));
    return options;
  }
  bool admits(const cv::Rect& box) const {
    if (min == max) return true;
    const bool is_large = box.width >= min.width && box.height >= min.height;
    return is_large && (max.empty() || (box.width <= max.width && box.height <= max.height));
  }
};

/// A scan set up for one scale factor and one range of sizes.
struct Scan {
  explicit Scan(std::shared_ptr<const OpenCvCascade> cascade, const MultiScale& asked)
      : scanner(OpenCvScanner(std::move(cascade), asked.scan(), ZeroSide::is_as_in_opencv)) {}
  Scan(const DetectorModel& model, const DetectOptions& options) : scanner(ObjectDetector(model, options)) {}

  std::variant<OpenCvScanner, ObjectDetector> scanner;
  ObjectPool<OpenCvScanner::Scratch> scratches = {};
};

/// A cascade of either kind behind detectMultiScale. It keeps the scan for the last arguments, because most
/// callers never change them.
class MultiScaleCascade {
 public:
  explicit MultiScaleCascade(Model model) {
    if (auto* const own = std::get_if<DetectorModel>(&model)) {
      own_ = std::make_shared<const DetectorModel>(std::move(*own));
    } else {
      opencv_ =
          std::make_shared<const OpenCvCascade>(only<OpenCvModel>(std::move(model), "a detector").cascade);
    }
  }

  bool has_binary_patterns() const {
    return opencv_ && std::holds_alternative<std::vector<OpenCvLbp>>(opencv_->parts().features);
  }
  cv::Size window() const {
    return opencv_ ? cv::Size(opencv_->width(), opencv_->height())
                   : cv::Size(own_->cascade.width(), own_->cascade.height());
  }
  int stages() const {
    return static_cast<int>(opencv_ ? opencv_->parts().stages.size() : own_->cascade.stages().size());
  }

  std::vector<RectangleGroup> detect(const cv::Mat& image, const MultiScale& asked) const {
    if (image.empty()) return {};
    const std::shared_ptr<Scan> scan = scan_for(asked);
    if (const auto* const detector = std::get_if<ObjectDetector>(&scan->scanner))
      return detected(*detector, to_gray(image, Transparency::dropped), asked);
    const cv::Mat gray = to_gray(image, Transparency::dropped);
    const auto scratch = scan->scratches.borrow();
    return rectangle_groups(std::get<OpenCvScanner>(scan->scanner).scan(gray, *scratch), asked.min_neighbors,
                            gray.size());
  }

 private:
  std::shared_ptr<Scan> scan_for(const MultiScale& asked) const {
    const std::scoped_lock lock(mutex_);
    if (!last_ || !(asked == last_asked_)) {
      last_ = made_for(asked);
      last_asked_ = asked;
    }
    return last_;
  }

  std::shared_ptr<Scan> made_for(const MultiScale& asked) const {
    if (opencv_) return std::make_shared<Scan>(opencv_, asked);
    DetectOptions options;
    options.scan = asked.scan();
    options.group.min_neighbors = std::max(1, asked.min_neighbors);
    return std::make_shared<Scan>(*own_, options);
  }

  static std::vector<RectangleGroup> detected(const ObjectDetector& detector, const cv::Mat& image,
                                              const MultiScale& asked) {
    std::vector<RectangleGroup> found;
    for (const Detection& detection : detector.detect(image)) {
      const cv::Rect rect(cvRound(detection.box.x), cvRound(detection.box.y), cvRound(detection.box.w),
                          cvRound(detection.box.h));
      if (!asked.admits(rect)) continue;
      found.push_back({.rect = rect, .windows = 1, .best_score = detection.score, .score = detection.score});
    }
    return found;
  }

  std::shared_ptr<const OpenCvCascade> opencv_;
  std::shared_ptr<const DetectorModel> own_;
  mutable std::mutex mutex_;
  mutable MultiScale last_asked_;
  mutable std::shared_ptr<Scan> last_;
};

using Size = std::pair<int, int>;

py::tuple detect_multi_scale(const MultiScaleCascade& self, const py::handle& array, double scale_factor,
                             int min_neighbors, Size min, Size max, bool reject_levels) {
  const ArrayImage image(array, "bgr");
  const MultiScale asked{scale_factor, min_neighbors, {min.first, min.second}, {max.first, max.second}};
  std::vector<RectangleGroup> found;
  {
    const py::gil_scoped_release release;
    found = self.detect(image.pixels(), asked);
  }
  auto rects = table_of<std::int32_t>(found.size(), 4);
  py::array_t<std::int32_t> counts(static_cast<py::ssize_t>(found.size()));
  py::array_t<double> weights(static_cast<py::ssize_t>(found.size()));
  std::int32_t* side = rects.mutable_data();
  for (std::size_t i = 0; i < found.size(); ++i) {
    const cv::Rect& rect = found[i].rect;
    for (const int value : {rect.x, rect.y, rect.width, rect.height}) *side++ = value;
    counts.mutable_data()[i] = reject_levels ? self.stages() : found[i].windows;
    weights.mutable_data()[i] = found[i].best_score;
  }
  return py::make_tuple(rects, counts, weights);
}

}  // namespace

void add_opencv_cascade(py::module_& module) {
  py::class_<MultiScaleCascade>(module, "OpenCvCascade")
      .def(py::init(
               [](const py::object& model) { return std::make_unique<MultiScaleCascade>(model_of(model)); }),
           py::arg("model"))
      .def_property_readonly("has_binary_patterns", &MultiScaleCascade::has_binary_patterns)
      .def_property_readonly(
          "window",
          [](const MultiScaleCascade& self) { return Size(self.window().width, self.window().height); })
      .def("detect_multi_scale", &detect_multi_scale, py::arg("image"), py::arg("scale_factor"),
           py::arg("min_neighbors"), py::arg("min_size"), py::arg("max_size"), py::arg("reject_levels"));
}

}  // namespace ocelli::internal::python
