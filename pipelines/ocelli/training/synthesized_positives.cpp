#include "ocelli/training/synthesized_positives.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <span>
#include <string>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal {
namespace {

/// Samples are this much larger than the window, so that they can be varied and reduced.
constexpr int kEnlargement = 2;
/// Sets these random numbers apart from those of poses.
constexpr std::uint64_t kSynthesis = 3;

/// Window-shaped; where its height is left open, as the picture is.
cv::Size sample_size(const DetectorTraining& job, cv::Size picture) {
  const double height =
      job.height ? *job.height : std::round(1.0 * job.width * picture.height / picture.width);
  return {kEnlargement * job.width,
          kEnlargement * std::clamp(static_cast<int>(height), Cascade::kMinSide, Cascade::kMaxSide)};
}

void write_strip(const std::filesystem::path& path, const cv::Mat& strip) {
  std::string file = "P5\n" + std::to_string(strip.cols) + " " + std::to_string(strip.rows) + "\n255\n";
  file.append(reinterpret_cast<const char*>(strip.data), strip.total());
  write_file_atomically(path, std::as_bytes(std::span(file)));
}

void write_table(const std::filesystem::path& path, int cells) {
  std::string table = "index\n";
  for (int i = 0; i < cells; ++i) table += std::to_string(i) + "\n";
  write_file_atomically(path, std::as_bytes(std::span(table)));
}

}  // namespace

std::filesystem::path write_synthesized_positives(const DetectorTraining& job,
                                                  const TrainingImages& negatives) {
  const cv::Mat picture = read_gray(job.from_one, job.limits);
  const cv::Size size = sample_size(job, picture.size());
  const int count = job.synthesis.synthesized;
  cv::Mat strip(size.height * count, size.width, CV_8UC1);
  parallel_for(0, count, [&](int i) {
    Random random(hash(job.trainer.seed, {kSynthesis, static_cast<std::uint64_t>(i)}));
    const std::size_t place = random.below(negatives.images.size());
    const cv::Mat background = read_gray(negatives.images[place], job.limits);
    const cv::Mat sample = synthesize(picture, background, size, job.synthesis, random);
    sample.copyTo(strip.rowRange(i * size.height, (i + 1) * size.height));
  });
  write_strip(job.sample_strip(), strip);
  write_table(job.sample_table(), count);
  return job.sample_table();
}

}  // namespace ocelli::internal
