#include "ocelli/evaluation/detector_evaluation.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal {
namespace {

Box inside(const Box& box, const cv::Size& image) {
  const float left = std::max(box.x, 0.0F), top = std::max(box.y, 0.0F);
  const float right = std::min(box.x + box.w, static_cast<float>(image.width));
  const float bottom = std::min(box.y + box.h, static_cast<float>(image.height));
  return {left, top, right - left, bottom - top};
}

/// Clips boxes that extend beyond the image to the visible part; drop_outside() keeps them if at least half
/// is inside.
std::vector<Truth> truths_of(const AnnotatedImage& image, const cv::Size& size) {
  std::vector<Truth> truths;
  for (const AnnotatedObject& object : image.objects)
    truths.push_back({inside(object.box, size), object.ignored});
  return truths;
}

struct ImageResult {
  std::optional<MeasuredImage> measured;
  std::vector<Problem> problems;
};

/// An image with all of its boxes outside is not the one that was annotated, and is skipped.
ImageResult evaluate_image(const ObjectDetector& detector, AnnotatedImage& image,
                           const InputLimits& limits) try {
  const cv::Mat gray = read_gray(image, limits);
  const bool is_marked = !image.objects.empty();
  ImageResult result{.measured = {}, .problems = drop_outside(image, gray.cols, gray.rows)};
  if (is_marked && image.objects.empty()) return result;
  MeasuredImage measured{.image = &image, .found = detector.detect(gray), .matched = {}};
  measured.matched = match_detections(measured.found, truths_of(image, gray.size()));
  result.measured = std::move(measured);
  return result;
} catch (const Error& error) {
  if (error.kind() == Kind::canceled) throw;
  return {.measured = {}, .problems = {{error.where(), error.message()}}};
}

}  // namespace

DetectorEvaluation evaluate_detector(const ObjectDetector& detector, Annotations& test,
                                     const InputLimits& limits, const ProgressSink& progress) {
  std::vector<ImageResult> results(test.images.size());
  std::mutex told;
  std::size_t done = 0;
  parallel_for(std::size_t{0}, results.size(), [&](std::size_t i) {
    results[i] = evaluate_image(detector, test.images[i], limits);
    if (!progress) return;
    const std::scoped_lock lock(told);
    progress({"evaluating images", ++done, results.size(), {}});
  });
  DetectorEvaluation evaluation{.images = {}, .matched = {}, .problems = test.problems};
  std::vector<MatchedDetections> matched;
  for (ImageResult& result : results) {
    evaluation.problems.insert(evaluation.problems.end(), result.problems.begin(), result.problems.end());
    if (!result.measured) continue;
    matched.push_back(result.measured->matched);
    evaluation.images.push_back(std::move(*result.measured));
  }
  evaluation.matched = pool(matched);
  return evaluation;
}

}  // namespace ocelli::internal
