#include "ocelli/training/training_parts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/median.hpp"
#include "ocelli/training/object_shapes.hpp"

namespace ocelli::internal {
namespace {

/// Blocks of images that stay together in the split: in many data sets, near copies are neighbors.
constexpr std::uint32_t kSplitBlock = 64;
/// The minimum number of blocks for a small set, so that validation gets the requested share.
constexpr std::uint32_t kMinBlocks = 50;
/// Images of either part for comparing objects with their mirror images.
constexpr std::size_t kMaxToMirror = 1000;

/// At most this many, at even intervals.
std::vector<AnnotatedImage> thinned(const std::vector<AnnotatedImage>& images, std::size_t max) {
  const std::size_t kept = std::min(images.size(), max);
  std::vector<AnnotatedImage> some;
  for (std::size_t i = 0; i < kept; ++i) some.push_back(images[i * images.size() / kept]);
  return some;
}

/// Those of --cascade, or as many as asked for. A cascade for OpenCV has one shape.
std::vector<float> shapes_of(const DetectorTraining& job, const TrainingImages& positives,
                             const WindowSize& window) {
  if (job.runner() == DetectorRunner::opencv) return {};
  if (!job.cascade.empty()) return load_detector(job.cascade).cascade.parts().shapes;
  return shapes_for(box_shapes(positives), job.shapes, static_cast<double>(window.width) / window.height);
}

}  // namespace

Split split_near_images(std::size_t images, double held_out_share, std::uint64_t seed) {
  const auto count = static_cast<std::uint32_t>(images);
  return split_by_blocks(count, {.validation_share = held_out_share,
                                 .block = std::clamp(count / kMinBlocks, 1u, kSplitBlock),
                                 .seed = seed});
}

TrainingParts part(const std::vector<AnnotatedImage>& images, const Split& split) {
  TrainingParts parts;
  for (const std::uint32_t i : split.training) parts.training.push_back(images[i]);
  for (const std::uint32_t i : split.validation) parts.held_out.push_back(images[i]);
  return parts;
}

TrainingWindows WindowSize::cut(const std::vector<AnnotatedImage>& images, const PoseOptions& poses,
                                const DetectorTraining& job) const {
  return crop_positives(positive_images(images, width, height, job.limits, fit_of(shapes)), width, height,
                        poses, job.trainer.seed);
}

WindowSize window_size(const DetectorTraining& job, const TrainingImages& positives) {
  WindowSize window{job.width, job.height.value_or(0)};
  if (!job.height) {
    std::vector<double> heights;
    for (const AnnotatedImage& image : positives.images) {
      for (const AnnotatedObject& object : image.objects)
        heights.push_back(static_cast<double>(object.box.h) / object.box.w);
    }
    const int height = static_cast<int>(std::lround(job.width * median(std::move(heights))));
    window.height = std::clamp(height, Cascade::kMinSide, Cascade::kMaxSide);
  }
  window.shapes = shapes_of(job, positives, window);
  return window;
}

MirrorTest test_mirror_images(const DetectorTraining& job, const WindowSize& window,
                              const TrainingParts& positives) {
  PoseOptions upright = job.poses;
  upright.mirror = false;
  const auto cut = [&](const std::vector<AnnotatedImage>& images) {
    return window.cut(thinned(images, kMaxToMirror), upright, job);
  };
  return ocelli::internal::test_mirror_images(cut(positives.training), cut(positives.held_out),
                                              static_cast<std::size_t>(job.poses.samples_per_object.value()),
                                              job.trainer.seed);
}

TrainingData training_data(const DetectorTraining& job, const WindowSize& window,
                           const TrainingParts& positives, const TrainingParts& negatives,
                           const TrainingImages& surroundings, std::uint64_t negatives_fingerprint) {
  PoseOptions as_marked = job.poses;
  as_marked.samples_per_object = 1;
  return {window.cut(positives.training, job.poses, job),
          window.cut(positives.held_out, as_marked, job),
          join(negative_images(negatives.training, job.negative_views, job.limits),
               surrounding_images(surroundings.images, job.limits)),
          Fingerprint()
              .add(negatives_fingerprint)
              .add(surroundings.fingerprint)
              .add(negatives.training.size())
              .value(),
          {},
          window.shapes};
}

}  // namespace ocelli::internal
