// Detection rates of Ocelli and of OpenCV's frontal cascades on annotated sets, with one evaluator for all.
// The curves of the cascades, which do not change, can be read from the CSV of an earlier run. Measurements
// on all images of a set are also reported for its halves.

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <opencv2/core/utility.hpp>
#include <optional>
#include <vector>

#include "face_options.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/metrics/plot.hpp"
#include "ocelli/metrics/roc.hpp"
#include "peers.hpp"
#include "program_run.hpp"
#include "table.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;
namespace fs = std::filesystem;

constexpr int kColumns[] = {5, 10, 31, 50, 100, 300};    // false positives
constexpr double kDensities[] = {0.03, 0.1, 0.3, 1, 3};  // false positives a megapixel
constexpr double kAskedRate = 0.95;
constexpr std::size_t kMaxFalsePositives = 1000;

struct BenchOptions {
  std::string model = bench::face_model();
  std::vector<std::string> sets = {bench::face_set("cmu_mit"), bench::face_set("wider_dev")};
  std::vector<std::string> halves = {"all", "even", "odd"};
  std::vector<std::string> cascades = {"haarcascade_frontalface_alt2", "haarcascade_frontalface_alt",
                                       "haarcascade_frontalface_alt_tree", "haarcascade_frontalface_default",
                                       "lbpcascade_frontalface"};
  bool ours_alone = false, cascades_alone = false;
  std::string prefix = "face", earlier;
  std::string folder = bench::result_path("").string();
  bench::SharedOptions look;
};

bool is_in(const std::string& half, std::size_t image) {
  return half == "all" || (half == "even") == (image % 2 == 0);
}

/// "face-cmu-mit-even": the name of files about a half of a set.
std::string name_of(const std::string& prefix, const std::string& set, const std::string& half) {
  std::string name = prefix + "-" + fs::path(set).stem().string() + (half == "all" ? "" : "-" + half);
  std::ranges::replace(name, '_', '-');
  return name;
}

/// The outcomes of a detector's detections in an image.
struct MeasuredImage {
  MatchedDetections matched;
  double megapixels = 0;
};

/// The images of a set, except those that none of the halves requests.
std::vector<MeasuredImage> measure(const bench::Contestant& contestant,
                                   const std::vector<AnnotatedImage>& images,
                                   const std::vector<std::string>& halves) {
  std::vector<MeasuredImage> measured(images.size());
  tbb::enumerable_thread_specific<bench::FaceFinder> finders(contestant.finder);
  tbb::parallel_for(std::size_t{0}, images.size(), [&](std::size_t i) {
    if (std::ranges::none_of(halves, [&](const std::string& half) { return is_in(half, i); })) return;
    std::vector<Truth> truths;
    for (const AnnotatedObject& object : images[i].objects) truths.push_back({object.box, object.ignored});
    const cv::Mat gray = read_gray(images[i]);
    measured[i] = {match_detections(finders.local()(gray), truths), static_cast<double>(gray.total()) / 1e6};
  });
  return measured;
}

double megapixels_of(const std::vector<MeasuredImage>& images, const std::string& half) {
  double sum = 0;
  for (std::size_t i = 0; i < images.size(); ++i) sum += is_in(half, i) ? images[i].megapixels : 0;
  return sum;
}

/// The best detection rate for each number of false positives, on half of the images.
Series curve_of(const std::string& detector, const std::vector<MeasuredImage>& images,
                const std::string& half) {
  std::vector<MatchedDetections> chosen;
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (is_in(half, i)) chosen.push_back(images[i].matched);
  }
  std::map<std::size_t, double> best;  // rates never fall along the curve
  for (const RocPoint& point : detection_roc(pool(chosen))) {
    if (point.false_positives <= kMaxFalsePositives) best[point.false_positives] = point.detection_rate;
  }
  Series series{.name = detector, .points = {}};
  for (const auto& [false_positives, rate] : best)
    series.points.push_back({static_cast<double>(false_positives), rate});
  return series;
}

void write_curves(const fs::path& path, const std::vector<Series>& curves) {
  bench::Table table({"detector", "false positives", "detection rate"});
  for (const Series& curve : curves) {
    for (const PlotPoint& point : curve.points)
      table.add({curve.name, bench::cell(point.x, 0), bench::cell(point.y, 6)});
  }
  bench::write_text(path, to_csv(table));
}

/// Reads the output of write_curves().
std::vector<Series> read_curves(const fs::path& path) {
  const std::string text = read_text(path, AnnotationLimits::text_bytes);
  LineReader lines(text);
  const CsvHeader header(lines, path.string());
  std::vector<Series> curves;
  while (const auto line = lines.next_with_text()) {
    const CsvRow row = header.row(line->text);
    if (curves.empty() || curves.back().name != row[0]) curves.push_back({.name = row[0], .points = {}});
    curves.back().points.push_back(
        {parse_coordinate(row[1], "false positives"), parse_coordinate(row[2], "detection rate")});
  }
  return curves;
}

double rate_at(const Series& curve, double false_positives) {
  const auto beyond = std::ranges::upper_bound(curve.points, false_positives, {}, &PlotPoint::x);
  return beyond == curve.points.begin() ? 0 : std::prev(beyond)->y;
}

bench::Table table_of(const std::vector<Series>& curves) {
  std::vector<std::string> header = {"detector"};
  for (const int column : kColumns) header.push_back(std::to_string(column));
  bench::Table table(header);
  for (const Series& curve : curves) {
    std::vector<std::string> row = {curve.name};
    for (const int column : kColumns) row.push_back(bench::cell(100 * rate_at(curve, column), 1) + " %");
    table.add(row);
  }
  return table;
}

/// The fewest false positives at which a curve reaches the rate, or nothing if it never does.
std::optional<double> false_positives_at(const Series& curve, double rate) {
  const auto reached =
      std::ranges::find_if(curve.points, [&](const PlotPoint& point) { return point.y >= rate; });
  return reached == curve.points.end() ? std::nullopt : std::optional(reached->x);
}

/// The same with false positives per megapixel, which makes sets of different sizes comparable, and the
/// number of them at which a detector finds the requested share of the faces.
bench::Table density_table_of(const std::vector<Series>& curves, double megapixels) {
  std::vector<std::string> header = {"detector"};
  for (const double density : kDensities)
    header.push_back(bench::cell(density, density < 0.1 ? 2 : density < 1 ? 1 : 0));
  header.push_back("a megapixel at " + bench::cell(100 * kAskedRate, 0) + " %");
  bench::Table table(header);
  for (const Series& curve : curves) {
    std::vector<std::string> row = {curve.name};
    for (const double density : kDensities)
      row.push_back(density * megapixels > kMaxFalsePositives
                        ? "-"
                        : bench::cell(100 * rate_at(curve, density * megapixels), 1) + " %");
    const auto asked = false_positives_at(curve, kAskedRate);
    row.push_back(asked ? bench::cell(*asked / megapixels, 3) : "not reached");
    table.add(row);
  }
  return table;
}

/// Prints the tables, and writes curves and chart.
void tell(const std::vector<Series>& curves, const std::string& set, const std::string& half,
          double megapixels, const BenchOptions& options) {
  std::printf(
      "\n%s, images: %s; smallest size %d, scale step %g\n\n%s\nthe same by false positives a megapixel, of "
      "%.1f\n\n%s",
      fs::path(set).stem().c_str(), half.c_str(), options.look.min_size, options.look.scale_step,
      to_markdown(table_of(curves)).c_str(), megapixels,
      to_markdown(density_table_of(curves, megapixels)).c_str());
  const fs::path file = fs::path(options.folder) / name_of(options.prefix, set, half);
  write_curves(file.string() + ".csv", curves);
  bench::write_chart(file.string() + ".svg", {.title = fs::path(set).stem().string() + ": faces found",
                                              .x = {.label = "false positives", .scale = Scale::logarithmic},
                                              .y = {.label = "detection rate"},
                                              .series = curves});
}

/// The curves of an earlier run, except those measured now.
std::vector<Series> earlier_curves(const std::string& set, const std::string& half,
                                   const BenchOptions& options, const std::vector<Series>& measured) {
  std::vector<Series> curves =
      read_curves(fs::path(options.folder) / (name_of(options.earlier, set, half) + ".csv"));
  std::erase_if(curves, [&](const Series& curve) {
    return std::ranges::find(measured, curve.name, &Series::name) != measured.end();
  });
  return curves;
}

void run(const BenchOptions& options) {
  for (const std::string& half : options.halves) {
    require(half == "all" || half == "even" || half == "odd", Kind::usage, "have to be all, even or odd",
            "--halves");
  }
  std::vector<bench::Contestant> contestants = bench::contestants(
      options.model, options.ours_alone ? std::vector<std::string>{} : options.cascades, options.look);
  if (options.cascades_alone) contestants.erase(contestants.begin());
  for (const std::string& set : options.sets) {
    const std::vector<AnnotatedImage> images = read_annotations(set).images;
    std::map<std::string, std::vector<Series>> curves;  // of each half
    std::map<std::string, double> megapixels;
    for (const bench::Contestant& contestant : contestants) {
      const std::vector<MeasuredImage> measured = measure(contestant, images, options.halves);
      for (const std::string& half : options.halves) {
        curves[half].push_back(curve_of(contestant.name, measured, half));
        megapixels[half] = megapixels_of(measured, half);
      }
      std::fprintf(stderr, "measured: %s\n", contestant.name.c_str());
    }
    for (const std::string& half : options.halves) {
      if (!options.earlier.empty())
        std::ranges::move(earlier_curves(set, half, options, curves[half]), std::back_inserter(curves[half]));
      tell(curves[half], set, half, megapixels[half], options);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  cv::setNumThreads(1);  // images run in parallel
  BenchOptions options;
  const auto value = [](auto& variable) { return bench::po::value(&variable); };
  bench::po::options_description table(
      "Faces found by Ocelli and by OpenCV's cascades at so many false positives");
  table.add_options()("model", value(options.model), "face model (default: the bundled one)")(
      "sets", value(options.sets)->multitoken(), "annotation files (default: cmu_mit and wider_dev)")(
      "halves", value(options.halves)->multitoken(), "images of a set to tell of (default: all even odd)")(
      "cascades", value(options.cascades)->multitoken(),
      "what OpenCV runs: names of its own cascades, or .xml files")(
      "cascades-alone", bench::po::bool_switch(&options.cascades_alone), "leave the face model out")(
      "prefix", value(options.prefix), "what the names of files begin with (default: face)")(
      "earlier", value(options.earlier), "take the curves not measured now from the CSV with this prefix")(
      "ours-alone", bench::po::bool_switch(&options.ours_alone),
      "take the cascades' curves from the CSV in the folder")(
      "folder", value(options.folder), "where curves and charts go (default: lab/notebook/images)");
  return bench::run_program(argc, argv, table, [&] {
    if (options.ours_alone) options.earlier = options.prefix;
    run(options);
  });
}
