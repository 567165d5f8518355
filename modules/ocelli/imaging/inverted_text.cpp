#include "ocelli/imaging/binarize.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/imaging/components.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/imaging/ink_runs.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMinLetters = 3;
constexpr int kLowestBox = 6;  ///< pixels: lower boxes have no room for holes as high as the smallest letters

bool could_be_box(const Component& component, double letter) {
  const cv::Rect& box = component.box;
  return box.height >= kLowestBox && box.width >= 2.5 * letter && box.height >= 1.2 * letter &&
         box.width >= box.height / 4 && component.area >= 0.45 * box.width * box.height;
}

/// The component alone, as ink in an image of its box with a margin of one pixel.
cv::Mat cut_out(const InkRuns& page, std::uint32_t component) {
  const cv::Rect& box = page.list[component].box;
  cv::Mat image = cv::Mat::zeros(box.height + 2, box.width + 2, CV_8UC1);
  for (int y = 0; y < box.height; ++y) {
    std::uint8_t* const row = image.ptr<std::uint8_t>(y + 1);
    const std::span<const InkRun> runs = page.row(box.y + y);
    for (auto run = std::ranges::lower_bound(runs, box.x, {}, &InkRun::begin);
         run != runs.end() && run->begin < box.br().x; ++run) {
      if (run->component == component)
        std::fill(row + run->begin - box.x + 1, row + run->end - box.x + 1, std::uint8_t{255});
    }
  }
  return image;
}

/// Keeps only the paper in a component that is not connected to the outside.
void keep_holes(cv::Mat& paper, InkRuns& holes) {
  holes = find_ink_runs(paper);
  std::vector<std::uint8_t> outside(holes.list.size(), 0);
  for (std::size_t i = 0; i < holes.list.size(); ++i) {
    const cv::Rect& box = holes.list[i].box;
    outside[i] = box.x == 0 || box.y == 0 || box.br().x == paper.cols || box.br().y == paper.rows;
  }
  erase_components(paper, holes, outside);
  for (std::size_t i = 0; i < outside.size(); ++i) {
    if (outside[i] != 0) holes.list[i].area = 0;
  }
}

/// Whether the holes are text: several shaped like letters, of about the same height, without larger holes
/// that have more ink.
bool reads_as_text(const std::vector<Component>& holes, const cv::Rect& box, double letter) {
  const double height = text_height(holes);
  if (height < 0.4 * letter || height > 0.9 * box.height) return false;
  std::size_t letters = 0;
  double letter_ink = 0, all_ink = 0;
  for (const Component& hole : holes) {
    all_ink += hole.area;
    if (hole.box.height < 0.55 * height || hole.box.height > 1.8 * height || hole.box.width > 4 * height)
      continue;
    ++letters;
    letter_ink += hole.area;
  }
  return letters >= kMinLetters && letter_ink >= 0.7 * all_ink && all_ink >= 0.02 * box.area();
}

/// The gray levels of flat panels: peaks of the histogram. Those of photos and scans are wide.
std::vector<int> levels_of_panels(const cv::Mat& gray) {
  constexpr int kDarkest = 24, kLightest = 215;  ///< darker panels are ink, and lighter ones are paper
  constexpr int kPeak = 2, kAround = 7;          ///< levels on both sides
  constexpr double kShare = 0.01;                ///< of the page, at least
  constexpr int kSampledRows = 512;
  constexpr std::size_t kMostLevels = 4;  ///< more are those of a scan in few grays
  const int step = std::max(1, gray.rows / kSampledRows);
  std::array<int, 256> counts{};
  int total = 0;
  for (int y = 0; y < gray.rows; y += step, total += gray.cols) {
    const std::uint8_t* const row = gray.ptr<std::uint8_t>(y);
    for (int x = 0; x < gray.cols; ++x) ++counts[row[x]];
  }
  const auto within = [&](int level, int reach) {
    const auto middle = counts.begin() + level;
    return std::accumulate(middle - reach, middle + reach + 1, 0);
  };
  std::vector<int> levels;
  for (int level = kDarkest; level <= kLightest; ++level) {
    const int peak = within(level, kPeak);
    const bool is_top = counts[static_cast<std::size_t>(level)] ==
                        *std::max_element(counts.begin() + level - kPeak, counts.begin() + level + kPeak + 1);
    if (is_top && peak >= kShare * total && 4 * peak >= 3 * within(level, kAround)) levels.push_back(level);
  }
  if (levels.size() > kMostLevels) return {};
  return levels;
}

/// The places of a box that are darker than a level and connected with most of it, with a margin of one
/// pixel.
cv::Mat darker_part(const cv::Mat& gray, double level) {
  cv::Mat dark;
  cv::threshold(gray, dark, level, 255, cv::THRESH_BINARY_INV);
  const InkRuns parts = find_ink_runs(dark);
  const auto largest = std::ranges::max_element(parts.list, {}, &Component::area);
  cv::Mat part = cv::Mat::zeros(gray.rows + 2, gray.cols + 2, CV_8UC1);
  if (largest == parts.list.end()) return part;
  const cv::Point corner(1, 1);
  const cv::Mat alone = cut_out(parts, static_cast<std::uint32_t>(largest - parts.list.begin()));
  alone(cv::Rect(corner, largest->box.size())).copyTo(part(largest->box + corner));
  return part;
}

/// Gray levels of a panel and of the lightest place on it.
struct PanelLevels {
  double panel = 0, lightest = 0;

  double middle() const { return (panel + lightest) / 2; }
};

/// Replaces the ink of a panel by its light text, if it has any. Darker print stays.
void take_light_text(const cv::Mat& gray, const PanelLevels& levels, double letter, cv::Mat& ink) {
  constexpr double kDarker = 24;  ///< print darker than the panel
  const cv::Mat panel = darker_part(gray, levels.middle());
  cv::Mat letters = 255 - panel;
  InkRuns holes;
  keep_holes(letters, holes);
  if (!reads_as_text(holes.list, cv::Rect({}, gray.size()), letter)) return;
  const cv::Rect inside(1, 1, gray.cols, gray.rows);
  // The panel is also inside a light letter, as in "o".
  ink.setTo(0, (panel(inside) | letters(inside)) & (gray >= levels.panel - kDarker));
  ink.setTo(255, letters(inside) & (gray > levels.middle()));
}

}  // namespace

void add_light_text(const cv::Mat& gray, cv::Mat& ink) {
  constexpr int kFlat = 8;          ///< levels from that of a panel
  constexpr double kContrast = 40;  ///< of light text, in gray levels
  constexpr int kRim = 2;           ///< pixels of a blurred edge
  require_gray(gray);
  require_gray(ink);
  const std::vector<int> levels = levels_of_panels(gray);
  if (levels.empty()) return;
  const double letter = text_height(find_ink_runs(ink).list);
  for (const int level : levels) {
    cv::Mat flat;
    cv::inRange(gray, cv::Scalar(level - kFlat), cv::Scalar(level + kFlat), flat);
    for (const Component& panel : find_ink_runs(flat).list) {
      if (!could_be_box(panel, letter)) continue;
      check_canceled();
      PanelLevels of_panel{static_cast<double>(level)};
      cv::minMaxLoc(gray(panel.box), nullptr, &of_panel.lightest);
      if (of_panel.lightest - of_panel.panel < kContrast) continue;
      const cv::Size rims(2 * kRim, 2 * kRim);
      const cv::Rect around = cv::Rect(panel.box.tl() - cv::Point(kRim, kRim), panel.box.size() + rims) &
                              cv::Rect({}, gray.size());
      cv::Mat place = ink(around);
      take_light_text(gray(around), of_panel, letter, place);
    }
  }
}

void turn_inverted_text(cv::Mat& ink) {
  require_gray(ink);
  const InkRuns page = find_ink_runs(ink);
  const double letter = text_height(page.list);
  for (std::uint32_t i = 0; i < page.list.size(); ++i) {
    if (!could_be_box(page.list[i], letter)) continue;
    check_canceled();
    const cv::Rect& box = page.list[i].box;
    const cv::Mat alone = cut_out(page, i);
    cv::Mat letters = 255 - alone;
    InkRuns holes;
    keep_holes(letters, holes);
    if (!reads_as_text(holes.list, box, letter)) continue;
    const cv::Rect inside(1, 1, box.width, box.height);
    cv::Mat place = ink(box);
    place.setTo(0, alone(inside));
    // Dark areas inside a light letter, as in "o", become its paper.
    cv::bitwise_not(place, place, letters(inside));
  }
}

}  // namespace ocelli::internal
