#include "ocelli/pipelines/output/contact_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "ocelli/core/file.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal {
namespace {

constexpr int kLineHeight = 18, kGap = 8;
constexpr double kSize = 0.4;
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

std::vector<std::string> caption_lines(const std::string& caption) {
  std::vector<std::string> lines;
  std::istringstream text(caption);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

cv::Size extent_of(const std::string& line, int* baseline) {
  return cv::getTextSize(line, cv::FONT_HERSHEY_SIMPLEX, kSize, 1, baseline);
}

/// Centered below the square with the given top left corner.
void write_caption(cv::Mat& sheet, cv::Point square, int side, const std::string& caption) {
  int bottom = square.y + side;
  for (const std::string& line : caption_lines(caption)) {
    int baseline = 0;
    const cv::Size extent = extent_of(line, &baseline);
    bottom += kLineHeight;
    const cv::Point place(square.x + (side - extent.width) / 2, bottom - baseline);
    cv::putText(sheet, line, place, cv::FONT_HERSHEY_SIMPLEX, kSize, kInk, 1, cv::LINE_AA);
  }
}

/// The space that all captions need: at least the width of a square, and one line.
cv::Size caption_room(std::span<const SheetCell> cells, int side) {
  cv::Size room(side, kLineHeight);
  for (const SheetCell& cell : cells) {
    const std::vector<std::string> lines = caption_lines(cell.caption);
    int baseline = 0;
    for (const std::string& line : lines) room.width = std::max(room.width, extent_of(line, &baseline).width);
    room.height = std::max(room.height, kLineHeight * static_cast<int>(lines.size()));
  }
  return room;
}

}  // namespace

cv::Mat contact_sheet(std::span<const SheetCell> cells, const SheetLayout& layout) {
  const int count = static_cast<int>(cells.size()), side = layout.side;
  const int rows = std::max(1, (count + layout.columns - 1) / layout.columns);
  const cv::Size room = caption_room(cells, side);
  const int cell_width = room.width + kGap, cell_height = side + room.height + kGap;
  cv::Mat sheet(rows * cell_height + kGap, layout.columns * cell_width + kGap,
                cells.empty() ? CV_8UC1 : cells.front().picture.type(), kPaper);
  for (int i = 0; i < count; ++i) {
    const SheetCell& cell = cells[static_cast<std::size_t>(i)];
    const cv::Point square(kGap + i % layout.columns * cell_width + (room.width - side) / 2,
                           kGap + i / layout.columns * cell_height);
    const cv::Mat picture = fitted(cell.picture, side);
    const cv::Point middle((side - picture.cols) / 2, (side - picture.rows) / 2);
    picture.copyTo(sheet(cv::Rect(square + middle, picture.size())));
    write_caption(sheet, square, side, cell.caption);
  }
  return sheet;
}

std::string short_name(const std::string& file) {
  constexpr std::size_t kMax = 24;
  const std::string name = file.substr(file.find_last_of('/') + 1);
  return name.size() <= kMax ? name : "..." + name.substr(name.size() - kMax);
}

void write_sheet(const std::filesystem::path& file, const cv::Mat& sheet) {
  const std::vector<unsigned char> png = encode_png(sheet);
  write_file_atomically(file, std::as_bytes(std::span(png)));
}

}  // namespace ocelli::internal
