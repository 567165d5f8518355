#include <gmock/gmock.h>

#include "data_path.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"

namespace ocelli::internal::sample_sets_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Eq;

std::vector<int> counts(const Samples& samples) {
  std::vector<int> counts(samples.classes.size());
  for (const std::uint16_t label : samples.labels) ++counts[label];
  return counts;
}

TEST(SampleSets, HoldTheDigitsOfMnist) {
  OCELLI_NEEDS_DATA("mnist/train-images-idx3-ubyte.gz");
  const auto folder = test::data_path() / "mnist";
  const Samples digits =
      read_labeled_idx(folder / "train-images-idx3-ubyte.gz", folder / "train-labels-idx1-ubyte.gz");
  EXPECT_EQ(digits.count(), 60'000u);
  EXPECT_EQ(digits.shape, (ImageShape{28, 28}));
  EXPECT_EQ(digits.labels.front(), 5);
  EXPECT_THAT(counts(digits), ElementsAre(5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949));
  EXPECT_EQ(digits.values.minCoeff(), 0);
  EXPECT_EQ(digits.values.maxCoeff(), 255);
}

struct Table {
  const char* file;
  std::size_t samples, values, classes;
};

void PrintTo(const Table& table, std::ostream* out) { *out << table.file; }

class SampleTables : public testing::TestWithParam<Table> {};

/// Counts as stated on the data sets' own page.
TEST_P(SampleTables, HoldWhatIsStated) {
  OCELLI_NEEDS_DATA(GetParam().file);
  const Samples table = read_labeled_csv(test::data_path() / GetParam().file);
  EXPECT_EQ(table.count(), GetParam().samples);
  EXPECT_EQ(table.width(), GetParam().values);
  EXPECT_EQ(table.classes.size(), GetParam().classes);
}

INSTANTIATE_TEST_SUITE_P(OfTheDataFolder, SampleTables,
                         testing::Values(Table{"usps/usps-train.csv.gz", 7291, 256, 10},
                                         Table{"usps/usps-test.csv.gz", 2007, 256, 10},
                                         Table{"uci/letter-train.csv.gz", 16000, 16, 26},
                                         Table{"uci/iris-all.csv.gz", 150, 4, 3},
                                         Table{"isolet/isolet-train.csv.gz", 6238, 617, 26}));

}  // namespace
}  // namespace ocelli::internal::sample_sets_test
