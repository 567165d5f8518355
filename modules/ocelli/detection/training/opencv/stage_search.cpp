#include "ocelli/detection/training/opencv/stage_search.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <span>
#include <variant>

#include "ocelli/core/parallel.hpp"
#include "ocelli/detection/training/opencv/window_norm.hpp"
#include "ocelli/imaging/pyramid.hpp"

namespace ocelli {
namespace {

/// Integral images of a picture, all with rows of the same length.
struct Tables {
  cv::Mat sum, squares, tilted;

  void assign(const cv::Mat& grey, bool with_tilted) {
    if (with_tilted) {
      cv::integral(grey, sum, squares, tilted, CV_32S, CV_32S);
    } else {
      cv::integral(grey, sum, squares, CV_32S, CV_32S);
    }
  }
};

/// Where a window's entries begin in each of them.
struct WindowPlace {
  const int *sum, *squares, *tilted;
};

/// A sum of pixels: the distances of its four entries from a window's first one.
struct PixelSum {
  std::array<int, 4> at{};

  int operator()(const int* first) const { return first[at[0]] - first[at[1]] - first[at[2]] + first[at[3]]; }
};

PixelSum upright_sum(int x, int y, int w, int h, int row) {
  return {{y * row + x, y * row + x + w, (y + h) * row + x, (y + h) * row + x + w}};
}

PixelSum tilted_sum(const OpenCvRect& r, int row) {
  return {{r.y * row + r.x, (r.y + r.h) * row + r.x - r.h, (r.y + r.w) * row + r.x + r.w,
           (r.y + r.w + r.h) * row + r.x + r.w - r.h}};
}

class HaarProgram {
 public:
  HaarProgram(const OpenCvHaar& feature, int row) : tilted_(feature.tilted), rects_(feature.rects.size()) {
    for (std::size_t r = 0; r < rects_; ++r) {
      const OpenCvRect& rect = feature.rects[r];
      sums_[r] = tilted_ ? tilted_sum(rect, row) : upright_sum(rect.x, rect.y, rect.w, rect.h, row);
      weights_[r] = rect.weight;
    }
  }

  bool goes_left(const OpenCvNode& node, const WindowPlace& place, float inverse_norm) const {
    const int* first = tilted_ ? place.tilted : place.sum;
    float response = weights_[0] * static_cast<float>(sums_[0](first));
    for (std::size_t r = 1; r < rects_; ++r) response += weights_[r] * static_cast<float>(sums_[r](first));
    return response * inverse_norm < node.threshold;
  }

 private:
  bool tilted_;
  std::size_t rects_;
  std::array<PixelSum, 3> sums_;
  std::array<float, 3> weights_{};
};

class LbpProgram {
 public:
  LbpProgram(const OpenCvLbp& f, int row) {
    // Clockwise from the top left, then the middle.
    constexpr std::array<std::array<int, 2>, 9> kBlocks{
        {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}, {1, 1}}};
    for (std::size_t b = 0; b < kBlocks.size(); ++b)
      blocks_[b] = upright_sum(f.x + kBlocks[b][0] * f.w, f.y + kBlocks[b][1] * f.h, f.w, f.h, row);
  }

  bool goes_left(const OpenCvNode& node, const WindowPlace& place, float) const {
    const int middle = blocks_[8](place.sum);
    unsigned category = 0;
    for (std::size_t b = 0; b < 8; ++b)
      category = 2 * category + static_cast<unsigned>(blocks_[b](place.sum) >= middle);
    return (node.set[category / 32] >> (category % 32) & 1U) != 0;
  }

 private:
  std::array<PixelSum, 9> blocks_;
};

/// The stages made ready for integral images with rows of one length.
template <class Feature>
class StageProgram {
 public:
  template <class Source>
  StageProgram(const OpenCvCascadeParts& parts, const std::vector<Source>& features, int row)
      : parts_(parts), area_((parts.width - 2) * (parts.height - 2)) {
    for (const Source& feature : features) features_.emplace_back(feature, row);
    inner_ = upright_sum(1, 1, parts.width - 2, parts.height - 2, row);
  }

  bool passes(const WindowPlace& place) const {
    float inverse_norm = 0;
    if constexpr (std::is_same_v<Feature, HaarProgram>) {
      inverse_norm = opencv_inverse_norm(inner_(place.sum), squares(place), area_);
      if (inverse_norm == 0) return false;
    }
    return std::ranges::all_of(parts_.stages, [&](const OpenCvStage& stage) {
      double sum = 0;
      for (const OpenCvTree& tree : stage.trees) sum += vote(tree, place, inverse_norm);
      return sum >= stage.threshold - OpenCvCascade::kSlack;
    });
  }

 private:
  /// Sums of squares may not fit 31 bits; their differences are right modulo 2^32.
  std::uint32_t squares(const WindowPlace& place) const {
    const auto at = [&](std::size_t k) { return static_cast<std::uint32_t>(place.squares[inner_.at[k]]); };
    return at(0) - at(1) - at(2) + at(3);
  }

  double vote(const OpenCvTree& tree, const WindowPlace& place, float inverse_norm) const {
    std::int32_t next = 0;
    do {
      const OpenCvNode& node = tree.nodes[static_cast<std::size_t>(next)];
      next = features_[node.feature].goes_left(node, place, inverse_norm) ? node.left : node.right;
    } while (next > 0);
    return tree.leaves[static_cast<std::size_t>(-next)];
  }

  const OpenCvCascadeParts& parts_;
  double area_;
  std::vector<Feature> features_;
  PixelSum inner_;
};

/// Calls work(program) with the program for rows of this length.
template <class Work>
auto with_program(const OpenCvCascadeParts& parts, int row, const Work& work) {
  if (const auto* haar = std::get_if<std::vector<OpenCvHaar>>(&parts.features))
    return work(StageProgram<HaarProgram>(parts, *haar, row));
  return work(StageProgram<LbpProgram>(parts, std::get<std::vector<OpenCvLbp>>(parts.features), row));
}

bool any_tilted(const OpenCvCascadeParts& parts) {
  const auto* haar = std::get_if<std::vector<OpenCvHaar>>(&parts.features);
  return haar != nullptr && std::ranges::any_of(*haar, &OpenCvHaar::tilted);
}

WindowPlace place_in(const Tables& tables, int y, int x) {
  const int* tilted = tables.tilted.empty() ? nullptr : tables.tilted.ptr<int>(y) + x;
  return {tables.sum.ptr<int>(y) + x, tables.squares.ptr<int>(y) + x, tilted};
}

/// Adds the windows of the chosen rows of one level that pass.
void search_level(const OpenCvCascadeParts& parts, const cv::Mat& grey, std::uint32_t number,
                  std::span<const int> rows, int stride, std::vector<LevelWindow>& found) {
  Tables tables;
  tables.assign(grey, any_tilted(parts));
  with_program(parts, static_cast<int>(tables.sum.step1()), [&](const auto& program) {
    for (const int y : rows) {
      for (int x = 0; x + parts.width <= grey.cols; x += stride) {
        if (program.passes(place_in(tables, y, x)))
          found.push_back({number, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0});
      }
    }
  });
}

std::vector<LevelWindow> search(const OpenCvCascadeParts& parts, const ScanOptions& scan, const cv::Mat& grey,
                                const RowChoice& choose) {
  const std::vector<PyramidLevel> levels = scan_levels(grey.size(), {parts.width, parts.height}, scan);
  Pyramid pyramid;
  pyramid.assign(grey);
  std::vector<LevelWindow> found;
  for (std::uint32_t l = 0; l < levels.size(); ++l) {
    check_cancelled();
    std::vector<int> rows;
    for (int y = 0; y + parts.height <= levels[l].height; y += scan.stride) {
      if (choose(l, static_cast<std::uint32_t>(y))) rows.push_back(y);
    }
    if (!rows.empty()) search_level(parts, pyramid.reduce(levels[l]), l, rows, scan.stride, found);
  }
  return found;
}

}  // namespace

std::vector<std::uint32_t> passing_windows(const OpenCvCascadeParts& parts, const TrainingWindows& windows) {
  std::vector<std::uint8_t> passes(windows.size());
  const bool tilted = any_tilted(parts);
  with_program(parts, parts.width + 1, [&](const auto& program) {
    ocelli::parallel_for(tbb::blocked_range<std::size_t>(0, windows.size(), 64), [&](const auto& range) {
      Tables tables;
      for (std::size_t i = range.begin(); i != range.end(); ++i) {
        tables.assign(windows.image(i), tilted);
        passes[i] = program.passes(place_in(tables, 0, 0)) ? 1 : 0;
      }
    });
  });
  std::vector<std::uint32_t> passing;
  for (std::uint32_t i = 0; i < passes.size(); ++i) {
    if (passes[i] != 0) passing.push_back(i);
  }
  return passing;
}

WindowSearch search_with(const OpenCvCascadeParts& parts, const ScanOptions& scan) {
  const auto shared = std::make_shared<const OpenCvCascadeParts>(parts);
  return {.window = {parts.width, parts.height},
          .scan = scan,
          .passing = [shared, scan](const cv::Mat& grey, const RowChoice& choose) {
            return search(*shared, scan, grey, choose);
          }};
}

}  // namespace ocelli
