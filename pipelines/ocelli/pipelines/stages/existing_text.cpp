#include "ocelli/pipelines/stages/existing_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "ocelli/core/median.hpp"
#include "ocelli/imaging/quarter_turn.hpp"

namespace ocelli::internal {
namespace {

constexpr double kBelowBaseline = 0.2,
                 kOfSmallLetter = 0.5;  ///< of a font's size: the part below the baseline, an x

/// The rotation of most characters of a page, in clockwise quarter turns.
int rotation_of(const PdfWords& page) {
  std::array<std::size_t, 4> glyphs{};
  for (const PdfWord& word : page.words)
    glyphs[static_cast<std::size_t>(word.quarters)] += word.glyphs.size();
  return static_cast<int>(std::ranges::max_element(glyphs) - glyphs.begin());
}

cv::Rect box_of(const PdfWord& word) {
  cv::Rect around;
  for (const PdfGlyph& glyph : word.glyphs) around |= glyph.box;
  return around;
}

/// Groups the words of a page into lines and blocks. Boxes are compared on the upright page.
class OwnText {
 public:
  explicit OwnText(const PdfWords& page) : rotation_(rotation_of(page)) {
    text_.width = page.size.width;
    text_.height = page.size.height;
    text_.quarters = (4 - rotation_) % 4;
    for (const PdfWord& word : page.words) add(word);
  }

  PageText take() { return std::move(text_); }

 private:
  void add(const PdfWord& word) {
    const cv::Rect box = box_of(word), upright = text_.upright(box);
    const bool is_level = word.quarters == rotation_;
    if (!is_level || !continues_line(upright)) begin_line(upright);
    ReadBlock& block = text_.blocks.back();
    ReadLine& line = block.lines.back();
    if (line.words.empty()) fit(line, word, upright);
    if (line.words.empty() || !continues_word(upright)) line.words.emplace_back();
    for (const auto& [letter, place] : word.glyphs) line.words.back().glyphs.push_back({letter, place, 1});
    line.box |= box;
    block.box |= box;
    last_ = upright;
    ends_word_ = word.space_after;
    is_level_ = is_level;
  }

  /// Whether a word follows the last one on its line.
  bool continues_line(const cv::Rect& next) const {
    constexpr double kWidest = 4;  ///< space, in heights of the line
    if (text_.blocks.empty() || !is_level_) return false;
    const int common = std::min(last_.br().y, next.br().y) - std::max(last_.y, next.y);
    const int low = std::min(last_.height, next.height), gap = next.x - last_.br().x;
    return 2 * common > low && gap > -low && gap < kWidest * std::max(last_.height, next.height);
  }

  /// Whether it belongs to the same word, as after a change of the font.
  bool continues_word(const cv::Rect& next) const {
    constexpr double kTouching = 0.1;
    return !ends_word_ && next.x - last_.br().x < kTouching * last_.height;
  }

  void begin_line(const cv::Rect& next) {
    constexpr double kParted = 0.7;  ///< white between blocks, in heights of the line
    const bool is_below = !text_.blocks.empty() && next.y >= last_.y;
    if (is_below) {
      const cv::Rect block = text_.upright(text_.blocks.back().box);
      const bool is_aligned = next.x < block.br().x && block.x < next.br().x;
      if (!is_aligned || next.y - last_.br().y > kParted * next.height) text_.blocks.emplace_back();
    } else {
      text_.blocks.emplace_back();
    }
    text_.blocks.back().from_file = true;
    text_.blocks.back().lines.emplace_back();
  }

  static void fit(ReadLine& line, const PdfWord& word, const cv::Rect& upright) {
    const double size = word.font_size > 0 ? word.font_size : upright.height;
    line.baseline = upright.br().y - kBelowBaseline * size;
    line.x_height = kOfSmallLetter * size;
  }

  PageText text_;
  int rotation_;
  cv::Rect last_;  ///< the last word on the upright page
  bool ends_word_ = true, is_level_ = true;
};

/// The median level of a box's border.
std::uint8_t paper_around(const cv::Mat& gray, const cv::Rect& box) {
  std::vector<std::uint8_t> levels;
  for (int x = box.x; x < box.br().x; ++x) {
    levels.push_back(gray.at<std::uint8_t>(box.y, x));
    levels.push_back(gray.at<std::uint8_t>(box.br().y - 1, x));
  }
  for (int y = box.y; y < box.br().y; ++y) {
    levels.push_back(gray.at<std::uint8_t>(y, box.x));
    levels.push_back(gray.at<std::uint8_t>(y, box.br().x - 1));
  }
  return median(std::move(levels));
}

/// The part of the page that a word covers.
cv::Rect cover_of(const PdfWord& word, const cv::Size& page) {
  constexpr double kMargin = 0.15;  ///< of the height: ink outside the cells of a font
  const cv::Rect box = box_of(word);
  const int margin = 2 + static_cast<int>(kMargin * std::min(box.width, box.height));
  return cv::Rect(box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin) &
         cv::Rect({}, page);
}

/// Whether something crosses the border of a box.
bool has_ink_on_border(const cv::Mat& ink) {
  return cv::countNonZero(ink.row(0)) + cv::countNonZero(ink.row(ink.rows - 1)) +
             cv::countNonZero(ink.col(0)) + cv::countNonZero(ink.col(ink.cols - 1)) >
         0;
}

/// Letters that lie mostly outside everything that is covered, such as those of a word beside it.
class LettersBeside {
 public:
  LettersBeside(const cv::Mat& ink, const cv::Mat& is_covered) {
    covered_.resize(
        static_cast<std::size_t>(cv::connectedComponentsWithStats(ink, labels_, stats_, centers_)));
    for (int y = 0; y < ink.rows; ++y) {
      for (int x = 0; x < ink.cols; ++x)
        if (is_covered.at<std::uint8_t>(y, x) != 0)
          ++covered_[static_cast<std::size_t>(labels_.at<int>(y, x))];
    }
    for (int part = 1; part < stats_.rows; ++part)
      if (is_covered_part(part) && is_dot_beside(part)) covered_[static_cast<std::size_t>(part)] = 0;
  }

  /// Whether a pixel is of one of them. `largest`: their maximum width and height.
  bool has(int y, int x, int largest) const {
    const int part = labels_.at<int>(y, x);
    return part != 0 && longest_side(part) <= largest && !is_covered_part(part);
  }

 private:
  int longest_side(int part) const {
    return std::max(stats_.at<int>(part, cv::CC_STAT_WIDTH), stats_.at<int>(part, cv::CC_STAT_HEIGHT));
  }
  bool is_covered_part(int part) const {
    return 2 * covered_[static_cast<std::size_t>(part)] >= stats_.at<int>(part, cv::CC_STAT_AREA);
  }

  /// Whether a letter that is not covered stands below: cells of fonts reach into the next line. A rule or a
  /// grid below is no letter.
  bool is_dot_beside(int part) const {
    constexpr int kReach = 3, kLeast = 3, kMost = 12;  ///< of the letter's height, in sides of the dot
    const int side = longest_side(part), x = cvRound(centers_.at<double>(part, 0)),
              bottom = stats_.at<int>(part, cv::CC_STAT_TOP) + stats_.at<int>(part, cv::CC_STAT_HEIGHT);
    for (int y = bottom; y < std::min(labels_.rows, bottom + kReach * side); ++y) {
      const int below = labels_.at<int>(y, x);
      if (below != 0 && below != part)
        return !is_covered_part(below) && stats_.at<int>(below, cv::CC_STAT_HEIGHT) >= kLeast * side &&
               longest_side(below) <= kMost * side;
    }
    return false;
  }

  cv::Mat labels_, stats_, centers_;
  std::vector<int> covered_;  ///< pixels of each component
};

/// The maximum width and height of a letter beside a word.
int largest_letter(const PdfWord& word) {
  const cv::Rect& cell = word.glyphs.front().box;
  return 2 * std::max(cell.width, cell.height);
}

/// The part of a page that a word covers, the largest letter beside it, and the level of the paper around.
struct WordCover {
  cv::Rect box;
  int largest;
  std::uint8_t paper;
};

/// Fills a box except for the letters beside it.
void fill_around(const LettersBeside& beside, const cv::Rect& box, int largest, std::uint8_t paper,
                 cv::Mat& page) {
  for (int y = box.y; y < box.br().y; ++y) {
    for (int x = box.x; x < box.br().x; ++x)
      if (!beside.has(y, x, largest)) page.at<std::uint8_t>(y, x) = paper;
  }
}

/// Whether a block lies below another in the same column.
bool is_below(const ReadBlock& block, const ReadBlock& other) {
  const cv::Rect &below = block.box, &above = other.box;
  return below.y + below.height / 2 > above.y + above.height / 2 && below.x < above.br().x &&
         above.x < below.br().x;
}

}  // namespace

PageText page_text_of(const PdfWords& words) { return OwnText(words).take(); }

cv::Mat without_words(const cv::Mat& gray, const PdfWords& words) {
  constexpr int kClear = 48;  ///< minimum difference of ink from paper, in levels
  cv::Mat page = gray.clone(), is_covered(gray.size(), CV_8UC1, cv::Scalar(0)), difference;
  std::vector<WordCover> covers;
  std::vector<std::uint8_t> papers;
  for (const PdfWord& word : words.words) {
    const cv::Rect box = cover_of(word, gray.size());
    if (box.empty()) continue;
    is_covered(box).setTo(255);
    papers.push_back(paper_around(gray, box));
    covers.push_back({box, largest_letter(word), papers.back()});
  }
  if (covers.empty()) return page;
  cv::absdiff(gray, cv::Scalar(median(std::move(papers))), difference);
  const cv::Mat ink = difference > kClear;
  std::optional<LettersBeside> beside;
  for (const auto& [box, largest, paper] : covers) {
    if (!has_ink_on_border(ink(box))) {
      page(box).setTo(paper);
      continue;
    }
    if (!beside) beside.emplace(ink, is_covered);
    fill_around(*beside, box, largest, paper, page);
  }
  return page;
}

PageText with_read_blocks(PageText from_file, PageText read) {
  for (ReadBlock& block : read.blocks) {
    const auto place = std::ranges::find_if(
        from_file.blocks, [&](const ReadBlock& other) { return other.from_file && is_below(other, block); });
    from_file.blocks.insert(place, std::move(block));
  }
  from_file.language = std::move(read.language);
  from_file.cut_short = read.cut_short;
  if (!read.blocks.empty()) from_file.quarters = read.quarters;
  return from_file;
}

PageText only_read_blocks(PageText page) {
  std::erase_if(page.blocks, [](const ReadBlock& block) { return block.from_file; });
  return page;
}

}  // namespace ocelli::internal
