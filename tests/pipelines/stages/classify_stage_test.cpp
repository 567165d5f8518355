#include "ocelli/pipelines/stages/model_stages.hpp"

#include <gmock/gmock.h>
#include <tbb/global_control.h>

#include <opencv2/imgcodecs.hpp>

#include "data/temporary_folder.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/pipelines/executors/executors.hpp"
#include "ocelli/pipelines/output/record_text.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "recognition/classifiers.hpp"

namespace ocelli::internal::classify_stage_test {
namespace {

using testing::HasSubstr;

/// Images of many sizes, rows of values, and now and then what is neither.
class RandomItems : public Source {
 public:
  explicit RandomItems(int count) : count_(count) {}

  std::optional<Item> next() override {
    if (given_ == count_) return std::nullopt;
    const std::string name = "item " + std::to_string(given_++);
    if (random_.below(7) == 0) return Item{name, Error(Kind::input, "is empty", name)};
    if (random_.below(3) == 0) return Item{name, std::vector<float>(11 + random_.below(2), 200)};
    const int width = 1 + static_cast<int>(random_.below(9)), height = 1 + static_cast<int>(random_.below(9));
    cv::Mat image(height, width, CV_8UC1);
    for (int y = 0; y < image.rows; ++y) {
      for (int x = 0; x < image.cols; ++x)
        image.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(random_.below(256));
    }
    return Item{name, image};
  }

 private:
  int count_, given_ = 0;
  Random random_{11};
};

std::string lines(const Classifier& classifier, RunSummary (*run)(const Stages&)) {
  RandomItems source(300);
  std::string text;
  const Sink sink = [&](const Item&, const Record& record) {
    text += label_json_line(record, classifier.classes(), 2);
  };
  run({.source = source, .work = classify_work(classifier), .sink = sink});
  return text;
}

TEST(ClassifyStage, GivesTheSameBytesSeriallyAndThroughTheGraph) {
  const Classifier classifier = test::brighter_half();
  const std::string plain = lines(classifier, [](const Stages& stages) { return run_serially(stages); });
  EXPECT_THAT(plain, HasSubstr(R"("label":"left")"));
  EXPECT_THAT(plain, HasSubstr(R"("label":"right")"));
  EXPECT_THAT(plain, HasSubstr(R"("error":"is empty")"));
  EXPECT_THAT(plain, HasSubstr(R"("error":"has 11 values, but the model expects 12")"));
  for (const std::size_t threads : {1u, 4u}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    EXPECT_EQ(lines(classifier, [](const Stages& stages) { return run_graph(stages); }), plain)
        << threads << " threads";
  }
}

TEST(ClassifyStage, DecodesFiles) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "right.png").string();
  cv::Mat image(3, 4, CV_8UC3, cv::Scalar(0, 0, 0));
  image.colRange(2, 4).setTo(cv::Scalar(255, 255, 255));
  cv::imwrite(path, image);
  const Classifier classifier = test::brighter_half();
  const Record record = classify_work(classifier)({path, std::filesystem::path(path)});
  EXPECT_EQ(record.input, path);
  ASSERT_TRUE(record.classification);
  EXPECT_EQ(record.classification->label(), 1);
  EXPECT_NEAR(record.classification->score(), 6, 1e-4);
}

TEST(ClassifyStage, TakesRowsOfValuesInTheirOrder) {
  Samples samples{SampleValues::Constant(2, 12, 10), {}, {}, {}};
  samples.values.row(1).reshaped(4, 3).bottomRows(2).setConstant(250);
  const auto source = sample_rows(samples, "table.csv");
  EXPECT_EQ(source->total(), 2u);
  const Classifier classifier = test::brighter_half();
  std::vector<Record> records;
  run_serially({.source = *source,
                .work = classify_work(classifier),
                .sink = [&](const Item&, const Record& record) { records.push_back(record); }});
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].input, "table.csv#0");
  EXPECT_EQ(records[1].input, "table.csv#1");
  EXPECT_EQ(records[0].classification->label(), 0) << "of equal scores, the lower label";
  EXPECT_EQ(records[1].classification->label(), 1);
}

TEST(ClassifyStage, MakesAnErrorOfAnImageForAModelOfTables) {
  const Classifier classifier({StumpFeatures(3, {}), ScoreWeights::Zero(2, 1), {"a", "b"}});
  const Record record = examined(classify_work(classifier), {"a.png", cv::Mat(2, 2, CV_8UC1, cv::Scalar(0))});
  EXPECT_THAT(record.error.value_or(""), HasSubstr("the model expects rows of 3 values"));
}

}  // namespace
}  // namespace ocelli::internal::classify_stage_test
