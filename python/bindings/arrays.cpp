#include "arrays.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal::python {
namespace {

constexpr const char* kExpected =
    "expected uint8 or uint16, (height, width) for gray or (height, width, 3 or 4) for color, got ";

std::string to_string(const py::array& array) {
  return py::str(array.dtype()).cast<std::string>() + " " + py::str(array.attr("shape")).cast<std::string>();
}

[[noreturn]] void refuse(const std::string& what, const std::string& remedy = {}) {
  throw Error(Kind::image, kExpected + what + remedy);
}

/// The Python expression that converts an array of other numbers to bytes.
std::string remedy_of(const py::array& array) {
  const char kind = array.dtype().kind();
  if (kind == 'f')
    return "; for values from 0 to 1 use (255 * image).astype('uint8'), for values from 0 to 255 "
           "image.astype('uint8')";
  if (kind == 'b') return "; use 255 * image.astype('uint8')";
  return kind == 'i' || kind == 'u' ? "; for values from 0 to 255 use image.astype('uint8')" : "";
}

void require_colors(const std::string& colors) {
  require(
      colors == "bgr" || colors == "rgb", Kind::usage,
      [&] { return "must be bgr or rgb, got '" + colors + "'"; }, "colors");
}

/// OpenCV's element type of the array.
int depth_of(const py::array& array) {
  if (py::isinstance<py::array_t<std::uint8_t>>(array)) return CV_8U;
  if (py::isinstance<py::array_t<std::uint16_t>>(array)) return CV_16U;
  refuse(to_string(array), remedy_of(array));
}

/// Whether the pixels of a row are contiguous, and the rows in order.
bool has_packed_rows(const py::array& array) {
  const py::ssize_t item = array.itemsize();
  const py::ssize_t channels = array.ndim() == 3 ? array.shape(2) : 1;
  const bool packed_pixel = array.ndim() == 2 || array.strides(2) == item;
  return packed_pixel && array.strides(1) == channels * item &&
         array.strides(0) >= array.shape(1) * channels * item;
}

py::array in_rows(const py::array& array) {
  if (array.size() == 0 || has_packed_rows(array)) return array;
  return py::module_::import("numpy").attr("ascontiguousarray")(array);
}

cv::Mat view_of(const py::array& array) {
  const int channels = array.ndim() == 3 ? static_cast<int>(array.shape(2)) : 1;
  const int type = CV_MAKETYPE(depth_of(array), channels);
  if (array.size() == 0) return {};
  return {static_cast<int>(array.shape(0)), static_cast<int>(array.shape(1)), type,
          const_cast<void*>(array.data()), static_cast<std::size_t>(array.strides(0))};
}

cv::Mat in_bgr(const cv::Mat& rgb) {
  cv::Mat bgr;
  if (!rgb.empty()) cv::cvtColor(rgb, bgr, rgb.channels() == 4 ? cv::COLOR_RGBA2BGRA : cv::COLOR_RGB2BGR);
  return bgr;
}

}  // namespace

ArrayImage::ArrayImage(const py::handle& array, const std::string& colors) {
  require_colors(colors);
  if (!py::isinstance<py::array>(array)) refuse(py::str(py::type::of(array)).cast<std::string>());
  array_ = py::reinterpret_borrow<py::array>(array);
  const bool is_gray = array_.ndim() == 2 || (array_.ndim() == 3 && array_.shape(2) == 1);
  const bool is_color = array_.ndim() == 3 && (array_.shape(2) == 3 || array_.shape(2) == 4);
  if (!is_gray && !is_color) refuse(to_string(array_));
  depth_of(array_);
  constexpr py::ssize_t kSideLimit = 1 << 24;
  if (std::max(array_.shape(0), array_.shape(1)) > kSideLimit) refuse(to_string(array_));
  array_ = in_rows(array_);
  pixels_ = view_of(array_);
  if (is_color && colors == "rgb") pixels_ = in_bgr(pixels_);
}

std::vector<ArrayImage> images_of(const py::iterable& images, const std::string& colors) {
  std::vector<ArrayImage> all;
  for (const py::handle& image : images) all.emplace_back(image, colors);
  return all;
}

py::array_t<std::uint8_t> array_of(const cv::Mat& picture, const std::string& colors) {
  std::vector<py::ssize_t> shape = {picture.rows, picture.cols};
  if (picture.channels() > 1) shape.push_back(picture.channels());
  py::array_t<std::uint8_t> array(shape);
  cv::Mat view(picture.rows, picture.cols, picture.type(), array.mutable_data());
  if (picture.channels() == 3 && colors == "rgb") {
    cv::cvtColor(picture, view, cv::COLOR_BGR2RGB);
  } else {
    picture.copyTo(view);
  }
  return array;
}

Colors decoded_colors(const std::string& colors) {
  if (colors == "gray" || colors == "gray") return Colors::gray;
  require(
      colors == "bgr" || colors == "rgb", Kind::usage,
      [&] { return "must be gray, bgr or rgb, got '" + colors + "'"; }, "colors");
  return Colors::as_stored;
}

namespace {

constexpr auto kLandmarks = static_cast<py::ssize_t>(std::tuple_size_v<Landmarks>);

py::object probabilities_of(std::span<const Detection> detections) {
  if (detections.empty() || !detections.front().probability) return py::none();
  std::vector<float> probabilities;
  for (const Detection& found : detections) probabilities.push_back(found.probability.value_or(0));
  return array_of(std::span<const float>(probabilities));
}

py::object landmarks_of(std::span<const Detection> detections) {
  if (detections.empty() || !detections.front().landmarks) return py::none();
  py::array_t<float> landmarks({static_cast<py::ssize_t>(detections.size()), kLandmarks, py::ssize_t{2}});
  float* number = landmarks.mutable_data();
  for (const Detection& found : detections) {
    for (const Point& point : found.landmarks.value_or(Landmarks())) *number++ = point.x, *number++ = point.y;
  }
  return landmarks;
}

py::object poses_of(std::span<const Detection> detections) {
  if (detections.empty() || !detections.front().pose) return py::none();
  auto poses = table_of<float>(detections.size(), 2);
  float* number = poses.mutable_data();
  for (const Detection& found : detections) {
    const Pose pose = found.pose.value_or(Pose());
    *number++ = pose.yaw.value_or(std::numeric_limits<float>::quiet_NaN()), *number++ = pose.roll;
  }
  return poses;
}

}  // namespace

namespace {

template <class Value, class Get>
py::array_t<Value> each_of(std::span<const Detection> detections, const Get& get) {
  py::array_t<Value> values(static_cast<py::ssize_t>(detections.size()));
  std::ranges::transform(detections, values.mutable_data(), get);
  return values;
}

py::tuple arrays_with(std::span<const Detection> detections, py::object tracks, py::object seen) {
  auto boxes = table_of<float>(detections.size(), 4);
  py::array_t<float> scores(static_cast<py::ssize_t>(detections.size()));
  float* box = boxes.mutable_data();
  float* score = scores.mutable_data();
  for (const Detection& found : detections) {
    for (const float side : {found.box.x, found.box.y, found.box.w, found.box.h}) *box++ = side;
    *score++ = found.score;
  }
  return py::make_tuple(std::move(boxes), std::move(scores), probabilities_of(detections),
                        landmarks_of(detections), poses_of(detections), std::move(tracks), std::move(seen));
}

}  // namespace

py::tuple arrays_of(std::span<const Detection> detections) {
  return arrays_with(detections, py::none(), py::none());
}

py::tuple tracked_arrays_of(std::span<const Detection> detections) {
  return arrays_with(
      detections, each_of<std::int32_t>(detections, [](const Detection& d) { return d.track.value_or(0); }),
      each_of<bool>(detections, [](const Detection& d) { return d.seen; }));
}

py::array_t<std::int64_t> table_of(const ConfusionMatrix& confusion) {
  const std::size_t classes = confusion.classes().size();
  auto table = table_of<std::int64_t>(classes, classes);
  for (std::size_t truth = 0; truth < classes; ++truth) {
    for (std::size_t label = 0; label < classes; ++label)
      table.mutable_at(truth, label) = static_cast<std::int64_t>(confusion.count(truth, label));
  }
  return table;
}

namespace {

Pose pose_in(const py::array_t<float>& poses, py::ssize_t row) {
  const float yaw = poses.at(row, 0);
  return {.yaw = std::isnan(yaw) ? std::nullopt : std::optional(yaw), .roll = poses.at(row, 1)};
}

template <class Value>
std::optional<py::array_t<Value>> array_in(const py::tuple& arrays, std::size_t index) {
  if (index >= arrays.size() || arrays[index].is_none()) return std::nullopt;
  return py::cast<py::array_t<Value>>(arrays[index]);
}

}  // namespace

std::vector<Detection> detections_of(const py::tuple& arrays, const std::string& label) {
  const auto boxes = array_in<float>(arrays, 0).value(), scores = array_in<float>(arrays, 1).value();
  const auto probabilities = array_in<float>(arrays, 2), landmarks = array_in<float>(arrays, 3),
             poses = array_in<float>(arrays, 4);
  const auto tracks = array_in<std::int32_t>(arrays, 5);
  const auto seen = array_in<bool>(arrays, 6);
  const auto is_one_each = [&](const auto& values) {
    return !values || (values->ndim() == 1 && values->shape(0) == boxes.shape(0));
  };
  require(is_one_each(tracks) && is_one_each(seen), Kind::usage, "tracks and seen must be (n,)");
  require(!probabilities || (probabilities->ndim() == 1 && probabilities->shape(0) == boxes.shape(0)),
          Kind::usage, "probabilities must be (n,)");
  require(boxes.ndim() == 2 && boxes.shape(1) == 4 && scores.ndim() == 1 && scores.shape(0) == boxes.shape(0),
          Kind::usage, "boxes must be (n, 4) and scores (n,)");
  require(!landmarks || (landmarks->ndim() == 3 && landmarks->shape(0) == boxes.shape(0) &&
                         landmarks->shape(1) == kLandmarks && landmarks->shape(2) == 2),
          Kind::usage, "landmarks must be (n, 5, 2)");
  require(!poses || (poses->ndim() == 2 && poses->shape(0) == boxes.shape(0) && poses->shape(1) == 2),
          Kind::usage, "poses must be (n, 2)");
  std::vector<Detection> detections;
  for (py::ssize_t i = 0; i < boxes.shape(0); ++i) {
    const Box box{boxes.at(i, 0), boxes.at(i, 1), boxes.at(i, 2), boxes.at(i, 3)};
    Detection& detection = detections.emplace_back(Detection{box, scores.at(i), label});
    if (probabilities) detection.probability = probabilities->at(i);
    if (poses) detection.pose = pose_in(*poses, i);
    if (tracks) detection.track = tracks->at(i);
    if (seen) detection.seen = seen->at(i);
    if (!landmarks) continue;
    Landmarks& places = detection.landmarks.emplace();
    for (py::ssize_t k = 0; k < kLandmarks; ++k)
      places[static_cast<std::size_t>(k)] = {landmarks->at(i, k, 0), landmarks->at(i, k, 1)};
  }
  return detections;
}

}  // namespace ocelli::internal::python
