#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "batch_results.hpp"
#include "command_line.hpp"
#include "detector_choice.hpp"
#include "format_option.hpp"
#include "input_help.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/pipelines/executors/executors.hpp"
#include "ocelli/pipelines/executors/live.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/pipelines/output/crop_folder.hpp"
#include "ocelli/pipelines/output/drawing.hpp"
#include "ocelli/pipelines/output/heat_map.hpp"
#include "ocelli/pipelines/output/object_crop.hpp"
#include "ocelli/pipelines/output/passage_counts.hpp"
#include "ocelli/pipelines/output/result_format.hpp"
#include "ocelli/pipelines/sources/input_words.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "ocelli/pipelines/sources/shard.hpp"
#include "ocelli/pipelines/sources/video.hpp"
#include "ocelli/pipelines/stages/model_stages.hpp"
#include "ocelli/pipelines/stages/track_stage.hpp"
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

/// Following objects, and what is known of them then.
struct TrackRequest {
  bool track = false;
  TrackOptions tracking;
  std::string counts, heat_map;
  std::vector<CountingPlace> places;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("track", self.track,
          "follow the objects of videos, cameras and folders of frames: each has a number that it keeps",
          option::any().flag().basic());
    TrackOptions::describe(self.tracking, visit);
    visit("count", self.counts,
          "count the objects that pass the places of --at, per minute, in this CSV file (needs --track)",
          option::any().value("file"));
    visit("at", self.places,
          "a line (x,y,x,y) or a zone (x,y of three or more corners) at which objects are counted, in "
          "pixels; may be repeated",
          option::any());
    visit("heat-map", self.heat_map, "draw where the objects were to this PNG file (needs --track)",
          option::any().value("file"));
  }

  /// Refuses what has no effect.
  void check(const CommandLine& line) const {
    if (!track && !counts.empty()) line.refuse("--count requires --track");
    if (!track && !heat_map.empty()) line.refuse("--heat-map requires --track");
    if (counts.empty() != places.empty()) line.refuse("--count and --at require each other");
    if (!track && listed(tracking) != listed(TrackOptions()))
      line.refuse("--every and the options of tracks require --track");
    tracking.validate();
  }
};

/// The options of the command line.
struct DetectRequest {
  DetectorChoice detector;
  std::string model, output, drawings, crops;
  CropOptions crop;
  std::optional<int> best;
  const ResultFormat* format = nullptr;
  bool show = false;
  ShardOption shard;
  DetectOptions detect;
  TrackRequest follow;
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
    visit("crop", self.crops,
          "write each object to a PNG file in this folder, and crops.csv, which says where it is from",
          option::any().value("folder"));
    visit("align", self.crop.align,
          "turn the crops upright: with landmarks, the eyes have fixed places in a square, otherwise by the "
          "rotation of --rotation",
          option::any().flag());
    visit("crop-size", self.crop.size,
          "longer side of the crops (auto: the pixels of the image, 112 for squares with landmarks)",
          option::from(1).to(kMaxCropSide).in("pixels").or_auto());
    visit("crop-margin", self.crop.margin, "share of the box that crops add on each side",
          option::from(0).to(kMaxCropMargin));
    visit("crop-aspect", self.crop.aspect,
          "width per height of the crops: 1 for squares, 0.78 for passports (auto: as the box is)",
          option::from(kMinCropAspect).to(kMaxCropAspect).or_auto());
    visit("best", self.best, "crop only the N best objects of each image",
          option::from(1).to(1'000'000).or_word("all"));
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
  line.writes({{"output"},
               {"draw", OutputOption::Form::folder},
               {"crop", OutputOption::Form::folder},
               {"count", OutputOption::Form::file, {".csv"}},
               {"heat-map", OutputOption::Form::file, {".png"}}});
  add_format_option(line, detection_formats(), format);
  line.add("Scanning and grouping", request.detect);
  line.add("Following objects", request.follow);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(request.inputs);
  line.explain(kInputBrief, input_help());
  if (!line.parse(arguments)) return std::nullopt;
  if (request.inputs.empty()) line.refuse("INPUT is required");
  request.format = &result_format(detection_formats(), format, request.output, line);
  if (request.show && !request.only_video())
    line.refuse("--show requires one video, stream or camera as input");
  if (request.show && request.shard.is_given()) line.refuse("--show cannot be combined with --shard");
  if (request.follow.track && request.shard.is_given())
    line.refuse(
        "--track cannot be combined with --shard, which takes frames apart: give each process whole "
        "videos instead");
  if (request.format->name == kMotFormat && !request.follow.track)
    line.refuse("the format mot (files that end in .txt) requires --track");
  if (request.format->name == kMotFormat && request.inputs.size() > 1)
    line.refuse("the format mot has one video: run once for each");
  request.follow.check(line);
  const bool shapes_crops =
      request.crop.size || request.crop.aspect || request.best || request.crop.margin != CropOptions().margin;
  if (request.crop.align && request.crops.empty()) line.refuse("--align requires --crop");
  if (shapes_crops && request.crops.empty())
    line.refuse("--crop-size, --crop-margin, --crop-aspect and --best require --crop");
  request.detect.validate();
  request.model = request.detector.file();
  return request;
}

BatchResults results_of(const DetectRequest& request, const RecordContext& context) {
  const bool only_shown = request.show && request.output.empty();
  ResultSinks sinks;
  if (!only_shown) sinks.writer = open_results(*request.format, request.output, context);
  if (!request.drawings.empty()) sinks.drawings = std::make_unique<DrawingFolder>(request.drawings);
  if (!request.crops.empty())
    sinks.crops = std::make_unique<CropFolder>(request.crops, request.crop, request.best);
  const auto& [track, tracking, counts, heat_map, places] = request.follow;
  if (!counts.empty()) sinks.counts = std::make_unique<PassageCounts>(counts, places);
  if (!heat_map.empty()) sinks.heat_map = std::make_unique<HeatMap>(heat_map);
  return BatchResults(std::move(sinks));
}

/// The detector of a run, and the work that it does on images.
struct Detecting {
  const DetectRequest& request;
  ObjectDetector detector;
  float sure_score;  ///< with which tracks start
  RecordContext context;

  explicit Detecting(const DetectRequest& of, TrackingDetector loaded)
      : request(of), detector(std::move(loaded.detector)), sure_score(loaded.sure_score) {
    const bool has_poses = detector.places_landmarks() || request.detect.rotation != Rotation::upright;
    require(has_poses || !request.crop.align, Kind::usage,
            "requires a model with landmarks, such as face.ocelli, or --rotation", "--align");
    context.columns = {.landmarks = has_poses, .tracks = request.follow.track};
  }

  /// With followed objects, pictures are read again once these are known.
  bool keeps_pictures() const {
    return !request.follow.track && (!request.drawings.empty() || !request.crops.empty());
  }

  Work work() const {
    Work work = detect_work(detector, keeps_pictures() ? Colors::both : Colors::gray);
    return request.follow.track ? work_on_searched_frames(work, request.follow.tracking) : work;
  }

  /// A stage between the work and the sink, if objects are followed.
  std::optional<TrackStage> follower(const Sink& sink, TrackPasses passes) const {
    if (!request.follow.track) return std::nullopt;
    return TrackStage(sink, request.follow.tracking, sure_score, passes, request.limits);
  }
};

Detecting detecting(const DetectRequest& request) {
  if (!request.follow.track)
    return Detecting(request, {ObjectDetector::load(request.model, request.detect), 0});
  return Detecting(request, tracking_detector(load_model(request.model),
                                              {request.detect, request.follow.tracking}, request.model));
}

int run_batch(const Detecting& detecting, const Shard& shard, std::stop_token stop) {
  const DetectRequest& request = detecting.request;
  InputLimits limits = request.limits;
  limits.stop = stop;
  BatchResults results = results_of(request, detecting.context);
  ProgressLine terminal;
  const std::unique_ptr<Source> source =
      shard_items(open_inputs(request.inputs, standard_input(), limits), shard);
  const Sink take = [&](const Item& item, const Record& record) { results.take(item, record, terminal); };
  const bool shows_pictures = !request.drawings.empty() || !request.crops.empty();
  std::optional<TrackStage> follower =
      detecting.follower(take, shows_pictures ? TrackPasses::two_with_pictures : TrackPasses::two);
  const Sink follow = [&](const Item& item, const Record& record) { follower->take(item, record); };
  const RunSummary summary = run_graph({.source = *source,
                                        .work = detecting.work(),
                                        .sink = follower ? follow : take,
                                        .progress = progress_of(request.output, terminal)},
                                       stop);
  if (follower) follower->finish();
  results.finish(request.output, terminal);
  report_passed_over(summary, terminal);
  results.close("image", true, terminal);
  return exit_code(summary.canceled, summary.failed + (follower ? follower->failed() : 0));
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

int run_on_newest_frames(const Detecting& detecting, std::optional<Window>& window, std::stop_token stop) {
  const DetectRequest& request = detecting.request;
  const CancellationScope scope(stop);
  const std::unique_ptr<Source> source = open_live(request.inputs[0], request.limits, window);
  BatchResults results = results_of(request, detecting.context);
  ProgressLine terminal;
  bool wanted = true;
  const LiveFrame* newest = nullptr;
  const Sink take = [&](const Item& item, const Record& record) {
    results.take(item, record, terminal);
    wanted = !window || window->show({item, record, newest->latency, newest->rate, newest->dropped});
  };
  std::optional<TrackStage> follower = detecting.follower(take, TrackPasses::one);
  const Display display = [&](const LiveFrame& frame) {
    newest = &frame;
    follower ? follower->take(frame.item, frame.record) : take(frame.item, frame.record);
    return wanted;
  };
  const Idle idle = [&](Seconds waited) { return !window || window->wait(waited); };
  const LiveSummary summary = run_live(*source, detecting.work(), display, stop, idle);
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
  const Detecting work = detecting(*request);
  const StopSignal stop;
  if (request->show || request->only_live()) return run_on_newest_frames(work, window, stop.token());
  return run_batch(work, shard, stop.token());
}

}  // namespace

Verb detect_verb() { return {"detect", "find objects in images, videos and camera streams", run_detect}; }

}  // namespace ocelli::internal::app
