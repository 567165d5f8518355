// How the time of a scan is spent, compared to the floor: the time for the loads of each part at the
// machine's peak rate, as measured in the same run. One thread, processor time. The parts are timed from
// outside: a scan with a stage that rejects everything takes the time of the stages up to it.

#include <oneapi/tbb/global_control.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <opencv2/core/utility.hpp>
#include <string>
#include <vector>

#include "face_options.hpp"
#include "machine_peak.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/grouping.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/detection/scanner.hpp"
#include "ocelli/imaging/integral_image.hpp"
#include "picture_sets.hpp"
#include "program_run.hpp"
#include "table.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;
namespace fs = std::filesystem;

struct Options {
  bench::ScanBenchOptions bench;
  ScanOptions scan{.min_size = 20};
};

/// The same cascade with a stage (numbered from 1) that rejects everything.
Cascade closed_at(const Cascade& whole, std::size_t stage) {
  CascadeParts parts = whole.parts();
  parts.stages[stage - 1].threshold = 1e30f;
  return Cascade(std::move(parts));
}

Scanner scanner_of(Cascade cascade, const ScanOptions& options) {
  return {std::make_shared<const Cascade>(std::move(cascade)), options};
}

void scan_all(const Scanner& scanner, const bench::PictureSet& set) {
  ScanScratch scratch;
  for (const cv::Mat& picture : set.pictures) scanner.scan(picture, scratch);
}

/// The number of windows that are evaluated, or that remain after some stages: those of the grid, and those
/// around its survivors, in its levels and in those between.
struct WindowCounts {
  double grid = 0, around = 0;

  double all() const { return grid + around; }
};

/// The windows of one picture around a grid survivor, which is a window of the grid that passes the
/// grid_survivors' stages.
class Surroundings {
 public:
  Surroundings(const Scanner& scanner, const cv::Mat& picture, const std::vector<LevelWindow>& passed)
      : stride_(static_cast<std::uint32_t>(scanner.options().stride)),
        scale_stride_(static_cast<std::uint32_t>(scanner.options().grid_levels())) {
    const std::vector<PyramidLevel> levels = scanner.levels(picture.size());
    for (const PyramidLevel& level : levels) {
      const cv::Size whole = level.whole();
      near_.push_back(cv::Mat::zeros(whole.height - scanner.cascade().height() + 1,
                                     whole.width - scanner.cascade().width() + 1, CV_8UC1));
    }
    const int reach = scanner.options().stride - 1, side = 2 * reach + 1;
    for (const LevelWindow& w : passed) {
      if (!on_grid(w)) continue;
      cv::Mat& level = near_[w.level];
      const cv::Rect around(static_cast<int>(w.x) - reach, static_cast<int>(w.y) - reach, side, side);
      level(around & cv::Rect({}, level.size())).setTo(1);
      mark_between(w, levels, {scanner.cascade().width(), scanner.cascade().height()});
    }
  }

  bool on_grid(const LevelWindow& w) const {
    return w.level % scale_stride_ == 0 && w.x % stride_ == 0 && w.y % stride_ == 0;
  }

  void count(const LevelWindow& w, WindowCounts& counts) const {
    counts.grid += on_grid(w);
    counts.around +=
        !on_grid(w) && near_[w.level].at<std::uint8_t>(static_cast<int>(w.y), static_cast<int>(w.x)) != 0;
  }

  /// All windows that are evaluated.
  void count_all(WindowCounts& counts) const {
    for (std::uint32_t l = 0; l < near_.size(); ++l) {
      for (std::uint32_t y = 0; y < static_cast<std::uint32_t>(near_[l].rows); ++y) {
        for (std::uint32_t x = 0; x < static_cast<std::uint32_t>(near_[l].cols); ++x)
          count({l, x, y}, counts);
      }
    }
  }

 private:
  /// Marks the windows over a survivor in the levels up to the next grid level above and below.
  void mark_between(const LevelWindow& survivor, const std::vector<PyramidLevel>& levels, cv::Size window) {
    constexpr int kSide = 2 * kReachBetweenLevels + 1;
    for (std::uint32_t l = 0; l < levels.size(); ++l) {
      if (l % scale_stride_ == 0 || l + scale_stride_ <= survivor.level ||
          survivor.level + scale_stride_ <= l)
        continue;
      const cv::Point over = place_over(survivor, levels[survivor.level], levels[l], window);
      const cv::Rect around(over.x - kReachBetweenLevels, over.y - kReachBetweenLevels, kSide, kSide);
      near_[l](around & cv::Rect({}, near_[l].size())).setTo(1);
    }
  }

  std::uint32_t stride_, scale_stride_;
  std::vector<cv::Mat> near_;  ///< by level: 1 around grid_survivors
};

/// Windows before the first stage, and after each. Evaluates every window, with stride 1, and then selects.
std::vector<WindowCounts> count_windows(const Scanner& scanner, const bench::PictureSet& set) {
  const auto every_row = [](std::uint32_t, std::uint32_t) { return true; };
  ScanOptions dense = scanner.options();
  dense.stride = 1;
  dense.scale_stride = 1;
  const std::size_t stages = scanner.cascade().stages().size();
  std::vector<Scanner> upto;
  for (std::size_t s = 1; s <= stages; ++s)
    upto.push_back(scanner_of(first_stages(scanner.cascade(), s), dense));
  std::vector<WindowCounts> counts(stages + 1);
  ScanScratch scratch;
  for (const cv::Mat& picture : set.pictures) {
    const Scanner& grid_survivors = upto[scanner.grid_stage_count() - 1];
    const Surroundings surroundings(scanner, picture, grid_survivors.windows(picture, every_row, scratch));
    surroundings.count_all(counts[0]);
    for (std::size_t s = 1; s <= stages; ++s) {
      for (const LevelWindow& window : upto[s - 1].windows(picture, every_row, scratch))
        surroundings.count(window, counts[s]);
    }
  }
  return counts;
}

/// The cost of one window in one stage.
struct WindowCost {
  double neighbors = 0;   ///< numbers loaded that lie side by side with those of the next window
  double scattered = 0;   ///< numbers loaded that do not: each is a load of its own
  double operations = 0;  ///< additions, multiplications, comparisons and conversions

  double loads() const { return neighbors + scattered; }
  /// Registers that have to be loaded.
  double register_loads(double lanes) const { return neighbors / lanes + scattered; }
};

/// For dense stages, as in a row of the grid; the first of them also computes each window's mean and
/// deviation. For later stages, windows at any position.
WindowCost cost_of(const Scanner& scanner, std::size_t stage) {
  const Cascade& cascade = scanner.cascade();
  constexpr double kBinning = 8;  // of one response, and the addition of its vote
  const std::size_t begin = stage > 0 ? cascade.stages()[stage - 1].end : 0;
  const std::size_t end = cascade.stages()[stage].end;
  double corner_loads = 0, multiplied = 0;
  for (std::size_t m = begin; m < end; ++m) {
    for (const BinnedFeature& binned : cascade.features(m)) {
      for (const WeightedCorner& corner : corners(binned.feature)) {
        ++corner_loads;
        multiplied += std::abs(corner.weight) != 1;
      }
    }
  }
  const auto weak = static_cast<double>(end - begin);
  const double operations = corner_loads + multiplied + kBinning * weak * cascade.parts().joint;
  if (stage == 0) return {.neighbors = 8 + corner_loads, .scattered = weak, .operations = 15 + operations};
  if (stage < scanner.dense_stage_count())
    return {.neighbors = corner_loads, .scattered = weak, .operations = operations};
  return {.neighbors = 2, .scattered = corner_loads + weak, .operations = operations};
}

/// The number of pixels in all pyramid levels of all pictures.
double level_pixels(const Scanner& scanner, const bench::PictureSet& set) {
  double pixels = 0;
  for (const cv::Mat& picture : set.pictures) {
    for (const PyramidLevel& level : scanner.levels(picture.size()))
      pixels += static_cast<double>(level.width) * level.height;
  }
  return pixels;
}

void reduce_all(const Scanner& scanner, const bench::PictureSet& set,
                const std::function<void(const cv::Mat&)>& use) {
  Pyramid pyramid;
  for (const cv::Mat& picture : set.pictures) {
    pyramid.assign(picture);
    for (const PyramidLevel& level : scanner.levels(picture.size())) use(pyramid.reduce(level));
  }
}

/// Runs all in turns, and returns the median seconds of each.
std::vector<double> seconds_of(const std::vector<std::function<void()>>& runs, std::size_t rounds) {
  std::vector<std::vector<double>> seconds(runs.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const bench::ProcessorStopwatch watch;
      runs[r]();
      seconds[r].push_back(watch.seconds());
    }
  }
  std::vector<double> medians;
  for (const std::vector<double>& each : seconds) medians.push_back(bench::median(each));
  return medians;
}

/// Seconds over all pictures.
struct Times {
  double pyramid = 0, integrals = 0, first_stage = 0, grid_stages = 0, rest = 0, grouping = 0, detection = 0;

  /// The time of detection apart from scanning and grouping.
  double verifier() const { return detection - scan() - grouping; }
  double scan() const { return pyramid + integrals + first_stage + grid_stages + rest; }
};

void detect_all(const ObjectDetector& detector, const bench::PictureSet& set) {
  ObjectDetector::Scratch scratch;
  for (const cv::Mat& picture : set.pictures) detector.detect(picture, scratch);
}

Times measure(const Scanner& scanner, const ObjectDetector& detector, const bench::PictureSet& set,
              std::size_t rounds) {
  const GroupOptions every_group{.min_neighbors = 1, .min_score = 0};
  const Scanner first = scanner_of(closed_at(scanner.cascade(), 1), scanner.options());
  const Scanner grid_survivors =
      scanner_of(closed_at(scanner.cascade(), scanner.grid_stage_count()), scanner.options());
  std::vector<std::vector<ScoredWindow>> found;
  ScanScratch scratch;
  for (const cv::Mat& picture : set.pictures) found.push_back(scanner.scan(picture, scratch));
  IntegralTable sum, squared;
  GroupScratch group_scratch;

  const std::vector<double> seconds = seconds_of(
      {[&] { reduce_all(scanner, set, [](const cv::Mat&) {}); },
       [&] {
         reduce_all(scanner, set,
                    [&](const cv::Mat& level) { integrate(level, sum, squared, scanner.options().stride); });
       },
       [&] { scan_all(first, set); }, [&] { scan_all(grid_survivors, set); }, [&] { scan_all(scanner, set); },
       [&] {
         for (const auto& windows : found) group(windows, every_group, "", group_scratch);
       },
       [&] { detect_all(detector, set); }},
      rounds);
  return {.pyramid = seconds[0],
          .integrals = seconds[1] - seconds[0],
          .first_stage = seconds[2] - seconds[1],
          .grid_stages = seconds[3] - seconds[2],
          .rest = seconds[4] - seconds[3],
          .grouping = seconds[5],
          .detection = seconds[6]};
}

/// One stage over all pictures.
struct StageReport {
  std::size_t weak = 0;
  WindowCounts in, out;
  WindowCost cost;
};

std::vector<StageReport> stage_reports(const Scanner& scanner, const bench::PictureSet& set) {
  const std::vector<WindowCounts> counts = count_windows(scanner, set);
  std::vector<StageReport> reports;
  std::size_t begin = 0;
  for (std::size_t s = 0; s + 1 < counts.size(); ++s) {
    const std::size_t end = scanner.cascade().stages()[s].end;
    reports.push_back({end - begin, counts[s], counts[s + 1], cost_of(scanner, s)});
    begin = end;
  }
  return reports;
}

bench::Table stage_table(const std::vector<StageReport>& stages, double megapixels) {
  bench::Table table({"stage", "weak classifiers", "loads per window", "bytes per window",
                      "operations per window", "grid windows per megapixel", "windows around", "pass, %"});
  for (std::size_t s = 0; s < stages.size(); ++s) {
    const StageReport& stage = stages[s];
    table.add({bench::cell(s + 1), bench::cell(stage.weak), bench::cell(stage.cost.loads(), 0),
               bench::cell(4 * stage.cost.loads(), 0), bench::cell(stage.cost.operations, 0),
               bench::cell(stage.in.grid / megapixels, 0), bench::cell(stage.in.around / megapixels, 0),
               bench::cell(100 * stage.out.all() / stage.in.all(), 1)});
  }
  return table;
}

/// The minimum seconds of a part: register loads at the rate of the nearest cache.
struct Floors {
  double pyramid = 0, integrals = 0, first_stage = 0, grid_stages = 0, rest = 0;

  double all() const { return pyramid + integrals + first_stage + grid_stages + rest; }
};

Floors floors_of(const Scanner& scanner, const std::vector<StageReport>& stages, double level_pixels,
                 const bench::MachinePeak& peak) {
  const double bytes_a_second = peak.loads * peak.lanes * 4;
  // A pixel is read and written; a pixel and the row above are read and the row is written, in two tables.
  Floors floors{.pyramid = 2 * level_pixels / bytes_a_second,
                .integrals = (1 + 8 + 8) * level_pixels / bytes_a_second};
  for (std::size_t s = 0; s < stages.size(); ++s) {
    const WindowCost& cost = stages[s].cost;
    const double grid = stages[s].in.grid * cost.register_loads(peak.lanes) / peak.loads;
    floors.rest += stages[s].in.around * cost.loads() / peak.loads;  // all of them scattered
    if (s == 0) {
      floors.first_stage = grid;
    } else {
      (s < scanner.grid_stage_count() ? floors.grid_stages : floors.rest) += grid;
    }
  }
  return floors;
}

bench::Table part_table(const Times& times, const Floors& floors, std::size_t grid_stages,
                        double megapixels) {
  bench::Table table({"part", "ms per megapixel", "share, %", "floor, ms"});
  constexpr double kNoFloor = std::numeric_limits<double>::quiet_NaN();
  const auto add = [&](const std::string& name, double seconds, double floor) {
    table.add({name, bench::cell(1000 * seconds / megapixels, 2),
               bench::cell(100 * seconds / times.detection, 1), bench::cell(1000 * floor / megapixels, 2)});
  };
  add("pyramid", times.pyramid, floors.pyramid);
  add("integral images", times.integrals, floors.integrals);
  add("grid, stage 1", times.first_stage, floors.first_stage);
  add("grid, stages 2 to " + std::to_string(grid_stages), times.grid_stages, floors.grid_stages);
  add("windows around, later stages", times.rest, floors.rest);
  add("grouping", times.grouping, kNoFloor);
  add("verifier", times.verifier(), kNoFloor);
  add("all", times.detection, floors.all());
  return table;
}

void run(const Options& options) {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  cv::setNumThreads(1);
  const bench::MachinePeak peak = bench::measure_peak();
  const bench::PictureSet set = bench::annotated_pictures(options.bench.set);
  const DetectorModel model = load_detector(options.bench.model);
  const DetectOptions asked{.scan = options.scan, .group = {}};
  const DetectOptions used = model.verifier ? candidate_options(asked, model.cascade) : asked;
  const Scanner scanner = scanner_of(model.cascade, used.scan);
  const ObjectDetector detector(model, asked);
  require(!scanner.cascade().stages().empty(), Kind::usage, "has no stage", options.bench.model);
  const Times times = measure(scanner, detector, set, options.bench.rounds);
  const std::vector<StageReport> stages = stage_reports(scanner, set);
  const Floors floors = floors_of(scanner, stages, level_pixels(scanner, set), peak);

  double looks = 0;  // of weak classifiers at windows
  for (const StageReport& stage : stages) looks += stage.in.all() * static_cast<double>(stage.weak);
  const double megapixels = set.megapixels();
  const WindowCounts& windows = stages.front().in;
  std::printf("%s; one thread: %.1f thousand million registers of %.0f numbers loaded a second\n",
              bench::machine().c_str(), peak.loads / 1e9, peak.lanes);
  std::printf(
      "%s: %.1f megapixels, smallest size %d, scale step %g, stride %d, scale stride %d: %.2f million "
      "windows of the grid a "
      "megapixel and %.2f million around them, %.1f million per second, %.2f weak classifiers per window\n\n",
      set.name.c_str(), megapixels, options.scan.smallest().width, options.scan.scale_step,
      options.scan.stride, options.scan.grid_levels(), windows.grid / megapixels / 1e6,
      windows.around / megapixels / 1e6, windows.all() / times.scan() / 1e6, looks / windows.all());
  const bench::Table parts = part_table(times, floors, scanner.grid_stage_count(), megapixels);
  const bench::Table by_stage = stage_table(stages, megapixels);
  std::printf("%s\n%s", to_markdown(parts).c_str(), to_markdown(by_stage).c_str());
  bench::write_text(fs::path(options.bench.folder) / "face-floor.csv", to_csv(parts));
  bench::write_text(fs::path(options.bench.folder) / "face-stages.csv", to_csv(by_stage));
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  bench::po::options_description table("The time of a scan, part by part, beside its floor");
  options.bench.describe(table, "face-floor.csv and face-stages.csv");
  for (const Option& option : option_table(options.scan)) {
    auto* const value = bench::po::value<std::string>()->default_value(option.value)->notifier(option.set);
    table.add_options()(option.name.c_str(), value, option.help.c_str());
  }
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
