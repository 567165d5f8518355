#include "ocelli/portable/xgboost_json.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "data/expect_error.hpp"
#include "portable/exported_cases.hpp"
#include "portable/onnx_run.hpp"

namespace ocelli::internal::xgboost_json_test {
namespace {

/// The margins that XGBoost finds; nothing, loudly, without it.
std::optional<std::vector<float>> margins_by_xgboost(const ClassifierModel& model, const SampleValues& rows) {
  const test::TemporaryFolder folder;
  const std::string bytes(reinterpret_cast<const char*>(rows.data()),
                          static_cast<std::size_t>(rows.size()) * sizeof(float));
  const std::string out = (folder.path() / "margins.f32").string();
  const test::Finished finished =
      test::Program({"/usr/bin/python3",
                     (test::source_path() / "tests" / "portable" / "run_xgboost.py").string(),
                     folder.file("model.json", xgboost_json(model)), folder.file("rows.f32", bytes),
                     std::to_string(rows.cols()), out})
          .finish(std::chrono::seconds(120));
  if (finished.exit_code == 3) {
    std::cerr << "\n*** SKIPPED for want of XGBoost (Debian: libxgboost-dev) ***\n";
    return std::nullopt;
  }
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  return test::numbers_of<float>(finished.exit_code == 0 ? test::content_of(out) : "");
}

/// Random trees without tests of two inputs.
TreeFeatures single_tests(std::size_t inputs) {
  const TreeFeatures random = test::random_trees(inputs, 20, 5);
  std::vector<TreeBranches> trees;
  for (std::size_t t = 0; t < random.groups(); ++t) {
    TreeBranches& tree = trees.emplace_back(random.tree(t).begin(), random.tree(t).end());
    for (TreeBranch& branch : tree) branch.first_scale = 1, branch.second_scale = 0;
  }
  return {inputs, random.width(), trees};
}

/// Expects margins of scores over the temperature, of two classes their difference.
void expect_same(const ClassifierModel& model, const Samples& rows, const SampleValues& given) {
  const auto margins = margins_by_xgboost(model, given);
  if (!margins) GTEST_SKIP();
  const SampleValues scores = model.classifier.scores(rows);
  const double unit = model.classifier.temperature() > 0 ? model.classifier.temperature() : 1;
  const bool is_binary = scores.cols() == 2;
  ASSERT_EQ(margins->size(), static_cast<std::size_t>(is_binary ? scores.rows() : scores.size()));
  for (std::size_t m = 0; m < margins->size(); ++m) {
    const auto row = static_cast<Eigen::Index>(m);
    const float score = is_binary ? scores(row, 1) - scores(row, 0) : scores.data()[m];
    EXPECT_NEAR((*margins)[m], score / unit, 2e-5);
  }
}

TEST(XgboostJson, HasTheMarginsOfTreesAndStumps) {
  const Samples rows = test::random_samples(100, 5, 3, 1);
  const CombinedFeatures features({{single_tests(5)}, {StumpFeatures(5, {{0, 0.1F}, {4, -1}})}});
  for (const std::size_t classes : {2U, 3U}) {
    ClassifierParts parts = test::random_classifier(features, classes).parts();
    parts.temperature = 3;
    expect_same({Classifier(std::move(parts)), {}}, rows, rows.values);
  }
}

/// A table with gaps and categories, of which tests may take two at once.
TEST(XgboostJson, FillsGapsAndTestsCategories) {
  const test::TableCase given = test::table_case();
  // The values: width, its mark, three colors, height, its mark, two towns.
  const TreeFeatures trees(
      9, 3,
      {{{2, 3, 1, 1, 0.5F, 1, ~0}, {4, 4, 1, 0, 0.5F, 2, ~0}, {0, 0, 1, 0, 0.1F, ~1, ~2}},
       {{1, 1, 1, 0, 0.5F, 1, ~0}, {5, 5, 1, 0, -0.3F, ~1, 2}, {7, 8, 1, 1, 0.5F, ~2, ~0}}});
  const ClassifierModel model{test::random_classifier(trees, 3), {}, given.model.table};
  SampleValues gapped = given.rows.values;
  for (Eigen::Index i = 0; i < gapped.rows(); ++i) {
    for (const Eigen::Index number : {0, 5}) {
      if (gapped(i, number + 1) == 1) gapped(i, number) = std::numeric_limits<float>::quiet_NaN();
    }
  }
  expect_same(model, given.rows, gapped);
  const auto json = nlohmann::json::parse(xgboost_json(model));
  EXPECT_EQ(json["learner"]["feature_names"].dump(),
            R"(["width","width is missing","color=dark, blue","color=green","color=red","height",)"
            R"("height is missing","town=Bonn","town=Ulm"])");
}

TEST(XgboostJson, RefusesWithTheReason) {
  const Samples rows = test::random_samples(30, 5, 3, 1);
  const auto refuse = [&](const FeatureSet& features, const std::string& reason) {
    test::expect_error(
        [&] {
          xgboost_json({test::random_classifier(features, 2), {}});
        },
        Kind::usage, reason);
  };
  refuse(test::random_trees(5, 20, 1), "sums of two numbers");
  refuse(LinearFeatures::all(rows), "linear");
}

}  // namespace
}  // namespace ocelli::internal::xgboost_json_test
