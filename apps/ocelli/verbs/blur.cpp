#include <unistd.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "detector_choice.hpp"
#include "input_help.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/new_file.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/output_path.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/pipelines/blurring/blur_options.hpp"
#include "ocelli/pipelines/blurring/blur_report.hpp"
#include "ocelli/pipelines/blurring/file_blurring.hpp"
#include "ocelli/pipelines/blurring/live_blurring.hpp"
#include "ocelli/pipelines/sources/input_words.hpp"
#include "ocelli/pipelines/sources/video.hpp"
#include "option_help.hpp"
#include "output_check.hpp"
#include "progress_line.hpp"
#include "stop_signal.hpp"
#include "terminal_run.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

/// The options of the command line.
struct BlurRequest {
  DetectorChoice detector;
  std::string model, output, report;
  BlurOptions blur;
  DetectOptions detect;
  InputLimits limits;
  std::vector<std::string> inputs;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    DetectorChoice::describe(self.detector, visit);
    visit("output", self.output,
          "the blurred copy, or a folder for several (for a camera or stream: - or a pipe, which gets Motion "
          "JPEG)",
          option::any().letter('o').value("file"));
    visit("report", self.report, "write what was hidden, and which frames to look at, to this JSON file",
          option::any().value("file"));
    BlurOptions::describe(self.blur, visit);
  }

  bool is_live() const {
    return inputs.size() == 1 && (camera_number(inputs[0]) || is_stream_address(inputs[0]));
  }
  bool has_bundled_model() const { return detector.model.empty(); }
};

std::optional<BlurRequest> parse_blur(const Arguments& arguments, CommandLine& line) {
  BlurRequest request;
  line.add(request);
  line.writes({{"output"}, {"report", OutputOption::Form::file, {".json"}}});
  line.add("Scanning and grouping", request.detect);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(request.inputs);
  line.explain(kInputBrief, input_help());
  if (!line.parse(arguments)) return std::nullopt;
  if (request.inputs.empty()) line.refuse("INPUT is required");
  if (request.output.empty()) line.refuse("--output is required");
  if (request.output == "-" && !request.is_live()) line.refuse("-o - requires one camera or stream as input");
  if (!request.report.empty() && request.is_live()) line.refuse("--report requires files as input");
  request.detect.validate();
  request.blur.validate();
  static_cast<void>(request.blur.concealment());  // a picture that cannot be read is no fault of an input
  request.model = request.detector.file();
  return request;
}

/// Blurs one file. A failure becomes its report.
BlurredFile blurred(const BlurPair& pair, const BlurJob& job) {
  try {
    return blur_file(pair, job);
  } catch (const Error& error) {
    if (error.kind() != Kind::input && error.kind() != Kind::image && error.kind() != Kind::usage) throw;
    const bool names_input = error.where() == pair.input.string();
    return {
        .input = pair.input.string(), .output = {}, .error = names_input ? error.message() : error.what()};
  }
}

void tell(const BlurredFile& file, const std::string& label, ProgressLine& terminal) {
  if (file.error) return terminal.print("ocelli: " + file.input + ": " + *file.error);
  terminal.print(file.output + ": " + summary_of(file, label));
  for (const std::string& note : file.notes) terminal.print("ocelli: " + file.input + ": note: " + note);
}

std::unique_ptr<Source> open_live_input(const std::string& input, const InputLimits& limits) {
  if (const auto camera = camera_number(input)) return open_camera(*camera, limits);
  return open_stream(input, limits);
}

/// Motion JPEG of a camera or stream, to the standard output or a pipe.
int run_live_blur(const BlurRequest& request, const HidingDetector& detector, std::stop_token stop) {
  const CancellationScope scope(stop);
  const bool is_standard = request.output == "-";
  const std::unique_ptr<Source> source = open_live_input(request.inputs[0], request.limits);
  const int descriptor =
      is_standard ? STDOUT_FILENO : open_output(find_output(request.output), OpenMode::anew, request.output);
  const LiveSummary summary = blur_live(
      *source, detector, request.blur,
      [&](std::span<const std::byte> jpeg) { write_all(descriptor, jpeg, request.output); }, stop);
  if (!is_standard) ::close(descriptor);
  return exit_code(summary.canceled, summary.failed);
}

int run_blur(const Arguments& arguments) {
  CommandLine line("ocelli blur INPUT... -o OUT",
                   "ocelli blur party.mp4 -o blurred.mp4 --report blurred.json");
  const std::optional<BlurRequest> request = parse_blur(arguments, line);
  if (!request) return kFine;
  if (request->is_live()) {
    const HidingDetector live = HidingDetector::load(request->model, request->detect);
    const StopSignal live_stop;
    return run_live_blur(*request, live, live_stop.token());
  }
  const std::vector<BlurPair> pairs = plan_blurring(request->inputs, request->output);
  if (pairs.size() > 1 && request->blur.keeps_numbers())
    line.refuse("--keep with a number requires one input: numbers begin anew in each file");
  const HidingDetector detector = HidingDetector::load(request->model, request->detect);
  std::optional<NewFile> report;  // opened before the work, which may be long
  if (!request->report.empty()) report.emplace(request->report);
  const StopSignal stop;
  ProgressLine terminal;
  const BlurJob job{.detector = detector,
                    .options = request->blur,
                    .limits = request->limits,
                    .progress = [&](const Progress& progress) { terminal.show(progress); },
                    .stop = stop.token()};
  std::vector<BlurredFile> files;
  std::size_t failed = 0;
  for (const BlurPair& pair : pairs) {
    files.push_back(blurred(pair, job));
    tell(files.back(), detector.detector.label(), terminal);
    if (files.back().error) ++failed;
  }
  if (report) {
    report->write(report_text(files, request->has_bundled_model()));
    report->commit();
  }
  return exit_code(false, failed);
}

}  // namespace

Verb blur_verb() { return {"blur", "make faces unrecognizable in photos, pages and videos", run_blur}; }

}  // namespace ocelli::internal::app
