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
#include "ocelli/pipelines/stages/track_stage.hpp"
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

/// Follows objects in frames, and keeps the card of its model.
struct LoadedTracker {
  FrameFollower follower;
  std::string label;
};

LoadedTracker tracker_of(const py::object& model, const py::dict& values) {
  FollowOptions options;
  set_options(option_table(options), values);
  FrameFollower follower(model_of(model), options);
  std::string label = follower.detector().detector.label();
  return {std::move(follower), std::move(label)};
}

py::tuple follow(LoadedTracker& self, const py::handle& array, const std::string& colors) {
  const ArrayImage image(array, colors);
  std::vector<Detection> followed;
  {
    const py::gil_scoped_release release;
    followed = self.follower.follow(image.pixels());
  }
  return tracked_arrays_of(followed);
}

py::object follow_files(const py::object& self, std::vector<std::string> inputs, const py::dict& options,
                        int threads) {
  const FrameFollower& follower = self.cast<const LoadedTracker&>().follower;
  RecordRun run{.inputs = std::move(inputs), .limits = {}, .work = {}, .line = {}, .threads = threads};
  set_options(option_table(run.limits), options);
  run.work = work_on_searched_frames(detect_work(follower.detector().detector), follower.options().track);
  run.line = to_json_line;
  run.follower = [&follower, limits = run.limits](Sink sink) {
    return std::make_unique<TrackStage>(std::move(sink), follower.options().track,
                                        follower.detector().sure_score, TrackPasses::two, limits);
  };
  return records(std::move(run), self);
}

std::string detection_json(const std::string& name, std::pair<int, int> size, const py::tuple& arrays,
                           const std::string& label) {
  Record record{.input = name, .width = size.first, .height = size.second};
  record.detections = detections_of(arrays, label);
  return without_end(to_json_line(record));
}

py::array_t<std::uint8_t> drawn(const py::handle& array, const std::string& colors, const py::tuple& arrays,
                                const std::string& label) {
  const ArrayImage image(array, colors);
  return array_of(draw(to_eight_bits(image.pixels()), detections_of(arrays, label)), colors);
}

py::list cropped(const py::handle& array, const std::string& colors, const py::tuple& arrays, bool align,
                 const std::optional<int>& size, double margin, const std::optional<double>& aspect) {
  const ArrayImage image(array, colors);
  const cv::Mat picture = to_eight_bits(image.pixels());
  const CropOptions options{.align = align, .size = size, .margin = margin, .aspect = aspect};
  py::list crops;
  for (const Detection& detection : detections_of(arrays, ""))
    crops.append(array_of(crop(picture, detection, options), colors));
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
  py::class_<LoadedTracker>(module, "Tracker")
      .def(py::init(&tracker_of), py::arg("model"), py::arg("options") = py::dict())
      .def_readonly("label", &LoadedTracker::label)
      .def_property_readonly("options",
                             [](const LoadedTracker& self) {
                               FollowOptions options = self.follower.options();
                               return options_dict(option_table(options));
                             })
      .def_property_readonly("over_white",
                             [](const LoadedTracker& self) {
                               return self.follower.detector().detector.transparency() ==
                                      Transparency::over_white;
                             })
      .def("follow", &follow, py::arg("frame"), py::arg("colors"))
      .def("records", &follow_files, py::arg("inputs"), py::arg("options"), py::arg("threads"));
  module.def("detection_json", &detection_json, py::arg("name"), py::arg("size"), py::arg("arrays"),
             py::arg("label"));
  module.def("draw_detections", &drawn, py::arg("image"), py::arg("colors"), py::arg("arrays"),
             py::arg("label"));
  module.def("crop_detections", &cropped, py::arg("image"), py::arg("colors"), py::arg("arrays"),
             py::arg("align"), py::arg("size"), py::arg("margin"), py::arg("aspect"));
  module.def("kind_of", [](const py::object& model) {
    constexpr std::array kKinds = {"detector", "classifier", "reader", "opencv", "language"};
    static_assert(kKinds.size() == std::variant_size_v<Model>);
    return kKinds[model_of(model).index()];
  });
}

}  // namespace ocelli::internal::python
