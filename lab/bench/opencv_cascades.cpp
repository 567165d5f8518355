// OpenCV's cascades run by OpenCV and by Ocelli, on the same images: whether the same windows pass, and how
// long both take on one thread. They are timed alternately, so that noise affects both.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <opencv2/core/utility.hpp>
#include <opencv2/objdetect.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "face_options.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/detection/opencv/opencv_scanner.hpp"
#include "picture_sets.hpp"
#include "program_run.hpp"
#include "table.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;
namespace fs = std::filesystem;

constexpr double kScaleStep = 1.1;

struct Options {
  std::string set = bench::face_set("cmu_mit");
  std::string cascades = "/usr/share/opencv4";
  std::vector<std::string> names;
  std::size_t rounds = 3;
  std::string folder = bench::result_path("").string();
};

using Rectangle = std::tuple<int, int, int, int>;
/// The windows of every picture, sorted.
using Windows = std::vector<std::vector<Rectangle>>;

/// One cascade over one set of pictures.
struct Comparison {
  std::string cascade;
  std::uint64_t scanned = 0;
  std::size_t passed = 0, different = 0;
  std::vector<double> opencv_seconds, ocelli_seconds;

  double ratio() const {
    std::vector<double> ratios;
    std::ranges::transform(opencv_seconds, ocelli_seconds, std::back_inserter(ratios), std::divides{});
    return bench::median(ratios);
  }
};

std::vector<fs::path> cascade_files(const Options& options) {
  std::vector<fs::path> files;
  for (const char* const folder : {"haarcascades", "lbpcascades"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(options.cascades) / folder)) {
      const auto wanted = std::ranges::find(options.names, entry.path().stem().string());
      if (options.names.empty() || wanted != options.names.end()) files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  require(!files.empty(), Kind::input, "has no such cascades; Debian has them in opencv-data",
          options.cascades);
  return files;
}

std::vector<Rectangle> sorted(const std::vector<cv::Rect>& rects) {
  std::vector<Rectangle> list;
  for (const cv::Rect& r : rects) list.emplace_back(r.x, r.y, r.width, r.height);
  std::ranges::sort(list);
  return list;
}

/// OpenCV clips windows to the image.
std::vector<Rectangle> sorted(const std::vector<ScoredWindow>& windows, cv::Size image) {
  std::vector<cv::Rect> rects;
  for (const auto& [box, score] : windows) {
    const cv::Rect whole(static_cast<int>(box.x), static_cast<int>(box.y), static_cast<int>(box.w),
                         static_cast<int>(box.h));
    rects.push_back(whole & cv::Rect({0, 0}, image));
  }
  return sorted(rects);
}

double time_opencv(cv::CascadeClassifier& classifier, const bench::PictureSet& set, Windows& windows) {
  windows.clear();
  double seconds = 0;
  for (const cv::Mat& picture : set.pictures) {
    std::vector<cv::Rect> found;
    const bench::ProcessorStopwatch watch;
    classifier.detectMultiScale(picture, found, kScaleStep, 0);
    seconds += watch.seconds();
    windows.push_back(sorted(found));
  }
  return seconds;
}

double time_ocelli(const OpenCvScanner& scanner, const bench::PictureSet& set, Windows& windows) {
  windows.clear();
  double seconds = 0;
  OpenCvScanner::Scratch scratch;
  for (const cv::Mat& picture : set.pictures) {
    const bench::ProcessorStopwatch watch;
    const std::vector<ScoredWindow>& found = scanner.scan(picture, scratch);
    seconds += watch.seconds();
    windows.push_back(sorted(found, picture.size()));
  }
  return seconds;
}

/// Windows at all grid positions, including those that are skipped after a rejected one.
std::uint64_t count_windows(const OpenCvCascade& cascade, const bench::PictureSet& set) {
  std::uint64_t count = 0;
  std::vector<OpenCvLevel> levels;
  for (const cv::Mat& picture : set.pictures) {
    opencv_levels(picture.size(), {cascade.width(), cascade.height()}, {.scale_step = kScaleStep},
                  ZeroSide::is_free, levels);
    for (const OpenCvLevel& level : levels) {
      const int columns = (level.width - cascade.width()) / level.stride + 1;
      const int rows = (level.end_y + level.stride - 1) / level.stride;
      count += static_cast<std::uint64_t>(columns) * static_cast<std::uint64_t>(rows);
    }
  }
  return count;
}

std::size_t count_different(const std::vector<Rectangle>& one, const std::vector<Rectangle>& other) {
  std::vector<Rectangle> difference;
  std::ranges::set_symmetric_difference(one, other, std::back_inserter(difference));
  return difference.size();
}

Comparison compare(const fs::path& file, const bench::PictureSet& set, std::size_t rounds) {
  const auto cascade = std::make_shared<const OpenCvCascade>(load_cascade_xml(file));
  const OpenCvScanner scanner(cascade, {.scale_step = kScaleStep});
  cv::CascadeClassifier classifier(file.string());
  Comparison result;
  result.cascade = file.stem().string();
  result.scanned = count_windows(*cascade, set);
  Windows theirs, ours;
  for (std::size_t round = 0; round < rounds; ++round) {
    result.opencv_seconds.push_back(time_opencv(classifier, set, theirs));
    result.ocelli_seconds.push_back(time_ocelli(scanner, set, ours));
  }
  for (std::size_t i = 0; i < set.pictures.size(); ++i) {
    result.passed += theirs[i].size();
    result.different += count_different(theirs[i], ours[i]);
  }
  return result;
}

bench::Table table_of(const std::vector<Comparison>& comparisons, double megapixels) {
  bench::Table table({"cascade", "windows scanned", "windows that pass", "not in both",
                      "OpenCV, ms per megapixel", "Ocelli, ms per megapixel", "ratio"});
  for (const Comparison& c : comparisons) {
    table.add({c.cascade, bench::cell(c.scanned), bench::cell(c.passed), bench::cell(c.different),
               bench::cell(1000 * bench::median(c.opencv_seconds) / megapixels, 1),
               bench::cell(1000 * bench::median(c.ocelli_seconds) / megapixels, 1),
               bench::cell(c.ratio(), 1)});
  }
  return table;
}

void run(const Options& options) {
  require(options.rounds > 0, Kind::usage, "must be at least 1", "--rounds");
  cv::setNumThreads(1);
  const bench::PictureSet set = bench::annotated_pictures(options.set);
  std::printf(
      "%s\n%s: %zu pictures, %.1f megapixels; scale step %g, processor time on one thread, median of %zu "
      "rounds in turns\n\n",
      bench::machine().c_str(), set.name.c_str(), set.pictures.size(), set.megapixels(), kScaleStep,
      options.rounds);
  std::vector<Comparison> comparisons;
  for (const fs::path& file : cascade_files(options)) {
    comparisons.push_back(compare(file, set, options.rounds));
    const Comparison& last = comparisons.back();
    std::printf("%s: %zu windows, %zu not in both, ratio %.2f\n", last.cascade.c_str(), last.passed,
                last.different, last.ratio());
    std::fflush(stdout);
  }
  const bench::Table table = table_of(comparisons, set.megapixels());
  std::printf("\n%s", bench::to_markdown(table).c_str());
  bench::write_text(fs::path(options.folder) / "from-opencv.csv", bench::to_csv(table));
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const auto value = [](auto& variable) { return bench::po::value(&variable); };
  bench::po::options_description table("OpenCV's cascades run by OpenCV and by Ocelli: windows and time");
  table.add_options()("set", value(options.set), "annotation file of the pictures (default: cmu_mit)")(
      "cascades", value(options.cascades),
      "folder with haarcascades and lbpcascades (default: that of opencv-data)")(
      "names", value(options.names)->multitoken(), "cascades to run (default: all)")(
      "rounds", value(options.rounds), "medians are over so many (default: 3)")(
      "folder", value(options.folder), "where from-opencv.csv goes (default: lab/notebook/images)");
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
