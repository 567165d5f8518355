#include "ocelli/imaging/ink_unmixing.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ocelli/core/cancellation.hpp"

namespace ocelli::internal {
namespace {

using Densities = std::array<double, 3>;

/// Optical densities of pixels.
class DensityOf {
 public:
  explicit DensityOf(const std::array<double, 3>& paper) {
    constexpr double kMost = 3;
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t value = 0; value < 256; ++value)
        levels_[c][value] =
            std::clamp(std::log(paper[c] / std::max(1.0, static_cast<double>(value))), 0.0, kMost);
    }
  }

  Densities operator()(const std::uint8_t* pixel) const {
    return {levels_[0][pixel[0]], levels_[1][pixel[1]], levels_[2][pixel[2]]};
  }

 private:
  std::array<std::array<double, 256>, 3> levels_{};
};

double mean_of(const Densities& of) { return (of[0] + of[1] + of[2]) / 3; }

/// The densities of an ink, which unmix it from neutral print.
struct Dye {
  Densities sums{};
  double weights = 0, mean = 0;
  Densities apart{};  ///< from the mean
  double variance = 0;

  void add(const Densities& densities) {
    const auto [least, most] = std::ranges::minmax(densities);
    const double weight = std::pow((most - least) * std::exp(-least), 2);  // little for blurred letters
    for (std::size_t c = 0; c < 3; ++c) sums[c] += weight * densities[c];
    weights += weight;
  }

  void finish() {
    if (weights <= 0) return;
    for (double& sum : sums) sum /= weights;
    mean = mean_of(sums);
    for (std::size_t c = 0; c < 3; ++c) {
      apart[c] = sums[c] - mean;
      variance += apart[c] * apart[c];
    }
  }

  /// How much of the dye is in a pixel, by least squares.
  double amount(const Densities& pixel) const {
    constexpr double kMost = 1.5;
    if (variance <= 0) return 0;
    const double along = pixel[0] * apart[0] + pixel[1] * apart[1] + pixel[2] * apart[2];
    return std::clamp(along / variance, 0.0, kMost);
  }
};

class Unmixing {
 public:
  Unmixing(const cv::Mat& bgr, const std::array<double, 3>& paper, const MarkedInk& marks)
      : bgr_(bgr), marks_(marks), density_(paper), dyes_(marks.drawings) {
    constexpr double kBlue = 0.114, kGreen = 0.587, kRed = 0.299;  // ITU-R BT.601
    paper_ = kBlue * paper[0] + kGreen * paper[1] + kRed * paper[2];
    for_each_run([&](int y, const InkRun& run, Dye& dye) {
      for (int x = run.begin; x < run.end; ++x) dye.add(density_(bgr_.ptr(y) + 3 * x));
    });
    for (Dye& dye : dyes_) dye.finish();
  }

  void raise(cv::Mat& gray) {
    constexpr int kFringe = 2;  ///< pixels of faint color around a mark
    for_each_run([&](int y, const InkRun& run, const Dye& dye) {
      const int left = std::max(0, run.begin - kFringe), right = std::min(gray.cols, run.end + kFringe);
      for (int v = std::max(0, y - kFringe); v <= std::min(gray.rows - 1, y + kFringe); ++v) {
        std::uint8_t* const row = gray.ptr(v);
        const std::uint8_t* const pixels = bgr_.ptr(v);
        for (int x = left; x < right; ++x) row[x] = std::max(row[x], below(dye, density_(pixels + 3 * x)));
      }
    });
  }

 private:
  /// The gray of print below a dye; 0 where there is no dye.
  std::uint8_t below(const Dye& dye, const Densities& pixel) const {
    constexpr double kNoDye = 0.01;
    const double amount = dye.amount(pixel);
    if (amount < kNoDye) return 0;
    return cv::saturate_cast<std::uint8_t>(paper_ *
                                           std::exp(-std::max(0.0, mean_of(pixel) - amount * dye.mean)));
  }

  template <class Visit>
  void for_each_run(Visit&& visit) {
    for (int y = 0; y < bgr_.rows; ++y) {
      check_canceled();
      for (const InkRun& run : marks_.runs.row(y)) {
        if (marks_.is_mark[run.component] != 0) visit(y, run, dyes_[marks_.drawing_of[run.component]]);
      }
    }
  }

  const cv::Mat& bgr_;
  const MarkedInk& marks_;
  DensityOf density_;
  std::vector<Dye> dyes_;  ///< by drawing
  double paper_ = 255;
};

}  // namespace

void raise_to_print(cv::Mat& gray, const cv::Mat& bgr, const std::array<double, 3>& paper,
                    const MarkedInk& marks) {
  Unmixing(bgr, paper, marks).raise(gray);
}

}  // namespace ocelli::internal
