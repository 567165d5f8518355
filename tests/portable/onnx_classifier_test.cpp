#include <gmock/gmock.h>

#include "features/gray_samples.hpp"
#include "features/random_samples.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/feature_set.hpp"
#include "ocelli/portable/onnx_classifier.hpp"
#include "portable/exported_cases.hpp"
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
TEST(OnnxClassifier, ScoresAsTheProgramDoesInOpenCv) { OCELLI_NEEDS_DNN }
#endif

/// Classifiers of the kinds that only other runtimes run.
std::vector<OnnxCase> other_cases() {
  const Samples rows = onnx_rows(), images = test::noise_images(12, {17, 14}, 2);
  std::vector<OnnxCase> cases;
  cases.push_back({"trees", rows, test::random_classifier(test::random_trees(7, 30, 1), 3)});
  cases.push_back({"gaussians", rows,
                   test::random_classifier(gaussian_candidates(rows, {.anchors = 50, .width = 0.7}), 3)});
  cases.push_back({"blend", rows, test::random_classifier(test::blended_features(rows), 3)});
  const auto add = [&](const std::string& name, const FeatureSet& features) {
    cases.push_back({name, images, test::random_classifier(features, 4, images.shape)});
  };
  add("orientations", test::some_cells<OrientationFeatures>(images));
  add("patterns", test::some_cells<BinaryPatternFeatures>(images));
  add("channel_templates", test::random_channel_templates(
                               *images.shape, {ChannelKind::orientations, ChannelKind::binary_patterns}));
  add("combined_images",
      CombinedFeatures({{random_templates(images)},
                        {test::some_cells<OrientationFeatures>(images)},
                        {test::random_channel_templates(*images.shape, {ChannelKind::orientations})},
                        {LinearFeatures::all(images)}}));
  return cases;
}

/// Samples as the input of a graph.
test::OnnxInput input_of(const Samples& samples) {
  const auto count = static_cast<std::int64_t>(samples.count());
  test::OnnxInput input{"row", {count, static_cast<std::int64_t>(samples.width())}};
  if (samples.shape) input = {"image", {count, 1, samples.shape->height, samples.shape->width}};
  input.numbers.assign(samples.values.data(), samples.values.data() + samples.values.size());
  return input;
}

/// Expects the program's scores, labels and probabilities.
void expect_same(const test::PythonResults& found, const Classifier& classifier, const Samples& samples) {
  const std::vector<Classification> expected = classifier.classify(samples);
  const std::size_t classes = classifier.classes().size();
  ASSERT_EQ(found.labels.size(), samples.count());
  ASSERT_EQ(found.scores.size(), samples.count() * classes);
  const Eigen::Map<const SampleValues> scores(found.scores.data(), samples.values.rows(),
                                              static_cast<Eigen::Index>(classes));
  EXPECT_LE(test::largest_difference(scores, classifier.scores(samples)), 1e-4F);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(found.labels[i], expected[i].label());
    const std::vector<double> probabilities = classifier.probabilities(expected[i]);
    for (std::size_t k = 0; k < probabilities.size(); ++k)
      EXPECT_NEAR(static_cast<double>(found.probabilities.at(i * classes + expected[i].ranking[k].label)),
                  probabilities[k], 1e-5);
  }
}

TEST(OnnxClassifier, ScoresAsTheProgramDoesInOtherRuntimes) {
  for (const OnnxCase& given : other_cases()) {
    SCOPED_TRACE(given.name);
    const auto found = test::run_by_python(file_of(given.classifier), {input_of(given.samples)});
    if (!found) GTEST_SKIP();
    expect_same(*found, given.classifier, given.samples);
  }
}

TEST(OnnxClassifier, SeesTheColorsOfImagesAsTheProgramDoes) {
  const auto [samples, images] = test::color_images(12, {17, 14});
  const std::vector<ChannelKind> channels{ChannelKind::colors, ChannelKind::orientations};
  const CombinedFeatures features({{test::some_cells<ColorFeatures>(samples)},
                                   {test::some_cells<OrientationFeatures>(gray_levels(samples))},
                                   {test::random_channel_templates(*samples.shape, channels)}});
  const Classifier classifier = test::random_classifier(features, 3, samples.shape);
  test::OnnxInput input{"image", {static_cast<std::int64_t>(images.size()), 3, 14, 17}};
  for (const cv::Mat& image : images) {
    for (const int plane : {2, 1, 0}) {
      for (int p = 0; p < 14 * 17; ++p) input.numbers.push_back(image.data[3 * p + plane]);
    }
  }
  const auto found = test::run_by_python(file_of(classifier), {input});
  if (!found) GTEST_SKIP();
  expect_same(*found, classifier, samples);
}

/// The inputs of a graph with an input for each column, of rows of text.
std::vector<test::OnnxInput> column_inputs(const test::TableCase& given) {
  std::vector<test::OnnxInput> inputs{
      {"width", {120, 1}}, {"color", {120, 1}}, {"height", {120, 1}}, {"town", {120, 1}}};
  for (std::size_t i = 0; i < given.rows.count(); ++i) {
    const auto at = [&](std::size_t value) { return given.rows.row(i)[value]; };
    const auto gap = std::numeric_limits<float>::quiet_NaN();
    // The sample: width, its mark, three colors, height, its mark, two towns.
    inputs[0].numbers.push_back(at(1) == 1 ? gap : at(0));
    const std::vector<std::string>& colors = given.model.table->categories[1];
    std::string color = i % 2 == 0 ? "" : "violet";
    for (std::size_t c = 0; c < colors.size(); ++c) {
      if (at(2 + c) == 1) color = colors[c];
    }
    inputs[1].texts.push_back(color);
    inputs[2].numbers.push_back(at(6) == 1 ? gap : at(5));
    inputs[3].texts.push_back(at(7) == 1 ? "Bonn" : "Ulm");
  }
  return inputs;
}

TEST(OnnxClassifier, FillsGapsAndEncodesCategories) {
  const test::TableCase given = test::table_case();
  const auto found = test::run_by_python(onnx_file(given.model, "model"), column_inputs(given));
  if (!found) GTEST_SKIP();
  expect_same(*found, given.model.classifier, given.rows);
}

TEST(OnnxClassifier, FillsGapsOfNumbersInOneInput) {
  const Table table = parse_table("1,2,a\n2,,b\n,3,a\n4,,b\n5,6,a\n,1,b\n1,,a\n2,,b\n2,,a\n", "t.csv", {});
  const ClassifierModel model{
      test::random_classifier(ProductFeatures::all(table.samples), 2), {}, table.columns};
  const auto gap = std::numeric_limits<float>::quiet_NaN();
  const auto found = test::run_by_python(
      onnx_file(model, "model"),
      {{"row", {9, 2}, {1, 2, 2, gap, gap, 3, 4, gap, 5, 6, gap, 1, 1, gap, 2, gap, 2, gap}}});
  if (!found) GTEST_SKIP();
  expect_same(*found, model.classifier, table.samples);
}

TEST(OnnxClassifier, GivesRowsThatTheProgramRefusesNoClass) {
  TableColumns columns = plain_columns(2);
  const ClassifierModel model{test::random_classifier(test::random_trees(2, 5, 1), 2), {}, columns};
  const auto gap = std::numeric_limits<float>::quiet_NaN();
  const auto found = test::run_by_python(onnx_file(model, "model"),
                                         {{"row", {4, 2}, {1, gap, 1, 1e15F, 1, 1.1e15F, 1, -1 / 0.0F}}});
  if (!found) GTEST_SKIP();
  EXPECT_THAT(found->labels, testing::ElementsAre(-1, testing::Ge(0), -1, -1));
}

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
  std::ranges::move(other_cases(), std::back_inserter(cases));
  const test::TemporaryFolder folder;
  std::vector<std::string> command = check;
  for (const OnnxCase& given : cases)
    command.push_back(folder.file(given.name + ".onnx", file_of(given.classifier)));
  command.push_back(folder.file("table.onnx", onnx_file(test::table_case().model, "model")));
  const test::Finished checked = test::Program(command).finish();
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_THAT(checked.out,
              HasSubstr("balls.onnx: row FLOAT [batch, 7] -> scores FLOAT [batch, 3], label INT64 [batch]"));
  EXPECT_THAT(checked.out,
              HasSubstr("templates.onnx: image FLOAT [batch, 1, 11, 13] -> scores FLOAT [batch, 4]"));
  EXPECT_THAT(checked.out,
              HasSubstr("table.onnx: width FLOAT [batch, 1], color STRING [batch, 1], height FLOAT "
                        "[batch, 1], town STRING [batch, 1] -> scores FLOAT [batch, 3], label "
                        "INT64 [batch], probabilities FLOAT [batch, 3]"));
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
}

}  // namespace
}  // namespace ocelli::internal::onnx_classifier_test
