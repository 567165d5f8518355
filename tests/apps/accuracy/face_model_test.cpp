#include <gtest/gtest.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <vector>

#include "data_path.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/metrics/detection_matching.hpp"
#include "source_path.hpp"

namespace ocelli::internal::test::face_model_test {
namespace {

struct Counts {
  std::ptrdiff_t hits = 0, false_positives = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
};

void PrintTo(const Counts& counts, std::ostream* out) {
  *out << counts.hits << " hits, " << counts.false_positives << " false positives";
}

/// What a bundled face model does on a set, from 20 pixels on, with the options it comes with.
Counts count(const char* model, const std::filesystem::path& annotations) {
  const std::filesystem::path file = ocelli::internal::test::source_path() / "models" / model;
  const ObjectDetector detector(load_detector(file), {.scan = {.min_size = 20}, .group = {}});
  const Annotations set = read_annotations(annotations);
  std::vector<MatchedDetections> matched(set.images.size());
  tbb::enumerable_thread_specific<ObjectDetector::Scratch> scratches;
  tbb::parallel_for(std::size_t{0}, matched.size(), [&](std::size_t i) {
    std::vector<Truth> truths;
    for (const AnnotatedObject& object : set.images[i].objects)
      truths.push_back({object.box, object.ignored});
    matched[i] = match_detections(detector.detect(read_gray(set.images[i]), scratches.local()), truths);
  });
  const MatchedDetections all = pool(matched);
  const auto how_many = [&](Outcome outcome) {
    return std::ranges::count(all.outcomes, outcome, &ScoredOutcome::outcome);
  };
  return {how_many(Outcome::hit), how_many(Outcome::false_positive)};
}

/// The counts are exact: whatever changes them, for better or worse, has to be written down here.
TEST(FaceModel, FindsAsManyFacesOfCmuMitAsWrittenDown) {
  OCELLI_NEEDS_DATA("faces/test/cmu_mit.csv");
  const std::filesystem::path set = data_path() / "faces" / "test" / "cmu_mit.csv";
  EXPECT_EQ(count("face.ocelli", set), (Counts{478, 17}));
  EXPECT_EQ(count("face-frontal.ocelli", set), (Counts{469, 9}));
}

}  // namespace
}  // namespace ocelli::internal::test::face_model_test
