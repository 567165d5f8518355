#include <array>
#include <boost/program_options/value_semantic.hpp>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch_run.hpp"
#include "command_line.hpp"
#include "exit_code.hpp"
#include "input_help.hpp"
#include "model_path.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/detection/detector.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/pipelines/executors/graph_executor.hpp"
#include "ocelli/pipelines/executors/live.hpp"
#include "ocelli/pipelines/output/drawing.hpp"
#include "ocelli/pipelines/output/record_text.hpp"
#include "ocelli/pipelines/output/text_output.hpp"
#include "ocelli/pipelines/sources/input_words.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "ocelli/pipelines/sources/video.hpp"
#include "ocelli/pipelines/stages/detect_stage.hpp"
#include "output_check.hpp"
#include "progress_line.hpp"
#include "result_format.hpp"
#include "standard_input.hpp"
#include "stop_signal.hpp"
#include "window.hpp"

namespace ocelli::app {
namespace {

namespace po = boost::program_options;

/// What the command line asks for.
struct Request {
  std::string model, format, output, drawings;
  bool show = false;
  DetectOptions detect;
  InputLimits limits;
  std::vector<std::string> inputs;

  bool only_video() const {
    return inputs.size() == 1 &&
           (camera_number(inputs[0]) || has_video_extension(inputs[0]) || is_stream_address(inputs[0]));
  }
  bool only_live() const {
    return inputs.size() == 1 && (camera_number(inputs[0]) || is_live_address(inputs[0]));
  }
};

std::optional<Request> parse(const Arguments& arguments, CommandLine& line) {
  Request request;
  line.options().add_options()  //
      ("model,m", po::value(&request.model)->value_name("file"),
       "model (default: the bundled face model)")  //
      ("format", po::value(&request.format)->value_name("jsonl|csv"),
       ("format of the results" + std::string(kFormatHelp)).c_str())  //
      ("output,o", po::value(&request.output)->value_name("file"),
       "where results go (default: standard output)")  //
      ("draw", po::value(&request.drawings)->value_name("folder"),
       "save each picture with its detections there, as PNG; the frames of a video as one AVI file")  //
      ("show", po::bool_switch(&request.show), "play one video, stream or camera in a window; q quits");
  line.add("Which windows are looked at, and how they are grouped", request.detect);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(request.inputs);
  line.explain(kInputHelp);
  if (!line.parse(arguments)) return std::nullopt;
  if (request.inputs.empty()) line.refuse("no INPUT is given");
  request.format =
      result_format(std::array{kJsonLinesFormat, kCsvFormat}, request.format, request.output, line);
  if (request.show && !request.only_video()) line.refuse("--show takes one video, stream or camera");
  request.detect.validate();
  request.limits.validate();
  if (request.model.empty()) request.model = shipped_model("face.ocelli").string();
  return request;
}

/// Where all results of a run go: text, drawings, and a word about each failure on stderr.
class Results {
 public:
  explicit Results(const Request& request) : to_text_(request.format == "csv" ? to_csv_rows : to_json_line) {
    if (!request.output.empty()) {
      text_.emplace(request.output);
    } else if (!request.show) {
      text_.emplace();
    }
    if (!request.drawings.empty()) drawings_.emplace(request.drawings);
    if (text_ && request.format == "csv") text_->begin_with(std::string(kCsvHeader));
  }

  /// Throws the item's own error, before anything is written, when there is no picture to draw on any more.
  void take(const Item& item, const Record& record, ProgressLine& terminal) {
    const cv::Mat picture = drawings_ ? picture_of(item, record) : cv::Mat();
    say_fault(record, terminal);
    if (text_) text_->write(to_text_(record));
    if (drawings_) drawings_->save(item, picture, record);
  }

  void finish() {
    if (text_) text_->finish();
    if (drawings_) drawings_->finish();
  }

 private:
  std::string (*to_text_)(const Record&);
  std::optional<TextOutput> text_;
  std::optional<DrawingFolder> drawings_;
};

int run_batch(const Request& request, const Work& work, std::stop_token stop) {
  InputLimits limits = request.limits;
  limits.stop = stop;
  Results results(request);
  ProgressLine terminal;
  const std::unique_ptr<Source> source = open_inputs(request.inputs, standard_input(), limits);
  const Sink sink = [&](const Item& item, const Record& record) { results.take(item, record, terminal); };
  const RunSummary summary = run_graph(
      {.source = *source, .work = work, .sink = sink, .progress = progress_of(request.output, terminal)},
      stop);
  results.finish();
  say_warned(summary, terminal);
  return exit_code(summary.cancelled, summary.failed);
}

std::unique_ptr<Source> open_live(const std::string& input, const InputLimits& limits) {
  if (const auto camera = camera_number(input)) return open_camera(*camera, limits);
  if (is_live_address(input)) return open_stream(input, limits);
  return at_own_pace(is_stream_address(input) ? open_stream(input, limits) : open_video(input, limits));
}

std::string in_words(const LiveSummary& summary) {
  return std::to_string(summary.looked_at) + " of " + std::to_string(summary.captured) +
         " frames looked at, " + std::to_string(summary.dropped) + " dropped; longest latency " +
         std::to_string(std::lround(summary.worst_latency.count() * 1e3)) + " ms";
}

int run_on_newest_frames(const Request& request, const Work& work, std::optional<Window>& window,
                         std::stop_token stop) {
  const CancellationScope scope(stop);
  const std::unique_ptr<Source> source = open_live(request.inputs[0], request.limits);
  Results results(request);
  ProgressLine terminal;
  const Display display = [&](const LiveFrame& frame) {
    results.take(frame.item, frame.record, terminal);
    return !window || window->show(frame);
  };
  const LiveSummary summary = run_live(*source, work, display, stop);
  results.finish();
  terminal.say("ocelli: " + in_words(summary));
  return exit_code(summary.cancelled, summary.failed);
}

int run(const Arguments& arguments) {
  CommandLine line("ocelli detect [-m MODEL] INPUT...",
                   "ocelli detect --draw found/ holiday/ 'more/*.jpg' > faces.jsonl");
  const std::optional<Request> request = parse(arguments, line);
  if (!request) return kFine;
  check_outputs({request->output, request->drawings}, request->inputs, {request->model});

  std::optional<Window> window;
  if (request->show) window.emplace("Ocelli: " + request->inputs[0]);
  const Detector detector(load_detector(request->model).cascade, request->detect);
  const StopSignal stop;
  if (request->show || request->only_live()) {
    return run_on_newest_frames(*request, detect_work(detector), window, stop.token());
  }
  return run_batch(*request, detect_work(detector), stop.token());
}

}  // namespace

Verb detect_verb() { return {"detect", "find a model's objects in images, videos and camera pictures", run}; }

}  // namespace ocelli::app
