#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch_results.hpp"
#include "batch_run.hpp"
#include "command_line.hpp"
#include "exit_code.hpp"
#include "format_option.hpp"
#include "input_help.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/pipelines/executors/graph_executor.hpp"
#include "ocelli/pipelines/output/result_format.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "ocelli/pipelines/sources/shard.hpp"
#include "ocelli/pipelines/stages/read_stage.hpp"
#include "output_check.hpp"
#include "progress_line.hpp"
#include "reading_job.hpp"
#include "shard_option.hpp"
#include "standard_input.hpp"
#include "stop_signal.hpp"

namespace ocelli::app {
namespace {

/// What the command line asks for.
struct OcrRequest {
  std::string model, output, drawings;
  const ResultFormat* format = nullptr;
  ShardOption shard;
  ReadingJob job;
  InputLimits limits;
  std::vector<std::string> inputs;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("model", self.model,
          "model (default: the bundled reader of Latin script; info lists the characters of a model)",
          option::any().letter('m').value("file"));
    visit("output", self.output, "output file (default: standard output)",
          option::any().letter('o').value("file"));
    visit("draw", self.drawings,
          "draw lines and words and write the pages to this folder; words from red to green by confidence",
          option::any().value("folder"));
    ShardOption::describe(self.shard, visit);
  }
};

std::optional<OcrRequest> parse_ocr(const Arguments& arguments, CommandLine& line) {
  OcrRequest request;
  std::string format;
  line.add(request);
  add_format_option(line, page_formats(), format);
  line.add("Reading", request.job);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(request.inputs);
  line.explain(kInputHelp);
  if (!line.parse(arguments)) return std::nullopt;
  if (request.inputs.empty()) line.refuse("INPUT is required");
  request.format = &result_format(page_formats(), format, request.output, line);
  return request;
}

int run_ocr(const Arguments& arguments) {
  CommandLine line("ocelli ocr [-m MODEL] INPUT...", "ocelli ocr -o letters.pdf 'scans/*.png' report.tif");
  const std::optional<OcrRequest> request = parse_ocr(arguments, line);
  if (!request) return kFine;
  const Shard shard = request->shard.shard(request->inputs);
  check_outputs({request->output, request->drawings}, request->inputs, {request->model});

  const StopSignal stop;
  InputLimits limits = request->limits;
  limits.stop = stop.token();
  const Reader reader = load_reader_for(request->job, request->model);
  const Work work = read_work(reader, request->job.options);
  BatchResults results(open_results(*request->format, request->output), request->drawings);
  ProgressLine terminal;
  const std::unique_ptr<Source> source =
      shard_items(open_inputs(request->inputs, standard_input(), limits), shard);
  const Sink sink = [&](const Item& item, const Record& record) { results.take(item, record, terminal); };
  const RunSummary summary = run_graph(
      {.source = *source, .work = work, .sink = sink, .progress = progress_of(request->output, terminal)},
      stop.token());
  say_warned(summary, terminal);
  results.finish(request->output, terminal);
  return exit_code(summary.cancelled, summary.failed);
}

}  // namespace

Verb ocr_verb() { return {"ocr", "read the text on scanned pages: images, TIFF, PDF", run_ocr}; }

}  // namespace ocelli::app
