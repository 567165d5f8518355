#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "batch_results.hpp"
#include "command_line.hpp"
#include "format_option.hpp"
#include "input_help.hpp"
#include "least_sure_pages.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/pipelines/executors/executors.hpp"
#include "ocelli/pipelines/output/result_format.hpp"
#include "ocelli/pipelines/pdf_options.hpp"
#include "ocelli/pipelines/reading_job.hpp"
#include "ocelli/pipelines/sources/input_words.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "ocelli/pipelines/sources/named_items.hpp"
#include "ocelli/pipelines/sources/shard.hpp"
#include "ocelli/pipelines/stages/continued_tables.hpp"
#include "ocelli/pipelines/stages/model_stages.hpp"
#include "option_help.hpp"
#include "output_check.hpp"
#include "progress_line.hpp"
#include "shard_option.hpp"
#include "standard_streams.hpp"
#include "stop_signal.hpp"
#include "terminal_run.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

constexpr std::string_view kPdf = "pdf", kText = "txt";  ///< the names of formats

constexpr const char* kHeadingsBrief =
    "Standard output has a line \"==> NAME <==\" above the text of each of several inputs.\n";

/// Whether an argument may be more than one file.
bool may_be_several(const std::string& input) {
  const bool is_list = input == "-" || input.starts_with('@');
  return is_list || is_folder(input) || (is_pattern(input) && !exists(input));
}

/// The options of the command line.
struct OcrRequest {
  std::string model, output, drawings, zones;
  std::vector<const ResultFormat*> formats;
  bool resume = false, allow_loss = false;
  ShardOption shard;
  ReadingJob job;
  PdfOptions pdf;
  InputLimits limits;
  std::vector<std::string> inputs;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("model", self.model, kReaderHelp, option::any().letter('m').value("file"));
    visit("output", self.output,
          "output file (default: standard output), or a folder, which gets a file for each input in each "
          "format (end the name of a new folder with /)",
          option::any().letter('o').value("file"));
    visit("resume", self.resume,
          "skip inputs whose files in the output folder are complete and not older than the input",
          option::any().flag());
    visit("draw", self.drawings,
          "draw lines and words, from red to green by confidence, and write the pages to this folder",
          option::any().value("folder"));
    visit(
        "zones", self.zones,
        "read only the zones in this file (UNLV, ALTO or JSON with boxes in pixels) of every page, or in the "
        "folder's file of each page",
        option::any().value("file"));
    visit("allow-loss", self.allow_loss,
          "write a PDF even of PDF files whose signature, encryption or form it loses", option::any().flag());
    ShardOption::describe(self.shard, visit);
  }

  bool fills_folder() const { return names_folder(output); }
  bool has_several_inputs() const { return inputs.size() > 1 || may_be_several(inputs[0]); }
  bool needs_headings() const {
    const bool is_standard = output.empty() || output == kStandardOutput;
    return is_standard && formats[0]->name == kText && has_several_inputs();
  }
  bool writes_pdf() const {
    return std::ranges::any_of(formats, [](const ResultFormat* format) { return format->name == kPdf; });
  }
  /// Whether each PDF file is copied as a whole, with its form. Pages among others lose it, and so do
  /// pictures.
  bool keeps_forms() const {
    const bool is_one_file = inputs.size() == 1 && ends_in(inputs[0], {".pdf"});
    return pdf.existing_text != ExistingText::force && (fills_folder() || is_one_file);
  }
  ZoneFiles zone_files() const { return zones.empty() ? ZoneFiles() : ZoneFiles(zones); }
  PdfAccess access() const {
    PdfAccess access = pdf.access();
    if (writes_pdf() && !allow_loss) access.kept = {true, true, !keeps_forms()};
    return access;
  }

  OutputFolder folder() const {
    if (!fills_folder()) return {};
    OutputFolder folder{.path = output, .endings = {}, .resume = resume};
    for (const ResultFormat* format : formats) folder.endings.emplace_back(ending_of_files(*format));
    return folder;
  }
};

/// Formats of tables find them. Other formats than those and JSON have no place for them.
void resolve_tables(OcrRequest& request, const CommandLine& line) {
  using Content = ResultFormat::Content;
  const auto any = [&](Content content) {
    return std::ranges::any_of(request.formats,
                               [&](const ResultFormat* format) { return format->content == content; });
  };
  if (request.job.options.tables && !any(Content::tables) && !any(Content::text_and_tables))
    line.refuse("--tables requires --format csv, xlsx, html, md or json");
  request.job.options.tables = request.job.options.tables || any(Content::tables);
}

std::optional<OcrRequest> parse_ocr(const Arguments& arguments, CommandLine& line) {
  OcrRequest request;
  std::string format;
  line.add(request);
  line.writes({{"output"}, {"draw", OutputOption::Form::folder}});
  add_format_option(line, page_formats(), format, Formats::several);
  line.add("Reading", request.job);
  line.add("PDF files", request.pdf);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(request.inputs);
  line.explain(std::string(kInputBrief) + kHeadingsBrief, input_help() + kHeadingsBrief);
  if (!line.parse(arguments)) return std::nullopt;
  if (request.inputs.empty()) line.refuse("INPUT is required");
  request.formats = result_formats(page_formats(), format, request.output, line);
  resolve_tables(request, line);
  if (request.resume && !request.fills_folder())
    line.refuse("--resume requires a folder as --output: a single file contains all pages of one run");
  if (request.allow_loss && !request.writes_pdf())
    line.refuse("--allow-loss has an effect only on the format pdf: the others lose nothing");
  return request;
}

/// The results of a request, and their items.
struct OcrFlow {
  std::unique_ptr<Source> source;
  std::unique_ptr<ResultWriter> writer;
};

OcrFlow flow_of(const OcrRequest& request, const InputLimits& limits) {
  const Shard shard = request.shard.shard(request.inputs);
  std::unique_ptr<Source> source = open_inputs(request.inputs, standard_input(), limits);
  if (request.needs_headings()) return {shard_items(std::move(source), shard), open_headed_text()};
  if (!request.fills_folder())
    return {shard_items(std::move(source), shard), open_results(*request.formats[0], request.output)};
  const OutputFolder folder = request.folder();
  return {named_items(std::move(source), folder, shard), open_result_folder(request.formats, folder)};
}

/// Progress in pages per minute, if progress is shown.
ProgressSink progress_in_pages(const std::string& output, ProgressLine& terminal) {
  if (!progress_of(output, terminal)) return {};
  return [&terminal](const Progress& progress) {
    terminal.show({"pages", progress.done, progress.total, progress.note}, Pace::a_minute);
  };
}

/// Says that the text of pages was not read.
void report_skipped(std::size_t pages, const PdfOptions& pdf, ProgressLine& terminal) {
  if (pages == 0 || pdf.existing_text != ExistingText::skip) return;
  terminal.print("ocelli: " + count_of(pages, "page", "pages") +
                 " not read: the PDF contains text, which was kept; to read " + (pages == 1 ? "it" : "them") +
                 ", use --existing-text redo or force");
}

int run_ocr(const Arguments& arguments) {
  CommandLine line("ocelli ocr [-m MODEL] INPUT...", "ocelli ocr -o letters.pdf 'scans/*.png' report.tif");
  const std::optional<OcrRequest> request = parse_ocr(arguments, line);
  if (!request) return kFine;
  check_outputs(
      {request->fills_folder() ? std::string() : request->output, request->drawings, request->folder()},
      request->inputs, {request->model});

  const StopSignal stop;
  InputLimits limits = request->limits;
  limits.stop = stop.token();
  limits.pdf = request->access();
  ProgressLine terminal;
  const Reader reader = load_reader_for(request->job, request->model, [&terminal](const std::string& text) {
    terminal.print("ocelli: " + text);
  });
  const Colors colors = request->drawings.empty() ? Colors::gray : Colors::both;
  const Work work =
      read_work(reader, request->job.options, limits,
                {.colors = colors, .existing = request->pdf.existing_text, .zones = request->zone_files()});
  OcrFlow flow = flow_of(*request, limits);
  ResultSinks sinks{.writer = std::move(flow.writer)};
  if (!request->drawings.empty()) sinks.drawings = std::make_unique<DrawingFolder>(request->drawings);
  BatchResults results(std::move(sinks));
  LeastSurePages pages;
  std::size_t skipped_pages = 0, tables = 0;
  const Sink sink = with_continued_tables([&](const Item& item, const Record& record) {
    results.take(item, record, terminal);
    pages.add(record, terminal);
    if (!record.page) return;
    skipped_pages += record.page->is_from_file();
    tables += record.page->tables.size();
  });
  const RunSummary summary = run_graph({.source = *flow.source,
                                        .work = work,
                                        .sink = sink,
                                        .progress = progress_in_pages(request->output, terminal)},
                                       stop.token());
  results.finish(request->output, terminal);
  report_passed_over(summary, terminal);
  results.close("page", false, terminal);
  if (request->output.empty())
    pages.report_blank(terminal);
  else
    pages.report(terminal);
  report_skipped(skipped_pages, request->pdf, terminal);
  if (request->job.options.tables && tables == 0 && !summary.canceled)
    terminal.print("ocelli: no table was found");
  if (const std::size_t skipped = summary.passed_over.up_to_date; skipped > 0)
    terminal.print("ocelli: skipped " + count_of(skipped, "input") + " with up-to-date results");
  return exit_code(summary.canceled, summary.failed);
}

}  // namespace

Verb ocr_verb() { return {"ocr", "read the text on scanned pages: images, TIFF, PDF", run_ocr}; }

}  // namespace ocelli::internal::app
