#include "ocelli/imaging/integral_image.hpp"

#include <algorithm>

#include "ocelli/core/error.hpp"
#include "ocelli/imaging/image.hpp"

namespace ocelli {
namespace {

/// Vector code may load a whole register from the last entry on; no instruction set here has more lanes.
constexpr std::size_t kPadding = 64;

void clear_top(IntegralTable& table) { std::fill_n(table.data(), table.stride(), 0u); }

}  // namespace

void IntegralTable::reshape(int image_height, int image_width, int phases) {
  require(phases >= 1, Kind::usage, "an integral table needs at least one column phase");
  height_ = image_height;
  width_ = image_width;
  phases_ = phases;
  phase_stride_ = static_cast<std::size_t>(image_width / phases + 1);
  stride_ = phase_stride_ * static_cast<std::size_t>(phases);
  const std::size_t needed = stride_ * static_cast<std::size_t>(image_height + 1) + kPadding;
  if (data_.size() < needed) data_.resize(needed);
}

void integrate(const cv::Mat& grey, IntegralTable& sum, int phases) {
  require_grey(grey);
  sum.reshape(grey.rows, grey.cols, phases);
  clear_top(sum);
  for (int y = 0; y < grey.rows; ++y) {
    const std::uint8_t* pixels = grey.ptr<std::uint8_t>(y);
    std::uint32_t row = 0;
    sum.data()[sum.index(y + 1, 0)] = 0;
    for (int x = 0; x < grey.cols; ++x) {
      row += pixels[x];
      sum.data()[sum.index(y + 1, x + 1)] = sum.at(y, x + 1) + row;
    }
  }
}

void integrate(const cv::Mat& grey, IntegralTable& sum, IntegralTable& squared, int phases) {
  require_grey(grey);
  sum.reshape(grey.rows, grey.cols, phases);
  squared.reshape(grey.rows, grey.cols, phases);
  clear_top(sum);
  clear_top(squared);
  const std::size_t stride = sum.stride();
  for (int y = 0; y < grey.rows; ++y) {
    const std::uint8_t* pixels = grey.ptr<std::uint8_t>(y);
    // Column x + 1 lies in phase (x + 1) mod P: each phase is one run of neighbouring entries.
    std::uint32_t* sums = sum.data() + sum.index(y + 1, 0);
    std::uint32_t* squares = squared.data() + squared.index(y + 1, 0);
    std::uint32_t row_sum = 0, row_square = 0;
    sums[0] = 0;
    squares[0] = 0;
    const std::size_t phase_stride = stride / static_cast<std::size_t>(phases);
    std::size_t phase = 0, place = 0;
    for (int x = 0; x < grey.cols; ++x) {
      row_sum += pixels[x];
      row_square += std::uint32_t{pixels[x]} * pixels[x];
      if (++phase == static_cast<std::size_t>(phases)) {
        phase = 0;
        ++place;
      }
      const std::size_t i = phase * phase_stride + place;
      sums[i] = *(sums + i - stride) + row_sum;
      squares[i] = *(squares + i - stride) + row_square;
    }
  }
}

IntegralTable integrate_tilted(const cv::Mat& grey) {
  require_grey(grey);
  IntegralTable table;
  table.reshape(grey.rows, grey.cols);
  clear_top(table);
  const auto pixel = [&](int y, int x) -> std::uint32_t {
    return y >= 0 && x >= 0 && x < grey.cols ? grey.at<std::uint8_t>(y, x) : 0u;
  };
  // The triangle with tip pixel (x, y), its pixels within the image: the triangles with tips up left and up
  // right overlap in the one with its tip two rows up. Tips outside the image still hold pixels inside it, so
  // each row is computed on a border as wide as the rows above it are high.
  const int border = grey.rows;
  const std::size_t width = static_cast<std::size_t>(grey.cols + 2 * border + 2);
  std::vector<std::uint32_t> above2(width, 0), above(width, 0), current(width, 0);
  for (int y = 0; y < grey.rows; ++y) {
    for (std::size_t i = 1; i + 1 < width; ++i) {
      const int x = static_cast<int>(i) - border - 1;
      current[i] = above[i - 1] + above[i + 1] - above2[i] + pixel(y, x) + pixel(y - 1, x);
    }
    for (int x = 0; x <= grey.cols; ++x) {
      table.data()[table.index(y + 1, x)] = current[static_cast<std::size_t>(x - 1 + border + 1)];
    }
    std::swap(above2, above);
    std::swap(above, current);
  }
  return table;
}

std::uint32_t tilted_sum(const IntegralTable& tilted, int x, int y, int w, int h) {
  return tilted.at(y + w + h, x + w - h) - tilted.at(y + h, x - h) - tilted.at(y + w, x + w) +
         tilted.at(y, x);
}

}  // namespace ocelli
