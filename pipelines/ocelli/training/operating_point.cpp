#include "ocelli/training/operating_point.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>

#include "ocelli/core/error.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/detection/detector.hpp"
#include "ocelli/metrics/detection_matching.hpp"
#include "ocelli/metrics/outcome_counts.hpp"
#include "ocelli/training/training_sources.hpp"

namespace ocelli {
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
struct Look {
  std::vector<float> hits, false_alarms;
};

/// The window of an object in a strip alone, scored as a group of one.
void score_windows(const Cascade& cascade, const AnnotatedImage& image, const InputLimits& limits,
                   Look& look) {
  const TrainingWindows windows =
      cut_positives(positive_images({image}, cascade.width(), cascade.height(), limits), cascade.width(),
                    cascade.height(), {.samples_per_object = 1}, 0);
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const std::optional<float> score = cascade.score(windows.image(i));
    if (score) look.hits.push_back(group_score(*score));
  }
}

Look look_at(const Detector& detector, const AnnotatedImage& image, const InputLimits& limits) {
  Look look;
  if (image.strip_cell) {
    score_windows(detector.cascade(), image, limits, look);
    return look;
  }
  std::vector<Truth> truths;
  for (const AnnotatedObject& object : image.objects) truths.push_back({object.box, object.ignored});
  const std::vector<Detection> found = detector.detect(read_grey(image, limits));
  for (const ScoredOutcome& outcome : match_detections(found, truths).outcomes) {
    if (outcome.outcome == Outcome::hit) look.hits.push_back(outcome.score);
    if (outcome.outcome == Outcome::false_positive) look.false_alarms.push_back(outcome.score);
  }
  return look;
}

std::vector<Look> look_at_all(const Detector& detector, const std::vector<AnnotatedImage>& images,
                              const InputLimits& limits, const std::stop_token& stop) {
  std::vector<Look> looks(images.size());
  tbb::parallel_for(std::size_t{0}, images.size(), [&](std::size_t i) {
    if (!stop.stop_requested()) looks[i] = look_at(detector, images[i], limits);
  });
  if (stop.stop_requested())
    throw Error(Kind::cancelled, "stopped while setting the operating point; --resume goes on");
  return looks;
}

std::string text_of(const char* form, double value) {
  char text[64];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

}  // namespace

std::string OperatingPoint::in_words() const {
  const std::string finds = "finds " + text_of("%.1f", 100 * share(found, objects)) + " % of " +
                            std::to_string(objects) + " held-out objects";
  if (photos == 0) return finds + "; there are too few negative images to measure false alarms on";
  return finds + " with " + text_of("%.2f", share(false_alarms, photos)) + " false alarms a photo (" +
         std::to_string(photos) + " held-out photos)";
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

HeldOutScores score_held_out(const DetectorModel& model, const std::vector<AnnotatedImage>& with_objects,
                             const std::vector<AnnotatedImage>& without, const InputLimits& limits,
                             const std::stop_token& stop) {
  DetectOptions everything;
  everything.group.min_score = 0;
  const Detector detector(model, everything);
  HeldOutScores scores{.hits = {}, .objects = 0, .false_alarms = {}, .photos = without.size()};
  std::vector<AnnotatedImage> scored = with_objects;
  if (model.verifier)
    std::erase_if(scored, [](const AnnotatedImage& image) { return image.strip_cell.has_value(); });
  for (const AnnotatedImage& image : scored) scores.objects += image.objects.size();
  for (const Look& look : look_at_all(detector, scored, limits, stop))
    scores.hits.insert(scores.hits.end(), look.hits.begin(), look.hits.end());
  for (const Look& look : look_at_all(detector, without, limits, stop))
    scores.false_alarms.insert(scores.false_alarms.end(), look.false_alarms.begin(), look.false_alarms.end());
  return scores;
}

}  // namespace ocelli
