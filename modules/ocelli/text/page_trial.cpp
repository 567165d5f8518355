#include "ocelli/text/page_trial.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <vector>

#include "ocelli/text/line_texts.hpp"
#include "ocelli/text/pixel_shape.hpp"
#include "ocelli/text/reading/glyph_share.hpp"

namespace ocelli::internal {
namespace {

constexpr int kSide = 800, kStep = 200;  ///< of the part, and between the places to choose from, in pixels

/// Letters in each square of kStep pixels.
cv::Mat letters_in_squares(const PageTurn& page) {
  cv::Mat counts = cv::Mat::zeros(page.page.ink.rows / kStep + 1, page.page.ink.cols / kStep + 1, CV_32S);
  for (const PageLine& line : page.found.lines) {
    for (const std::uint32_t part : line.line.parts) {
      const cv::Rect& box = page.found.components.list[part].box;
      ++counts.at<int>((box.y + box.height / 2) / kStep, (box.x + box.width / 2) / kStep);
    }
  }
  return counts;
}

/// The square with the most letters; of several, the first from the top.
cv::Rect fullest_square(const PageTurn& page) {
  constexpr int kSquares = kSide / kStep;
  const cv::Mat counts = letters_in_squares(page);
  int most = -1;
  cv::Point best;
  for (int y = 0; y < std::max(1, counts.rows - kSquares + 1); ++y) {
    for (int x = 0; x < std::max(1, counts.cols - kSquares + 1); ++x) {
      const cv::Rect square = cv::Rect(x, y, kSquares, kSquares) & cv::Rect({}, counts.size());
      const int letters = static_cast<int>(cv::sum(counts(square))[0]);
      if (letters > most) most = letters, best = {x, y};
    }
  }
  return cv::Rect(best * kStep, cv::Size(kSide, kSide)) & cv::Rect({}, page.page.ink.size());
}

}  // namespace

PageTrial::PageTrial(const PageTurn& as_it_lies, const cv::Mat& gray, const Reader& reader,
                     const ReadingOptions& options)
    : page_(gray),
      reader_(reader),
      options_(options),
      part_(gray(as_it_lies.page.in_source(fullest_square(as_it_lies)))) {
  options_.zones.clear();
  options_.layout = LayoutMode::automatic;
}

double PageTrial::glyph_share(int quarters, const InkSettings& settings) const {
  return internal::glyph_share(turned(part_, quarters, options_, settings).found, reader_);
}

double PageTrial::glyph_share(int quarters) {
  std::optional<double>& share = shares_[static_cast<std::size_t>(quarters)];
  if (!share) share = glyph_share(quarters, InkSettings{});
  return *share;
}

double PageTrial::glyph_share_of(double pixel_height, int quarters) const {
  const cv::Mat square = with_square_pixels(part_, pixel_height);
  return internal::glyph_share(turned(square, quarters, options_).found, reader_);
}

Legibility PageTrial::legibility_of(double pixel_height, int quarters) const {
  constexpr std::size_t kLines = 4;
  const PageTurn turn = turned(with_square_pixels(part_, pixel_height), quarters, options_);
  SomeLines lines = longest_of(all_lines(turn.found));
  lines.resize(std::min(lines.size(), kLines));
  const std::vector<const Reader*> readers(lines.size(), &reader_);
  return internal::legibility_of(read_lines(turn, lines, reader_, readers, options_), reader_.language());
}

}  // namespace ocelli::internal
