#include "misread_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace ocelli::app {
namespace {

constexpr int kSide = 64, kCaption = 18, kGap = 8;
constexpr int kCellWidth = kSide + kGap, kCellHeight = kSide + kCaption + kGap;
const cv::Scalar kPaper(255), kInk(0);

cv::Mat image_of(const Samples& samples, std::size_t sample) {
  cv::Mat image(samples.shape->height, samples.shape->width, CV_8UC1);
  std::ranges::transform(samples.row(sample), image.data,
                         [](float level) { return cv::saturate_cast<std::uint8_t>(level); });
  return image;
}

/// As large as fits into the cell: by whole steps when it grows, so that its pixels stay what they are.
cv::Mat fitted(const cv::Mat& image) {
  const int larger = std::max(image.cols, image.rows);
  const double exact = static_cast<double>(kSide) / larger;
  const double scale = exact >= 1 ? std::floor(exact) : exact;
  const cv::Size size(std::max(1, cvFloor(image.cols * scale)), std::max(1, cvFloor(image.rows * scale)));
  cv::Mat scaled;
  cv::resize(image, scaled, size, 0, 0, larger <= kSide ? cv::INTER_NEAREST : cv::INTER_AREA);
  return scaled;
}

/// Centred; long names are cut.
void write_caption(cv::Mat& sheet, cv::Point cell, const Misread& misread) {
  constexpr std::size_t kMostLetters = 4;
  constexpr double kSize = 0.4;
  const std::string text =
      misread.truth.substr(0, kMostLetters) + " > " + misread.given.substr(0, kMostLetters);
  int baseline = 0;
  const cv::Size extent = cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, kSize, 1, &baseline);
  const cv::Point place(cell.x + (kSide - extent.width) / 2, cell.y + kSide + kCaption - baseline);
  cv::putText(sheet, text, place, cv::FONT_HERSHEY_SIMPLEX, kSize, kInk, 1, cv::LINE_AA);
}

}  // namespace

cv::Mat misread_sheet(const Samples& samples, std::span<const Misread> misread) {
  const int count = static_cast<int>(std::min(misread.size(), kMostOnSheet));
  const int columns = std::clamp(static_cast<int>(std::ceil(std::sqrt(1.5 * count))), 1, 20);
  const int rows = std::max(1, (count + columns - 1) / columns);
  cv::Mat sheet(rows * kCellHeight + kGap, columns * kCellWidth + kGap, CV_8UC1, kPaper);
  for (int i = 0; i < count; ++i) {
    const Misread& one = misread[static_cast<std::size_t>(i)];
    const cv::Point cell(kGap + i % columns * kCellWidth, kGap + i / columns * kCellHeight);
    const cv::Mat image = fitted(image_of(samples, one.sample));
    const cv::Point middle((kSide - image.cols) / 2, (kSide - image.rows) / 2);
    image.copyTo(sheet(cv::Rect(cell + middle, image.size())));
    write_caption(sheet, cell, one);
  }
  return sheet;
}

}  // namespace ocelli::app
