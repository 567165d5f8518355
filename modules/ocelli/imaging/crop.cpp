#include "ocelli/imaging/crop.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

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
  for (int y = 0; y < result.rows; ++y) {
    const CropScratch::Tap& row = scratch.rows[static_cast<std::size_t>(y)];
    const auto* const above = octave.ptr<std::uint8_t>(row.first);
    const auto* const below = octave.ptr<std::uint8_t>(row.second);
    auto* const out = result.ptr<std::uint8_t>(y);
    for (int x = 0; x < result.cols; ++x) {
      const CropScratch::Tap& column = scratch.columns[static_cast<std::size_t>(x)];
      const auto across = [&](const std::uint8_t* line) {
        return line[column.first] * (kOne - column.share) + line[column.second] * column.share;
      };
      const int sum = across(above) * (kOne - row.share) + across(below) * row.share;
      out[x] = static_cast<std::uint8_t>((sum + (1 << (2 * kShareBits - 1))) >> (2 * kShareBits));
    }
  }
}

}  // namespace ocelli
