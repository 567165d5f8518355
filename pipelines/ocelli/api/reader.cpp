#include "ocelli/reader.hpp"

#include <utility>

#include "ocelli/api/model_access.hpp"
#include "ocelli/api/option_access.hpp"
#include "ocelli/api/public_values.hpp"
#include "ocelli/pipelines/bundled_models.hpp"
#include "ocelli/pipelines/reading_job.hpp"

namespace ocelli {
namespace internal {
namespace {

Box box_of(const cv::Rect& rect) {
  return {static_cast<float>(rect.x), static_cast<float>(rect.y), static_cast<float>(rect.width),
          static_cast<float>(rect.height)};
}

Word word_of(const ReadWord& read) {
  Word word{read.text(), box_of(read.box()), read.confidence(), {}, read.bold};
  for (const ReadGlyph& glyph : read.glyphs)
    word.glyphs.push_back({glyph.text, box_of(glyph.box), glyph.confidence});
  return word;
}

Line line_of(const ReadLine& read) {
  Line line{read.text(), box_of(read.box), read.baseline, read.slope, read.x_height, {}, read.language};
  for (const ReadWord& word : read.words) line.words.push_back(word_of(word));
  return line;
}

ocelli::Table table_of(const ReadTable& read) {
  ocelli::Table table{box_of(read.box), read.rows, read.columns, read.header_rows, {}, read.continues};
  for (const ReadCell& cell : read.cells)
    table.cells.push_back({cell.row, cell.column, cell.row_span, cell.column_span, box_of(cell.box),
                           cell.text, cell.confidence, cell.number});
  return table;
}

ReadingJob reading_job(const Options& options) {
  ReadingJob job;
  set_options(option_table(job), options);
  return job;
}

}  // namespace

Page page_of(const PageText& text) {
  Page page{.width = text.width,
            .height = text.height,
            .quarter_turns = text.quarters,
            .language = text.language,
            .cut_short = text.cut_short,
            .confidence = text.confidence(),
            .text = text.text(),
            .blocks = {}};
  for (const ReadBlock& read : text.blocks) {
    Block block{box_of(read.box), {}, read.from_file};
    for (const ReadLine& line : read.lines) block.lines.push_back(line_of(line));
    page.blocks.push_back(std::move(block));
  }
  for (const ReadTable& read : text.tables) page.tables.push_back(table_of(read));
  return page;
}

}  // namespace internal

Reader::Reader(const Options& options) : Reader(std::filesystem::path(), options) {}

Reader::Reader(const std::filesystem::path& model, const Options& options) {
  const internal::ReadingJob job = internal::reading_job(options);
  impl_ = std::make_shared<const Impl>(Impl{internal::load_reader_for(job, model), job.options});
}

Reader::Reader(const Reader&) = default;
Reader& Reader::operator=(const Reader&) = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

Page Reader::read(const ImageView& page, std::span<const Box> zones) const {
  internal::ReadingOptions options = impl_->options;
  for (const Box& zone : zones)
    options.zones.emplace_back(cvRound(zone.x), cvRound(zone.y), cvRound(zone.w), cvRound(zone.h));
  return internal::page_of(impl_->reader.read(internal::matrix_of(page), options));
}

std::vector<OptionInfo> reader_options() {
  internal::ReadingJob job;
  return internal::infos_of(internal::option_table(job));
}

}  // namespace ocelli
