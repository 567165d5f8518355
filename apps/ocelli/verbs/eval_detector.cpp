#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "class_choice.hpp"
#include "command_line.hpp"
#include "detector_choice.hpp"
#include "input_help.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/evaluation/detector_errors.hpp"
#include "ocelli/evaluation/detector_evaluation.hpp"
#include "ocelli/metrics/outcome_counts.hpp"
#include "ocelli/metrics/plot.hpp"
#include "ocelli/metrics/roc.hpp"
#include "ocelli/pipelines/output/chart_file.hpp"
#include "ocelli/pipelines/output/contact_sheet.hpp"
#include "ocelli/pipelines/output/figures.hpp"
#include "ocelli/pipelines/output/problem_list.hpp"
#include "ocelli/training/training_checks.hpp"
#include "option_help.hpp"
#include "output_check.hpp"
#include "printable.hpp"
#include "progress_line.hpp"
#include "stop_signal.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kFalsePositives[] = {0, 1, 5, 10, 31, 50, 100, 300};
constexpr std::size_t kMaxErrors = 24;  ///< of each kind on a sheet: three rows

struct EvalDetectorRequest {
  DetectorChoice detector;
  std::string model, test, roc, errors;
  bool json = false;
  ClassChoice choice;
  std::vector<std::string> classes;
  std::vector<std::filesystem::path> images;
  DetectOptions detect;
  InputLimits limits;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    DetectorChoice::describe(self.detector, visit);
    visit("images", self.images, kImageFolderHelp, option::any().value("folder"));
    visit("json", self.json, kFiguresAsJsonHelp, option::any().flag());
    visit("roc", self.roc, "draw the ROC curve to this SVG file", option::any().value("file"));
    visit("errors", self.errors,
          "draw the missed objects and the highest-scoring false alarms at the operating point to this PNG "
          "file",
          option::any().value("file"));
    ClassChoice::describe(self.choice, visit);
  }
};

std::optional<EvalDetectorRequest> parse_eval_detector(const Arguments& arguments, CommandLine& line) {
  EvalDetectorRequest request;
  request.detect.group.min_score = 0;
  request.detect.group.min_neighbors = 1;  // the whole curve, down to the faintest detection
  std::vector<std::string> tests;
  line.add(request);
  line.writes({{"roc", OutputOption::Form::file, {".svg"}}, {"errors", OutputOption::Form::file, {".png"}}});
  line.add("Scanning and grouping", request.detect);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(tests);
  if (!line.parse(arguments)) return std::nullopt;
  request.test = line.only(tests, "TEST", "an annotation file or a folder of annotated images");
  request.classes = request.choice.names();
  request.detect.validate();
  request.model = request.detector.file();
  return request;
}

/// The options of `ocelli detect`, unless the command line sets them.
DetectOptions at_operating_point(DetectOptions options) {
  constexpr GroupOptions kDefaults;
  if (options.group.min_score.value_or(0) <= 0) options.group.min_score = kDefaults.min_score;
  if (options.group.min_neighbors <= 1) options.group.min_neighbors = kDefaults.min_neighbors;
  return options;
}

/// Figures without data are invalid: 0 % found would describe the test, not the detector.
void require_something(const DetectorEvaluation& evaluation, const std::string& test) {
  if (evaluation.problems.empty()) return;
  const Problem& first = evaluation.problems.front();
  const std::string why = "; first of " + std::to_string(evaluation.problems.size()) +
                          " problems: " + first.where + ": " + first.message;
  require(
      !evaluation.images.empty(), Kind::input, [&] { return "none of its images can be read" + why; }, test);
  require(
      evaluation.matched.truths > 0, Kind::input,
      [&] { return "none of its annotated objects can be used" + why; }, test);
}

void refuse_to_overwrite(const EvalDetectorRequest& request, const Annotations& test) {
  OutputGuard outputs;
  outputs.add(request.roc);
  outputs.add(request.errors);
  check_outputs(outputs, {request.model, request.test});
  for (const AnnotatedImage& image : test.images) outputs.check(image.path);
}

/// The usual numbers of false positives up to the end of the curve, and its last one.
std::vector<std::size_t> false_positives_of(std::span<const RocPoint> curve) {
  const std::size_t last = curve.back().false_positives;
  std::vector<std::size_t> rows;
  std::ranges::copy_if(kFalsePositives, std::back_inserter(rows),
                       [&](std::size_t count) { return count < last; });
  if (last <= *std::rbegin(kFalsePositives)) rows.push_back(last);
  return rows;
}

Json point_json(const MatchedDetections& matched, const ObjectDetector& detector) {
  const auto count = [&](Outcome outcome) {
    return std::ranges::count(matched.outcomes, outcome, &ScoredOutcome::outcome);
  };
  const auto found = static_cast<std::size_t>(count(Outcome::hit));
  return {{"min_score", detector.options().group.min_score.value()},
          {"min_neighbors", detector.options().group.min_neighbors},
          {"found", found},
          {"detection_rate", share(found, matched.truths)},
          {"false_positives", count(Outcome::false_positive)}};
}

Json to_json(const DetectorEvaluation& evaluation, const Json& operating_point,
             std::span<const RocPoint> curve) {
  Json points = Json::array();
  for (const std::size_t false_positives : false_positives_of(curve)) {
    const RocPoint point = point_at(curve, false_positives);
    points.push_back({{"false_positives", false_positives},
                      {"detection_rate", point.detection_rate},
                      {"min_score", std::isfinite(point.threshold) ? Json(point.threshold) : Json()}});
  }
  return {{"images", evaluation.images.size()},
          {"objects", evaluation.matched.truths},
          {"operating_point", operating_point},
          {"average_precision", average_precision(precision_recall(evaluation.matched))},
          {"roc", points}};
}

/// "finds 8 of 10 objects (80.00 %) with 3 false alarms in 12 images, at --min-score 7.1"
std::string to_string(const Json& figures) {
  const Json& point = figures["operating_point"];
  return "finds " + std::to_string(point["found"].get<std::size_t>()) + " of " +
         count_of(figures["objects"].get<std::size_t>(), "object") + " (" +
         fixed(100 * point["detection_rate"].get<double>(), 2) + " %) with " +
         count_of(point["false_positives"].get<std::size_t>(), "false alarm") + " in " +
         count_of(figures["images"].get<std::size_t>(), "image") + ", at --min-score " +
         fixed(point["min_score"].get<double>(), 3) + " and --min-neighbors " +
         std::to_string(point["min_neighbors"].get<int>());
}

void print_table(const Json& figures) {
  std::printf(
      "%s\naverage precision %.4f\n\nfalse positives  detection rate  --min-score (--min-neighbors 1)\n",
      to_string(figures).c_str(), figures["average_precision"].get<double>());
  for (const Json& point : figures["roc"]) {
    const std::string min = point["min_score"].is_null() ? "-" : fixed(point["min_score"].get<double>(), 3);
    std::printf("%15zu  %12.2f %%  %11s\n", point["false_positives"].get<std::size_t>(),
                100 * point["detection_rate"].get<double>(), min.c_str());
  }
}

void draw_roc(const std::string& file, const std::string& name, std::span<const RocPoint> curve) {
  LineChart chart{.title = "Detections",
                  .x = {.label = "false positives", .scale = Scale::logarithmic},
                  .y = {.label = "detection rate", .low = 0, .high = 1},
                  .series = {{.name = name, .points = {}}}};
  for (const RocPoint& point : curve) {
    chart.series[0].points.push_back({static_cast<double>(point.false_positives), point.detection_rate});
  }
  write_chart(file, chart);
}

/// Each problem once, because an image may fail in only one of two runs.
std::vector<Problem> of_both(std::vector<Problem> problems, const std::vector<Problem>& others) {
  for (const Problem& other : others)
    if (std::ranges::find(problems, other) == problems.end()) problems.push_back(other);
  return problems;
}

int run_eval_detector(const Arguments& arguments) {
  CommandLine line("ocelli eval detector [-m MODEL] TEST",
                   "ocelli eval detector -m mug.ocelli --roc mug.svg test/mugs.csv");
  const std::optional<EvalDetectorRequest> request = parse_eval_detector(arguments, line);
  if (!request) return kFine;

  const StopSignal stop;
  const ObjectDetector detector = ObjectDetector::load(request->model, at_operating_point(request->detect)),
                       faint = ObjectDetector::load(request->model, request->detect);
  Annotations test = read_annotations(request->test, {.images = request->images, .part = DataPart::test});
  for (const std::string& note : test.notes) print_to_stderr("ocelli: " + note);
  const ClassCounts classes = count_classes(test.images);
  require_classes(request->classes, classes);
  if (const auto warning = mixed_classes(classes, request->classes)) print_to_stderr(*warning);
  keep_classes(test.images, request->classes);
  refuse_to_overwrite(*request, test);
  ProgressLine terminal;
  const ProgressSink progress = [&](const Progress& step) { terminal.show(step); };
  Annotations same_test = test;  // each evaluation removes boxes outside their images
  const DetectorEvaluation at_point = evaluate_detector(detector, same_test, request->limits, progress),
                           evaluation = evaluate_detector(faint, test, request->limits, progress);
  require_something(evaluation, request->test);
  const std::vector<Problem> problems = of_both(evaluation.problems, at_point.problems);
  for (const Problem& problem : shortened(problems)) {
    print_to_stderr("ocelli: skipped: " + problem.where + ": " + problem.message);
  }
  const std::vector<RocPoint> curve = detection_roc(evaluation.matched);
  const Json figures = to_json(evaluation, point_json(at_point.matched, detector), curve);
  if (!request->roc.empty()) draw_roc(request->roc, request->model, curve);
  if (!request->errors.empty()) {
    write_sheet(request->errors,
                error_sheet(worst_misses(at_point.images, evaluation.images, kMaxErrors),
                            worst_false_alarms(at_point.images, kMaxErrors), request->limits));
  }
  if (request->json) {
    std::cout << figures.dump(2) << "\n";
  } else {
    print_table(figures);
  }
  return problems.empty() ? kFine : kSomeInputsFailed;
}

}  // namespace

Verb eval_detector_verb() {
  return {"eval detector", "evaluate a detector on annotated images", run_eval_detector};
}

}  // namespace ocelli::internal::app
