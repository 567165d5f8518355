#include "contact_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "ocelli/core/file.hpp"

namespace ocelli::app {
namespace {

constexpr int kCaption = 18, kGap = 8;
const cv::Scalar kPaper = cv::Scalar::all(255), kInk = cv::Scalar::all(0);

cv::Mat fitted(const cv::Mat& picture, int side) {
  const int larger = std::max(picture.cols, picture.rows);
  const double exact = static_cast<double>(side) / larger;
  const double scale = exact >= 1 ? std::floor(exact) : exact;
  const cv::Size size(std::max(1, cvFloor(picture.cols * scale)), std::max(1, cvFloor(picture.rows * scale)));
  cv::Mat scaled;
  cv::resize(picture, scaled, size, 0, 0, larger <= side ? cv::INTER_NEAREST : cv::INTER_AREA);
  return scaled;
}

/// Centred beneath the square whose top left is given.
void write_caption(cv::Mat& sheet, cv::Point square, int side, const std::string& text) {
  constexpr double kSize = 0.4;
  int baseline = 0;
  const cv::Size extent = cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, kSize, 1, &baseline);
  const cv::Point place(square.x + (side - extent.width) / 2, square.y + side + kCaption - baseline);
  cv::putText(sheet, text, place, cv::FONT_HERSHEY_SIMPLEX, kSize, kInk, 1, cv::LINE_AA);
}

}  // namespace

cv::Mat contact_sheet(std::span<const SheetCell> cells, const SheetLayout& layout) {
  const int count = static_cast<int>(cells.size()), side = layout.side;
  const int rows = std::max(1, (count + layout.columns - 1) / layout.columns);
  const int cell_width = side + kGap, cell_height = side + kCaption + kGap;
  cv::Mat sheet(rows * cell_height + kGap, layout.columns * cell_width + kGap,
                cells.empty() ? CV_8UC1 : cells.front().picture.type(), kPaper);
  for (int i = 0; i < count; ++i) {
    const SheetCell& cell = cells[static_cast<std::size_t>(i)];
    const cv::Point square(kGap + i % layout.columns * cell_width, kGap + i / layout.columns * cell_height);
    const cv::Mat picture = fitted(cell.picture, side);
    const cv::Point middle((side - picture.cols) / 2, (side - picture.rows) / 2);
    picture.copyTo(sheet(cv::Rect(square + middle, picture.size())));
    write_caption(sheet, square, side, cell.caption);
  }
  return sheet;
}

void write_sheet(const std::filesystem::path& file, const cv::Mat& sheet) {
  std::vector<unsigned char> png;
  cv::imencode(".png", sheet, png);
  write_file_atomically(file, std::as_bytes(std::span(png)));
}

}  // namespace ocelli::app
