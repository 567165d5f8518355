// Detection rates of Ocelli and of OpenCV's frontal cascades on one annotated set, by one evaluator in one run.
// usage: bench_face_accuracy [MODEL [ANNOTATIONS.csv [ROC.svg]]]

#include <cstdio>
#include <fstream>
#include <vector>

#include "data_path.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/data/annotation.hpp"
#include "ocelli/data/image_file.hpp"
#include "ocelli/metrics/plot.hpp"
#include "ocelli/metrics/roc.hpp"
#include "peers.hpp"

namespace {

using namespace ocelli;
namespace fs = std::filesystem;

std::vector<RocPoint> roc_of(const bench::Contestant& contestant, const Annotations& set) {
  std::vector<MatchedDetections> matched;
  for (const AnnotatedImage& image : set.images) {
    std::vector<Truth> truths;
    for (const AnnotatedObject& object : image.objects) truths.push_back({object.box, object.ignored});
    matched.push_back(match_detections(contestant.detect(read_grey(image)), truths));
  }
  return detection_roc(pool(matched));
}

Series series_of(const std::string& name, std::span<const RocPoint> curve) {
  Series series{.name = name, .points = {}};
  for (const RocPoint& point : curve) {
    if (point.false_positives > 0 && point.false_positives <= 1000) {
      series.points.push_back({static_cast<double>(point.false_positives), point.detection_rate});
    }
  }
  return series;
}

void run(int argc, char** argv) {
  const fs::path model = argc > 1 ? fs::path(argv[1]) : bench::source_path() / "models" / "face.ocelli";
  const fs::path annotations =
      argc > 2 ? fs::path(argv[2]) : bench::data_path() / "faces" / "test" / "cmu_mit.csv";
  const bench::SharedOptions options;
  const std::vector<bench::Contestant> contestants = {
      bench::ocelli(model, options), bench::opencv("haarcascade_frontalface_alt2", options),
      bench::opencv("haarcascade_frontalface_alt", options),
      bench::opencv("haarcascade_frontalface_alt_tree", options),
      bench::opencv("haarcascade_frontalface_default", options)};
  const Annotations set = read_annotations(annotations);
  const std::vector<std::size_t> columns = {5, 10, 31, 50, 100, 300};

  std::printf("%s: smallest size %d, scale step %g\n| detector | ", annotations.filename().c_str(),
              options.min_size, options.scale_step);
  for (const std::size_t column : columns) std::printf("%zu | ", column);
  std::printf("\n|---|%s\n", "---|---|---|---|---|---|");
  LineChart chart{.title = annotations.stem().string() + ": faces found",
                  .x = {.label = "false positives", .scale = Scale::logarithmic},
                  .y = {.label = "detection rate"}};
  for (const bench::Contestant& contestant : contestants) {
    const std::vector<RocPoint> curve = roc_of(contestant, set);
    std::printf("| %s | ", contestant.name.c_str());
    for (const std::size_t column : columns) std::printf("%.1f %% | ", 100 * rate_at(curve, column));
    std::printf("\n");
    std::fflush(stdout);
    chart.series.push_back(series_of(contestant.name, curve));
  }
  if (argc > 3) std::ofstream(argv[3]) << to_svg(chart);
}

}  // namespace

int main(int argc, char** argv) try {
  run(argc, argv);
  return 0;
} catch (const ocelli::Error& error) {
  std::fprintf(stderr, "bench_face_accuracy: %s\n", error.what());
  return 1;
}
