#include <array>
#include <chrono>
#include <utility>
#include <variant>

#include "arguments.hpp"
#include "arrays.hpp"
#include "interruption.hpp"
#include "loaded_models.hpp"
#include "module.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/pipelines/output/drawing.hpp"
#include "ocelli/pipelines/output/object_crop.hpp"
#include "ocelli/pipelines/output/record_text.hpp"
#include "ocelli/pipelines/stages/model_stages.hpp"
#include "records.hpp"

namespace ocelli::internal::python {
namespace {

DetectOptions detect_options(const py::dict& values) {
  DetectOptions options;
  set_options(option_table(options), values);
  return options;
}

py::tuple detect(const LoadedDetector& self, const py::handle& array, const std::string& colors) {
  const ArrayImage image(array, colors);
  std::vector<Detection> found;
  {
    const py::gil_scoped_release release;
    found = self.detector.detect(image.pixels());
  }
  return arrays_of(found);
}

py::list detect_batch(const LoadedDetector& self, const py::iterable& arrays, const std::string& colors,
                      int threads) {
  const std::vector<ArrayImage> images = images_of(arrays, colors);
  std::vector<std::vector<Detection>> found(images.size());
  for_each_interruptibly(images.size(), threads,
                         [&](std::size_t i) { found[i] = self.detector.detect(images[i].pixels()); });
  py::list results;
  for (const auto& detections : found) results.append(arrays_of(detections));
  return results;
}

double time_detect(const LoadedDetector& self, const py::handle& array, const std::string& colors,
                   int repeats) {
  const ArrayImage image(array, colors);
  const py::gil_scoped_release release;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) self.detector.detect(image.pixels());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

py::object detect_files(const py::object& self, std::vector<std::string> inputs, const py::dict& options,
                        int threads) {
  RecordRun run{.inputs = std::move(inputs), .limits = {}, .work = {}, .line = {}, .threads = threads};
  set_options(option_table(run.limits), options);
  run.work = detect_work(self.cast<const LoadedDetector&>().detector);
  run.line = to_json_line;
  return records(std::move(run), self);
}

std::string detection_json(const std::string& name, std::pair<int, int> size, const py::array_t<float>& boxes,
                           const py::array_t<float>& scores,
                           const std::optional<py::array_t<float>>& probabilities, const std::string& label,
                           const std::optional<py::array_t<float>>& landmarks,
                           const std::optional<py::array_t<float>>& poses) {
  Record record{.input = name, .width = size.first, .height = size.second};
  record.detections = detections_of({boxes, scores, probabilities, landmarks, poses}, label);
  return without_end(to_json_line(record));
}

py::array_t<std::uint8_t> drawn(const py::handle& array, const std::string& colors,
                                const py::array_t<float>& boxes, const py::array_t<float>& scores,
                                const std::string& label, const std::optional<py::array_t<float>>& landmarks,
                                const std::optional<py::array_t<float>>& poses) {
  const ArrayImage image(array, colors);
  const std::vector<Detection> detections = detections_of({boxes, scores, {}, landmarks, poses}, label);
  return array_of(draw(to_eight_bits(image.pixels()), detections), colors);
}

py::list cropped(const py::handle& array, const std::string& colors, const py::array_t<float>& boxes,
                 const std::optional<py::array_t<float>>& landmarks,
                 const std::optional<py::array_t<float>>& poses, bool align, const std::optional<int>& size) {
  const ArrayImage image(array, colors);
  const cv::Mat picture = to_eight_bits(image.pixels());
  const py::array_t<float> scores(boxes.shape(0));
  py::list crops;
  for (const Detection& detection : detections_of({boxes, scores, {}, landmarks, poses}, ""))
    crops.append(array_of(crop(picture, detection, {.align = align, .size = size}), colors));
  return crops;
}

}  // namespace

void add_detector(py::module_& module) {
  py::class_<LoadedDetector>(module, "Detector")
      .def(py::init([](const py::object& model, const py::dict& options) {
             return detector_of(model_of(model), detect_options(options));
           }),
           py::arg("model"), py::arg("options") = py::dict())
      .def_property_readonly("label", [](const LoadedDetector& self) { return self.detector.label(); })
      .def_property_readonly(
          "options",
          [](const LoadedDetector& self) { return options_dict(option_table(self.detector.options())); })
      .def_property_readonly(
          "over_white",
          [](const LoadedDetector& self) { return self.detector.transparency() == Transparency::over_white; })
      .def_property_readonly("card", [](const LoadedDetector& self) { return card_dict(self.card); })
      .def_property_readonly(
          "window",
          [](const LoadedDetector& self) { return std::pair(self.window.width, self.window.height); })
      .def("detect", &detect, py::arg("image"), py::arg("colors"))
      .def("detect_batch", &detect_batch, py::arg("images"), py::arg("colors"), py::arg("threads"))
      .def("records", &detect_files, py::arg("inputs"), py::arg("options"), py::arg("threads"));
  module.def("time_detect", &time_detect, py::arg("detector"), py::arg("image"), py::arg("colors"),
             py::arg("repeats"));
  module.def("detection_json", &detection_json, py::arg("name"), py::arg("size"), py::arg("boxes"),
             py::arg("scores"), py::arg("probabilities"), py::arg("label"), py::arg("landmarks") = py::none(),
             py::arg("poses") = py::none());
  module.def("draw_detections", &drawn, py::arg("image"), py::arg("colors"), py::arg("boxes"),
             py::arg("scores"), py::arg("label"), py::arg("landmarks") = py::none(),
             py::arg("poses") = py::none());
  module.def("crop_detections", &cropped, py::arg("image"), py::arg("colors"), py::arg("boxes"),
             py::arg("landmarks"), py::arg("poses"), py::arg("align"), py::arg("size"));
  module.def("kind_of", [](const py::object& model) {
    constexpr std::array kKinds = {"detector", "classifier", "reader", "opencv", "language"};
    static_assert(kKinds.size() == std::variant_size_v<Model>);
    return kKinds[model_of(model).index()];
  });
}

}  // namespace ocelli::internal::python
