#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch_results.hpp"
#include "command_line.hpp"
#include "detector_choice.hpp"
#include "format_option.hpp"
#include "input_help.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/pipelines/executors/executors.hpp"
#include "ocelli/pipelines/executors/live.hpp"
#include "ocelli/pipelines/output/crop_folder.hpp"
#include "ocelli/pipelines/output/object_crop.hpp"
#include "ocelli/pipelines/output/result_format.hpp"
#include "ocelli/pipelines/sources/input_words.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "ocelli/pipelines/sources/shard.hpp"
#include "ocelli/pipelines/sources/video.hpp"
#include "ocelli/pipelines/stages/model_stages.hpp"
#include "option_help.hpp"
#include "output_check.hpp"
#include "progress_line.hpp"
#include "shard_option.hpp"
#include "standard_streams.hpp"
#include "stop_signal.hpp"
#include "terminal_run.hpp"
#include "verb.hpp"
#include "window.hpp"

namespace ocelli::internal::app {
namespace {

/// The options of the command line.
struct DetectRequest {
  DetectorChoice detector;
  std::string model, output, drawings, crops;
  CropOptions crop;
  const ResultFormat* format = nullptr;
  bool show = false;
  ShardOption shard;
  DetectOptions detect;
  InputLimits limits;
  std::vector<std::string> inputs;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    DetectorChoice::describe(self.detector, visit);
    visit("output", self.output, kOutputFileHelp, option::any().letter('o').value("file"));
    visit("draw", self.drawings,
          "draw the detections and write the images to this folder as PNG, the frames of a video as one AVI "
          "file",
          option::any().value("folder"));
    visit(
        "crop", self.crops,
        "write each object to a PNG file in this folder, with a margin of a fifth, and crops.csv, which says "
        "where it is from",
        option::any().value("folder"));
    visit("align", self.crop.align,
          "turn the crops upright: with landmarks, the eyes have fixed places in a square, otherwise by the "
          "rotation of --rotation",
          option::any().flag());
    visit("crop-size", self.crop.size,
          "longer side of the crops (auto: the pixels of the image, 112 for squares with landmarks)",
          option::from(1).to(kMaxCropSide).in("pixels").or_auto());
    visit("show", self.show, "show one video, stream or camera in a window (? shows its keys)",
          option::any().flag());
    ShardOption::describe(self.shard, visit);
  }

  bool only_video() const {
    return inputs.size() == 1 &&
           (camera_number(inputs[0]) || has_video_extension(inputs[0]) || is_stream_address(inputs[0]));
  }
  bool only_live() const {
    return inputs.size() == 1 && (camera_number(inputs[0]) || is_live_address(inputs[0]));
  }
};

std::optional<DetectRequest> parse_detect(const Arguments& arguments, CommandLine& line) {
  DetectRequest request;
  std::string format;
  line.add(request);
  line.writes({{"output"}, {"draw", OutputOption::Form::folder}, {"crop", OutputOption::Form::folder}});
  add_format_option(line, detection_formats(), format);
  line.add("Scanning and grouping", request.detect);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(request.inputs);
  line.explain(kInputBrief, input_help());
  if (!line.parse(arguments)) return std::nullopt;
  if (request.inputs.empty()) line.refuse("INPUT is required");
  request.format = &result_format(detection_formats(), format, request.output, line);
  if (request.show && !request.only_video())
    line.refuse("--show requires one video, stream or camera as input");
  if (request.show && request.shard.is_given()) line.refuse("--show cannot be combined with --shard");
  if (request.crop.align && request.crops.empty()) line.refuse("--align requires --crop");
  if (request.crop.size && request.crops.empty()) line.refuse("--crop-size requires --crop");
  request.detect.validate();
  request.model = request.detector.file();
  return request;
}

BatchResults results_of(const DetectRequest& request, const RecordContext& context) {
  const bool only_shown = request.show && request.output.empty();
  return BatchResults(
      only_shown ? nullptr : open_results(*request.format, request.output, context), request.drawings,
      request.crops.empty() ? nullptr : std::make_unique<CropFolder>(request.crops, request.crop));
}

int run_batch(const DetectRequest& request, const Shard& shard, const RecordContext& context,
              const Work& work, std::stop_token stop) {
  InputLimits limits = request.limits;
  limits.stop = stop;
  BatchResults results = results_of(request, context);
  ProgressLine terminal;
  const std::unique_ptr<Source> source =
      shard_items(open_inputs(request.inputs, standard_input(), limits), shard);
  const Sink sink = [&](const Item& item, const Record& record) { results.take(item, record, terminal); };
  const RunSummary summary = run_graph(
      {.source = *source, .work = work, .sink = sink, .progress = progress_of(request.output, terminal)},
      stop);
  results.finish(request.output, terminal);
  report_passed_over(summary, terminal);
  results.close("image", true, terminal);
  return exit_code(summary.canceled, summary.failed);
}

/// With a window, somebody can plug the camera in again, and pause a video.
std::unique_ptr<Source> open_live(const std::string& input, const InputLimits& limits,
                                  std::optional<Window>& window) {
  if (const auto camera = camera_number(input)) {
    const auto open = [number = *camera, limits] { return open_camera(number, limits); };
    return window ? kept_open(open) : open();
  }
  if (is_live_address(input)) return open_stream(input, limits);
  std::unique_ptr<PacedVideo> video =
      at_own_pace(is_stream_address(input) ? open_stream(input, limits) : open_video(input, limits));
  if (window) window->on_pause([&held = *video](bool is_paused) { held.hold(is_paused); });
  return video;
}

std::string to_string(const LiveSummary& summary) {
  return std::to_string(summary.processed) + " of " + count_of(summary.captured, "frame") + " processed, " +
         std::to_string(summary.dropped) + " dropped; longest latency " +
         std::to_string(std::lround(summary.worst_latency.count() * 1e3)) + " ms";
}

int run_on_newest_frames(const DetectRequest& request, const RecordContext& context, const Work& work,
                         std::optional<Window>& window, std::stop_token stop) {
  const CancellationScope scope(stop);
  const std::unique_ptr<Source> source = open_live(request.inputs[0], request.limits, window);
  BatchResults results = results_of(request, context);
  ProgressLine terminal;
  const Display display = [&](const LiveFrame& frame) {
    results.take(frame.item, frame.record, terminal);
    return !window || window->show(frame);
  };
  const Idle idle = [&](Seconds waited) { return !window || window->wait(waited); };
  const LiveSummary summary = run_live(*source, work, display, stop, idle);
  results.finish(request.output, terminal);
  terminal.print("ocelli: " + to_string(summary));
  return exit_code(summary.canceled, summary.failed);
}

int run_detect(const Arguments& arguments) {
  CommandLine line("ocelli detect [-m MODEL] INPUT...",
                   "ocelli detect --draw found/ holiday/ 'more/*.jpg' > faces.jsonl");
  const std::optional<DetectRequest> request = parse_detect(arguments, line);
  if (!request) return kFine;
  const Shard shard = request->shard.shard(request->inputs);
  check_outputs({.file = request->output, .drawings = request->drawings, .crops = request->crops},
                request->inputs, {request->model});

  std::optional<Window> window;
  if (request->show) window.emplace("Ocelli: " + request->inputs[0]);
  const ObjectDetector detector = ObjectDetector::load(request->model, request->detect);
  const bool has_poses = detector.places_landmarks() || request->detect.rotation != Rotation::upright;
  require(has_poses || !request->crop.align, Kind::usage,
          "requires a model with landmarks, such as face.ocelli, or --rotation", "--align");
  const RecordContext context{.landmarks = has_poses};
  const StopSignal stop;
  if (request->show || request->only_live()) {
    return run_on_newest_frames(*request, context, detect_work(detector), window, stop.token());
  }
  const bool keeps_pictures = !request->drawings.empty() || !request->crops.empty();
  const Colors colors = keeps_pictures ? Colors::both : Colors::gray;
  return run_batch(*request, shard, context, detect_work(detector, colors), stop.token());
}

}  // namespace

Verb detect_verb() { return {"detect", "find objects in images, videos and camera streams", run_detect}; }

}  // namespace ocelli::internal::app
