#include <gmock/gmock.h>

#include <string>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/training/cross_validation.hpp"

namespace ocelli::internal::classifier_weights_test {
namespace {

/// 24 rows of a rare class among 276 of a usual one. With their values one row in four is rare.
std::string rare_among_usual() {
  std::string text = "value,weight,kind\n";
  for (int i = 0; i < 300; ++i) {
    const bool is_rare = i % 10 < 3 && i / 10 % 4 == 0;
    text += std::to_string(i % 10) + (is_rare ? ",11.5,rare\n" : ",1,usual\n");
  }
  return text;
}

class ClassifierWeights : public testing::Test {
 protected:
  CrossValidation job(const std::string& text, const std::string& algorithm = "trees") const {
    CrossValidation job;
    job.training.samples = folder_.write("t.csv", text);
    job.training.table.ignore_columns = "weight";
    job.training.algorithm = classifier_algorithm(algorithm);
    for (const Option& option : job.training.algorithm->option_table())
      if (option.name == "rounds") option.set("10");
    return job;
  }

  double found_of_rare(auto change) const {
    CrossValidation changed = job(rare_among_usual());
    change(changed.training);
    return cross_validate(std::move(changed), {}, {}).confusion.recall(0);
  }

  const test::TemporaryFolder folder_;
};

TEST_F(ClassifierWeights, FindMoreOfARareClassWhereClassesAreBalanced) {
  EXPECT_EQ(found_of_rare([](ClassifierTraining&) {}), 0);
  EXPECT_EQ(
      found_of_rare([](ClassifierTraining& training) { training.class_weights = ClassWeighting::balanced; }),
      1);
}

TEST_F(ClassifierWeights, FromAColumnCountAsItSays) {
  EXPECT_EQ(found_of_rare([](ClassifierTraining& training) {
              training.table.ignore_columns = "";
              training.weight_column = "weight";
            }),
            1);
}

TEST_F(ClassifierWeights, OfBothMultiply) {
  // The column takes from the rare class what balancing gives.
  std::string text = rare_among_usual();
  for (std::size_t at = 0; (at = text.find(",11.5,", at)) != std::string::npos;)
    text.replace(at, 6, ",0.05,");
  CrossValidation both = job(text);
  both.training.table.ignore_columns = "";
  both.training.weight_column = "weight";
  both.training.class_weights = ClassWeighting::balanced;
  EXPECT_EQ(cross_validate(std::move(both), {}, {}).confusion.recall(0), 0);
}

TEST_F(ClassifierWeights, AreRefusedWhereTheyMakeNoSense) {
  const auto error_of = [&](const std::string& text, const std::string& algorithm = "trees") {
    CrossValidation wrong = job(text, algorithm);
    wrong.training.table.ignore_columns = "";
    wrong.training.weight_column = "weight";
    return std::string(test::error_of([&] { cross_validate(std::move(wrong), {}, {}); }).what());
  };
  const std::string header = "value,weight,kind\n";
  using testing::HasSubstr;
  EXPECT_THAT(error_of(header + "1,2,a\n2,,b\n"), HasSubstr("the weight of row 2 must be a number, got ''"));
  EXPECT_THAT(error_of(header + "1,2,a\n2,heavy,b\n"), HasSubstr("must be a number, got 'heavy'"));
  EXPECT_THAT(error_of(header + "1,2,a\n2,-1,b\n"), HasSubstr("--weight-column: weights of samples must be"));
  EXPECT_THAT(error_of("value,kind\n1,a\n2,b\n"), HasSubstr("no column 'weight'"));
}

}  // namespace
}  // namespace ocelli::internal::classifier_weights_test
