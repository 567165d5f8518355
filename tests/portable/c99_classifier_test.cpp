#include "ocelli/portable/c99_header.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "nightly.hpp"
#include "ocelli/features/balls/ball_features.hpp"
#include "portable/c_program.hpp"
#include "portable/exported_cases.hpp"
#include "portable/portable_classifications.hpp"
#include "recognition/classifiers.hpp"

namespace ocelli::internal::c99_classifier_test {
namespace {

using test::random_classifier;
using test::Words;
using testing::HasSubstr;

constexpr std::size_t kWidth = 12, kHeight = 10;
constexpr ImageShape kSmallShape{kWidth, kHeight};

/// Pictures of noise on a dark or a light ground, some with ink in a part only: it has to be brought to size
/// and place.
Samples small_pictures() {
  Samples pictures{SampleValues(60, kSmallShape.pixels()), kSmallShape, {}, {}};
  Random random(3);
  for (std::size_t i = 0; i < pictures.count(); ++i) {
    const std::size_t ground = i % 3 == 0 ? 240 : 0, right = 3 + random.below(kWidth - 2),
                      bottom = 3 + random.below(kHeight - 2);
    for (std::size_t p = 0; p < kSmallShape.pixels(); ++p) {
      const bool is_ink =
          i % 2 == 0 || (p % kWidth < right && p / kWidth < bottom && p % kWidth > 0 && p / kWidth > 0);
      const auto level = is_ink ? random.below(256) : ground;
      pictures.values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(p)) = static_cast<float>(level);
    }
  }
  return pictures;
}

TemplateFeatures small_templates() {
  std::vector<ImagePatch> patches;
  for (const int side : {5, 3, 7}) {
    const auto taps = static_cast<std::size_t>(side * side);
    const SampleValues weights = test::normal_values(1, taps, 8);
    patches.push_back(normalized_patch(side, {weights.data(), taps}));
  }
  return all_templates(small_pictures(), {.grid = 2, .sigma = 3}, patches);
}

const Words kStrict{"cc",       "-std=c99",     "-O2",     "-Wall", "-Wextra", "-Wpedantic",
                    "-Wshadow", "-Wconversion", "-Werror", "-x",    "c"};

ClassifierModel model_of(Classifier classifier) { return {.classifier = std::move(classifier), .card = {}}; }

ClassifierModel framed(const FeatureSet& features) {
  const Classifier plain = random_classifier(features, 4, kSmallShape);
  ClassifierParts parts = plain.parts();
  parts.normalized_side = 8;
  return model_of(Classifier(parts));
}

/// A model's header, compiled as the program that is in it.
class C99Classifier : public testing::Test {
 protected:
  void SetUp() override { OCELLI_NEEDS_C_COMPILER }

  void compile(const ClassifierModel& model, const Words& compiler = {"cc", "-std=c99", "-O1", "-x", "c"}) {
    folder.write("model.h", c99_header(model, "model"));
    const std::string source = folder.file("main.c", "#include \"model.h\"\n");
    Words command = compiler;
    const Words more{"-DMODEL_MAIN", source, "-o", program()};
    command.insert(command.end(), more.begin(), more.end());
    const test::Finished compiled = test::Program(command).finish(std::chrono::seconds(300));
    ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
  }
  test::Finished run(const Samples& samples) {
    if (!samples.shape) return test::Program({program()}, test::as_csv(samples)).finish();
    return test::Program({program(), folder.file("pictures.idx", test::as_idx(samples))}).finish();
  }
  std::string program() const { return (folder.path() / "program").string(); }

  test::TemporaryFolder folder;
};

TEST_F(C99Classifier, ScoresTablesAsTheProgramDoes) {
  const Samples table = test::random_samples(50, 6, 3, 1);
  std::vector<Classifier> kinds{random_classifier(LinearFeatures::all(table), 3),
                                random_classifier(ProductFeatures::all(table), 2),
                                random_classifier(StumpFeatures(6, {{0, 0.5F}, {5, -1}, {2, 0}}), 10)};
  for (Classifier& classifier : kinds) {
    const std::string expected = test::labels_as_c_prints(classifier, table);
    compile(model_of(std::move(classifier)));
    EXPECT_EQ(run(table).out, expected);
  }
}

TEST_F(C99Classifier, ScoresPicturesAsTheProgramDoes) {
  const Samples pictures = small_pictures();
  std::vector<FeatureSet> kinds{small_templates(), LinearFeatures::all(pictures),
                                StumpFeatures(kSmallShape.pixels(), {{3, 90}, {17, 10}})};
  for (const FeatureSet& features : kinds) {
    const ClassifierModel model = model_of(random_classifier(features, 4, kSmallShape));
    compile(model);
    EXPECT_EQ(run(pictures).out, test::labels_as_c_prints(model.classifier, pictures));
  }
}

TEST_F(C99Classifier, ScoresTreesAndGaussiansAsTheProgramDoes) {
  const Samples table = test::random_samples(200, 6, 3, 1);
  for (const FeatureSet& features :
       {FeatureSet(test::random_trees(6, 30, 1)), FeatureSet(test::blended_features(table))}) {
    const ClassifierModel model = model_of(random_classifier(features, 3));
    compile(model, kStrict);
    EXPECT_EQ(run(table).out, test::labels_as_c_prints(model.classifier, table));
  }
}

TEST_F(C99Classifier, ScoresCellsOfPicturesAsTheProgramDoes) {
  const Samples pictures = small_pictures();
  const std::vector<ChannelKind> channels{ChannelKind::orientations, ChannelKind::binary_patterns};
  const CombinedFeatures features({{small_templates()},
                                   {test::some_cells<OrientationFeatures>(pictures)},
                                   {test::some_cells<BinaryPatternFeatures>(pictures)},
                                   {test::random_channel_templates(kSmallShape, channels)}});
  for (const ClassifierModel& model :
       {model_of(random_classifier(features, 4, kSmallShape)), framed(features)}) {
    compile(model, kStrict);
    EXPECT_EQ(run(pictures).out, test::labels_as_c_prints(model.classifier, pictures));
  }
}

TEST_F(C99Classifier, SeesTheColorsOfPicturesAsTheProgramDoes) {
  const auto [samples, images] = test::color_images(20, kSmallShape);
  const std::vector<ChannelKind> channels{ChannelKind::colors, ChannelKind::orientations};
  const CombinedFeatures features({{test::some_cells<ColorFeatures>(samples)},
                                   {test::some_cells<OrientationFeatures>(gray_levels(samples))},
                                   {test::random_channel_templates(kSmallShape, channels)}});
  const ClassifierModel model = model_of(random_classifier(features, 3, kSmallShape));
  compile(model, kStrict);
  EXPECT_EQ(test::Program({program(), folder.file("pictures.idx", test::as_idx(images))}).finish().out,
            test::labels_as_c_prints(model.classifier, samples));
}

TEST_F(C99Classifier, FillsGapsAndEncodesCategories) {
  const test::TableCase given = test::table_case();
  compile(given.model, kStrict);
  EXPECT_EQ(test::Program({program()}, given.text).finish().out,
            test::labels_as_c_prints(given.model.classifier, given.rows));
}

TEST_F(C99Classifier, GivesRowsThatTheProgramRefusesNoClass) {
  const ClassifierModel model{random_classifier(test::random_trees(2, 5, 1), 2), {}, plain_columns(2)};
  compile(model, kStrict);
  EXPECT_THAT(test::Program({program()}, "1,\n1,1e16\n1,2\n").finish().out,
              testing::MatchesRegex("\\?\n\\?\n[01] .*\n"));
}

TEST_F(C99Classifier, BringsInkToSizeAsTheProgramDoes) {
  const ClassifierModel model = framed(small_templates());
  compile(model);
  EXPECT_EQ(run(small_pictures()).out, test::labels_as_c_prints(model.classifier, small_pictures()));
}

TEST_F(C99Classifier, CompilesWithoutAWarningAsCAndAsCPlusPlus) {
  OCELLI_NIGHTLY_ONLY
  const Samples pictures = small_pictures();
  const ClassifierModel model = framed(small_templates());
  for (const Words& compiler : test::c_compilers()) {
    compile(model, compiler);
    EXPECT_EQ(run(pictures).out, test::labels_as_c_prints(model.classifier, pictures)) << compiler[0];
    compile(model_of(random_classifier(StumpFeatures(6, {{0, 0.5F}}), 3)), compiler);
    compile(model_of(random_classifier(ProductFeatures::all(test::random_samples(50, 6, 3, 1)), 2)),
            compiler);
  }
}

TEST_F(C99Classifier, StaysInItsBuffers) {
  for (const ClassifierModel& model :
       {framed(small_templates()), framed(LinearFeatures::all(small_pictures()))}) {
    compile(model, {"cc", "-std=c99", "-O1", "-x", "c", "-g", "-fsanitize=address,undefined",
                    "-fno-sanitize-recover=all"});
    const test::Finished finished = run(small_pictures());
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
  }
}

TEST_F(C99Classifier, KeepsOddNamesOfClasses) {
  ClassifierParts parts = random_classifier(StumpFeatures(2, {{0, 0.5F}}), 2).parts();
  parts.classes = {"a \"b\" \\ ?\?/", "\xc3\xa9t\xc3\xa9"};
  const ClassifierModel model = model_of(Classifier(parts));
  compile(model);
  const Samples table = test::random_samples(20, 2, 2, 1);
  EXPECT_EQ(run(table).out, test::labels_as_c_prints(model.classifier, table));
}

TEST_F(C99Classifier, IsUsedAsTheExampleAndThePageShow) {
  const std::string example = test::content_of(test::source_path() / "examples" / "c99" / "read_digit.c");
  EXPECT_THAT(test::content_of(test::source_path() / "docs" / "deploy.md"), HasSubstr(example));
  folder.write("digits.h",
               c99_header(load_classifier(test::source_path() / "models" / "digits.ocelli"), "digits"));
  const std::string source = folder.file("read_digit.c", example);
  const test::Finished compiled =
      test::Program({"cc", "-std=c99", "-O3", "-Wall", "-Wextra", "-Werror", source, "-o", program()})
          .finish();
  ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
  std::string one(std::size_t{28} * 28, '\0');  // a stroke down the middle
  for (std::size_t y = 5; y < 24; ++y) one[y * 28 + 13] = one[y * 28 + 14] = '\xff';
  EXPECT_THAT(test::Program({program()}, one).finish().out, testing::StartsWith("1, score "));
}

TEST(C99Classifiers, RefusesWhatItCannotHold) {
  const Samples table = test::random_samples(50, 6, 3, 1);
  const Classifier balls =
      random_classifier(ball_candidates(table, {.components = 4, .centers = 5, .radii = 3}), 3);
  test::expect_error([&] { c99_header(model_of(balls), "model"); }, Kind::usage, "classifiers of balls");
  const Samples pictures = test::noise_images(30, {12, 10}, 2);
  const FeatureSet gaussians = gaussian_candidates(pictures, {.anchors = 20, .width = 0.7});
  test::expect_error([&] { c99_header(model_of(random_classifier(gaussians, 3, pictures.shape)), "model"); },
                     Kind::usage, "principal components");
  ClassifierParts parts = random_classifier(small_templates(), 3, kSmallShape).parts();
  parts.tilt = 0.1;
  test::expect_error([&] { c99_header(model_of(Classifier(parts)), "model"); }, Kind::usage,
                     "rotated images");
  const TemplateFeatures far =
      all_templates(small_pictures(), {.grid = 2, .sigma = 1, .reach = 9}, small_templates().patches());
  test::expect_error([&] { c99_header(model_of(random_classifier(far, 3, kSmallShape)), "model"); },
                     Kind::usage, "masks");
}

}  // namespace
}  // namespace ocelli::internal::c99_classifier_test
