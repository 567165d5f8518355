#include "ocelli/training/operating_point.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/detection/opencv/opencv_scanner.hpp"
#include "ocelli/metrics/detection_matching.hpp"
#include "ocelli/metrics/outcome_counts.hpp"
#include "ocelli/training/object_shapes.hpp"
#include "ocelli/training/training_sources.hpp"

namespace ocelli::internal {
namespace {

std::size_t count_from(float score, const std::vector<float>& scores) {
  return static_cast<std::size_t>(std::ranges::count_if(scores, [=](float s) { return s >= score; }));
}

float between(const std::vector<float>& descending_hits, float rejected) {
  const auto above = std::ranges::count_if(descending_hits, [=](float hit) { return hit > rejected; });
  if (above > 0) {
    const float next = descending_hits[static_cast<std::size_t>(above - 1)];
    const float middle = rejected + (next - rejected) / 2;
    return middle > rejected ? middle : next;
  }
  return rejected > 0 ? std::nextafter(rejected, std::numeric_limits<float>::infinity()) : 0.0F;
}

/// Of one image.
struct ImageScores {
  std::vector<float> hits, false_alarms;
};

/// The functions that score held-out images.
struct Judge {
  ObjectDetector detector;
  cv::Size window;
  /// The score of a single window, nothing if it is rejected. If the function is empty, single windows are
  /// not scored.
  std::function<std::optional<float>(const cv::Mat&)> score;
  BoxFit fit = BoxFit::extended;
};

/// The window of an object in a strip, scored as a group of one.
void score_windows(const Judge& judge, const AnnotatedImage& image, const InputLimits& limits,
                   ImageScores& of_image) {
  const int width = judge.window.width, height = judge.window.height;
  const TrainingWindows windows = crop_positives(positive_images({image}, width, height, limits, judge.fit),
                                                 width, height, {.samples_per_object = 1}, 0);
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const std::optional<float> score = judge.score(windows.image(i));
    if (score) of_image.hits.push_back(group_score(*score));
  }
}

ImageScores score_image(const Judge& judge, const AnnotatedImage& image, const InputLimits& limits) {
  ImageScores of_image;
  if (image.strip_cell) {
    score_windows(judge, image, limits, of_image);
    return of_image;
  }
  std::vector<Truth> truths;
  for (const AnnotatedObject& object : image.objects) truths.push_back({object.box, object.ignored});
  const std::vector<Detection> found = judge.detector.detect(read_gray(image, limits));
  for (const ScoredOutcome& outcome : match_detections(found, truths).outcomes) {
    if (outcome.outcome == Outcome::hit) of_image.hits.push_back(outcome.score);
    if (outcome.outcome == Outcome::false_positive) of_image.false_alarms.push_back(outcome.score);
  }
  return of_image;
}

std::vector<ImageScores> score_images(const Judge& judge, const std::vector<AnnotatedImage>& images,
                                      const InputLimits& limits, const std::stop_token& stop) {
  std::vector<ImageScores> of_images(images.size());
  tbb::parallel_for(std::size_t{0}, images.size(), [&](std::size_t i) {
    if (!stop.stop_requested()) of_images[i] = score_image(judge, images[i], limits);
  });
  if (stop.stop_requested())
    throw Error(Kind::canceled, "stopped while setting the operating point; --resume continues");
  return of_images;
}

HeldOutScores scores_of(const Judge& judge, std::vector<AnnotatedImage> with_objects,
                        const std::vector<AnnotatedImage>& without, const InputLimits& limits,
                        const std::stop_token& stop) {
  HeldOutScores scores{.hits = {}, .objects = 0, .false_alarms = {}, .photos = without.size()};
  if (!judge.score)
    std::erase_if(with_objects, [](const AnnotatedImage& image) { return image.strip_cell.has_value(); });
  for (const AnnotatedImage& image : with_objects) scores.objects += image.objects.size();
  for (const ImageScores& of_image : score_images(judge, with_objects, limits, stop))
    scores.hits.insert(scores.hits.end(), of_image.hits.begin(), of_image.hits.end());
  for (const ImageScores& of_image : score_images(judge, without, limits, stop))
    scores.false_alarms.insert(scores.false_alarms.end(), of_image.false_alarms.begin(),
                               of_image.false_alarms.end());
  return scores;
}

std::string text_of(const char* form, double value) {
  char text[64];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

}  // namespace

std::string OperatingPoint::to_string() const {
  const std::string finds = "finds " + text_of("%.1f", 100 * share(found, objects)) + " % of " +
                            count_of(objects, "held-out object");
  if (photos == 0) return finds + "; there are too few negative images to measure false alarms on";
  return finds + " with " + text_of("%.2f", share(false_alarms, photos)) + " false alarms per photo (" +
         count_of(photos, "held-out photo") + ")";
}

OperatingPoint choose_operating_point(const HeldOutScores& scores, double false_alarms) {
  std::vector<float> hits = scores.hits, alarms = scores.false_alarms;
  std::ranges::sort(hits, std::greater{});
  std::ranges::sort(alarms, std::greater{});
  const auto allowed = static_cast<std::size_t>(false_alarms * static_cast<double>(scores.photos));
  const float rejected = allowed < alarms.size() ? alarms[allowed] : 0.0F;
  float min_score = between(hits, rejected);
  const std::size_t half = std::min((scores.objects + 1) / 2, hits.size());
  if (half > 0) min_score = std::min(min_score, hits[half - 1]);
  return {.min_score = min_score,
          .found = count_from(min_score, hits),
          .objects = scores.objects,
          .false_alarms = count_from(min_score, alarms),
          .photos = scores.photos};
}

OperatingPoint every_detection(const HeldOutScores& scores) {
  return {.min_score = 0,
          .found = scores.hits.size(),
          .objects = scores.objects,
          .false_alarms = scores.false_alarms.size(),
          .photos = scores.photos};
}

HeldOutScores score_held_out(const DetectorModel& model, const std::vector<AnnotatedImage>& with_objects,
                             const std::vector<AnnotatedImage>& without, const InputLimits& limits,
                             const std::stop_token& stop) {
  const Cascade& cascade = model.cascade;
  Judge judge{.detector = ObjectDetector(model, {.scan = {}, .group = {.min_score = 0}}),
              .window = {cascade.width(), cascade.height()},
              .score = {},
              .fit = fit_of(cascade.shapes())};
  if (!model.verifier) judge.score = [&cascade](const cv::Mat& window) { return cascade.score(window); };
  return scores_of(judge, with_objects, without, limits, stop);
}

HeldOutScores score_held_out(const OpenCvCascade& cascade, const std::vector<AnnotatedImage>& with_objects,
                             const std::vector<AnnotatedImage>& without, const InputLimits& limits,
                             const std::stop_token& stop) {
  const OpenCvScanner scanner(std::make_shared<const OpenCvCascade>(cascade), {});
  const Judge judge{
      .detector = ObjectDetector(cascade, {.scan = {}, .group = {}, .like = GroupingRule::opencv}),
      .window = {cascade.width(), cascade.height()},
      .score = [&scanner](const cv::Mat& window) {
        OpenCvScanner::Scratch scratch;
        const std::vector<ScoredWindow>& passed = scanner.scan(window, scratch);
        return passed.empty() ? std::nullopt : std::optional(passed.front().score);
      }};
  return scores_of(judge, with_objects, without, limits, stop);
}

void log_operating_point(TrainingSession& session, const OperatingPoint& point) {
  session.log({{"event", "operating_point"},
               {"min_score", point.min_score},
               {"found", point.found},
               {"objects", point.objects},
               {"false_alarms", point.false_alarms},
               {"photos", point.photos}});
}

}  // namespace ocelli::internal
