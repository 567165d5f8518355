#include <gmock/gmock.h>

#include "features/gray_samples.hpp"
#include "features/random_samples.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/feature_set.hpp"
#include "ocelli/portable/onnx_classifier.hpp"
#include "portable/onnx_run.hpp"
#include "process.hpp"
#include "recognition/classifiers.hpp"
#include "source_path.hpp"

namespace ocelli::internal::onnx_classifier_test {
namespace {

using testing::HasSubstr;

/// Normal values, of which one is constant.
Samples onnx_rows() {
  Samples rows = test::random_samples(200, 7, 3, 5);
  rows.values.col(2).setConstant(4);
  return rows;
}

TemplateFeatures random_templates(const Samples& images) {
  std::vector<ImagePatch> patches;
  for (const int side : {3, 5, 5}) {
    const SampleValues weights =
        test::normal_values(1, static_cast<std::size_t>(side * side), patches.size());
    patches.push_back(normalized_patch(side, {weights.data(), weights.data() + weights.size()}));
  }
  return all_templates(images, {.grid = 2, .sigma = 3, .reach = 1.7}, std::move(patches));
}

StumpFeatures random_stumps(std::size_t inputs) {
  std::vector<ThresholdStump> stumps;
  const SampleValues thresholds = test::normal_values(1, 40, 9);
  for (std::uint32_t s = 0; s < 40; ++s) {
    stumps.push_back({s % static_cast<std::uint32_t>(inputs), thresholds(0, s)});
  }
  return {inputs, std::move(stumps)};
}

BallFeatures some_balls(const Samples& rows) {
  return ball_candidates(rows, {.components = 4, .centers = 5, .radii = 3});
}

struct OnnxCase {
  std::string name;
  Samples samples;
  Classifier classifier;
  float tolerance = 1e-4F;  ///< of scores
};

/// A classifier of every kind of features that OpenCV's dnn can run.
std::vector<OnnxCase> opencv_cases() {
  const Samples rows = onnx_rows(), images = test::noise_images(30, {13, 11}, 2);
  // Values equal to a threshold are not below it.
  Samples on_thresholds = rows;
  const StumpFeatures stumps = random_stumps(7);
  on_thresholds.values(0, 1) = stumps.stumps()[1].threshold;
  std::vector<OnnxCase> cases;
  cases.push_back({"linear", rows, test::random_classifier(LinearFeatures::all(rows), 3)});
  cases.push_back({"products", rows, test::random_classifier(ProductFeatures::all(rows), 3)});
  cases.push_back({"stumps", on_thresholds, test::random_classifier(stumps, 3)});
  // Sums in another order may come to another byte: a few of them are far less than this.
  cases.push_back({"gaussians", rows,
                   test::random_classifier(gaussian_candidates(rows, {.anchors = 50, .width = 0.7}), 3),
                   0.02F});
  cases.push_back(
      {"combined", rows,
       test::random_classifier(CombinedFeatures({{ProductFeatures::all(rows)}, {LinearFeatures::all(rows)}})
                                   .select(std::vector<std::uint32_t>{25, 3, 20, 7, 22, 0}),
                               3)});
  cases.push_back(
      {"combined_images", images,
       test::random_classifier(CombinedFeatures({{LinearFeatures::all(images)}, {random_templates(images)}}),
                               4, images.shape)});
  cases.push_back({"templates", images, test::random_classifier(random_templates(images), 4, images.shape)});
  cases.push_back(
      {"linear_images", images, test::random_classifier(LinearFeatures::all(images), 4, images.shape)});
  return cases;
}

std::string file_of(const Classifier& classifier) { return onnx_file({classifier, {}}, "model"); }

#if OCELLI_HAS_DNN
TEST(OnnxClassifier, ScoresAsTheProgramDoesInOpenCv) {
  for (const OnnxCase& given : opencv_cases()) {
    SCOPED_TRACE(given.name);
    for (const int batch : {1, 64}) {
      const test::OnnxResults found = test::run_by_opencv(file_of(given.classifier), given.samples,
                                                          given.classifier.classes().size(), batch);
      EXPECT_LE(test::largest_difference(found.scores, given.classifier.scores(given.samples)),
                given.tolerance);
      EXPECT_EQ(test::different_labels(found, given.classifier.classify(given.samples)), 0u);
    }
  }
}

TEST(OnnxClassifier, ComparesFractionsOfGrayLevelsAsTheProgramDoes) {
  Samples images = test::noise_images(30, {13, 11}, 3);
  images.values = images.values * 0.77f;
  const Classifier classifier = test::random_classifier(random_templates(images), 4, images.shape);
  const test::OnnxResults found = test::run_by_opencv(file_of(classifier), images, 4, 10);
  EXPECT_LE(test::largest_difference(found.scores, classifier.scores(images)), 1e-4f);
}
#else
TEST(OnnxClassifier, ScoresAsTheProgramDoesInOpenCv){OCELLI_NEEDS_DNN}
#endif

TEST(OnnxClassifier, PassesTheChecker) {
  const std::vector<std::string> check{
      "/usr/bin/python3", (test::source_path() / "tests" / "portable" / "check_onnx.py").string()};
  if (test::Program(check).finish().exit_code == 3) {
    std::cerr << "\n*** SKIPPED for want of ONNX's checker (Debian: python3-onnx) ***\n";
    GTEST_SKIP();
  }
  std::vector<OnnxCase> cases = opencv_cases();
  const Samples rows = onnx_rows();
  cases.push_back({"balls", rows, test::random_classifier(some_balls(rows), 3)});
  const test::TemporaryFolder folder;
  std::vector<std::string> command = check;
  for (const OnnxCase& given : cases)
    command.push_back(folder.file(given.name + ".onnx", file_of(given.classifier)));
  const test::Finished checked = test::Program(command).finish();
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_THAT(checked.out,
              HasSubstr("balls.onnx: row FLOAT [batch, 7] -> scores FLOAT [batch, 3], label INT64 [batch]"));
  EXPECT_THAT(checked.out,
              HasSubstr("templates.onnx: image FLOAT [batch, 1, 11, 13] -> scores FLOAT [batch, 4]"));
}

TEST(OnnxClassifier, SaysWhatTheCallerDoesAndWhatTheClassesAre) {
  const Samples images = test::noise_images(10, {13, 11}, 2);
  ClassifierParts parts = test::random_classifier(random_templates(images), 3, images.shape).parts();
  parts.classes = {"cat", "a \"dog\"", "ox"};
  parts.normalized_side = 9;
  const std::string file = file_of(Classifier(parts));
  EXPECT_THAT(file, HasSubstr(R"(["cat","a \"dog\"","ox"])"));
  EXPECT_THAT(file, HasSubstr("The caller normalizes size and center first"));
  EXPECT_THAT(file, HasSubstr("to 9.0 pixels"));
}

/// The reason for which a classifier is refused.
std::string refusal(const Classifier& classifier) {
  try {
    file_of(classifier);
  } catch (const Error& error) {
    return error.kind() == Kind::usage ? error.message() : "";
  }
  return "";
}

TEST(OnnxClassifier, RefusesWithTheReason) {
  const Samples images = test::noise_images(10, {13, 11}, 2);
  ClassifierParts parts = test::random_classifier(random_templates(images), 3, images.shape).parts();
  parts.tilt = 0.1;
  EXPECT_THAT(refusal(Classifier(parts)), HasSubstr("means over rotated images"));
  const DisjunctionFeatures disjunctions({32, 32}, {}, {{}}, {{0, {0, 0, 32, 32}}});
  EXPECT_THAT(refusal(test::random_classifier(disjunctions, 3, ImageShape{32, 32})),
              HasSubstr("interest points"));
  const OrientationFeatures orientations({32, 32}, {3}, {0});
  EXPECT_THAT(refusal(test::random_classifier(orientations, 3, ImageShape{32, 32})),
              HasSubstr("--features templates"));
  const BinaryPatternFeatures patterns({32, 32}, {3}, {0});
  EXPECT_THAT(refusal(test::random_classifier(patterns, 3, ImageShape{32, 32})),
              HasSubstr("binary patterns"));
  EXPECT_THAT(refusal(test::random_classifier(ColorFeatures({32, 32}, {3}, {0}), 3, ImageShape{32, 32})),
              HasSubstr("colors"));
  const ChannelTemplates channels({{32, 32}, 8, {ChannelKind::orientations}}, {}, {}, {}, {});
  const CombinedFeatures combined({{LinearFeatures::all(test::noise_images(3, {32, 32}, 1))}, {channels}});
  EXPECT_THAT(refusal(test::random_classifier(combined, 3, ImageShape{32, 32})),
              HasSubstr("--features templates"));
}

}  // namespace
}  // namespace ocelli::internal::onnx_classifier_test
