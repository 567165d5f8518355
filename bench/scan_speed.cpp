// How long Ocelli and OpenCV's cascade take over the same images: one thread, same smallest size and scale step, taken
// in turns so that a noisy machine is noisy for both.
// usage: bench_scan_speed [MODEL [ANNOTATIONS.csv [MIN_SIZE [ROUNDS]]]]

#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <opencv2/core/utility.hpp>
#include <vector>

#include "data_path.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/data/annotation.hpp"
#include "ocelli/data/image_file.hpp"
#include "peers.hpp"

namespace {

using namespace ocelli;
namespace fs = std::filesystem;

double seconds_over(const bench::Contestant& contestant, const std::vector<cv::Mat>& images) {
  const auto start = std::chrono::steady_clock::now();
  for (const cv::Mat& image : images) contestant.detect(image);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void run(int argc, char** argv) {
  const fs::path model = argc > 1 ? fs::path(argv[1]) : bench::source_path() / "models" / "face.ocelli";
  const fs::path annotations =
      argc > 2 ? fs::path(argv[2]) : bench::data_path() / "faces" / "test" / "cmu_mit.csv";
  const bench::SharedOptions options{.min_size = argc > 3 ? std::atoi(argv[3]) : 20};
  const int rounds = argc > 4 ? std::atoi(argv[4]) : 3;

  std::vector<cv::Mat> images;
  double megapixels = 0;
  for (const AnnotatedImage& image : read_annotations(annotations).images) {
    images.push_back(read_grey(image));
    megapixels += static_cast<double>(images.back().total()) / 1e6;
  }
  const std::vector<bench::Contestant> contestants = {
      bench::ocelli(model, options), bench::opencv("haarcascade_frontalface_alt2", options),
      bench::opencv("haarcascade_frontalface_default", options)};
  std::vector<std::vector<double>> times(contestants.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t c = 0; c < contestants.size(); ++c)
      times[c].push_back(seconds_over(contestants[c], images));
  }
  std::printf("%s: %zu images, %.1f megapixels, smallest size %d, scale step %g, one thread, median of %d\n",
              annotations.filename().c_str(), images.size(), megapixels, options.min_size, options.scale_step,
              rounds);
  std::printf("| detector | ms a megapixel | ours is faster |\n|---|---|---|\n");
  for (std::size_t c = 0; c < contestants.size(); ++c) {
    std::vector<double> ratios;
    for (int round = 0; round < rounds; ++round) ratios.push_back(times[c][round] / times[0][round]);
    std::printf("| %s | %.1f | %.2f times |\n", contestants[c].name.c_str(),
                1000 * median(times[c]) / megapixels, median(ratios));
  }
}

}  // namespace

int main(int argc, char** argv) try {
  cv::setNumThreads(1);
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  run(argc, argv);
  return 0;
} catch (const ocelli::Error& error) {
  std::fprintf(stderr, "bench_scan_speed: %s\n", error.what());
  return 1;
}
