#include "ocelli/pipelines/output/page_record_text.hpp"

#include <nlohmann/json.hpp>
#include <opencv2/core/types.hpp>

#include "ocelli/pipelines/output/figures.hpp"
#include "ocelli/pipelines/output/record_text.hpp"
#include "ocelli/pipelines/output/unicode.hpp"

namespace ocelli::internal {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kFourDecimals = 1e4, kOneDecimal = 10;

/// The mean confidence of a line's glyphs; 0 without glyphs.
double confidence_of(const ReadLine& line) {
  double sum = 0;
  std::size_t glyphs = 0;
  for (const ReadWord& word : line.words) {
    for (const ReadGlyph& glyph : word.glyphs) sum += static_cast<double>(glyph.confidence);
    glyphs += word.glyphs.size();
  }
  return glyphs == 0 ? 0 : sum / static_cast<double>(glyphs);
}

/// In valid UTF-8.
std::string cleaned(const std::string& text) { return to_utf8(code_points(text)); }

Json box_json(const cv::Rect& box) {
  return {{"x", box.x}, {"y", box.y}, {"w", box.width}, {"h", box.height}};
}

constexpr const char* kFromPdf = "pdf";  ///< the source of text that was not read

/// The position of a line in the record.
struct LinePlace {
  std::size_t block = 0, line = 0;
};

Json to_json(const ReadWord& word, const ReadLine& line, const LinePlace& place) {
  Json json = {{"text", word.text()}};
  json.update(box_json(word.box()));
  json["confidence"] = rounded(static_cast<double>(word.confidence()), kFourDecimals);
  json["block"] = place.block;
  json["line"] = place.line;
  json["font_height"] = rounded(line.font_height(), kOneDecimal);
  json["bold"] = word.bold;
  return json;
}

Json to_json(const ReadLine& line, const LinePlace& place) {
  Json words = Json::array();
  for (const ReadWord& word : line.words) words.push_back(to_json(word, line, place));
  Json json = box_json(line.box);
  json["baseline"] = rounded(line.baseline, kOneDecimal);
  json["slope"] = rounded(line.slope, kFourDecimals);
  json["x_height"] = rounded(line.x_height, kOneDecimal);
  if (!line.language.empty()) json["language"] = line.language;
  json["text"] = line.text();
  json["confidence"] = rounded(confidence_of(line), kFourDecimals);
  json["words"] = std::move(words);
  return json;
}

Json to_json(const ReadBlock& block, std::size_t number) {
  Json lines = Json::array();
  for (const ReadLine& line : block.lines) lines.push_back(to_json(line, {number, lines.size()}));
  Json json = box_json(block.box);
  if (block.from_file) json["source"] = kFromPdf;
  json["lines"] = std::move(lines);
  return json;
}

Json to_json(const ReadCell& cell) {
  Json json = {{"row", cell.row},
               {"column", cell.column},
               {"row_span", cell.row_span},
               {"column_span", cell.column_span}};
  json.update(box_json(cell.box));
  json["text"] = cell.text;
  if (cell.number) json["number"] = *cell.number;
  json["confidence"] = rounded(static_cast<double>(cell.confidence), kFourDecimals);
  return json;
}

Json to_json(const ReadTable& table) {
  Json cells = Json::array();
  for (const ReadCell& cell : table.cells) cells.push_back(to_json(cell));
  Json json = box_json(table.box);
  json["rows"] = table.rows;
  json["columns"] = table.columns;
  json["header_rows"] = table.header_rows;
  if (table.continues) json["continues"] = true;
  json["cells"] = std::move(cells);
  return json;
}

Json page_json(const Record& record) {
  const PageText& page = record.page.value();
  Json blocks = Json::array();
  for (const ReadBlock& block : page.blocks) blocks.push_back(to_json(block, blocks.size()));
  Json json = {{"input", with_marked_bytes(record.input)},
               {"width", record.width},
               {"height", record.height},
               {"turn", 90 * page.quarters}};
  if (!page.language.empty()) json["language"] = page.language;
  if (page.is_from_file()) json["source"] = kFromPdf;
  json["text"] = page.blocks.empty() ? Json(false) : Json(page.text());
  json["blocks"] = std::move(blocks);
  if (page.tables.empty() && !page.tables_sought) return json;
  json["tables"] = Json::array();
  for (const ReadTable& table : page.tables) json["tables"].push_back(to_json(table));
  return json;
}

/// The position of a table row: page, block, paragraph, line and word, each 0 if the row covers several.
struct TsvPlace {
  int level = 1;
  std::size_t page = 1, block = 0, paragraph = 0, line = 0, word = 0;
};

std::string tsv_row(const TsvPlace& place, const cv::Rect& box, const std::string& confidence,
                    const std::string& text = {}) {
  std::string row = std::to_string(place.level);
  for (const std::size_t number : {place.page, place.block, place.paragraph, place.line, place.word}) {
    row += '\t' + std::to_string(number);
  }
  for (const int number : {box.x, box.y, box.width, box.height}) row += '\t' + std::to_string(number);
  return row + '\t' + confidence + '\t' + text + '\n';
}

std::string tsv_cell(const std::string& text) {
  std::u32string characters = code_points(text);
  for (char32_t& character : characters) {
    if (character < U' ') character = U' ';
  }
  return to_utf8(characters);
}

constexpr const char* kNoConfidence = "-1";

std::string tsv_line(const ReadLine& line, TsvPlace place) {
  std::string rows = tsv_row(place, line.box, kNoConfidence);
  place.level = 5;
  for (const ReadWord& word : line.words) {
    ++place.word;
    rows += tsv_row(place, word.box(), fixed(100 * static_cast<double>(word.confidence()), 2),
                    tsv_cell(word.text()));
  }
  return rows;
}

std::string tsv_block(const ReadBlock& block, TsvPlace place) {
  place.level = 2;
  std::string rows = tsv_row(place, block.box, kNoConfidence);
  place.level = 3;
  place.paragraph = 1;
  rows += tsv_row(place, block.box, kNoConfidence);
  place.level = 4;
  for (const ReadLine& line : block.lines) {
    ++place.line;
    rows += tsv_line(line, place);
  }
  return rows;
}

}  // namespace

std::string page_plain_text(const Record& record, std::size_t number) {
  std::string text = number > 1 ? "\f" : "";
  if (record.page) text += cleaned(record.page->text());
  return text;
}

std::string page_json_line(const Record& record) {
  if (record.error) return to_json_line(record);
  Json json = page_json(record);
  if (!record.warning.empty()) json["warning"] = with_marked_bytes(record.warning);
  return with_escaped_bytes(json.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

std::string page_tsv_rows(const Record& record, std::size_t number) {
  TsvPlace place{.level = 1, .page = number};
  std::string rows = tsv_row(place, {0, 0, record.width, record.height}, kNoConfidence);
  if (!record.page) return rows;
  for (const ReadBlock& block : record.page->blocks) {
    ++place.block;
    rows += tsv_block(block, place);
  }
  return rows;
}

}  // namespace ocelli::internal
