#include "ocelli/pipelines/output/result_format.hpp"

#include <span>

#include "ocelli/core/file.hpp"
#include "ocelli/core/new_file.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/stored_image.hpp"
#include "ocelli/pipelines/output/annotation_output.hpp"
#include "ocelli/pipelines/output/drawing.hpp"
#include "ocelli/pipelines/output/joined_tables.hpp"
#include "ocelli/pipelines/output/page_record_text.hpp"
#include "ocelli/pipelines/output/page_tables.hpp"
#include "ocelli/pipelines/output/picture_coding.hpp"
#include "ocelli/pipelines/output/record_text.hpp"
#include "ocelli/pipelines/output/searchable_pdf.hpp"
#include "ocelli/pipelines/output/table_workbook.hpp"
#include "ocelli/pipelines/output/text_output.hpp"
#include "ocelli/pipelines/sources/named_items.hpp"
#include "ocelli/pipelines/stages/existing_text.hpp"

namespace ocelli::internal {
namespace {

/// The text before all records.
std::string header_of(const ResultFormat& format, const RecordContext& context) {
  if (format.header_of != nullptr) return format.header_of(context);
  std::string header(format.header);
  if (context.kept == nullptr || header.empty()) return header;
  return csv_cells(context.kept->names) + "," + header;
}

/// Whether a record adds nothing: a page without tables to a file of tables.
bool adds_nothing(const ResultFormat& format, const Record& record) {
  return format.content == ResultFormat::Content::tables && (!record.page || record.page->tables.empty());
}

class TextWriter final : public ResultWriter {
 public:
  TextWriter(const ResultFormat& format, TextOutput output, const RecordContext& context)
      : format_(format), output_(std::move(output)), context_(context) {
    context_.number = 0;
    output_.begin_with(header_of(format_, context_));
  }

  void write(const Item&, const Record& record) override {
    if (adds_nothing(format_, record)) return;
    ++context_.number;
    output_.write(format_.text(record, context_));
  }
  std::string finish() override {
    if (context_.number == 0 && format_.needs_record) write({}, {});
    output_.write(format_.footer);
    return {};
  }

 private:
  ResultFormat format_;
  TextOutput output_;
  RecordContext context_;
};

/// Text in a file that appears once it is complete.
class NewTextWriter final : public ResultWriter {
 public:
  NewTextWriter(const ResultFormat& format, const std::filesystem::path& file, const RecordContext& context)
      : format_(format), file_(file), context_(context) {
    context_.number = 0;
    put(header_of(format_, context_));
  }

  void write(const Item&, const Record& record) override {
    if (adds_nothing(format_, record)) return;
    ++context_.number;
    put(format_.text(record, context_));
  }
  std::string finish() override {
    put(format_.footer);
    file_.commit();
    return {};
  }

 private:
  void put(std::string_view text) { file_.write(text); }

  ResultFormat format_;
  NewFile file_;
  RecordContext context_;
};

/// Whether the pixels encoded in the image file are the picture that was read.
bool is_shown_as(const StoredImage& image, const Record& record) {
  const cv::Size size(image.width, image.height),
      shown = image.orientation > 4 ? cv::Size(size.height, size.width) : size;
  return shown == cv::Size(record.width, record.height);
}

/// Encodes the item's picture. JPEG and PNG files are kept as encoded. PNG files that fax coding makes
/// smaller, and bilevel pictures of other files, use fax coding. All others are lossless, except JPEG for
/// pictures rendered only for reading.
CodedPicture coded_picture_of(const Item& item, const Record& record) {
  std::optional<StoredImage> stored;
  if (const auto* file = std::get_if<std::filesystem::path>(&item.content);
      file != nullptr && record.warning.empty())
    stored = read_stored_image(read_file(*file, kMaxImageBytes));
  if (stored && !is_shown_as(*stored, record)) stored.reset();
  if (stored && stored->coding == StoredImage::Coding::jpeg) return as_stored(std::move(*stored));
  const cv::Mat picture = picture_of(item, record);
  if (stored && !is_black_and_white(picture)) return as_stored(std::move(*stored));
  const auto* page = std::get_if<Picture>(&item.content);
  const bool is_drawn =
      std::holds_alternative<cv::Mat>(item.content) || (page != nullptr && !page->pdf.empty());
  return coded_picture(picture, is_drawn ? Loss::jpeg : Loss::none);
}

class PdfWriter final : public ResultWriter {
 public:
  explicit PdfWriter(const std::filesystem::path& file) : pdf_(file) {}

  void write(const Item& item, const Record& record) override {
    const auto* page = std::get_if<Picture>(&item.content);
    if (page != nullptr && !page->pdf.empty() && !record.replaces_page && keeps(*page)) {
      pdf_.keep(page->pdf, page->page, layer_of(record), record.resolution, page->access);
    } else if (record.page) {
      pdf_.add(coded_picture_of(item, record), layer_of_picture(record), record.resolution);
    }
    has_read_ = has_read_ || record.page.has_value();
  }
  std::string finish() override {
    if (!has_read_) return "not written: there are no pages";
    pdf_.finish();
    return {};
  }

 private:
  /// The text that was read; nothing if there is none or the page was not read.
  static std::optional<PageText> layer_of(const Record& record) {
    if (!record.page) return std::nullopt;
    PageText read = only_read_blocks(*record.page);
    if (read.blocks.empty() && read.blocks.size() < record.page->blocks.size()) return std::nullopt;
    return read;
  }

  static PageText layer_of_picture(const Record& record) {
    return record.outside_zones ? with_read_blocks(*record.outside_zones, *record.page) : *record.page;
  }

  /// Whether the pages of a PDF file are kept unchanged.
  bool keeps(const Picture& page) {
    if (page.pdf != kept_) {
      kept_ = page.pdf;
      is_kept_ = pdf_.can_keep(page.pdf, page.access);
    }
    return is_kept_;
  }

  SearchablePdf pdf_;
  std::filesystem::path kept_;  ///< the PDF file asked about last, and the answer
  bool is_kept_ = false, has_read_ = false;
};

std::unique_ptr<ResultWriter> open_pdf(const std::filesystem::path& file) {
  return std::make_unique<PdfWriter>(file);
}

class WorkbookWriter final : public ResultWriter {
 public:
  explicit WorkbookWriter(const std::filesystem::path& file) : book_(file) {}

  void write(const Item&, const Record& record) override {
    if (!record.page) return;
    has_read_ = true;
    for (const ReadTable& table : record.page->tables) book_.add(table);
  }
  std::string finish() override {
    if (!has_read_) return "not written: there are no pages";
    book_.finish();
    return {};
  }

 private:
  TableWorkbook book_;
  bool has_read_ = false;
};

std::unique_ptr<ResultWriter> open_workbook(const std::filesystem::path& file) {
  return std::make_unique<WorkbookWriter>(file);
}

/// Tables that go on over pages are one in formats of tables alone.
std::unique_ptr<ResultWriter> joining(const ResultFormat& format, std::unique_ptr<ResultWriter> writer) {
  if (format.content != ResultFormat::Content::tables) return writer;
  return with_joined_tables(std::move(writer));
}

/// Detections as annotations of their image files.
class AnnotationResults final : public ResultWriter {
 public:
  explicit AnnotationResults(std::unique_ptr<AnnotationWriter> writer) : writer_(std::move(writer)) {}

  void write(const Item& item, const Record& record) override {
    if (record.error) return;
    const auto* const file = std::get_if<std::filesystem::path>(&item.content);
    if (file == nullptr) {
      throw Error(Kind::input, "is not an image file, which annotations require; save it as one first",
                  record.input);
    }
    LabeledImage image{*file, record.width, record.height, {}, subfolder_of(item)};
    for (const Detection& found : record.detections)
      image.objects.push_back({.box = found.box, .label = found.label});
    writer_->write(image);
  }
  std::string finish() override {
    writer_->finish();
    return {};
  }

 private:
  std::unique_ptr<AnnotationWriter> writer_;
};

template <const char* name>
std::unique_ptr<ResultWriter> open_annotation_results(const std::filesystem::path& output) {
  return std::make_unique<AnnotationResults>(annotation_target(name)->open(output));
}

constexpr char kYolo[] = "yolo", kCoco[] = "coco", kVoc[] = "voc";

using Context = RecordContext;

constexpr std::array<std::string_view, 4> kJsonLines{".jsonl", ".json", ".ndjson"};

constexpr std::array kDetectionFormats{
    ResultFormat{.name = "jsonl",
                 .endings = kJsonLines,
                 .text = [](const Record& record, const Context&) { return to_json_line(record); }},
    ResultFormat{
        .name = "csv",
        .endings = {".csv"},
        .header_of = [](const Context& of) { return csv_header(of.columns); },
        .text = [](const Record& record, const Context& of) { return to_csv_rows(record, of.columns); }},
    ResultFormat{.name = kMotFormat,
                 .endings = {".txt"},
                 .title = "JSON Lines, CSV, tracks as the MOT challenge writes them",
                 .text = [](const Record& record, const Context&) { return to_mot_rows(record); }},
    ResultFormat{.name = kYolo,
                 .title = "YOLO's label files in a folder",
                 .open_file = open_annotation_results<kYolo>},
    ResultFormat{.name = kCoco, .title = "COCO's JSON", .open_file = open_annotation_results<kCoco>},
    ResultFormat{.name = kVoc,
                 .title = "Pascal VOC's .xml files in a folder",
                 .open_file = open_annotation_results<kVoc>}};

/// Each after the kept cells of its own, if there are any.
std::string kept_label_csv_row(const Record& record, const Context& of) {
  std::string row = label_csv_row(record, of.classes);
  if (of.kept == nullptr || row.empty()) return row;
  return csv_cells(of.kept->rows.at(of.number - 1)) + "," + row;
}

constexpr std::array kLabelFormats{
    ResultFormat{.name = "jsonl",
                 .endings = kJsonLines,
                 .text = [](const Record& record,
                            const Context& of) { return label_json_line(record, of.classes, of.top); }},
    ResultFormat{.name = "csv", .endings = {".csv"}, .header = kLabelCsvHeader, .text = kept_label_csv_row}};

constexpr std::array kPageFormats{
    ResultFormat{
        .name = "txt",
        .endings = {".txt"},
        .title = "plain text",
        .text = [](const Record& record, const Context& of) { return page_plain_text(record, of.number); }},
    ResultFormat{
        .name = "csv",
        .endings = {".csv"},
        .title = "tables as CSV",
        .text = [](const Record& record, const Context& of) { return page_tables_csv(record, of.number); },
        .content = ResultFormat::Content::tables},
    ResultFormat{.name = "xlsx",
                 .endings = {".xlsx"},
                 .title = "Excel",
                 .open_file = open_workbook,
                 .content = ResultFormat::Content::tables},
    // A file called .html is hOCR.
    ResultFormat{.name = "html",
                 .endings = {".tables.html"},
                 .title = "HTML",
                 .header = kTablesHtmlHeader,
                 .footer = kTablesHtmlFooter,
                 .text = [](const Record& record, const Context&) { return page_tables_html(record); },
                 .content = ResultFormat::Content::tables},
    ResultFormat{.name = "md",
                 .endings = {".md"},
                 .title = "Markdown",
                 .text = [](const Record& record,
                            const Context& of) { return page_tables_markdown(record, of.number); },
                 .content = ResultFormat::Content::tables},
    ResultFormat{
        .name = "hocr",
        .endings = {".hocr", ".html", ".htm", ".xhtml"},
        .title = "hOCR",
        .header = kHocrHeader,
        .footer = kHocrFooter,
        .text = [](const Record& record, const Context& of) { return page_hocr(record, of.number); }},
    ResultFormat{.name = "alto",
                 .endings = {".xml", ".alto"},
                 .title = "ALTO XML 4",
                 .header = kAltoHeader,
                 .footer = kAltoFooter,
                 .text = [](const Record& record, const Context& of) { return page_alto(record, of.number); },
                 .needs_record = true},
    ResultFormat{
        .name = "tsv",
        .endings = {".tsv"},
        .title = "Tesseract's TSV",
        .header = kPageTsvHeader,
        .text = [](const Record& record, const Context& of) { return page_tsv_rows(record, of.number); }},
    ResultFormat{.name = "json",
                 .endings = {".json", ".jsonl", ".ndjson"},
                 .title = "JSON Lines",
                 .text = [](const Record& record, const Context&) { return page_json_line(record); },
                 .content = ResultFormat::Content::text_and_tables},
    ResultFormat{.name = "pdf", .endings = {".pdf"}, .title = "searchable PDF", .open_file = open_pdf}};

}  // namespace

std::span<const ResultFormat> detection_formats() { return kDetectionFormats; }

std::span<const ResultFormat> label_formats() { return kLabelFormats; }

std::span<const ResultFormat> page_formats() { return kPageFormats; }

std::unique_ptr<ResultWriter> open_results(const ResultFormat& format, const std::filesystem::path& file,
                                           const RecordContext& context) {
  if (format.open_file != nullptr) return joining(format, format.open_file(file));
  const bool is_standard = file.empty() || file == kStandardOutput;
  return joining(
      format, std::make_unique<TextWriter>(format, is_standard ? TextOutput() : TextOutput(file), context));
}

std::unique_ptr<ResultWriter> open_new_results(const ResultFormat& format, const std::filesystem::path& file,
                                               const RecordContext& context) {
  if (format.open_file != nullptr) return joining(format, format.open_file(file));
  return joining(format, std::make_unique<NewTextWriter>(format, file, context));
}

}  // namespace ocelli::internal
