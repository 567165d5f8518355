#include "ocelli/imaging/binarize.hpp"

#include <algorithm>
#include <cstdint>
#include <opencv2/core.hpp>
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

}  // namespace

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
