#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "recognition/classifiers.hpp"
#include "recognition/random_trees.hpp"

namespace ocelli::internal::test::explain_test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

/// A table with a gap and a column of categories, and a model of trees of its rows.
class Explain : public testing::Test {
 protected:
  void SetUp() override {
    const Table read = read_table(table);
    save_model(model, {random_classifier(random_trees(read.samples.width(), 20, 3), 2), {}, read.columns});
  }

  TemporaryFolder folder;
  std::string at(const std::string& name) const { return (folder.path() / name).string(); }
  std::string table =
      folder.file("rows.csv", "width,color,class\n1,red,a\n,blue,b\n-0.4,red,a\n0.3,green,b\n0.1,blue,b\n");
  std::string model = at("trees.ocelli");
};

TEST_F(Explain, GivesEachRowContributionsThatSumToItsScore) {
  const std::string rows =
      folder.file("new.csv", "width,color\n1,red\n,blue\n-0.4,red\n0.3,green\n0.1,blue\n");
  const Finished explained = ocelli({"explain", model, rows});
  ASSERT_EQ(explained.exit_code, 0) << explained.err;
  std::istringstream lines(explained.out), labels(ocelli({"classify", "-m", model, rows}).out);
  std::string line, label;
  for (int row = 0; row < 5; ++row) {
    ASSERT_TRUE(std::getline(lines, line) && std::getline(labels, label));
    const json one = json::parse(line), given = json::parse(label);
    EXPECT_EQ(one["input"], given["input"]);
    EXPECT_EQ(one["label"], given["label"]);
    EXPECT_EQ(one["class"], given["label"]);
    EXPECT_NEAR(one["score"].get<double>(), given["score"].get<double>(), 1e-4);
    const double sum = one["base"].get<double>() + one["contributions"]["width"].get<double>() +
                       one["contributions"]["color"].get<double>();
    EXPECT_NEAR(sum, one["score"].get<double>(), 1e-5);
  }
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(Explain, WritesCsvAndDraws) {
  const Finished explained =
      ocelli({"explain", "--class", "1", "-o", at("why.csv"), "--draw", at("why"), model, table});
  ASSERT_EQ(explained.exit_code, 0) << explained.err;
  EXPECT_THAT(content_of(at("why.csv")), StartsWith("input,label,class,score,base,width,color\n"));
  EXPECT_THAT(content_of(at("why/importance.svg")), HasSubstr("Mean absolute contribution"));
  EXPECT_THAT(content_of(at("why/bee-swarm.svg")), HasSubstr("Contributions to the score of 1"));
}

TEST_F(Explain, ComparesWithABackground) {
  const std::string one = folder.file("one.csv", "width,color\n1,red\n");
  const Finished explained = ocelli({"explain", "--background", one, model, one});
  const json row = json::parse(explained.out);
  EXPECT_EQ(row["base"], row["score"]) << "a row that is compared with itself";
  EXPECT_EQ(row["contributions"]["width"], 0);
}

TEST_F(Explain, RefusesWithTheReason) {
  EXPECT_THAT(ocelli({"explain", "--class", "c", model, table}).err, HasSubstr("the model has no class c"));
  EXPECT_THAT(ocelli({"explain", model}).err, HasSubstr("MODEL and TABLE are required"));
  const Table read = read_table(table);
  const FeatureSet gaussians = gaussian_candidates(read.samples, {.anchors = 4, .width = 0.7});
  save_model(at("gaussians.ocelli"), {random_classifier(gaussians, 2), {}, read.columns});
  const Finished refused = ocelli({"explain", at("gaussians.ocelli"), table});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("its scores include gaussians"));
}

}  // namespace
}  // namespace ocelli::internal::test::explain_test
