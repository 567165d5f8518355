#include "ocelli/imaging/crop.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

namespace ocelli {
namespace {

constexpr int kShareBits = 8;
constexpr int kOne = 1 << kShareBits;

void set_taps(double begin, double length, int results, int source, std::vector<CropScratch::Tap>& taps) {
  const auto clamped = [=](double pixel) {
    return static_cast<int>(std::clamp(pixel, 0.0, static_cast<double>(source - 1)));
  };
  taps.clear();
  for (int i = 0; i < results; ++i) {
    const double place = begin + (i + 0.5) * length / results - 0.5;
    const double pixel = std::floor(place);
    taps.push_back({clamped(pixel), clamped(pixel + 1), static_cast<int>((place - pixel) * kOne)});
  }
}

/// The rows of an image, resampled across: each once, as results that lie close together use the same ones.
class ResampledRows {
 public:
  ResampledRows(const cv::Mat& image, CropScratch& scratch) : image_(image), scratch_(scratch) {
    for (std::vector<int>& line : scratch_.lines) line.resize(scratch_.columns.size());
  }

  /// The two rows of a tap; valid until the next call.
  std::pair<std::span<const int>, std::span<const int>> pair(const CropScratch::Tap& row) {
    if (held_[1] == row.first) {
      std::swap(scratch_.lines[0], scratch_.lines[1]);
      std::swap(held_[0], held_[1]);
    }
    hold(0, row.first);
    if (row.second == row.first) return {scratch_.lines[0], scratch_.lines[0]};
    hold(1, row.second);
    return {scratch_.lines[0], scratch_.lines[1]};
  }

 private:
  void hold(std::size_t place, int row) {
    if (held_[place] == row) return;
    held_[place] = row;
    const auto* const line = image_.ptr<std::uint8_t>(row);
    std::ranges::transform(
        scratch_.columns, scratch_.lines[place].begin(), [=](const CropScratch::Tap& column) {
          return line[column.first] * (kOne - column.share) + line[column.second] * column.share;
        });
  }

  const cv::Mat& image_;
  CropScratch& scratch_;
  std::array<int, 2> held_{-1, -1};
};

std::size_t halvings_for(const Box& part, cv::Size result) {
  const double step =
      std::max(static_cast<double>(part.w) / result.width, static_cast<double>(part.h) / result.height);
  return step < 2 ? 0 : static_cast<std::size_t>(std::ilogb(step));
}

}  // namespace

void prepare_crop(Pyramid& pyramid, const Box& largest, cv::Size result) {
  pyramid.prepare_octaves(halvings_for(largest, result));
}

void crop(const Pyramid& pyramid, const Box& part, cv::Mat& result, CropScratch& scratch) {
  const cv::Size whole = pyramid.octave(0).size();
  const cv::Mat& octave = pyramid.octave(halvings_for(part, result.size()));
  const double to_x = static_cast<double>(octave.cols) / whole.width,
               to_y = static_cast<double>(octave.rows) / whole.height;
  set_taps(part.x * to_x, part.w * to_x, result.cols, octave.cols, scratch.columns);
  set_taps(part.y * to_y, part.h * to_y, result.rows, octave.rows, scratch.rows);
  ResampledRows rows(octave, scratch);
  for (int y = 0; y < result.rows; ++y) {
    const CropScratch::Tap& row = scratch.rows[static_cast<std::size_t>(y)];
    const auto [above, below] = rows.pair(row);
    auto* const out = result.ptr<std::uint8_t>(y);
    for (std::size_t x = 0; x < above.size(); ++x) {
      const int sum = above[x] * (kOne - row.share) + below[x] * row.share;
      out[x] = static_cast<std::uint8_t>((sum + (1 << (2 * kShareBits - 1))) >> (2 * kShareBits));
    }
  }
}

}  // namespace ocelli
