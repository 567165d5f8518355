#include "ocelli/imaging/integral_image.hpp"

#include <algorithm>

#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/imaging/integral_kernel.hpp"

namespace ocelli::internal {
namespace {

/// Vector code may load a whole register from the last entry on. No instruction set here has more lanes.
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

void integrate(const cv::Mat& gray, IntegralTable& sum, int phases) {
  require_gray(gray);
  sum.reshape(gray.rows, gray.cols, phases);
  clear_top(sum);
  const std::size_t stride = sum.stride();
  const std::size_t phase_stride = stride / static_cast<std::size_t>(phases);
  for (int y = 0; y < gray.rows; ++y) {
    const std::uint8_t* pixels = gray.ptr<std::uint8_t>(y);
    std::uint32_t* const sums = sum.data() + sum.index(y + 1, 0);
    std::uint32_t row = 0;
    sums[0] = 0;
    std::size_t phase = 0, place = 0;
    for (int x = 0; x < gray.cols; ++x) {
      row += pixels[x];
      if (++phase == static_cast<std::size_t>(phases)) {
        phase = 0;
        ++place;
      }
      const std::size_t i = phase * phase_stride + place;
      sums[i] = *(sums + i - stride) + row;
    }
  }
}

namespace {

/// The rows of a table of two phases above and below the pixels of row y.
integral_kernel::TwoPhaseRow two_phase_row(IntegralTable& table, int y) {
  std::uint32_t* const data = table.data();
  return {.even_above = data + table.index(y, 0),
          .odd_above = data + table.index(y, 1),
          .even = data + table.index(y + 1, 0),
          .odd = data + table.index(y + 1, 1)};
}

integral_kernel::Row row_of(IntegralTable& table, int y) {
  return {.above = table.data() + table.index(y, 1), .here = table.data() + table.index(y + 1, 1)};
}

/// Adds the pixels of row y that vector code can process, from the first on, and returns how many.
std::size_t add_whole_registers(const cv::Mat& gray, int y, IntegralTable& sum, IntegralTable& squared) {
  const auto* const pixels = gray.ptr<std::uint8_t>(y);
  const auto count = static_cast<std::size_t>(gray.cols);
  if (sum.phases() == 1) return integral_kernel::add_row(pixels, count, row_of(sum, y), row_of(squared, y));
  if (sum.phases() > 2) return 0;
  return integral_kernel::add_two_phase_row(pixels, count, two_phase_row(sum, y), two_phase_row(squared, y));
}

/// Adds the pixels of row y from column `first` on, one by one.
void add_pixels(const cv::Mat& gray, int y, int first, IntegralTable& sum, IntegralTable& squared) {
  const std::uint8_t* const pixels = gray.ptr<std::uint8_t>(y);
  const auto phases = static_cast<std::size_t>(sum.phases());
  const std::size_t stride = sum.stride(), phase_stride = stride / phases;
  std::uint32_t* const sums = sum.data() + sum.index(y + 1, 0);
  std::uint32_t* const squares = squared.data() + squared.index(y + 1, 0);
  // Column x + 1 lies in phase (x + 1) mod P: each phase is one run of neighboring entries.
  std::size_t phase = static_cast<std::size_t>(first) % phases,
              place = static_cast<std::size_t>(first) / phases;
  const std::size_t before = phase * phase_stride + place;
  std::uint32_t row_sum = first > 0 ? sums[before] - *(sums + before - stride) : 0;
  std::uint32_t row_square = first > 0 ? squares[before] - *(squares + before - stride) : 0;
  for (int x = first; x < gray.cols; ++x) {
    row_sum += pixels[x];
    row_square += std::uint32_t{pixels[x]} * pixels[x];
    if (++phase == phases) {
      phase = 0;
      ++place;
    }
    const std::size_t i = phase * phase_stride + place;
    sums[i] = *(sums + i - stride) + row_sum;
    squares[i] = *(squares + i - stride) + row_square;
  }
}

void start_tables(const cv::Mat& gray, IntegralTable& sum, IntegralTable& squared, int phases) {
  require_gray(gray);
  sum.reshape(gray.rows, gray.cols, phases);
  squared.reshape(gray.rows, gray.cols, phases);
  clear_top(sum);
  clear_top(squared);
}

/// Adds the pixels of row y to tables that already contain all rows above it.
void add_row(const cv::Mat& gray, int y, IntegralTable& sum, IntegralTable& squared) {
  *(sum.data() + sum.index(y + 1, 0)) = 0;
  *(squared.data() + squared.index(y + 1, 0)) = 0;
  const std::size_t done = add_whole_registers(gray, y, sum, squared);
  add_pixels(gray, y, static_cast<int>(done), sum, squared);
}

}  // namespace

void integrate(const cv::Mat& gray, IntegralTable& sum, IntegralTable& squared, int phases) {
  start_tables(gray, sum, squared, phases);
  for (int y = 0; y < gray.rows; ++y) add_row(gray, y, sum, squared);
}

void integrate(const cv::Mat& gray, IntegralTable& sum, IntegralTable& squared,
               std::vector<std::int16_t>& halves, int phases) {
  start_tables(gray, sum, squared, phases);
  const std::size_t stride = sum.stride();
  halves.resize(std::max(halves.size(), sum.index(gray.rows + 1, 0) + kPadding));
  std::fill_n(halves.begin(), stride, std::int16_t{0});
  for (int y = 0; y < gray.rows; ++y) {
    add_row(gray, y, sum, squared);
    const std::size_t row = sum.index(y + 1, 0);  // still in the nearest cache
    integral_kernel::halve(sum.data() + row, stride, halves.data() + row);
  }
}

namespace {

/// Row y of a table of tilted sums from those above it. The triangles with apexes up left and up right
/// overlap in the one with its apex two rows up. Columns of one phase depend only on those of the adjacent
/// phases.
void add_tilted_row(const cv::Mat& gray, int y, IntegralTable& table) {
  const int last = gray.cols;
  const std::uint8_t* const pixels = gray.ptr<std::uint8_t>(y - 1);
  const std::uint8_t* const above = y > 1 ? gray.ptr<std::uint8_t>(y - 2) : nullptr;
  const auto two = [&](int x) { return std::uint32_t{pixels[x]} + (above != nullptr ? above[x] : 0u); };
  std::uint32_t* const data = table.data();
  const int phases = table.phases();
  for (int phase = 0; phase < phases; ++phase) {
    const int first = phase == 0 ? phases : phase;  // column 0 is an edge
    if (first >= last) continue;
    std::uint32_t* const out = data + table.index(y, first);
    const std::uint32_t* const left = data + table.index(y - 1, first - 1);
    const std::uint32_t* const right = data + table.index(y - 1, first + 1);
    const std::uint32_t* const up = y > 1 ? data + table.index(y - 2, first) : nullptr;
    const int count = (last - first + phases - 1) / phases;
    for (int k = 0; k < count; ++k)
      out[k] = left[k] + right[k] + two(first + k * phases - 1) - (up != nullptr ? up[k] : 0u);
  }
  data[table.index(y, 0)] = data[table.index(y - 1, 1)];
  data[table.index(y, last)] = data[table.index(y - 1, last - 1)] + two(last - 1);
}

}  // namespace

void integrate_tilted(const cv::Mat& gray, IntegralTable& tilted, int phases) {
  require_gray(gray);
  tilted.reshape(gray.rows, gray.cols, phases);
  clear_top(tilted);
  for (int y = 1; y <= gray.rows; ++y) add_tilted_row(gray, y, tilted);
}

IntegralTable integrate_tilted(const cv::Mat& gray) {
  IntegralTable table;
  integrate_tilted(gray, table);
  return table;
}

std::uint32_t tilted_sum(const IntegralTable& tilted, int x, int y, int w, int h) {
  return tilted.at(y + w + h, x + w - h) - tilted.at(y + h, x - h) - tilted.at(y + w, x + w) +
         tilted.at(y, x);
}

}  // namespace ocelli::internal
