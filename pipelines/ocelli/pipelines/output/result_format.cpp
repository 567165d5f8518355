#include "ocelli/pipelines/output/result_format.hpp"

#include "ocelli/pipelines/output/page_record_text.hpp"
#include "ocelli/pipelines/output/record_text.hpp"
#include "ocelli/pipelines/output/searchable_pdf.hpp"
#include "ocelli/pipelines/output/text_output.hpp"

namespace ocelli {
namespace {

class TextWriter final : public ResultWriter {
 public:
  TextWriter(const ResultFormat& format, TextOutput output, const RecordContext& context)
      : format_(format), output_(std::move(output)), context_(context) {
    context_.number = 0;
    output_.begin_with(std::string(format_.header));
  }

  void write(const Record& record, const cv::Mat&) override {
    ++context_.number;
    output_.write(format_.text(record, context_));
  }
  std::string finish() override {
    output_.write(format_.footer);
    return {};
  }

 private:
  ResultFormat format_;
  TextOutput output_;
  RecordContext context_;
};

class PdfWriter final : public ResultWriter {
 public:
  explicit PdfWriter(const std::filesystem::path& file) : pdf_(file) {}

  bool shows_pictures() const override { return true; }
  void write(const Record& record, const cv::Mat& picture) override {
    if (record.page) pdf_.add(picture, *record.page, record.resolution);
  }
  std::string finish() override {
    if (pdf_.pages() == 0) return "not written, for there is no page to go into it";
    pdf_.finish();
    return {};
  }

 private:
  SearchablePdf pdf_;
};

std::unique_ptr<ResultWriter> open_pdf(const std::filesystem::path& file) {
  return std::make_unique<PdfWriter>(file);
}

using Context = RecordContext;

constexpr std::array<std::string_view, 4> kJsonLines{".jsonl", ".json", ".ndjson"};

constexpr std::array kDetectionFormats{
    ResultFormat{.name = "jsonl",
                 .endings = kJsonLines,
                 .text = [](const Record& record, const Context&) { return to_json_line(record); }},
    ResultFormat{.name = "csv",
                 .endings = {".csv"},
                 .header = kCsvHeader,
                 .text = [](const Record& record, const Context&) { return to_csv_rows(record); }}};

constexpr std::array kLabelFormats{
    ResultFormat{.name = "jsonl",
                 .endings = kJsonLines,
                 .text = [](const Record& record,
                            const Context& of) { return label_json_line(record, of.classes, of.top); }},
    ResultFormat{
        .name = "csv",
        .endings = {".csv"},
        .header = kLabelCsvHeader,
        .text = [](const Record& record, const Context& of) { return label_csv_row(record, of.classes); }}};

constexpr std::array kPageFormats{
    ResultFormat{
        .name = "txt",
        .endings = {".txt"},
        .title = "plain text",
        .text = [](const Record& record, const Context& of) { return page_plain_text(record, of.number); }},
    ResultFormat{
        .name = "hocr",
        .endings = {".hocr", ".html", ".htm", ".xhtml"},
        .title = "hOCR",
        .header = kHocrHeader,
        .footer = kHocrFooter,
        .text = [](const Record& record, const Context& of) { return page_hocr(record, of.number); }},
    ResultFormat{
        .name = "tsv",
        .endings = {".tsv"},
        .title = "Tesseract's TSV",
        .header = kPageTsvHeader,
        .text = [](const Record& record, const Context& of) { return page_tsv_rows(record, of.number); }},
    ResultFormat{.name = "json",
                 .endings = {".json", ".jsonl", ".ndjson"},
                 .title = "JSON Lines",
                 .text = [](const Record& record, const Context&) { return page_json_line(record); }},
    ResultFormat{.name = "pdf", .endings = {".pdf"}, .title = "searchable PDF", .open_file = open_pdf}};

}  // namespace

std::span<const ResultFormat> detection_formats() { return kDetectionFormats; }

std::span<const ResultFormat> label_formats() { return kLabelFormats; }

std::span<const ResultFormat> page_formats() { return kPageFormats; }

std::unique_ptr<ResultWriter> open_results(const ResultFormat& format, const std::filesystem::path& file,
                                           const RecordContext& context) {
  if (format.open_file != nullptr) return format.open_file(file);
  return std::make_unique<TextWriter>(format, file.empty() ? TextOutput() : TextOutput(file), context);
}

}  // namespace ocelli
