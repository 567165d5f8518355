#include <algorithm>
#include <array>
#include <boost/program_options/value_semantic.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "batch_run.hpp"
#include "command_line.hpp"
#include "exit_code.hpp"
#include "input_help.hpp"
#include "ocelli/pipelines/executors/graph_executor.hpp"
#include "ocelli/pipelines/output/drawing.hpp"
#include "ocelli/pipelines/output/page_record_text.hpp"
#include "ocelli/pipelines/output/searchable_pdf.hpp"
#include "ocelli/pipelines/output/text_output.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "ocelli/pipelines/stages/read_stage.hpp"
#include "output_check.hpp"
#include "progress_line.hpp"
#include "reading_job.hpp"
#include "result_format.hpp"
#include "standard_input.hpp"
#include "stop_signal.hpp"

namespace ocelli::app {
namespace {

namespace po = boost::program_options;

/// How results of a format that is text are written.
struct TextForm {
  std::string_view name, header, footer;
  std::string (*page)(const Record& record, std::size_t number);
};

constexpr std::array kTextForms = {
    TextForm{"txt", "", "", page_plain_text},
    TextForm{"json", "", "", [](const Record& record, std::size_t) { return page_json_line(record); }},
    TextForm{"tsv", kPageTsvHeader, "", page_tsv_rows},
    TextForm{"hocr", kHocrHeader, kHocrFooter, page_hocr}};

constexpr std::string_view kPdf = "pdf";

constexpr std::array kFormats = {
    ResultFormat{"txt", {".txt"}}, ResultFormat{"hocr", {".hocr", ".html", ".htm", ".xhtml"}},
    ResultFormat{"tsv", {".tsv"}}, ResultFormat{"json", {".json", ".jsonl", ".ndjson"}},
    ResultFormat{kPdf, {".pdf"}}};

const TextForm* text_form(std::string_view name) {
  const auto form = std::ranges::find(kTextForms, name, &TextForm::name);
  return form == kTextForms.end() ? nullptr : &*form;
}

/// What the command line asks for.
struct Request {
  std::string model, format, output, drawings;
  ReadingJob job;
  InputLimits limits;
  std::vector<std::string> inputs;
};

std::optional<Request> parse(const Arguments& arguments, CommandLine& line) {
  Request request;
  line.options().add_options()  //
      ("model,m", po::value(&request.model)->value_name("file"),
       "model (default: the bundled reader of printed English, which reads the printing characters "
       "of "
       "ASCII alone and takes other letters for those that resemble them; info says what a model reads)")  //
      ("format", po::value(&request.format)->value_name("txt|hocr|tsv|json|pdf"),
       ("format of the results: plain text, hOCR, a table as Tesseract writes it, JSON Lines, or the "
        "pictures "
        "of the pages with their text behind them, to be searched" +
        std::string(kFormatHelp))
           .c_str())  //
      ("output,o", po::value(&request.output)->value_name("file"),
       "where results go (default: standard output)")  //
      ("draw", po::value(&request.drawings)->value_name("folder"),
       "save each page with its lines and words there, words from red to green as they are sure");
  line.add("How pages are read", request.job);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(request.inputs);
  line.explain(kInputHelp);
  if (!line.parse(arguments)) return std::nullopt;
  request.limits.validate();
  if (request.inputs.empty()) line.refuse("no INPUT is given");
  request.format = result_format(kFormats, request.format, request.output, line);
  if (request.format == kPdf && request.output.empty()) line.refuse("--format pdf needs --output");
  return request;
}

/// Where all results of a run go: text or a PDF, drawings, and a word about each failure on stderr.
class Results {
 public:
  explicit Results(const Request& request) : form_(text_form(request.format)) {
    if (!request.drawings.empty()) drawings_.emplace(request.drawings);
    if (form_ == nullptr) {
      pdf_.emplace(request.output);
    } else if (request.output.empty()) {
      text_.emplace();
    } else {
      text_.emplace(request.output);
    }
    if (text_) text_->begin_with(std::string(form_->header));
  }

  /// Throws the item's own error, before anything is written, when there is no picture to show any more.
  void take(const Item& item, const Record& record, ProgressLine& terminal) {
    const cv::Mat picture = pdf_ || drawings_ ? picture_of(item, record) : cv::Mat();
    ++taken_;
    say_fault(record, terminal);
    if (text_) text_->write(form_->page(record, taken_));
    if (pdf_ && record.page) pdf_->add(picture, *record.page, record.resolution);
    if (drawings_) drawings_->save(item, picture, record);
  }

  void finish(const std::string& output, ProgressLine& terminal) {
    if (text_) text_->write(form_->footer);
    if (drawings_) drawings_->finish();
    if (!pdf_) return;
    if (pdf_->pages() > 0) return pdf_->finish();
    terminal.say("ocelli: " + output + ": not written, for there is no page to go into it");
  }

 private:
  const TextForm* form_;  ///< null: a PDF
  std::optional<TextOutput> text_;
  std::optional<SearchablePdf> pdf_;
  std::optional<DrawingFolder> drawings_;
  std::size_t taken_ = 0;
};

int run(const Arguments& arguments) {
  CommandLine line("ocelli ocr [-m MODEL] INPUT...", "ocelli ocr -o letters.pdf 'scans/*.png' report.tif");
  const std::optional<Request> request = parse(arguments, line);
  if (!request) return kFine;
  check_outputs({request->output, request->drawings}, request->inputs, {request->model});

  const StopSignal stop;
  InputLimits limits = request->limits;
  limits.stop = stop.token();
  const Reader reader = load_reader_for(request->job, request->model);
  const Work work = read_work(reader, request->job.options);
  Results results(*request);
  ProgressLine terminal;
  const std::unique_ptr<Source> source = open_inputs(request->inputs, standard_input(), limits);
  const Sink sink = [&](const Item& item, const Record& record) { results.take(item, record, terminal); };
  const RunSummary summary = run_graph(
      {.source = *source, .work = work, .sink = sink, .progress = progress_of(request->output, terminal)},
      stop.token());
  say_warned(summary, terminal);
  results.finish(request->output, terminal);
  return exit_code(summary.cancelled, summary.failed);
}

}  // namespace

Verb ocr_verb() { return {"ocr", "read the text on scanned pages: images, TIFF, PDF", run}; }

}  // namespace ocelli::app
