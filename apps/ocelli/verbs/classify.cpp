#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch_results.hpp"
#include "command_line.hpp"
#include "format_option.hpp"
#include "input_help.hpp"
#include "ocelli/core/option_lookup.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/formats/column_cells.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/evaluation/class_truths.hpp"
#include "ocelli/metrics/confusion.hpp"
#include "ocelli/pipelines/bundled_models.hpp"
#include "ocelli/pipelines/executors/executors.hpp"
#include "ocelli/pipelines/output/result_format.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "ocelli/pipelines/sources/shard.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"
#include "ocelli/pipelines/stages/digit_picture.hpp"
#include "ocelli/pipelines/stages/model_stages.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "option_help.hpp"
#include "output_check.hpp"
#include "printable.hpp"
#include "progress_line.hpp"
#include "shard_option.hpp"
#include "standard_streams.hpp"
#include "stop_signal.hpp"
#include "terminal_run.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

/// The options of the command line.
struct ClassifyRequest {
  std::string model, labels, output, keep;
  bool names_no_model = false;  ///< then the bundled digit model is used
  const ResultFormat* format = nullptr;
  int top = 5;
  ShardOption shard;
  TableLikeOptions table;
  InputLimits limits;
  std::vector<std::string> inputs;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("model", self.model, kDigitModelHelp, option::any().letter('m').value("file"));
    visit("labels", self.labels,
          "true classes of the inputs, in their order, to count errors: an IDX file, or text with one class "
          "per line",
          option::any().value("file"));
    visit("top", self.top, "labels to list per input, most confident first", option::from(1));
    visit("keep", self.keep,
          "columns of a table that each row of the results begins with (--format csv), as names or numbers, "
          "separated by commas",
          option::any().value("columns"));
    visit("output", self.output, kOutputFileHelp, option::any().letter('o').value("file"));
    ShardOption::describe(self.shard, visit);
  }

  bool of_table() const { return is_table; }
  bool is_table = false;  ///< whether the only input is one
  /// Whether the only input is the standard input: a table if the model is of tables, else a list.
  bool of_standard_input() const { return inputs.size() == 1 && inputs[0] == "-"; }
};

void refuse_idle_options(const ClassifyRequest& request) {
  constexpr std::array<std::string_view, 3> kOfTables = {"separator", "header", "missing"};
  constexpr std::array<std::string_view, 2> kOfImages = {"max-pixels", "max-pages"};
  if (request.of_table())
    refuse_changed(listed(request.limits), listed(InputLimits{}), kOfImages, "has no effect on a table");
  else if (!request.of_standard_input())
    refuse_changed(listed(request.table), listed(TableLikeOptions{}), kOfTables,
                   "is for tables, and the input is not a table");
}

std::optional<ClassifyRequest> parse_classify(const Arguments& arguments, CommandLine& line) {
  ClassifyRequest request;
  std::string format;
  line.add(request);
  line.writes({{"output"}});
  add_format_option(line, label_formats(), format);
  line.add("Tables", request.table);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(request.inputs);
  line.explain(
      std::string(kInputBrief) + "A table must be the only input.\n",
      input_help() +
          "  rows.csv       the rows of a table; must be the only input; - if a table is piped in\n");
  if (!line.parse(arguments)) return std::nullopt;
  if (request.inputs.empty()) line.refuse("INPUT is required");
  if (request.inputs.size() > 1 && std::ranges::any_of(request.inputs, is_table_file))
    line.refuse("a table must be the only input");
  request.is_table = request.inputs.size() == 1 && is_table_file(request.inputs[0]);
  request.format = &result_format(label_formats(), format, request.output, line);
  if (!request.keep.empty() &&
      ((!request.of_table() && !request.of_standard_input()) || request.format->name != "csv"))
    line.refuse("--keep requires one table and --format csv");
  refuse_idle_options(request);
  request.names_no_model = request.model.empty();
  if (request.names_no_model) request.model = bundled_model("digits.ocelli").string();
  return request;
}

/// The label of an input whose answer is neither right nor wrong.
constexpr std::uint16_t kUngraded = static_cast<std::uint16_t>(-1);

/// Items, and their true labels in the same order, if known.
struct Batch {
  std::unique_ptr<Source> source;
  std::optional<std::vector<std::uint16_t>> truths = {};
  std::optional<ColumnCells> kept = {};
};

/// The numbers of labels; kUngraded for rows without one, and for labels that the model does not know.
std::vector<std::uint16_t> known_truths(const std::vector<std::string>& names,
                                        std::span<const std::string> classes, const std::string& path) {
  std::vector<std::uint16_t> truths = numbered_or_unknown(names, classes);
  std::size_t unknown = 0;
  std::string example;
  for (std::size_t i = 0; i < truths.size(); ++i) {
    if (truths[i] < classes.size()) continue;
    truths[i] = kUngraded;
    if (names[i].empty()) continue;
    if (unknown++ == 0) example = names[i];
  }
  if (unknown > 0)
    print_to_stderr("ocelli: " + path + " has " + count_of(unknown, "label") +
                    " that the model does not know, such as " + in_quotes(example) + "; not graded");
  return truths;
}

Batch open_table(const ClassifyRequest& request, const ClassifierModel& model) {
  const std::string& path = request.inputs[0];
  const TableColumns columns = table_of(model, request.table);
  Table table = read_table_like(path, columns, Labels::optional, request.limits);
  for (const std::string& note : table.notes) print_to_stderr("ocelli: " + note);
  Samples& samples = table.samples;
  Batch batch;
  if (!samples.labels.empty())
    batch.truths = known_truths(true_names(samples), model.classifier.classes(), path);
  if (!request.keep.empty())
    batch.kept = read_column_cells(path, columns, request.keep, "--keep", Labels::optional, request.limits);
  batch.source = sample_rows(std::move(samples), path, table.errors);
  return batch;
}

template <class Item>
std::vector<Item> items_of(const Shard& shard, const std::vector<Item>& all) {
  std::vector<Item> items;
  items.reserve(shard.size(all.size()));
  for (std::size_t i = shard.number - 1; i < all.size(); i += shard.count) items.push_back(all[i]);
  return items;
}

Batch open(const ClassifyRequest& request, const Shard& shard, const ClassifierModel& model) {
  const Classifier& classifier = model.classifier;
  Batch batch = request.of_table() ? open_table(request, model)
                                   : Batch{open_inputs(request.inputs, standard_input(), request.limits)};
  if (!request.labels.empty()) {
    batch.truths = known_truths(read_truths(request.labels), classifier.classes(), request.labels);
  }
  if (batch.truths) batch.truths = items_of(shard, *batch.truths);
  if (batch.kept) batch.kept->rows = items_of(shard, batch.kept->rows);
  batch.source = shard_items(std::move(batch.source), shard);
  return batch;
}

/// The number of inputs with a label different from the true one, if known.
class ErrorCount {
 public:
  ErrorCount(std::optional<std::vector<std::uint16_t>> truths, const Shard& shard)
      : truths_(std::move(truths)), shard_(shard) {}

  void take(const Record& record) {
    if (truths_ && taken_ < truths_->size() && record.classification && (*truths_)[taken_] != kUngraded) {
      ++graded_;
      wrong_ += record.classification->label() != (*truths_)[taken_];
    }
    ++taken_;
  }

  /// Throws  Error(Kind::input) when the numbers of inputs and labels differ.
  void print(const std::string& labels, ProgressLine& terminal) const {
    if (!truths_) return;
    if (graded_ > 0) terminal.print("ocelli: " + error_text(wrong_, graded_));
    require(
        taken_ == truths_->size(), Kind::input,
        [&] {
          return "contains " + std::to_string(truths_->size()) + " labels for " + std::to_string(taken_) +
                 " inputs" + (shard_.count == 1 ? "" : " of this shard");
        },
        labels);
  }

 private:
  std::optional<std::vector<std::uint16_t>> truths_;
  Shard shard_;
  std::size_t taken_ = 0, graded_ = 0, wrong_ = 0;
};

/// A user who names no model may not know which one is used.
Work work_of(const ClassifyRequest& request, const Classifier& classifier) {
  if (!request.names_no_model) return classify_work(classifier);
  print_to_stderr(
      "ocelli: no model given; using the bundled model of handwritten digits (-m MODEL selects another)");
  return for_digits_only(classify_work(classifier));
}

int run_classify(const Arguments& arguments) {
  CommandLine line("ocelli classify [-m MODEL] INPUT...",
                   "ocelli classify -m pets.ocelli holiday/ > pets.jsonl");
  std::optional<ClassifyRequest> request = parse_classify(arguments, line);
  if (!request) return kFine;
  const Shard shard = request->shard.shard(request->inputs);
  check_outputs({.file = request->output, .drawings = {}}, request->inputs,
                {request->model, request->labels});

  const StopSignal stop;
  request->limits.stop = stop.token();
  const ClassifierModel model = load_classifier(request->model);
  const Classifier& classifier = model.classifier;
  if (request->of_standard_input() && !classifier.shape()) request->is_table = true;
  Batch batch = open(*request, shard, model);
  BatchResults results({.writer = open_results(*request->format, request->output,
                                               {.classes = classifier.classes(),
                                                .top = static_cast<std::size_t>(request->top),
                                                .kept = batch.kept ? &*batch.kept : nullptr})});
  ErrorCount errors(std::move(batch.truths), shard);
  ProgressLine terminal;
  const Sink sink = [&](const Item& item, const Record& record) {
    results.take(item, record, terminal);
    errors.take(record);
  };
  const RunSummary summary = run_graph({.source = *batch.source,
                                        .work = work_of(*request, classifier),
                                        .sink = sink,
                                        .progress = progress_of(request->output, terminal)},
                                       stop.token());
  results.finish(request->output, terminal);
  report_passed_over(summary, terminal);
  results.close(request->of_table() ? "row" : "image", false, terminal);
  if (!summary.canceled) errors.print(request->labels, terminal);
  return exit_code(summary.canceled, summary.failed);
}

}  // namespace

Verb classify_verb() { return {"classify", "classify images or the rows of a table", run_classify}; }

}  // namespace ocelli::internal::app
