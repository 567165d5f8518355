#include "ocelli/imaging/page_cleaning.hpp"

#include <algorithm>
#include <cstdint>
#include <opencv2/core.hpp>
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

/// Decides which components of a page to remove, by their size and their neighbors.
class Cleaner {
 public:
  Cleaner(const InkRuns& page, double letter)
      : page_(page), letter_(letter), near_letters_(page.size, letter), dots_(page.size, 2 * letter) {
    for (const Component& component : page.list) {
      if (is_dot(component.box)) dots_.add(middle(component.box));
      if (is_letter(component.box)) near_letters_.add(component.box);
    }
  }

  std::vector<std::uint8_t> goes() const {
    std::vector<std::uint8_t> remove = pieces_of_rules(page_.list, letter_);
    const std::vector<std::uint8_t> dashes = dashes_of_rules(page_.list, letter_);
    for (std::size_t i = 0; i < remove.size(); ++i) {
      const Component& component = page_.list[i];
      const cv::Rect& box = component.box;
      if (dashes[i] != 0 || is_border(box) || is_picture(box) || is_scrawl(component) || is_speck(box))
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
