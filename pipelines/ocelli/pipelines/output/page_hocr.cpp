#include <cmath>
#include <span>
#include <string>

#include "ocelli/pipelines/output/figures.hpp"
#include "ocelli/pipelines/output/page_record_text.hpp"
#include "ocelli/pipelines/output/unicode.hpp"

namespace ocelli::internal {
namespace {

/// A name in hOCR's quotes.
std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char letter : name) {
    if (letter == '"' || letter == '\\') text += '\\';
    text += letter;
  }
  return text + "\"";
}

std::string bbox(const cv::Rect& box) {
  return "bbox " + std::to_string(box.x) + " " + std::to_string(box.y) + " " +
         std::to_string(box.x + box.width) + " " + std::to_string(box.y + box.height);
}

std::string begin(const char* tag, const char* kind, const std::string& number, const std::string& title) {
  return std::string("<") + tag + " class=\"" + kind + "\" id=\"" + kind + "_" + number + "\" title=\"" +
         escaped_xml(title) + "\">";
}

std::string word_hocr(const ReadWord& word, const std::string& number) {
  const double percent = 100 * static_cast<double>(word.confidence());
  return begin("span", "ocrx_word", number, bbox(word.box()) + "; x_wconf " + fixed(percent, 0)) +
         escaped_xml(word.text()) + "</span>";
}

/// The baseline is relative to the corner of the line's box that is at the lower left when the line is
/// upright.
std::string line_title(const ReadLine& line, const PageText& page) {
  const cv::Rect upright = page.upright(line.box);
  const double at_left =
      line.baseline + line.slope * upright.x - static_cast<double>(upright.y + upright.height);
  const std::string angle = page.quarters == 0 ? "" : "; textangle " + std::to_string(90 * page.quarters);
  return bbox(line.box) + angle + "; baseline " + fixed(line.slope, 4) + " " + fixed(at_left, 1);
}

std::string page_title(const Record& record, std::size_t number) {
  std::string title = "image " + with_written_bytes(quoted(record.input)) + "; " +
                      bbox({0, 0, record.width, record.height}) + "; ppageno " + std::to_string(number - 1);
  if (record.resolution) {
    title += "; scan_res " + std::to_string(std::lround(record.resolution->x)) + " " +
             std::to_string(std::lround(record.resolution->y));
  }
  return title;
}

std::span<const ReadBlock> blocks_of(const Record& record) {
  return record.page ? std::span<const ReadBlock>(record.page->blocks) : std::span<const ReadBlock>();
}

}  // namespace

std::string page_hocr(const Record& record, std::size_t number) {
  const std::string page = std::to_string(number);
  std::string text = "  " + begin("div", "ocr_page", page, page_title(record, number)) + "\n";
  std::size_t blocks = 0, lines = 0, words = 0;
  for (const ReadBlock& block : blocks_of(record)) {
    text += "   " +
            begin("div", "ocr_carea", page + "_" + std::to_string(++blocks),
                  bbox(block.box) + (block.from_file ? "; x_text_source pdf" : "")) +
            "\n";
    for (const ReadLine& line : block.lines) {
      text +=
          "    " +
          begin("span", "ocr_line", page + "_" + std::to_string(++lines), line_title(line, *record.page)) +
          "\n";
      for (const ReadWord& word : line.words) {
        text += "     " + word_hocr(word, page + "_" + std::to_string(++words)) + "\n";
      }
      text += "    </span>\n";
    }
    text += "   </div>\n";
  }
  return text + "  </div>\n";
}

}  // namespace ocelli::internal
