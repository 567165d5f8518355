#include <algorithm>
#include <filesystem>
#include <iostream>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "input_help.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/output_path.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"
#include "ocelli/evaluation/explanation.hpp"
#include "ocelli/metrics/table_charts.hpp"
#include "ocelli/pipelines/output/chart_file.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"
#include "option_help.hpp"
#include "output_check.hpp"
#include "printable.hpp"
#include "stop_signal.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

namespace fs = std::filesystem;

/// The options of the command line.
struct ExplainRequest {
  std::string model, table, background, output, draw;
  ExplanationOptions options;
  TableLikeOptions reading;
  InputLimits limits;
  std::vector<std::string> words;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    ExplanationOptions::describe(self.options, visit);
    visit("background", self.background,
          "table of rows to compare with, such as the training table (default: TABLE)",
          option::any().value("file"));
    visit("draw", self.draw,
          "write importance.svg, the mean absolute contributions, and bee-swarm.svg, those of each row, to "
          "this folder",
          option::any().value("folder"));
    visit("output", self.output,
          "output file, JSON Lines or, if its name ends in .csv, a table (default: standard output)",
          option::any().letter('o').value("file"));
  }

  bool is_csv() const { return ending_of(output) == ".csv"; }
};

std::optional<ExplainRequest> parse_explain(const Arguments& arguments, CommandLine& line) {
  ExplainRequest request;
  line.add(request);
  line.writes({{"output"}, {"draw", OutputOption::Form::folder}});
  line.add("Tables", request.reading);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(request.words);
  const std::string brief =
      "Base and contributions of a row sum to its score. They are exact Shapley values, for models of\n"
      "trees, stumps, linear features and products (--algorithm trees).\n";
  line.explain(brief, brief);
  if (!line.parse(arguments)) return std::nullopt;
  if (request.words.size() != 2) line.refuse("MODEL and TABLE are required");
  request.model = request.words[0];
  request.table = request.words[1];
  if (request.background.empty()) request.background = request.table;
  return request;
}

Samples read_rows(const std::string& path, const ExplainRequest& request, const ClassifierModel& model) {
  Table table = read_table_like(path, table_of(model, request.reading), Labels::optional, request.limits);
  for (const std::string& note : table.notes) print_to_stderr("ocelli: " + note);
  return std::move(table.samples);
}

void draw_charts_to(const fs::path& folder, const TableExplanation& explanation,
                    const std::string& class_name) {
  create_folder(folder, " for drawings");
  std::vector<Bar> bars;
  for (std::size_t c = 0; c < explanation.columns.size(); ++c)
    bars.push_back({explanation.columns[c], explanation.mean_sizes[c]});
  std::ranges::stable_sort(bars, std::ranges::greater{}, &Bar::length);
  write_svg(folder / "importance.svg", bars_svg("Mean absolute contribution to the scores", bars));
  write_svg(folder / "bee-swarm.svg",
            bee_swarm_svg("Contributions to the score of " + class_name, explanation.swarm));
}

/// Errors about the model name its file.
TableExplanation explained(const ExplainRequest& request, const ClassifierModel& model, const Samples& rows,
                           const Samples& background) try {
  return explain(model, rows, background, request.options);
} catch (const Error& error) {
  throw Error(error.kind(), error.message(), error.where().empty() ? request.model : error.where());
}

int run_explain(const Arguments& arguments) {
  CommandLine line("ocelli explain MODEL TABLE", "ocelli explain --draw reasons/ wine.ocelli wine.csv");
  std::optional<ExplainRequest> request = parse_explain(arguments, line);
  if (!request) return kFine;
  check_outputs({.file = request->output, .drawings = request->draw}, {request->table},
                {request->model, request->background});

  const StopSignal stop;
  request->limits.stop = stop.token();
  const ClassifierModel model = load_classifier(request->model);
  require(!model.classifier.shape(), Kind::usage,
          "classifies images; only classifiers of tables are explained", request->model);
  const Samples rows = read_rows(request->table, *request, model);
  const Samples background =
      request->background == request->table ? rows : read_rows(request->background, *request, model);
  const TableExplanation explanation = explained(*request, model, rows, background);
  const std::vector<std::string>& classes = model.classifier.classes();
  std::string text = request->is_csv() ? csv_header(explanation) : "";
  for (std::size_t i = 0; i < explanation.rows.size(); ++i) {
    const std::string input = request->table + "#" + std::to_string(i);
    text += request->is_csv() ? csv_line(explanation, i, input, classes)
                              : json_line(explanation, i, input, classes);
  }
  if (request->output.empty() || request->output == "-") {
    std::cout << text;
  } else {
    write_file_atomically(request->output, std::as_bytes(std::span(text)));
  }
  if (!request->draw.empty()) draw_charts_to(request->draw, explanation, classes[explanation.drawn]);
  return kFine;
}

}  // namespace

Verb explain_verb() { return {"explain", "explain why the rows of a table have their labels", run_explain}; }

}  // namespace ocelli::internal::app
