#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "confusion_json.hpp"
#include "input_help.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/formats/sample_source.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/evaluation/classifier_evaluation.hpp"
#include "ocelli/evaluation/misread_sheet.hpp"
#include "ocelli/evaluation/permutation_importance.hpp"
#include "ocelli/metrics/class_figures.hpp"
#include "ocelli/metrics/confusion.hpp"
#include "ocelli/metrics/reject_curve.hpp"
#include "ocelli/metrics/reliability.hpp"
#include "ocelli/metrics/table_charts.hpp"
#include "ocelli/pipelines/bundled_models.hpp"
#include "ocelli/pipelines/output/chart_file.hpp"
#include "ocelli/pipelines/output/contact_sheet.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "option_help.hpp"
#include "output_check.hpp"
#include "printable.hpp"
#include "stop_signal.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr double kRejectedShares[] = {0, 0.005, 0.01, 0.02, 0.05};

std::size_t threads() {
  return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

struct EvalClassifierRequest {
  std::string model, test, labels, reject, misread, reliability, confusion, importance_chart;
  std::optional<std::size_t> importance;  ///< shuffles of each column; empty: none
  bool json = false;
  TableLikeOptions table;
  InputLimits limits;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("model", self.model, kDigitModelHelp, option::any().letter('m').value("file"));
    visit("labels", self.labels, "the labels, if TEST is an IDX file of images", option::any().value("file"));
    visit("json", self.json, kFiguresAsJsonHelp, option::any().flag());
    visit("reject", self.reject, "draw the error-reject curve to this SVG file", option::any().value("file"));
    visit("reliability-chart", self.reliability,
          "draw the share of correct answers against their probability to this SVG file",
          option::any().value("file"));
    visit("confusion-chart", self.confusion, "draw the confusion matrix to this SVG file",
          option::any().value("file"));
    visit("importance", self.importance,
          "number of times to shuffle each column of a table, to report the rise in error",
          option::from(1).to(1000).value("times").or_none(0));
    visit("importance-chart", self.importance_chart,
          "draw the rise in error of each column to this SVG file (--importance 5 unless given)",
          option::any().value("file"));
    visit("misread", self.misread,
          "write a sheet of the misclassified images to this PNG file and a list of them to FILE.csv (item, "
          "truth, answer, score, margin); a FILE that ends in .csv is the list alone",
          option::any().value("file"));
  }
};

std::optional<EvalClassifierRequest> parse_eval_classifier(const Arguments& arguments, CommandLine& line) {
  EvalClassifierRequest request;
  std::vector<std::string> tests;
  line.add(request);
  line.writes({{"misread", OutputOption::Form::file, {".png", ".csv"}},
               {"reject", OutputOption::Form::file, {".svg"}},
               {"reliability-chart", OutputOption::Form::file, {".svg"}},
               {"confusion-chart", OutputOption::Form::file, {".svg"}},
               {"importance-chart", OutputOption::Form::file, {".svg"}}});
  line.add("Tables", request.table);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(tests);
  if (!line.parse(arguments)) return std::nullopt;
  request.test = line.only(tests, "TEST", "an IDX file, a table, or a folder with one subfolder per class");
  if (!request.importance_chart.empty() && !request.importance) request.importance = 5;
  if (request.model.empty()) request.model = bundled_model("digits.ocelli").string();
  return request;
}

Dataset read_test(const EvalClassifierRequest& request, const ClassifierModel& model) {
  const Classifier& classifier = model.classifier;
  std::optional<std::filesystem::path> labels;
  if (!request.labels.empty()) labels = request.labels;
  Dataset test = read_samples(request.test, labels, classifier.shape(), table_of(model, request.table),
                              images_for(classifier), request.limits);
  require(!test.samples.labels.empty(), Kind::usage, "has no labels; give their file with --labels",
          request.test);
  const std::size_t values = inputs(classifier.features());
  require(
      test.samples.width() == values, Kind::input,
      [&] {
        return "has samples of " + std::to_string(test.samples.width()) + " values, but the model expects " +
               std::to_string(values);
      },
      request.test);
  return test;
}

Json to_json(std::span<const RejectPoint> curve) {
  Json points = Json::array();
  for (const double rejected : kRejectedShares) {
    const RejectPoint point = point_at_rejection(curve, rejected);
    points.push_back({{"at_most", rejected},
                      {"rejected", point.rejected_share()},
                      {"errors", point.errors},
                      {"error", point.error()},
                      {"least_margin", point.margin}});
  }
  return points;
}

Json to_json(const ClassFigures& figures) {
  return {{"class", figures.name},
          {"samples", figures.samples},
          {"precision", figures.precision},
          {"recall", figures.recall},
          {"f1", figures.f1},
          {"auc", figures.auc ? Json(*figures.auc) : Json()}};
}

Json to_json(std::span<const ColumnImportance> columns) {
  Json json = Json::array();
  for (const auto& [column, rise] : columns) json.push_back({{"column", column}, {"error_rise", rise}});
  return json;
}

Json to_json(const ClassifierEvaluation& evaluation, std::span<const RejectPoint> curve,
             std::span<const ColumnImportance> columns) {
  Json json = {{"samples", evaluation.confusion.samples()},
               {"errors", evaluation.confusion.errors()},
               {"error", evaluation.confusion.error_rate()}};
  if (evaluation.log_loss) json["log_loss"] = *evaluation.log_loss;
  if (const std::optional<double> area = mean_area(evaluation.figures)) json["auc"] = *area;
  if (!evaluation.probable.empty())
    json["calibration_error"] = calibration_error(reliability(evaluation.probable));
  Json figures = Json::array();
  for (const ClassFigures& one : evaluation.figures) figures.push_back(to_json(one));
  json.update({{"samples_per_second", evaluation.samples_per_second()},
               {"threads", threads()},
               {"reject_area", area_under(curve)},
               {"reject", to_json(curve)},
               {"classes", evaluation.confusion.classes()},
               {"confusion", confusion_json(evaluation.confusion)},
               {"per_class", std::move(figures)}});
  if (!columns.empty()) json["importance"] = to_json(columns);
  return json;
}

void print_importance(std::span<const ColumnImportance> columns) {
  std::printf("\nerror increase   when this column is shuffled\n");
  for (const auto& [column, rise] : columns)
    std::printf("%11.2f %%   %s\n", 100 * rise, printable(column).c_str());
}

void print_tables(const ClassifierEvaluation& evaluation, std::span<const RejectPoint> curve,
                  std::span<const ColumnImportance> columns) {
  const ConfusionMatrix& confusion = evaluation.confusion;
  std::printf("%s\n%.0f samples per second on %zu threads\n\n%s\nrejected     error  errors   min margin\n",
              error_text(confusion.errors(), confusion.samples()).c_str(), evaluation.samples_per_second(),
              threads(), printable_lines(to_text(confusion)).c_str());
  for (const double rejected : kRejectedShares) {
    const RejectPoint point = point_at_rejection(curve, rejected);
    std::printf("%6.2f %%  %6.2f %%  %6zu  %12.4f\n", 100 * point.rejected_share(), 100 * point.error(),
                point.errors, static_cast<double>(point.margin));
  }
  std::printf("mean error over all rejection rates: %.4f %%\n", 100 * area_under(curve));
  std::printf("\n%s", printable_lines(class_table(evaluation.figures)).c_str());
  if (const std::optional<double> area = mean_area(evaluation.figures))
    std::printf("mean AUC, one class against the rest: %.4f\n", *area);
  if (evaluation.log_loss) std::printf("log-loss of the probabilities: %.4f\n", *evaluation.log_loss);
  if (!columns.empty()) print_importance(columns);
}

/// Nothing unless requested.
/// Throws  Error(Kind::usage) when there are no columns.
std::vector<ColumnImportance> importance_of(const EvalClassifierRequest& request,
                                            const ClassifierModel& model, const Samples& samples) {
  if (!request.importance) return {};
  require(model.table.has_value(), Kind::usage, "requires a classifier of a table", "--importance");
  return permutation_importance(model.classifier, samples, *model.table, *request.importance);
}

void draw_charts(const EvalClassifierRequest& request, const ClassifierEvaluation& evaluation,
                 std::span<const RejectPoint> curve, std::span<const ColumnImportance> columns) {
  if (!request.reject.empty()) write_chart(request.reject, reject_chart(request.model, curve));
  if (!request.reliability.empty())
    write_chart(request.reliability,
                reliability_chart("Answers", request.model, reliability(evaluation.probable)));
  if (!request.confusion.empty())
    write_svg(request.confusion, confusion_svg(request.model, evaluation.confusion));
  if (request.importance_chart.empty()) return;
  std::vector<Bar> bars;
  for (const auto& [column, rise] : columns) bars.push_back({column, std::max(0.0, 100 * rise)});
  write_svg(request.importance_chart, bars_svg("Error increase without the column, %", bars));
}

bool is_list(const std::string& file) { return ends_in(file, {".csv"}); }

/// The list of all errors, and the sheet unless only the list is requested.
void show_misread(const std::string& file, const Dataset& test, const std::string& source,
                  std::vector<Misread> misread) {
  for (Misread& one : misread) one.item = item_name(test, source, one.sample);
  const fs::path list = misread_list_beside(file);
  write_misread_list(list, misread);
  if (is_list(file)) return;
  write_sheet(file, misread_sheet(test.samples, misread));
  print_to_stderr(
      "ocelli: " + list.string() + " lists the " + std::to_string(misread.size()) + " misread images" +
      (misread.size() > kMaxOnSheet ? "; the sheet shows the first " + std::to_string(kMaxOnSheet) : ""));
}

int run_eval_classifier(const Arguments& arguments) {
  CommandLine line("ocelli eval classifier [-m MODEL] TEST [--labels L]",
                   "ocelli eval classifier -m pets.ocelli --misread misread.png test/");
  const std::optional<EvalClassifierRequest> request = parse_eval_classifier(arguments, line);
  if (!request) return kFine;
  OutputGuard outputs;
  for (const std::string& chart :
       {request->reject, request->reliability, request->confusion, request->importance_chart})
    outputs.add(chart);
  if (!request->misread.empty()) {
    outputs.add(request->misread);
    outputs.add(misread_list_beside(request->misread));
  }
  check_outputs(outputs, {request->model, request->test, request->labels});

  const StopSignal stop;
  const ClassifierModel model = load_classifier(request->model);
  const Classifier& classifier = model.classifier;
  require(request->misread.empty() || classifier.shape() || is_list(request->misread), Kind::usage,
          "requires an image classifier to draw a sheet; for the list alone, use a name ending in .csv",
          "--misread");
  require(request->reliability.empty() || classifier.temperature() > 0, Kind::usage,
          "requires a classifier with probabilities: train it with --validation", "--reliability-chart");
  const Dataset test = read_test(*request, model);
  for (const Problem& problem : test.problems) {
    print_to_stderr("ocelli: skipped: " + problem.where + ": " + problem.message);
  }
  for (const std::string& note : test.notes) print_to_stderr("ocelli: " + note);
  const ClassifierEvaluation evaluation = evaluate_classifier(classifier, test.samples);
  if (evaluation.unknown > 0)
    print_to_stderr("ocelli: " + count_of(evaluation.unknown, "label") +
                    " that the model does not know, such as " + in_quotes(evaluation.first_unknown) +
                    ": they count as errors");
  const std::vector<RejectPoint> curve = reject_curve(evaluation.answers);
  const std::vector<ColumnImportance> columns = importance_of(*request, model, test.samples);
  draw_charts(*request, evaluation, curve, columns);
  if (!request->misread.empty()) show_misread(request->misread, test, request->test, evaluation.misread);
  if (request->json) {
    std::cout << to_json(evaluation, curve, columns).dump(2, ' ', false, Json::error_handler_t::replace)
              << "\n";
  } else {
    print_tables(evaluation, curve, columns);
  }
  return test.problems.empty() ? kFine : kSomeInputsFailed;
}

}  // namespace

Verb eval_classifier_verb() {
  return {"eval classifier", "evaluate a classifier on labeled samples", run_eval_classifier};
}

}  // namespace ocelli::internal::app
