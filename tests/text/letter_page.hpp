#pragma once

#include <cmath>
#include <map>
#include <opencv2/core/mat.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/text/layout/layout.hpp"

namespace ocelli::internal {

/// A page of rectangles that stand for letters: as high and as low as the letters of print are, and of two
/// pieces where those are. What was written is read back through find_layout(), so that order, lines and
/// spaces show as text.
class LetterPage {
 public:
  static constexpr int kSmall = 20, kTall = 28, kDeep = 7;

  int space = 14;    ///< pixels between words
  double slope = 0;  ///< of the lines
  int scale = 1;     ///< of the letters

  /// Letters on the line y + slope * x.
  void write(std::string_view text, int x, int y) {
    for (const char letter : text) x = letter == ' ' ? x + space * scale : write(letter, x, y);
  }
  void fill(const cv::Rect& box) { page_(box) = 255; }

  Components components() const { return connected_components(page_); }
  PageLayout layout() const { return find_layout(components()); }

  /// Lines in order, with a space wherever letters are far apart.
  std::vector<std::string> read() const { return lines(true); }
  std::vector<std::string> read_joined() const { return lines(false); }
  std::size_t line_count() const { return read().size(); }
  TextLine only_line() const {
    const PageLayout found = layout();
    return found.blocks.size() == 1 && found.blocks[0].lines.size() == 1 ? found.blocks[0].lines[0]
                                                                         : TextLine{};
  }

 private:
  static bool has(std::string_view letters, char letter) { return letters.find(letter) != letters.npos; }

  int write(char letter, int x, int y) {
    const int width = (has("ijlI1,", letter) ? 5 : 14) * scale;
    const int foot = y + static_cast<int>(std::lround(slope * (x + 0.5 * width)));
    const bool tall =
        has("bdfhklt", letter) || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
    const int deep = has("gjpqy", letter) ? kDeep * scale : 0;
    if (letter == ',') {
      put({x, foot - 4 * scale, width, 9 * scale}, letter);
    } else if (letter == 'i' || letter == 'j') {
      put({x, foot - kSmall * scale, width, kSmall * scale + deep}, letter);
      put({x, foot - 28 * scale, width, 5 * scale}, 0);
    } else {
      const int height = (tall ? kTall : kSmall) * scale;
      put({x, foot - height, width, height + deep}, letter);
    }
    return x + width + 4 * scale;
  }

  void put(const cv::Rect& box, char letter) {
    page_(box) = 255;
    letters_[{box.x, box.y}] = letter;
  }

  std::vector<std::string> lines(bool spaces) const {
    const Components all = components();
    std::vector<std::string> found;
    for (const TextBlock& block : find_layout(all).blocks) {
      for (const TextLine& line : block.lines) found.push_back(text(all, line, spaces));
    }
    return found;
  }
  std::string text(const Components& all, const TextLine& line, bool spaces) const {
    std::string text;
    int end = line.box.x;
    for (const std::uint32_t part : line.parts) {
      const cv::Rect& box = all.list[part].box;
      const auto letter = letters_.find({box.x, box.y});
      if (letter == letters_.end() || letter->second == 0) continue;
      if (spaces && box.x - end > 10 * scale) text += ' ';
      text += letter->second;
      end = box.x + box.width;
    }
    return text;
  }

  cv::Mat page_ = cv::Mat::zeros(1000, 1500, CV_8U);
  std::map<std::pair<int, int>, char> letters_;
};

}  // namespace ocelli::internal
