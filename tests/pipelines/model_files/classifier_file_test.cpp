#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <limits>

#include "ocelli/detection/detector_model.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "pipelines/model_files/damage.hpp"
#include "pipelines/model_files/model_samples.hpp"
#include "source_path.hpp"

namespace ocelli::internal::classifier_file_test {
namespace {

namespace fs = std::filesystem;
using test::Bytes;

const Bytes& sample_bytes() {
  static const Bytes bytes = serialize(test::sample_classifier());
  return bytes;
}

void expect_equal_features(const LinearFeatures& a, const LinearFeatures& b) { EXPECT_EQ(a, b); }
void expect_equal_features(const ProductFeatures& a, const ProductFeatures& b) { EXPECT_EQ(a, b); }
void expect_equal_features(const StumpFeatures& a, const StumpFeatures& b) { EXPECT_EQ(a, b); }
void expect_equal_features(const TreeFeatures& a, const TreeFeatures& b) { EXPECT_EQ(a, b); }
void expect_equal_features(const BallFeatures& a, const BallFeatures& b) { EXPECT_EQ(a, b); }
void expect_equal_features(const DisjunctionFeatures& a, const DisjunctionFeatures& b) { EXPECT_EQ(a, b); }
void expect_equal_features(const GaussianFeatures& a, const GaussianFeatures& b) { EXPECT_EQ(a, b); }
void expect_equal_features(const OrientationFeatures& a, const OrientationFeatures& b) { EXPECT_EQ(a, b); }
void expect_equal_features(const BinaryPatternFeatures& a, const BinaryPatternFeatures& b) {
  EXPECT_EQ(a, b);
}
void expect_equal_features(const ColorFeatures& a, const ColorFeatures& b) { EXPECT_EQ(a, b); }
void expect_equal_features(const ChannelTemplates& a, const ChannelTemplates& b) { EXPECT_EQ(a, b); }
void expect_equal_features(const TemplateFeatures& a, const TemplateFeatures& b) {
  EXPECT_EQ(a.shape(), b.shape());
  EXPECT_EQ(a.masks(), b.masks());
  EXPECT_EQ(a.patches(), b.patches());
  ASSERT_EQ(a.templates(), b.templates());
  for (std::size_t f = 0; f < a.groups(); ++f) EXPECT_EQ(a.binning(f), b.binning(f));
}

void expect_equal_features(const CombinedFeatures& a, const CombinedFeatures& b) {
  ASSERT_EQ(a.groups(), b.groups());
  ASSERT_EQ(a.parts().size(), b.parts().size());
  for (std::size_t g = 0; g < a.groups(); ++g) EXPECT_EQ(a.part_of(g), b.part_of(g));
  for (std::size_t p = 0; p < a.parts().size(); ++p) {
    std::visit(
        [&]<class Set>(const Set& set) {
          if constexpr (!std::same_as<Set, CombinedFeatures>)
            expect_equal_features(set, std::get<Set>(b.parts()[p].features));
        },
        a.parts()[p].features);
  }
}

void expect_equal(const ClassifierModel& a, const ClassifierModel& b) {
  ASSERT_EQ(a.classifier.features().index(), b.classifier.features().index());
  std::visit(
      [&]<class Set>(const Set& set) { expect_equal_features(set, std::get<Set>(b.classifier.features())); },
      a.classifier.features());
  EXPECT_EQ(a.classifier.weights(), b.classifier.weights());
  EXPECT_EQ(a.classifier.classes(), b.classifier.classes());
  EXPECT_EQ(a.classifier.shape(), b.classifier.shape());
  EXPECT_EQ(a.classifier.normalized_side(), b.classifier.normalized_side());
  EXPECT_EQ(a.classifier.tilt(), b.classifier.tilt());
  EXPECT_EQ(a.card, b.card);
  EXPECT_EQ(a.table, b.table);
}

void expect_refused(const Bytes& bytes, const std::string& part) {
  test::expect_model_error([&] { load_classifier(bytes, "pets.ocelli"); }, "pets.ocelli", part);
}

Classification first_guess(const Classifier& classifier) {
  return classifier.classify(std::vector<float>(inputs(classifier.features()), 100.0f));
}

class AnyClassifierFile : public testing::TestWithParam<std::size_t> {
 protected:
  const ClassifierModel model = test::sample_classifiers()[GetParam()];
  const Bytes bytes = serialize(model);
};

TEST_P(AnyClassifierFile, GivesBackWhatWasPutIn) {
  expect_equal(load_classifier(bytes, "sample"), model);
  expect_equal(std::get<ClassifierModel>(load_model(bytes, "sample")), model);
}

TEST_P(AnyClassifierFile, HasTheSameBytesForTheSameModel) {
  EXPECT_EQ(serialize(load_classifier(bytes, "sample")), bytes);
}

TEST_P(AnyClassifierFile, ScoresAsItDidBefore) {
  EXPECT_EQ(first_guess(load_classifier(bytes, "sample").classifier), first_guess(model.classifier));
}

TEST_P(AnyClassifierFile, IsRefusedWhenCutOrWithAnyBitFlipped) {
  test::expect_every_damage_refused(bytes, [](const Bytes& damaged) { load_model(damaged, "sample"); });
}

TEST_P(AnyClassifierFile, WithABrokenWordIsRefusedOrStillScores) {
  test::survive_patched_words(bytes, [](const Bytes& patched) {
    const Classifier classifier = load_classifier(patched, "patched").classifier;
    if (inputs(classifier.features()) < 1'000'000) first_guess(classifier);
  });
}

INSTANTIATE_TEST_SUITE_P(OfEachKind, AnyClassifierFile,
                         testing::Range<std::size_t>(0, test::sample_classifiers().size()));

TEST(ClassifierFile, OfAnyVersionStaysReadable) {
  const fs::path golden = ocelli::internal::test::source_path() / "tests/pipelines/model_files/golden";
  expect_equal(load_classifier(golden / "classifier-v1.ocelli"), test::sample_classifier());
  expect_equal(load_classifier(golden / "disjunctions-v1.ocelli"), test::sample_tilted_classifier());
  expect_equal(load_classifier(golden / "categories-v1.ocelli"), test::sample_category_classifier());
  expect_equal(load_classifier(golden / "marked-v1.ocelli"), test::sample_marked_classifier());
  expect_equal(load_classifier(golden / "gaussians-v1.ocelli"),
               test::sample_classifier(test::sample_gaussians()));
  expect_equal(load_classifier(golden / "combined-v1.ocelli"),
               test::sample_classifier(test::sample_combined(), ImageShape{12, 10}));
}

TEST(ClassifierFile, IsNotTakenForADetectorNorTheOtherWayRound) {
  expect_refused(serialize(test::sample_detector()),
                 "contains a detector model, expected a classifier model");
  test::expect_model_error([] { load_detector(sample_bytes(), "pets.ocelli"); }, "pets.ocelli",
                           "contains a classifier model, expected a detector model");
}

TEST(ClassifierFile, IsRefusedForNumbersOutOfRange) {
  const auto refused_with = [](const Bytes& file, auto old_value, auto new_value, const std::string& part) {
    expect_refused(test::replaced(file, old_value, new_value), part);
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  refused_with(sample_bytes(), 127.75f, nan, "column 2");
  refused_with(sample_bytes(), 127.75f, -1.0f, "column 2");
  refused_with(sample_bytes(), 0.75f, 1e36f, "too large");
  refused_with(sample_bytes(), 2.5, 0.0, "sigma");
  refused_with(sample_bytes(), 1.75, std::numeric_limits<double>::quiet_NaN(), "reach");
  refused_with(sample_bytes(), std::array<std::uint32_t, 4>{1, 0, 0, 3},
               std::array<std::uint32_t, 4>{1, 0, 0, 4}, "a template refers to an unknown");
  const Bytes stumps = serialize(test::sample_classifier(test::sample_stumps()));
  refused_with(stumps, -77.25f, nan, "stump");
  const Bytes balls = serialize(test::sample_classifier(test::sample_balls(test::sample_components())));
  refused_with(balls, 1234.5f, -1.0f, "radius");
  refused_with(balls, 6.5f, nan, "a number is not finite or too large");
  refused_with(balls, 6.5f, 1e16f, "a number is not finite or too large");
  const Bytes linear = serialize(test::sample_classifier(test::sample_linear()));
  refused_with(linear, 2.5f, 1e16f, "a range is not finite or too large");
}

TEST(ClassifierFile, OfOrientationsIsRefusedForWhatMakesNoSense) {
  const Bytes file = serialize(test::sample_classifier(test::sample_orientations(), ImageShape{12, 10}));
  using Numbers = std::array<std::uint64_t, 4>;
  expect_refused(test::replaced(file, Numbers{0, 143, 470, 7}, Numbers{0, 143, 10'000, 7}),
                 "an unknown cell");
  using Shape = std::array<std::int32_t, 2>;  // the classifier's or the features', which then differ
  expect_refused(test::replaced(file, Shape{12, 10}, Shape{10, 12}), "shape");
}

TEST(ClassifierFile, OfATableIsRefusedForColumnsThatMakeNoSense) {
  const auto refused_with = [](const std::string& part, auto change) {
    ClassifierModel model = test::sample_table_classifier();
    change(*model.table);
    test::expect_model_error([&] { serialize(model); }, "", part);
  };
  using Columns = TableColumns;
  refused_with("more than one label", [](Columns& c) { c.roles[0] = ColumnRole::label; });
  refused_with("do not match those of its features", [](Columns& c) {
    c.roles[0] = ColumnRole::input;
    c.fills.clear();
  });
  refused_with("an unknown role", [](Columns& c) { c.roles[0] = ColumnRole{3}; });
  refused_with("one name per column", [](Columns& c) { c.names.pop_back(); });
  refused_with("one replacement for missing values per input", [](Columns& c) { c.fills.pop_back(); });
  refused_with("not finite", [](Columns& c) { c.fills[1] = std::numeric_limits<float>::infinity(); });
}

TEST(ClassifierFile, OfATableKeepsOffsetsMarksAndMissingTexts) {
  ClassifierModel model = test::sample_table_classifier();
  const std::size_t count = model.table->inputs();
  model.table->kinds.assign(count, InputKind::time);
  model.table->offsets.assign(count, 1'700'000'000.5);
  model.table->decimal_marks.assign(count, ',');
  model.table->form.na_values = "-999,k.A.";
  const Bytes file = serialize(model);
  EXPECT_EQ(load_classifier(file, "sample").table, model.table);
  model.table->decimal_marks[0] = ';';
  test::expect_model_error([&] { serialize(model); }, "", "an unknown decimal mark");
  model.table->decimal_marks.clear();
  model.table->offsets[0] = std::numeric_limits<double>::infinity();
  test::expect_model_error([&] { serialize(model); }, "", "the offset of a table column is not finite");
}

TEST(ClassifierFile, OfATableIsRefusedForASeparatorThatIsNone) {
  ClassifierModel model = test::sample_table_classifier();
  model.table->form.separator = TableSeparator::comma;
  const Bytes file = serialize(model);
  expect_refused(test::with_text_replaced(file, "comma", "width"), "cannot be 'width'");
}

TEST(ClassifierFile, OfATableWithTextIsRefusedForCategoriesThatMakeNoSense) {
  const auto refused_with = [](const std::string& part, auto change) {
    ClassifierModel model = test::sample_category_classifier();
    change(model.table->categories);
    test::expect_model_error([&] { serialize(model); }, "", part);
  };
  using Categories = std::vector<std::vector<std::string>>;
  refused_with("are not unique", [](Categories& c) { c[0][0] = "red"; });
  refused_with("are not unique", [](Categories& c) { c[0][0] = ""; });
  refused_with("one list of categories per input", [](Categories& c) { c.pop_back(); });
  refused_with("do not match those of its features", [](Categories& c) { c[0].pop_back(); });
  using Ends = std::array<std::uint32_t, 3>;  // behind how many there are
  expect_refused(test::replaced(serialize(test::sample_category_classifier()), Ends{2, 2, 2}, Ends{2, 3, 2}),
                 "the ends of lists are invalid");
}

TEST(ClassifierFile, OfATableWithMarksOfMissingValuesIsRefusedForMarksThatMakeNoSense) {
  const auto refused_with = [](const std::string& part, ClassifierModel model, auto change) {
    change(model.table->missing_marks);
    test::expect_model_error([&] { serialize(model); }, "", part);
  };
  using Marks = std::vector<std::uint8_t>;
  refused_with("one missing-value mark per input", test::sample_marked_classifier(),
               [](Marks& marks) { marks.pop_back(); });
  refused_with("not on a numeric column", test::sample_marked_classifier(),
               [](Marks& marks) { marks[1] = 2; });
  refused_with("not on a numeric column", test::sample_category_classifier(), [](Marks& marks) {
    marks = {1, 0};
  });
}

TEST(ClassifierFile, OfDisjunctionsIsRefusedForWhatMakesNoSense) {
  const Bytes file = serialize(test::sample_tilted_classifier());
  const auto refused_with = [&](auto old_value, auto new_value, const std::string& part) {
    expect_refused(test::replaced(file, old_value, new_value), part);
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  refused_with(-11.5f, nan, "a wavelet's vote is not finite");
  refused_with(4.75f, nan, "a wavelet's vote is not finite");
  refused_with(3.5f, nan, "its interest points are invalid");
  refused_with(0.75, std::numeric_limits<double>::quiet_NaN(), "its Gaussians");
  refused_with(0.15625, 2.0, "at most 90 degrees");
  using Disjunction = std::array<std::uint16_t, 6>;  // the feature takes two
  refused_with(Disjunction{0, 0, 3, 2, 4, 5}, Disjunction{2, 0, 3, 2, 4, 5}, "an unknown local feature");
  refused_with(Disjunction{0, 0, 3, 2, 4, 5}, Disjunction{0, 0, 9, 2, 4, 5}, "outside the image");
  using Ends = std::array<std::uint32_t, 3>;  // behind how many there are
  refused_with(Ends{2, 2, 3}, Ends{2, 4, 3}, "the ends of lists are invalid");
  refused_with(Ends{2, 2, 3}, Ends{2, 2, 2}, "the ends of lists are invalid");
  using Rectangles = std::array<std::uint8_t, 11>;  // two of them: place, size, weight
  refused_with(Rectangles{0, 1, 2, 3, 1, 3, 1, 2, 3, 0xFF}, Rectangles{0, 1, 2, 3, 1, 4, 1, 2, 3, 0xFF},
               "a wavelet is outside the windows");
}

TEST(ClassifierFile, OfDisjunctionsIsRefusedForMoreWorkThanIsReasonable) {
  const auto refused = [](ImageShape shape, PointWindowOptions windows, std::size_t local,
                          const std::string& part) {
    const DisjunctionFeatures features(shape, windows, std::vector<LocalFeature>(local), {});
    test::expect_model_error([&] { serialize(test::sample_classifier(features, shape)); }, "", part);
  };
  refused({1025, 1}, {}, 1, "1 to 1024 pixels a side");
  refused({28, 28}, {}, 1025, "more than 1024 local features");
  refused({1024, 1024}, {.points = {.sigma = 60, .ratio = 1.01, .scales = 16}}, 1, "its Gaussians");
  EXPECT_NO_THROW(serialize(test::sample_classifier(
      DisjunctionFeatures({1024, 1024}, {}, std::vector<LocalFeature>(1024), {}), ImageShape{1024, 1024})));
}

TEST(ClassifierFile, IsRefusedForImagesThatNeedMoreMemoryThanIsReasonable) {
  std::vector<ImagePatch> patches(2);
  for (ImagePatch& patch : patches) patch = {3, std::vector<std::int16_t>(9, 1)};
  std::vector<PatchTemplate> templates{{0, 0}, {1, 1}};
  const ImageShape shape{1024, 1024};
  const TemplateFeatures large(shape, {.grid = 8, .sigma = 5}, patches, templates, {{0, 1}, {0, 1}});
  const auto error = test::refusal_of([&] { serialize(test::sample_classifier(large, shape)); });
  ASSERT_TRUE(error.has_value());
  EXPECT_NE(error->message().find("more patches and masks than images of its size allow"), std::string::npos);
}

TEST(ClassifierFile, IsRefusedWhenItsNamesShareTheirBytes) {
  const std::string long_name(5000, 'x');
  const Classifier classifier({StumpFeatures(1, {}), ScoreWeights::Zero(2, 1), {long_name, "dog"}});
  const Bytes file = serialize(ClassifierModel{classifier, {}});
  expect_refused(test::with_text_replaced(file, "dog", long_name), "more text than the file has bytes");
}

TEST(ClassifierFile, IsSavedWhole) {
  const fs::path path = fs::temp_directory_path() / "ocelli-classifier-file-test.ocelli";
  save_model(path, test::sample_classifier());
  expect_equal(load_classifier(path), test::sample_classifier());
  fs::remove(path);
}

}  // namespace
}  // namespace ocelli::internal::classifier_file_test
