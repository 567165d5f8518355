// How long Ocelli and OpenCV's cascades take over the same pictures: same smallest size and scale step, taken
// in turns of some pictures each, so that a noisy machine is noisy for all. On one thread; on all of them
// with pictures side by side, as `ocelli detect` and `ocelli eval detector` work; and on all of them and on
// one, by the clock, with one picture after another, each shared out among threads. All ways are taken in
// turns, too, as a machine is faster in one minute than in the next.

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
#include "table.hpp"
#include "verb.hpp"

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

/// One detector, a finder a thread. They live through all rounds, so that what only the first takes, files
/// and memory, is not in the median.
using Finders = tbb::enumerable_thread_specific<bench::FaceFinder>;

// Two ways whose ratio counts.
constexpr const char* kAllByClock = "all threads, one picture after another, by the clock";
constexpr const char* kOneByClock = "one thread, by the clock";

/// A way to go through pictures; gives the seconds that it takes.
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

/// On one thread the processor's time is what counts: the time that it would take alone on the machine.
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

/// By the clock, to compare with all threads.
double one_after_another_on_one(Finders& finders, const bench::PictureSet& set) {
  cv::setNumThreads(1);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const bench::Stopwatch watch;
  find_one_by_one(finders, set);
  return watch.seconds();
}

/// What one contestant takes in one setting, round by round.
struct Timing {
  std::string detector;
  std::vector<double> seconds;

  /// How many times longer than another: the median of the rounds' ratios.
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
  /// How many times longer than ours.
  double times_ours(std::size_t c) const { return timings[c].times(timings[0]); }
};

/// The pictures of a set, some at a time: a slow second is not that of one contestant alone.
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

/// A contest a way.
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

/// A line a contest: milliseconds a megapixel of ours, then a picture, and how many times longer the others
/// take.
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

/// A line a setting: how many times as fast ours is on all threads as on one.
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
