#include "ocelli/detection/training/opencv/opencv_trainer.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>

#include <memory>
#include <utility>
#include <variant>

#include "ocelli/core/parallel.hpp"
#include "ocelli/detection/opencv/level_scan.hpp"
#include "ocelli/imaging/pyramid.hpp"

namespace ocelli::internal {
namespace {

/// Training windows that are stacked into one image.
constexpr std::size_t kStack = 64;

/// The cascade or, before its first stage, one with a single stage that accepts every window that is not
/// flat.
OpenCvCascade searchable(OpenCvCascadeParts parts) {
  if (!parts.stages.empty()) return OpenCvCascade(std::move(parts));
  OpenCvTree tree{.nodes = {{}}, .leaves = {1, 1}};
  if (std::holds_alternative<std::vector<OpenCvLbp>>(parts.features)) {
    parts.features = std::vector<OpenCvLbp>{{.x = 0, .y = 0, .w = 1, .h = 1}};
    tree.nodes[0].set.fill(~0U);
  } else {
    parts.features = std::vector<OpenCvHaar>{{.rects = {{.x = 0, .y = 0, .w = 2, .h = 1, .weight = -1},
                                                        {.x = 1, .y = 0, .w = 1, .h = 1, .weight = 2}}}};
  }
  parts.stages = {{.trees = {std::move(tree)}, .threshold = 0}};
  return OpenCvCascade(std::move(parts));
}

using Scratch = opencv_kernel::LevelScan;

std::vector<LevelWindow> search(const opencv_kernel::Program& program, const ScanOptions& scan,
                                const cv::Mat& gray, const RowChoice& choose, Scratch& scratch) {
  const std::vector<PyramidLevel> levels = scan_levels(gray.size(), {program.width, program.height}, scan);
  Pyramid pyramid;
  pyramid.assign(gray);
  std::vector<LevelWindow> found;
  for (std::uint32_t l = 0; l < levels.size(); ++l) {
    check_canceled();
    std::vector<int> rows;
    for (int y = 0; y + program.height <= levels[l].whole().height; y += scan.stride) {
      if (choose(l, static_cast<std::uint32_t>(y))) rows.push_back(y);
    }
    if (rows.empty()) continue;
    opencv_kernel::scan_level(
        program, pyramid.reduce(levels[l]), scan.stride, rows, opencv_kernel::Neighbors::all, scratch,
        [&](int x, int y, float) {
          found.push_back({l, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0});
        });
  }
  return found;
}

}  // namespace

std::vector<std::uint32_t> passing_windows(const OpenCvCascadeParts& parts, const TrainingWindows& windows) {
  const opencv_kernel::Program program(searchable(parts));
  std::vector<std::uint8_t> passes(windows.size());
  tbb::enumerable_thread_specific<Scratch> scratches;
  ocelli::internal::parallel_for(
      tbb::blocked_range<std::size_t>(0, windows.size(), kStack), [&](const auto& range) {
        cv::Mat stack(static_cast<int>(range.size()) * windows.height(), windows.width(), CV_8UC1);
        std::vector<int> rows;
        for (std::size_t i = range.begin(); i != range.end(); ++i) {
          rows.push_back(static_cast<int>(i - range.begin()) * windows.height());
          windows.image(i).copyTo(stack.rowRange(rows.back(), rows.back() + windows.height()));
        }
        opencv_kernel::scan_level(program, stack, 1, rows, opencv_kernel::Neighbors::all, scratches.local(),
                                  [&](int, int y, float) {
                                    passes[range.begin() + static_cast<std::size_t>(y / windows.height())] =
                                        1;
                                  });
      });
  std::vector<std::uint32_t> passing;
  for (std::uint32_t i = 0; i < passes.size(); ++i) {
    if (passes[i] != 0) passing.push_back(i);
  }
  return passing;
}

WindowSearch search_with(const OpenCvCascadeParts& parts, const ScanOptions& scan) {
  const auto program = std::make_shared<const opencv_kernel::Program>(searchable(parts));
  const auto scratches = std::make_shared<tbb::enumerable_thread_specific<Scratch>>();
  return {.window = {parts.width, parts.height},
          .scan = scan,
          .passing = [=](const cv::Mat& gray, const RowChoice& choose) {
            return search(*program, scan, gray, choose, scratches->local());
          }};
}

}  // namespace ocelli::internal
