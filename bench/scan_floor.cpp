// Where the time of a scan goes, beside the floor: the time that the loads of each part would take at the rate that this
// machine shows in the same run. One thread, the processor's time. The parts are timed from outside: a cascade that is
// closed after a stage takes what the stages up to there take.

#include <oneapi/tbb/global_control.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <opencv2/core/utility.hpp>
#include <vector>

#include "data_path.hpp"
#include "machine_peak.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/detection/grouping.hpp"
#include "ocelli/detection/scanner.hpp"
#include "ocelli/imaging/integral_image.hpp"
#include "ocelli/model_io/model_file.hpp"
#include "picture_sets.hpp"
#include "program.hpp"
#include "table.hpp"

namespace {

using namespace ocelli;
namespace fs = std::filesystem;

struct Options {
  std::string model = (bench::source_path() / "models" / "face.ocelli").string();
  std::string set = (bench::data_path() / "faces" / "test" / "cmu_mit.csv").string();
  ScanOptions scan{.min_size = 20};
  std::size_t rounds = 3;
  std::string folder = bench::result_path("").string();
};

/// The first stages of a cascade; without any, every window passes.
Cascade first_stages(const Cascade& whole, std::size_t stages) {
  CascadeParts parts = whole.parts();
  parts.stages.resize(stages);
  const std::size_t weak = stages > 0 ? parts.stages.back().end : 0;
  parts.weak.resize(weak);
  parts.tables.resize(weak * static_cast<std::size_t>(parts.bins));
  return Cascade(std::move(parts));
}

/// The same with a last stage that lets no window through.
Cascade closed_after(const Cascade& whole, std::size_t stages) {
  CascadeParts parts = first_stages(whole, stages).parts();
  parts.stages.back().threshold = 1e30f;
  return Cascade(std::move(parts));
}

Scanner scanner_of(Cascade cascade, const ScanOptions& options) {
  return {std::make_shared<const Cascade>(std::move(cascade)), options};
}

/// Windows that pass, over all pictures.
double windows_found(const Scanner& scanner, const bench::PictureSet& set) {
  ScanScratch scratch;
  double found = 0;
  for (const cv::Mat& picture : set.pictures)
    found += static_cast<double>(scanner.scan(picture, scratch).size());
  return found;
}

/// What one window costs in one stage.
struct WindowCost {
  double neighbours = 0;  ///< numbers loaded that lie side by side with those of the next window
  double scattered = 0;   ///< numbers loaded that do not: each is a load of its own
  double operations = 0;  ///< additions, multiplications, comparisons and conversions

  double loads() const { return neighbours + scattered; }
  /// Registers that have to be loaded.
  double register_loads(double lanes) const { return neighbours / lanes + scattered; }
};

/// Later stages look at windows that lie anywhere; the first one also takes each window's mean and deviation.
WindowCost cost_of(const Cascade& cascade, std::size_t stage) {
  constexpr double kBinning = 8;  // of one response, and the addition of its vote
  const std::size_t begin = stage > 0 ? cascade.stages()[stage - 1].end : 0;
  const std::size_t end = cascade.stages()[stage].end;
  double corner_loads = 0, multiplied = 0;
  for (std::size_t m = begin; m < end; ++m) {
    for (const WeightedCorner& corner : corners(cascade.weak()[m].feature)) {
      ++corner_loads;
      multiplied += std::abs(corner.weight) != 1;
    }
  }
  const auto weak = static_cast<double>(end - begin);
  const double operations = corner_loads + multiplied + kBinning * weak;
  if (stage == 0) return {.neighbours = 8 + corner_loads, .scattered = weak, .operations = 15 + operations};
  return {.neighbours = 2, .scattered = corner_loads + weak, .operations = operations};
}

/// Pixels of all pyramid levels of all pictures.
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

/// Runs all in turns, and tells the median seconds of each.
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
  double pyramid = 0, integrals = 0;
  std::vector<double> stages;
  double rest = 0;  ///< of the scan: what no stage takes, such as writing down the windows found
  double scan = 0, grouping = 0;
};

Times measure(const Scanner& scanner, const bench::PictureSet& set, std::size_t rounds) {
  const ScanOptions& options = scanner.options();
  std::vector<std::function<void()>> runs;
  runs.push_back([&] { reduce_all(scanner, set, [](const cv::Mat&) {}); });
  IntegralTable sum, squared;
  runs.push_back([&] {
    reduce_all(scanner, set, [&](const cv::Mat& level) { integrate(level, sum, squared, options.stride); });
  });
  const std::size_t stages = scanner.cascade().stages().size();
  for (std::size_t s = 1; s <= stages; ++s) {
    runs.push_back([&, closed = std::make_shared<Scanner>(scanner_of(
                           closed_after(scanner.cascade(), s), options))] { windows_found(*closed, set); });
  }
  runs.push_back([&] { windows_found(scanner, set); });
  std::vector<std::vector<ScoredWindow>> found;
  ScanScratch scratch;
  for (const cv::Mat& picture : set.pictures) found.push_back(scanner.scan(picture, scratch));
  runs.push_back([&] {
    for (const auto& windows : found) group(windows, {.min_neighbours = 1, .min_score = 0}, "");
  });

  const std::vector<double> seconds = seconds_of(runs, rounds);
  Times times{.pyramid = seconds[0], .integrals = seconds[1] - seconds[0], .stages = {}};
  for (std::size_t s = 0; s < stages; ++s) times.stages.push_back(seconds[2 + s] - seconds[1 + s]);
  times.scan = seconds[2 + stages];
  times.rest = times.scan - seconds[1 + stages];
  times.grouping = seconds[3 + stages];
  return times;
}

/// One stage over all pictures.
struct StageReport {
  std::size_t weak = 0;
  double windows_in = 0, windows_out = 0;
  WindowCost cost;
  double seconds = 0, floor = 0;
};

std::vector<StageReport> stage_reports(const Scanner& scanner, const bench::PictureSet& set,
                                       const Times& times, const bench::MachinePeak& peak) {
  const Cascade& cascade = scanner.cascade();
  std::vector<StageReport> reports;
  double windows = 0;
  for (const cv::Mat& picture : set.pictures)
    windows += static_cast<double>(scanner.window_count(picture.size()));
  for (std::size_t s = 0; s < cascade.stages().size(); ++s) {
    const std::size_t begin = s > 0 ? cascade.stages()[s - 1].end : 0;
    StageReport report{
        .weak = cascade.stages()[s].end - begin, .windows_in = windows, .cost = cost_of(cascade, s)};
    windows = windows_found(scanner_of(first_stages(cascade, s + 1), scanner.options()), set);
    report.windows_out = windows;
    report.seconds = times.stages[s];
    report.floor = report.windows_in * report.cost.register_loads(peak.lanes) / peak.loads;
    reports.push_back(report);
  }
  return reports;
}

bench::Table stage_table(const std::vector<StageReport>& stages, double megapixels) {
  bench::Table table({"stage", "weak classifiers", "windows a megapixel", "of them pass, %", "loads a window",
                      "bytes a window", "operations a window", "ms a megapixel", "floor, ms"});
  for (std::size_t s = 0; s < stages.size(); ++s) {
    const StageReport& stage = stages[s];
    table.add({bench::cell(s + 1), bench::cell(stage.weak), bench::cell(stage.windows_in / megapixels, 0),
               bench::cell(100 * stage.windows_out / stage.windows_in, 1), bench::cell(stage.cost.loads(), 0),
               bench::cell(4 * stage.cost.loads(), 0), bench::cell(stage.cost.operations, 0),
               bench::cell(1000 * stage.seconds / megapixels, 2),
               bench::cell(1000 * stage.floor / megapixels, 2)});
  }
  return table;
}

bench::Table part_table(const Times& times, const std::vector<StageReport>& stages, double pixels,
                        double megapixels, const bench::MachinePeak& peak) {
  bench::Table table({"part", "ms a megapixel", "share, %", "floor, ms"});
  const double all = times.scan + times.grouping;
  const auto add = [&](const std::string& name, double seconds, double floor) {
    table.add({name, bench::cell(1000 * seconds / megapixels, 2), bench::cell(100 * seconds / all, 1),
               bench::cell(1000 * floor / megapixels, 2)});
  };
  // Bytes read and written for each pixel of a level, as if all came and went by whole registers.
  const auto bytes_floor = [&](double bytes) { return pixels * bytes / (4 * peak.lanes) / peak.loads; };
  double later = 0, later_floor = 0;
  for (std::size_t s = 1; s < stages.size(); ++s) later += stages[s].seconds, later_floor += stages[s].floor;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  add("pyramid", times.pyramid, bytes_floor(2));
  add("integral images", times.integrals, bytes_floor(1 + 8 + 8));
  add("first stage", stages.front().seconds, stages.front().floor);
  add("later stages", later, later_floor);
  add("rest of the scan", times.rest, kNone);
  add("grouping", times.grouping, kNone);
  add("all", all, bytes_floor(2 + 17) + stages.front().floor + later_floor);
  return table;
}

void run(const Options& options) {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  cv::setNumThreads(1);
  const bench::MachinePeak peak = bench::measure_peak();
  const bench::PictureSet set = bench::annotated_pictures(options.set);
  const Scanner scanner = scanner_of(load_detector(options.model).cascade, options.scan);
  require(!scanner.cascade().stages().empty(), Kind::usage, "has no stage", options.model);
  const Times times = measure(scanner, set, options.rounds);
  const std::vector<StageReport> stages = stage_reports(scanner, set, times, peak);

  double looks = 0;  // of weak classifiers at windows
  for (const StageReport& stage : stages) looks += stage.windows_in * static_cast<double>(stage.weak);
  const double megapixels = set.megapixels(), windows = stages.front().windows_in;
  std::printf("%s; one thread: %.1f thousand million registers of %.0f numbers loaded a second\n",
              bench::machine().c_str(), peak.loads / 1e9, peak.lanes);
  std::printf(
      "%s: %.1f megapixels, smallest size %d, scale step %g, stride %d: %.2f million windows a megapixel, "
      "%.1f million a second, %.2f weak classifiers a window\n\n",
      set.name.c_str(), megapixels, options.scan.min_size, options.scan.scale_step, options.scan.stride,
      windows / megapixels / 1e6, windows / times.scan / 1e6, looks / windows);
  const bench::Table parts = part_table(times, stages, level_pixels(scanner, set), megapixels, peak);
  const bench::Table by_stage = stage_table(stages, megapixels);
  std::printf("%s\n%s", to_markdown(parts).c_str(), to_markdown(by_stage).c_str());
  bench::write_text(fs::path(options.folder) / "face-floor.csv", to_csv(parts));
  bench::write_text(fs::path(options.folder) / "face-stages.csv", to_csv(by_stage));
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const auto value = [](auto& variable) { return bench::po::value(&variable); };
  bench::po::options_description table("The time of a scan, part by part, beside its floor");
  table.add_options()("model", value(options.model), "face model (default: the one that comes along)")(
      "set", value(options.set), "annotation file of the pictures (default: cmu_mit)")(
      "rounds", value(options.rounds), "medians are over so many (default: 3)")(
      "folder", value(options.folder), "where face-floor.csv and face-stages.csv go (default: docs/results)");
  ScanOptions::describe(options.scan, [&](const char* name, auto& member, const char* help) {
    table.add_options()(name, bench::po::value(&member)->default_value(member), help);
  });
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
