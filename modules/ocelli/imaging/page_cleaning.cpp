#include "ocelli/imaging/page_cleaning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <span>
#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/imaging/ink_runs.hpp"
#include "ocelli/imaging/rules.hpp"

namespace ocelli::internal {
namespace {

int longer_side(const cv::Rect& box) { return std::max(box.width, box.height); }

/// Counts for each square cell of a page.
class Grid {
 public:
  Grid(cv::Size page, double cell)
      : cell_(std::max(1.0, cell)),
        counts_(cv::Mat::zeros(index(page.height) + 1, index(page.width) + 1, CV_32SC1)) {}

  void add(const cv::Point& at) { ++counts_.at<int>(index(at.y), index(at.x)); }
  void add(const cv::Rect& box) {
    counts_(cv::Range(index(box.y), index(box.br().y - 1) + 1),
            cv::Range(index(box.x), index(box.br().x - 1) + 1)) += 1;
  }
  int count(const cv::Point& at) const { return counts_.at<int>(index(at.y), index(at.x)); }
  /// Whether there is anything in the next rows of cells, and in the next `aside` columns on both sides.
  bool any_near(const cv::Point& at, int aside = 1) const {
    const int row = index(at.y), column = index(at.x);
    for (int y = std::max(0, row - 1); y <= std::min(counts_.rows - 1, row + 1); ++y) {
      for (int x = std::max(0, column - aside); x <= std::min(counts_.cols - 1, column + aside); ++x) {
        if (counts_.at<int>(y, x) > 0) return true;
      }
    }
    return false;
  }

 private:
  int index(int at) const { return static_cast<int>(at / cell_); }

  double cell_;
  cv::Mat counts_;
};

/// The squares of a page that photographs, halftones and other dark pictures cover.
///
/// Such a square has much ink of a component that is too large for text, or a crowd of dots. Others between
/// such squares, near on both sides and above and below, belong to the picture.
class PictureSquares {
 public:
  PictureSquares(const InkRuns& page, double side, std::span<const std::uint8_t> is_large, double dot)
      : side_(std::max(1.0, side)),
        ink_(cv::Mat::zeros(index(page.size.height) + 1, index(page.size.width) + 1, CV_32S)),
        dots_(ink_.clone()) {
    for (int y = 0; y < page.size.height; ++y) {
      for (const InkRun& run : page.row(y)) {
        if (is_large[run.component] != 0) add_ink(y, run);
      }
    }
    for (const Component& part : page.list) {
      if (longer_side(part.box) <= dot) ++dots_.at<int>(index(part.box.y), index(part.box.x));
    }
    mark();
  }

  bool any() const { return any_; }

  /// Whether most of a box is in pictures.
  bool cover(const cv::Rect& box) const {
    const cv::Mat part = inside_(cv::Range(index(box.y), index(box.br().y - 1) + 1),
                                 cv::Range(index(box.x), index(box.br().x - 1) + 1));
    return 4 * cv::countNonZero(part) >= 3 * static_cast<int>(part.total());
  }

 private:
  static constexpr double kInk = 0.3;  ///< minimum share of a square
  static constexpr int kCrowd = 6;     ///< dots in a square
  static constexpr int kReach = 3;     ///< squares to the next one of the picture

  int index(int at) const { return static_cast<int>(at / side_); }

  void add_ink(int y, const InkRun& run) {
    for (int x = run.begin; x < run.end;) {
      const int end = std::min<int>(run.end, static_cast<int>(std::ceil((index(x) + 1) * side_)));
      ink_.at<int>(index(y), index(x)) += std::max(end - x, 1);
      x = std::max(end, x + 1);
    }
  }

  void mark() {
    inside_ = (ink_ >= kInk * side_ * side_) | (dots_ >= kCrowd);
    any_ = cv::countNonZero(inside_) > 0;
    if (!any_) return;
    const auto closed = [&](cv::Size size) {
      cv::Mat wide;
      cv::morphologyEx(inside_, wide, cv::MORPH_CLOSE, cv::getStructuringElement(cv::MORPH_RECT, size),
                       cv::Point(-1, -1), 1, cv::BORDER_CONSTANT, cv::Scalar(0));
      return wide;
    };
    const cv::Mat across = closed({2 * kReach + 1, 1}), along = closed({1, 2 * kReach + 1});
    inside_ |= across & along;
  }

  double side_;
  cv::Mat ink_, dots_, inside_;
  bool any_ = false;
};

/// Decides which components of a page to remove, by their size and their neighbors.
class Cleaner {
 public:
  Cleaner(const InkRuns& page, double letter)
      : page_(page),
        letter_(letter),
        near_letters_(page.size, letter),
        dots_(page.size, 2 * letter),
        pictures_(page.list.size()) {
    for (const Component& component : page.list) {
      if (is_dot(component.box)) dots_.add(middle(component.box));
      if (is_letter(component.box)) near_letters_.add(component.box);
    }
    std::ranges::transform(page.list, pictures_.begin(), [&](const Component& part) {
      return is_picture(part.box) && !is_initial(part) ? 1 : 0;
    });
  }

  std::vector<std::uint8_t> goes() const {
    std::vector<std::uint8_t> remove = pieces_of_rules(page_.list, letter_);
    const std::vector<std::uint8_t> dashes = dashes_of_rules(page_.list, letter_);
    const PictureSquares pictures(page_, letter_, pictures_, letter_ / 4);
    for (std::size_t i = 0; i < remove.size(); ++i) {
      const Component& component = page_.list[i];
      const cv::Rect& box = component.box;
      if (dashes[i] != 0 || is_border(box) || pictures_[i] != 0 || is_scrawl(component) || is_speck(box) ||
          (pictures.any() && pictures.cover(box)))
        remove[i] = 1;
    }
    return remove;
  }

 private:
  static cv::Point middle(const cv::Rect& box) { return {box.x + box.width / 2, box.y + box.height / 2}; }

  bool is_dot(const cv::Rect& box) const { return longer_side(box) <= std::max(2.0, letter_ / 3); }
  /// A minus sign, which may stand some spaces after its number.
  bool is_dash(const cv::Rect& box) const {
    return box.width >= 2 * box.height && 4 * box.width >= letter_ && box.height >= 2;
  }
  bool is_letter(const cv::Rect& box) const {
    return longer_side(box) >= 0.6 * letter_ && longer_side(box) <= 4 * letter_ && !is_border(box);
  }

  bool is_border(const cv::Rect& box) const {
    const bool at_edge =
        box.x <= 1 || box.y <= 1 || box.br().x >= page_.size.width - 1 || box.br().y >= page_.size.height - 1;
    // An image of a single line of text is all edge.
    return at_edge && longer_side(box) > 3 * letter_ && page_.size.height > 6 * letter_;
  }

  bool is_picture(const cv::Rect& box) const {
    return longer_side(box) > 6 * letter_ && box.width > 5 * letter_ && box.height > 5 * letter_;
  }

  /// A large letter that lines of text begin beside, the first at its top and the last at its foot.
  bool is_initial(const Component& part) const {
    constexpr double kHighest = 12, kWidest = 1.6;  // in letters, and of its height
    constexpr double kLeastFilled = 0.12, kMostFilled = 0.7;
    constexpr double kAside = 2, kTop = 1.5, kFoot = 0.6;  // in letters
    constexpr double kOver = 0.4;                          // share of its width that may lie over the lines
    const cv::Rect& box = part.box;
    const double filled = static_cast<double>(part.area) / box.area();
    if (box.height > kHighest * letter_ || box.width > kWidest * box.height || filled < kLeastFilled ||
        filled > kMostFilled || !has_few_strokes(part))
      return false;
    int top = box.br().y, foot = box.y;
    for (const Component& other : page_.list) {
      const cv::Rect& beside = other.box;
      if (!is_letter(beside) || beside.height > 2.5 * letter_ || beside.x < box.br().x - kOver * box.width ||
          beside.x > box.br().x + kAside * letter_ || !box.contains({box.x, middle(beside).y}))
        continue;
      top = std::min(top, beside.y);
      foot = std::max(foot, beside.br().y);
    }
    return top <= box.y + kTop * letter_ && foot >= box.br().y - kFoot * letter_;
  }

  /// Whether the rows of a component have few runs of ink, unlike those of halftones.
  bool has_few_strokes(const Component& part) const {
    constexpr int kMostStrokes = 4;  // of a row, as in "W" and "M", on the average
    const auto id = static_cast<std::size_t>(&part - page_.list.data());
    int runs = 0;
    for (int y = part.box.y; y < part.box.br().y; ++y) {
      for (const InkRun& run : page_.row(y)) runs += run.component == id;
    }
    return runs <= kMostStrokes * part.box.height;
  }

  /// Thin lines over a large area: signatures, arcs of frames.
  bool is_scrawl(const Component& component) const {
    constexpr double kSparse = 0.15;
    const cv::Rect& box = component.box;
    return longer_side(box) > 4 * letter_ && std::min(box.width, box.height) > 2.5 * letter_ &&
           component.area < kSparse * box.area();
  }

  bool is_speck(const cv::Rect& box) const {
    constexpr int kMinusAside = 4;
    constexpr int kCrowd = 14;  // dots in 2 x 2 letters: more than the text of four letters has
    if (longer_side(box) <= letter_ / 14) return true;
    const bool letters = near_letters_.any_near(middle(box), is_dash(box) ? kMinusAside : 1);
    if (longer_side(box) <= letter_ / 2 && !letters) return true;
    return is_dot(box) && longer_side(box) <= letter_ / 7 && dots_.count(middle(box)) > kCrowd;
  }

  const InkRuns& page_;
  double letter_;
  Grid near_letters_, dots_;
  std::vector<std::uint8_t> pictures_;  ///< whether each component is one
};

}  // namespace

cv::Mat cleaned_page(const cv::Mat& ink) {
  require_gray(ink);
  cv::Mat clean = ink.clone();
  InkRuns page = find_ink_runs(clean);
  const double letter = text_height(page.list);
  if (letter == 0) return clean;
  remove_rules(clean, page, letter);
  erase_components(clean, page, Cleaner(page, letter).goes());
  return clean;
}

}  // namespace ocelli::internal
