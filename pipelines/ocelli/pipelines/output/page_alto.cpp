#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/pipelines/output/figures.hpp"
#include "ocelli/pipelines/output/page_record_text.hpp"
#include "ocelli/pipelines/output/unicode.hpp"

namespace ocelli::internal {
namespace {

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + escaped_xml(value) + "\"";
}

std::string position(const cv::Rect& box) {
  return attribute("HPOS", std::to_string(box.x)) + attribute("VPOS", std::to_string(box.y)) +
         attribute("WIDTH", std::to_string(box.width)) + attribute("HEIGHT", std::to_string(box.height));
}

/// A point of the upright page, in picture coordinates.
std::string point_in_picture(double x, double y, const PageText& page) {
  const std::array<cv::Point2d, 4> turned = {
      {{x, y}, {y, page.height - x}, {page.width - x, page.height - y}, {page.width - y, x}}};
  const cv::Point2d& point = turned[static_cast<std::size_t>(page.quarters)];
  return fixed(point.x, 1) + "," + fixed(point.y, 1);
}

std::string baseline(const ReadLine& line, const PageText& page) {
  const cv::Rect upright = page.upright(line.box);
  const auto at = [&](double x) { return point_in_picture(x, line.baseline + line.slope * x, page); };
  return attribute("BASELINE", at(upright.x) + " " + at(upright.x + upright.width));
}

/// The gap between two words that are neighbors on the upright page.
cv::Rect space_between(const ReadWord& left, const ReadWord& right, const PageText& page) {
  const cv::Rect from = left.box(), to = right.box(), both = from | to;
  if (page.quarters % 2 == 0) {
    const int begin = std::min(from.x + from.width, to.x + to.width), end = std::max(from.x, to.x);
    return {begin, both.y, std::max(0, end - begin), both.height};
  }
  const int begin = std::min(from.y + from.height, to.y + to.height), end = std::max(from.y, to.y);
  return {both.x, begin, both.width, std::max(0, end - begin)};
}

bool is_hyphen(const std::string& text) { return text == "-" || text == "\u2010" || text == "\u00ad"; }

bool begins_small(const ReadWord& word) {
  const std::u32string text = code_points(word.glyphs[0].text);
  return !text.empty() && is_small_letter(text[0]);
}

/// Whether a line ends with the first part of a hyphenated word and the next line starts with the rest.
bool is_broken(const ReadLine& line, const ReadLine& next) {
  if (line.words.empty() || next.words.empty()) return false;
  const std::vector<ReadGlyph>& last = line.words.back().glyphs;
  return last.size() > 2 && is_hyphen(last.back().text) && !reads_figure(last[last.size() - 2]) &&
         begins_small(next.words[0]);
}

ReadWord without_hyphen(ReadWord word) {
  word.glyphs.pop_back();
  return word;
}

std::string string_element(const std::string& number, const ReadWord& word, float confidence,
                           const std::string& part = {}, const std::string& whole = {}) {
  std::string text = "       <String" + attribute("ID", "string_" + number) + position(word.box()) +
                     attribute("WC", fixed(static_cast<double>(confidence), 4)) +
                     attribute("CONTENT", word.text());
  if (!part.empty()) text += attribute("SUBS_TYPE", part) + attribute("SUBS_CONTENT", whole);
  return text + "/>\n";
}

/// A block's lines. Words hyphenated at the end of a line also have their whole text.
class AltoBlock {
 public:
  AltoBlock(const PageText& page, const ReadBlock& block, std::string number)
      : page_(page), lines_(block.lines), number_(std::move(number)) {}

  std::string text() {
    std::string text;
    for (std::size_t i = 0; i < lines_.size(); ++i) text += line(i);
    return text;
  }

 private:
  std::string line(std::size_t at) {
    const ReadLine& line = lines_[at];
    std::string text = "      <TextLine" + attribute("ID", "line_" + number_ + "_" + std::to_string(at + 1)) +
                       position(line.box) + baseline(line, page_) + ">\n";
    for (std::size_t i = 0; i < line.words.size(); ++i) {
      if (i > 0)
        text += "       <SP" + position(space_between(line.words[i - 1], line.words[i], page_)) + "/>\n";
      text += word(at, i);
    }
    return text + "      </TextLine>\n";
  }

  std::string word(std::size_t at, std::size_t i) {
    const ReadLine& line = lines_[at];
    const ReadWord& word = line.words[i];
    const std::string number = number_ + "_" + std::to_string(at + 1) + "_" + std::to_string(i + 1);
    if (i + 1 == line.words.size() && at + 1 < lines_.size() && is_broken(line, lines_[at + 1])) {
      const ReadWord part = without_hyphen(word);
      return string_element(number, part, word.confidence(), "HypPart1", whole(at)) + "       <HYP" +
             position(word.glyphs.back().box) + attribute("CONTENT", word.glyphs.back().text) + "/>\n";
    }
    if (i == 0 && at > 0 && is_broken(lines_[at - 1], line))
      return string_element(number, word, word.confidence(), "HypPart2", whole(at - 1));
    return string_element(number, word, word.confidence());
  }

  /// The word that starts on line `at` and ends on the next.
  std::string whole(std::size_t at) const {
    return without_hyphen(lines_[at].words.back()).text() + lines_[at + 1].words[0].text();
  }

  const PageText& page_;
  std::span<const ReadLine> lines_;
  std::string number_;
};

std::string block_alto(const PageText& page, const ReadBlock& block, const std::string& number) {
  return "     <TextBlock" + attribute("ID", "block_" + number) + position(block.box) +
         (page.quarters == 0 ? "" : attribute("ROTATION", std::to_string(90 * page.quarters))) +
         (page.language.empty() ? "" : attribute("LANG", page.language)) + ">\n" +
         AltoBlock(page, block, number).text() + "     </TextBlock>\n";
}

/// The file name in "scan.pdf#0".
std::string file_of(const std::string& input) {
  const std::size_t hash = input.rfind('#');
  if (hash == std::string::npos || input.find_first_not_of("0123456789", hash + 1) != std::string::npos)
    return input;
  return input.substr(0, hash);
}

std::string description(const Record& record) {
  return " <Description>\n  <MeasurementUnit>pixel</MeasurementUnit>\n  <sourceImageInformation>\n   "
         "<fileName>" +
         escaped_xml(with_written_bytes(file_of(record.input))) +
         "</fileName>\n  </sourceImageInformation>\n  <Processing ID=\"reading\">\n"
         "   <processingCategory>contentGeneration</processingCategory>\n"
         "   <processingSoftware>\n    <softwareName>ocelli</softwareName>\n   </processingSoftware>\n"
         "  </Processing>\n </Description>\n <Layout>\n";
}

/// The box around all text.
cv::Rect print_space(const PageText& page) {
  cv::Rect around;
  for (const ReadBlock& block : page.blocks) around |= block.box;
  return around;
}

}  // namespace

std::string page_alto(const Record& record, std::size_t number) {
  const std::string page = std::to_string(number);
  std::string text = number == 1 ? description(record) : "";
  text += "  <Page" + attribute("ID", "page_" + page) + attribute("PHYSICAL_IMG_NR", page) +
          attribute("WIDTH", std::to_string(record.width)) +
          attribute("HEIGHT", std::to_string(record.height));
  if (!record.page || record.page->blocks.empty()) return text + "/>\n";
  if (!record.page->is_from_file())
    text += attribute("PC", fixed(record.page->confidence().value_or(0), 4)) +
            attribute("PROCESSINGREFS", "reading");
  text += ">\n   <PrintSpace" + position(print_space(*record.page)) + ">\n";
  for (std::size_t i = 0; i < record.page->blocks.size(); ++i)
    text += block_alto(*record.page, record.page->blocks[i], page + "_" + std::to_string(i + 1));
  return text + "   </PrintSpace>\n  </Page>\n";
}

}  // namespace ocelli::internal
