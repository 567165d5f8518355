#include "ocelli/detection/training/negative_mining.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// A window with the random number that orders it among all windows.
struct RankedWindow {
  double rank;
  WindowReference window;

  friend auto operator<=>(const RankedWindow&, const RankedWindow&) = default;
};

double uniform(std::uint64_t seed, std::initializer_list<std::uint64_t> keys) {
  return static_cast<double>(hash(seed, keys) >> 11) * 0x1.0p-53;
}

struct ImageFind {
  std::vector<RankedWindow> windows;
  std::uint64_t evaluated = 0, passed = 0;
};

/// Ranks of windows as shares of all windows: about a share p of them has a rank below p.
///
/// Image, row and window each pass with the cube root of p, so that a small share is cheap: most images are
/// not even decoded. But at least kSpread images are used, or all if there are fewer: with few images, one
/// more or less would matter.
class Ranks {
 public:
  Ranks(std::uint64_t seed, std::uint32_t images)
      : seed_(seed), min_images_(std::min(1.0, static_cast<double>(kSpread) / images)) {}

  double of(std::uint32_t image) const {
    const double u = uniform(seed_, {image});
    return u < min_images_ ? 0.0 : u * u * u;
  }
  double of(std::uint32_t image, std::uint32_t level, std::uint32_t y) const {
    return within_image(uniform(seed_, {image, level, y}));
  }
  double of(const WindowReference& w) const {
    const double own = within_image(uniform(seed_, {w.image, w.level, w.y, w.x}));
    return std::max({own, of(w.image, w.level, w.y), of(w.image)});
  }

 private:
  static constexpr std::uint32_t kSpread = 256;

  /// While the share of images is at its minimum, rows and windows compensate with a square root each.
  double within_image(double u) const { return u < min_images_ ? min_images_ * u * u : u * u * u; }

  std::uint64_t seed_;
  double min_images_;
};

bool beside_all(const Box& window, const std::vector<Box>& objects) {
  return std::ranges::none_of(objects,
                              [&](const Box& object) { return overlap(window, object) >= kBesideObject; });
}

/// The windows of one image that have a rank below `share` and pass.
ImageFind scan_image(const WindowSearch& search, const Ranks& ranks, double share,
                     const NegativeImages& images, std::uint32_t image) {
  ImageFind find;
  const cv::Mat gray = images.load(image);
  const std::vector<Box> objects = images.objects ? images.objects(image) : std::vector<Box>();
  const std::vector<PyramidLevel> levels = scan_levels(gray.size(), search.window, search.scan);
  const auto stride = static_cast<std::uint64_t>(search.scan.stride);
  const auto choose = [&](std::uint32_t level, std::uint32_t y) {
    if (ranks.of(image, level, y) >= share) return false;
    // A grid window represents stride * stride windows.
    find.evaluated += stride * stride * windows_in_row(levels[level], search.window, search.scan.stride);
    return true;
  };
  for (const LevelWindow& w : search.passing(gray, choose)) {
    if (!beside_all(box_of(w, levels[w.level], search.window), objects)) continue;
    ++find.passed;
    const WindowReference window{image, w.level, w.x, w.y};
    if (const double rank = ranks.of(window); rank < share) find.windows.push_back({rank, window});
  }
  return find;
}

std::string rate_note(std::uint64_t passed, std::uint64_t evaluated) {
  char text[64];
  std::snprintf(text, sizeof text, "false-alarm rate now %.2e",
                evaluated ? static_cast<double>(passed) / static_cast<double>(evaluated) : 0.0);
  return text;
}

/// One parallel pass over the images. The finds of each image are kept separate, so they are in the order of
/// the images.
std::vector<ImageFind> pass(const NegativeImages& images, const WindowSearch& search, const Ranks& ranks,
                            double share, std::size_t wanted, const ProgressSink& progress) {
  std::vector<ImageFind> finds(images.count);
  std::mutex watching;
  std::size_t done = 0, found = 0;
  std::uint64_t evaluated = 0, passed = 0;
  parallel_for(std::uint32_t{0}, images.count, [&](std::uint32_t i) {
    if (ranks.of(i) < share) finds[i] = scan_image(search, ranks, share, images, i);
    if (!progress) return;
    const std::lock_guard lock(watching);
    found += finds[i].windows.size();
    evaluated += finds[i].evaluated;
    passed += finds[i].passed;
    progress({"mining negatives", ++done, images.count,
              "mined " + std::to_string(std::min(found, wanted)) + " of " + std::to_string(wanted) + ", " +
                  rate_note(passed, evaluated)});
  });
  return finds;
}

}  // namespace

double share_to_mine(const NegativeImages& images, cv::Size window, const MiningOptions& options,
                     double expected_rate) {
  constexpr std::uint32_t kTrials = 32;
  constexpr double kReserve = 1.3;
  ScanOptions everywhere = options.scan;
  everywhere.stride = 1;
  everywhere.validate();
  const std::uint32_t trials = std::min(images.count, kTrials);
  double windows = 0;
  for (std::uint32_t k = 0; k < trials; ++k) {
    const auto image = static_cast<std::uint32_t>(hash(options.seed, {k}) % images.count);
    windows += static_cast<double>(count_windows(images.load(image).size(), window, everywhere));
  }
  windows *= static_cast<double>(images.count) / trials;
  return std::min(1.0, kReserve * static_cast<double>(options.wanted) / (windows * expected_rate));
}

MinedNegatives mine_negatives(const NegativeImages& images, std::shared_ptr<const Cascade> cascade,
                              const MiningOptions& options, double expected_rate,
                              const ProgressSink& progress, const std::stop_token& stop) {
  return mine_negatives(images, search_with(std::move(cascade), options.scan), options.wanted, options.seed,
                        expected_rate, progress, stop);
}

MinedNegatives mine_negatives(const NegativeImages& images, const WindowSearch& search, std::size_t wanted,
                              std::uint64_t seed, double expected_rate, const ProgressSink& progress,
                              const std::stop_token& stop) {
  const CancellationScope scope(stop);
  require(images.count > 0, Kind::training, "there are no negative images");
  require(expected_rate > 0, Kind::usage, "the expected false-alarm rate must be positive");
  const MiningOptions options{.wanted = wanted, .seed = seed, .scan = search.scan};
  double share = search.scan.stride > 1 ? 1 : share_to_mine(images, search.window, options, expected_rate);
  const Ranks ranks(seed, images.count);
  for (;;) {
    std::vector<RankedWindow> found;
    MinedNegatives mined;
    for (ImageFind& find : pass(images, search, ranks, share, wanted, progress)) {
      mined.report.evaluated += find.evaluated;
      mined.report.passed += find.passed;
      found.insert(found.end(), find.windows.begin(), find.windows.end());
    }
    mined.report.exhausted = share >= 1;
    if (found.size() < wanted && share < 1) {
      // Ranks are nested: the next pass finds these windows again, and more.
      const double more = 1.5 * static_cast<double>(wanted) / static_cast<double>(found.size() + 1);
      share = std::min(1.0, share * std::clamp(more, 2.0, 50.0));
      continue;
    }
    std::sort(found.begin(), found.end());
    found.resize(std::min(found.size(), wanted));
    for (const RankedWindow& ranked : found) mined.windows.push_back(ranked.window);
    return mined;
  }
}

TrainingWindows crop_windows(const NegativeImages& images, cv::Size window, const ScanOptions& scan,
                             const std::vector<WindowReference>& windows) {
  std::vector<std::uint32_t> order(windows.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return windows[a] < windows[b]; });

  TrainingWindows sorted(window.width, window.height);
  sorted.reserve(windows.size());
  Pyramid pyramid;
  cv::Mat gray, reduced;
  std::vector<PyramidLevel> levels;
  const WindowReference* previous = nullptr;
  for (const std::uint32_t i : order) {
    const WindowReference& w = windows[i];
    const bool new_image = previous == nullptr || previous->image != w.image;
    if (new_image) {
      gray = images.load(w.image);
      scan_levels(gray.size(), window, scan, levels);
      pyramid.assign(gray);
    }
    require(w.level < levels.size(), Kind::training,
            "a checkpoint's window does not fit its image: the images have changed");
    const PyramidLevel& level = levels[w.level];
    if (new_image || previous->level != w.level) reduced = pyramid.reduce(level);
    const cv::Rect place(cv::Point(static_cast<int>(w.x), static_cast<int>(w.y)), window);
    require(w.x <= static_cast<std::uint32_t>(level.whole().width - window.width) &&
                w.y <= static_cast<std::uint32_t>(level.whole().height - window.height),
            Kind::training, "a checkpoint's window does not fit its image: the images have changed");
    sorted.add(reduced(place));
    previous = &w;
  }
  std::vector<std::uint32_t> back(order.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) back[order[k]] = k;
  return sorted.pick(back);
}

WindowSearch search_with(std::shared_ptr<const Cascade> cascade, const ScanOptions& scan) {
  const auto scanner = std::make_shared<const Scanner>(std::move(cascade), scan);
  const auto scratches = std::make_shared<tbb::enumerable_thread_specific<ScanScratch>>();
  return {.window = {scanner->cascade().width(), scanner->cascade().height()},
          .scan = scanner->options(),
          .passing = [=](const cv::Mat& gray, const RowChoice& choose) {
            return scanner->windows(gray, choose, scratches->local());
          }};
}

}  // namespace ocelli::internal
