#pragma once

#include <algorithm>
#include <cstddef>
#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/detection/opencv/opencv_kernel.hpp"

/// Internal to detection.
namespace ocelli::internal::opencv_kernel {

/// Working memory of scan_level(), reused for each level.
struct LevelScan {
  Level level;
  Survivors survivors;
};

/// Runs all stages on the windows in these rows of a level, `stride` columns apart, and calls take(x, y,
/// score), in row order, for those that pass. The score is the vote sum of the last stage.
/// Requires  a level at least as wide as the window; rows whose windows lie within the level.
template <class Take>
void scan_level(const Program& program, const cv::Mat& pixels, int stride, std::span<const int> rows,
                Neighbors neighbors, LevelScan& scan, const Take& take) {
  constexpr std::size_t kBatch = 8192;  // windows that go through the later stages together
  constexpr std::size_t kDense = 2;     // stages on adjacent windows; after them too few windows are left
  Level& level = scan.level;
  Survivors& survivors = scan.survivors;
  const std::span stages(program.stages);
  const std::span dense = stages.first(std::min(kDense, stages.size()));
  const auto row_windows = static_cast<std::size_t>((pixels.cols - program.width) / stride + 1);
  level.assign(program, pixels, stride);
  survivors.count = 0;
  survivors.reserve(kBatch + row_windows);
  const auto finish = [&] {
    for (const auto& stage : stages.subspan(dense.size())) {
      if (survivors.count == 0) return;
      run_sparse_stage(program, level, 0, stage, survivors);
    }
    for (std::size_t i = 0; i < survivors.count; ++i) {
      const auto place = static_cast<std::size_t>(survivors.place[i]);
      take(level.sum.column_at(place), level.sum.row_at(place), survivors.score[i]);
    }
    survivors.count = 0;
  };
  for (const int y : rows) {
    scan_row(program, level, level.sum.index(y, 0), row_windows, neighbors, dense, survivors);
    if (survivors.count >= kBatch) finish();
  }
  finish();
}

}  // namespace ocelli::internal::opencv_kernel
