#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "class_choice.hpp"
#include "command_line.hpp"
#include "exit_code.hpp"
#include "input_help.hpp"
#include "model_path.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/detection/detector.hpp"
#include "ocelli/evaluation/detector_errors.hpp"
#include "ocelli/evaluation/detector_evaluation.hpp"
#include "ocelli/metrics/plot.hpp"
#include "ocelli/metrics/precision_recall.hpp"
#include "ocelli/metrics/roc.hpp"
#include "ocelli/pipelines/output/chart_file.hpp"
#include "ocelli/pipelines/output/contact_sheet.hpp"
#include "ocelli/pipelines/output/figures.hpp"
#include "ocelli/pipelines/output/problem_list.hpp"
#include "ocelli/training/training_checks.hpp"
#include "output_check.hpp"
#include "printable.hpp"
#include "progress_line.hpp"
#include "stop_signal.hpp"

namespace ocelli::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kOperatingPoints[] = {5, 10, 31, 50, 100, 300};
constexpr std::size_t kMostErrors = 24;  ///< of either kind on a sheet: three rows

struct EvalDetectorRequest {
  std::string model, test, roc, errors;
  bool json = false;
  ClassChoice choice;
  std::vector<std::string> classes;
  DetectOptions detect;
  InputLimits limits;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("model", self.model, "model (default: the bundled face model)",
          option::any().letter('m').value("file"));
    visit("json", self.json, "figures as JSON", option::any().flag());
    visit("roc", self.roc, "write the ROC curve to this file, as SVG",
          option::any().value("file").writes(".svg"));
    visit("errors", self.errors,
          "write the missed and lowest-scoring objects and the highest-scoring false alarms to this file, as "
          "PNG",
          option::any().value("file").writes(".png"));
    ClassChoice::describe(self.choice, visit);
  }
};

std::optional<EvalDetectorRequest> parse_eval_detector(const Arguments& arguments, CommandLine& line) {
  EvalDetectorRequest request;
  request.detect.group.min_score = 0;
  request.detect.group.min_neighbours = 1;  // the whole curve, down to the faintest detection
  std::vector<std::string> tests;
  line.add(request);
  line.add("Scanning and grouping", request.detect);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(tests);
  if (!line.parse(arguments)) return std::nullopt;
  if (tests.size() != 1) line.refuse("one TEST annotation file is required");
  request.test = tests[0];
  request.classes = request.choice.names();
  request.detect.validate();
  if (request.model.empty()) request.model = shipped_model("face.ocelli").string();
  return request;
}

/// Figures of nothing are no figures: 0 % found would tell of the detector what is true of the test.
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

Json to_json(const DetectorEvaluation& evaluation, std::span<const RocPoint> curve) {
  Json points = Json::array();
  for (const std::size_t false_positives : kOperatingPoints) {
    const RocPoint point = point_at(curve, false_positives);
    points.push_back({{"false_positives", false_positives},
                      {"detection_rate", point.detection_rate},
                      {"min_score", std::isfinite(point.threshold) ? Json(point.threshold) : Json()}});
  }
  return {{"images", evaluation.images.size()},
          {"objects", evaluation.matched.truths},
          {"average_precision", average_precision(precision_recall(evaluation.matched))},
          {"roc", points}};
}

void print_table(const Json& figures) {
  std::printf(
      "%zu images, %zu objects, average precision %.4f\n\nfalse positives  detection rate  --min-score\n",
      figures["images"].get<std::size_t>(), figures["objects"].get<std::size_t>(),
      figures["average_precision"].get<double>());
  for (const Json& point : figures["roc"]) {
    const std::string least = point["min_score"].is_null() ? "-" : fixed(point["min_score"].get<double>(), 3);
    std::printf("%15zu  %12.2f %%  %11s\n", point["false_positives"].get<std::size_t>(),
                100 * point["detection_rate"].get<double>(), least.c_str());
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

int run_eval_detector(const Arguments& arguments) {
  CommandLine line("ocelli eval detector [-m MODEL] TEST",
                   "ocelli eval detector -m mug.ocelli --roc mug.svg test/mugs.csv");
  const std::optional<EvalDetectorRequest> request = parse_eval_detector(arguments, line);
  if (!request) return kFine;

  const StopSignal stop;
  const Detector detector = Detector::load(request->model, request->detect);
  Annotations test = read_annotations(request->test);
  const ClassCounts classes = count_classes(test.images);
  require_classes(request->classes, classes);
  if (const auto warning = mixed_classes(classes, request->classes)) say_on_stderr(*warning);
  keep_classes(test.images, request->classes);
  refuse_to_overwrite(*request, test);
  ProgressLine terminal;
  const DetectorEvaluation evaluation = evaluate_detector(
      detector, test, request->limits, [&](const Progress& progress) { terminal.show(progress); });
  require_something(evaluation, request->test);
  for (const Problem& problem : shortened(evaluation.problems)) {
    say_on_stderr("ocelli: skipped: " + problem.where + ": " + problem.message);
  }
  const std::vector<RocPoint> curve = detection_roc(evaluation.matched);
  const Json figures = to_json(evaluation, curve);
  if (!request->roc.empty()) draw_roc(request->roc, request->model, curve);
  if (!request->errors.empty()) {
    write_sheet(request->errors,
                error_sheet(worst_misses(evaluation.images, kMostErrors),
                            worst_false_alarms(evaluation.images, kMostErrors), request->limits));
  }
  if (request->json) {
    std::cout << figures.dump(2) << "\n";
  } else {
    print_table(figures);
  }
  return evaluation.problems.empty() ? kFine : kSomeInputsFailed;
}

}  // namespace

Verb eval_detector_verb() {
  return {"eval detector", "evaluate a detector on annotated images", run_eval_detector};
}

}  // namespace ocelli::app
