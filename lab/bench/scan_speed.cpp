// How long Ocelli and OpenCV's cascades take on the same pictures, with the same minimum size and scale step.
// They alternate every few pictures, so that noise affects all. Settings: one thread; all threads with
// pictures in parallel, as in `ocelli detect` and `ocelli eval detector`; and all threads and one thread, by
// the wall clock, with one picture after another, each split across threads. The settings alternate too,
// because the speed of a machine varies over minutes.

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <functional>
#include <iterator>
#include <opencv2/core/utility.hpp>
#include <span>
#include <string>
#include <vector>

#include "face_options.hpp"
#include "ocelli/core/require.hpp"
#include "peers.hpp"
#include "picture_sets.hpp"
#include "program_run.hpp"
#include "table.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;
namespace fs = std::filesystem;

struct Options {
  bench::ScanBenchOptions bench;
  std::string photos = bench::face_set("wider_dev");
  std::size_t frames = 12;
  std::vector<int> min_sizes = {20, 40, 80};
  double scale_step = 1.1;
  std::vector<std::string> cascades = {"haarcascade_frontalface_alt2", "haarcascade_frontalface_default",
                                       "lbpcascade_frontalface"};
};

/// One detector with one finder per thread. They live through all rounds, so that one-time costs, such as
/// loading files and allocating memory, are not in the median.
using Finders = tbb::enumerable_thread_specific<bench::FaceFinder>;

// Two settings with a reported ratio.
constexpr const char* kAllByClock = "all threads, one picture after another, by the clock";
constexpr const char* kOneByClock = "one thread, by the clock";

/// A way to process pictures; returns its seconds.
struct Way {
  std::string name;
  std::function<double(Finders&, const bench::PictureSet&)> seconds;
};

void find_one_by_one(Finders& finders, const bench::PictureSet& set) {
  for (const cv::Mat& picture : set.pictures) finders.local()(picture);
}

void find_side_by_side(Finders& finders, const bench::PictureSet& set) {
  tbb::parallel_for(std::size_t{0}, set.pictures.size(),
                    [&](std::size_t i) { finders.local()(set.pictures[i]); });
}

/// On one thread, processor time is measured: the time that it would take alone on the machine.
double one_thread(Finders& finders, const bench::PictureSet& set) {
  cv::setNumThreads(1);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const bench::ProcessorStopwatch watch;
  find_one_by_one(finders, set);
  return watch.seconds();
}

double side_by_side(Finders& finders, const bench::PictureSet& set) {
  cv::setNumThreads(1);  // within a picture
  const bench::Stopwatch watch;
  find_side_by_side(finders, set);
  return watch.seconds();
}

double one_after_another(Finders& finders, const bench::PictureSet& set) {
  cv::setNumThreads(tbb::info::default_concurrency());
  const bench::Stopwatch watch;
  find_one_by_one(finders, set);
  return watch.seconds();
}

/// Wall clock time, for comparison to all threads.
double one_after_another_on_one(Finders& finders, const bench::PictureSet& set) {
  cv::setNumThreads(1);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const bench::Stopwatch watch;
  find_one_by_one(finders, set);
  return watch.seconds();
}

/// The times of one contestant in one setting, by round.
struct Timing {
  std::string detector;
  std::vector<double> seconds;

  /// The slowdown relative to another: the median of the rounds' ratios.
  double times(const Timing& other) const {
    std::vector<double> ratios;
    for (std::size_t r = 0; r < seconds.size(); ++r) ratios.push_back(seconds[r] / other.seconds[r]);
    return bench::median(ratios);
  }
};

/// All contestants in one setting, ours first.
struct Contest {
  std::string way, set;
  int min_size = 0;
  std::size_t pictures = 0;
  double megapixels = 0;
  std::vector<Timing> timings;

  double milliseconds_a_megapixel(std::size_t c) const {
    return 1000 * bench::median(timings[c].seconds) / megapixels;
  }
  double milliseconds_a_picture(std::size_t c) const {
    return 1000 * bench::median(timings[c].seconds) / static_cast<double>(pictures);
  }
  /// The slowdown relative to ours.
  double times_ours(std::size_t c) const { return timings[c].times(timings[0]); }
};

/// The pictures of a set in batches, so that a slow second does not affect just one contestant.
std::vector<bench::PictureSet> turns_of(const bench::PictureSet& set) {
  constexpr std::size_t kTurns = 10, kMinCount = 4;  // fewer do not keep all threads busy
  const std::size_t each = std::max(kMinCount, (set.pictures.size() + kTurns - 1) / kTurns);
  std::vector<bench::PictureSet> turns;
  for (std::size_t i = 0; i < set.pictures.size(); i += each) {
    const auto rest = std::span(set.pictures).subspan(i);
    const auto own = rest.first(std::min(each, rest.size()));
    turns.push_back({set.name, {own.begin(), own.end()}});
  }
  return turns;
}

/// One contest per setting.
std::vector<Contest> hold(const std::vector<Way>& ways, const bench::PictureSet& set, int min_size,
                          const Options& options) {
  const std::vector<bench::Contestant> all =
      bench::contestants(options.bench.model, options.cascades, {min_size, options.scale_step});
  std::deque<Finders> finders;
  std::vector<Timing> timings;
  for (const bench::Contestant& contestant : all) {
    timings.push_back({contestant.name, {}});
    finders.emplace_back(contestant.finder);
  }
  std::vector<Contest> contests;
  for (const Way& way : ways)
    contests.push_back({way.name, set.name, min_size, set.pictures.size(), set.megapixels(), timings});
  const std::vector<bench::PictureSet> turns = turns_of(set);
  for (std::size_t round = 0; round < options.bench.rounds; ++round) {
    for (Contest& contest : contests) {
      for (Timing& timing : contest.timings) timing.seconds.push_back(0);
    }
    for (const bench::PictureSet& turn : turns) {
      for (std::size_t c = 0; c < all.size(); ++c) {
        for (std::size_t w = 0; w < ways.size(); ++w)
          contests[w].timings[c].seconds.back() += ways[w].seconds(finders[c], turn);
      }
    }
  }
  return contests;
}

/// One line per contest: our milliseconds per megapixel and per picture, and the slowdown of the others.
std::string to_markdown(const std::vector<Contest>& contests, const std::string& way) {
  std::vector<std::string> header = {"pictures", "smallest face", "ocelli, ms per megapixel",
                                     "ms per picture"};
  for (const Timing& timing : contests.front().timings) {
    if (timing.detector != bench::kOcelli) header.push_back(timing.detector + ", ms per megapixel");
  }
  bench::Table table(header);
  for (const Contest& contest : contests) {
    if (contest.way != way) continue;
    std::vector<std::string> row = {contest.set, std::to_string(contest.min_size),
                                    bench::cell(contest.milliseconds_a_megapixel(0), 1),
                                    bench::cell(contest.milliseconds_a_picture(0), 1)};
    for (std::size_t c = 1; c < contest.timings.size(); ++c) {
      row.push_back(bench::cell(contest.milliseconds_a_megapixel(c), 1) + " (" +
                    bench::cell(contest.times_ours(c), 1) + " times ours)");
    }
    table.add(row);
  }
  return bench::to_markdown(table);
}

/// One line per setting: our speedup from one thread to all threads.
std::string speed_ups(const std::vector<Contest>& contests) {
  bench::Table table({"pictures", "smallest face", "times as fast on all threads as on one"});
  for (const Contest& one : contests) {
    if (one.way != kOneByClock) continue;
    const auto all = std::ranges::find_if(contests, [&](const Contest& other) {
      return other.way == kAllByClock && other.set == one.set && other.min_size == one.min_size;
    });
    table.add({one.set, std::to_string(one.min_size), bench::cell(one.timings[0].times(all->timings[0]), 2)});
  }
  return bench::to_markdown(table);
}

std::string to_csv(const std::vector<Contest>& contests) {
  bench::Table table({"way", "pictures", "smallest face", "detector", "ms per megapixel", "ms per picture",
                      "times ours", "rounds", "machine"});
  for (const Contest& contest : contests) {
    for (std::size_t c = 0; c < contest.timings.size(); ++c) {
      table.add({contest.way, contest.set, std::to_string(contest.min_size), contest.timings[c].detector,
                 bench::cell(contest.milliseconds_a_megapixel(c), 2),
                 bench::cell(contest.milliseconds_a_picture(c), 2), bench::cell(contest.times_ours(c), 3),
                 bench::cell(contest.timings[c].seconds.size()), bench::machine()});
    }
  }
  return bench::to_csv(table);
}

void run(const Options& options) {
  require(options.bench.rounds > 0 && options.frames > 0, Kind::usage,
          "rounds and frames must be at least 1");
  const std::vector<bench::PictureSet> sets = {bench::annotated_pictures(options.bench.set),
                                               bench::frames(options.photos, {640, 480}, options.frames),
                                               bench::frames(options.photos, {1920, 1080}, options.frames)};
  const std::vector<Way> ways = {{"one thread, processor time", one_thread},
                                 {"all threads, pictures side by side, by the clock", side_by_side},
                                 {kAllByClock, one_after_another},
                                 {kOneByClock, one_after_another_on_one}};
  std::printf("%s\nscale step %g, median of %zu rounds in turns\n", bench::machine().c_str(),
              options.scale_step, options.bench.rounds);
  for (const bench::PictureSet& set : sets)
    std::printf("%s: %zu pictures, %.1f megapixels\n", set.name.c_str(), set.pictures.size(),
                set.megapixels());
  std::vector<Contest> contests;
  for (const bench::PictureSet& set : sets) {
    for (const int min_size : options.min_sizes)
      std::ranges::move(hold(ways, set, min_size, options), std::back_inserter(contests));
  }
  for (const Way& way : ways)
    std::printf("\n%s\n\n%s", way.name.c_str(), to_markdown(contests, way.name).c_str());
  std::printf("\n%s", speed_ups(contests).c_str());
  bench::write_text(fs::path(options.bench.folder) / "face-speed.csv", to_csv(contests));
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const auto value = [](auto& variable) { return bench::po::value(&variable); };
  bench::po::options_description table("The time that Ocelli and OpenCV's cascades take to look for faces");
  options.bench.describe(table, "face-speed.csv");
  table.add_options()("photos", value(options.photos),
                      "annotation file of the photos for frames (default: wider_dev)")(
      "frames", value(options.frames), "frames of either size (default: 12)")(
      "min-sizes", value(options.min_sizes)->multitoken(), "smallest faces (default: 20 40 80)")(
      "scale-step", value(options.scale_step), "ratio of one window size to the next (default: 1.1)")(
      "cascades", value(options.cascades)->multitoken(), "names of OpenCV's cascades to compare with");
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
