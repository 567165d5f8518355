#include "ocelli/pipelines/stages/model_stages.hpp"

#include <gmock/gmock.h>
#include <tbb/global_control.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "data/temporary_folder.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/pipelines/executors/executors.hpp"
#include "ocelli/pipelines/output/record_text.hpp"
#include "pipelines/blobs.hpp"

namespace ocelli::internal::detect_stage_test {
namespace {

/// Images of many sizes with blobs at random, and now and then one that is not an image.
class RandomImages : public Source {
 public:
  explicit RandomImages(int count) : count_(count) {}

  std::optional<Item> next() override {
    if (given_ == count_) return std::nullopt;
    const std::string name = "image " + std::to_string(given_++);
    if (random_.below(7) == 0) return Item{name, Error(Kind::input, "is empty", name)};
    const int height = 20 + static_cast<int>(random_.below(200)),
              width = 20 + static_cast<int>(random_.below(200));
    const int y = 3 + static_cast<int>(random_.below(8)), x = 3 + static_cast<int>(random_.below(8));
    return Item{name, test::blob_image({width, height}, {{x, y, 6, 6}})};
  }

 private:
  int count_, given_ = 0;
  Random random_{11};
};

std::string lines(const ObjectDetector& detector, RunSummary (*run)(const Stages&)) {
  RandomImages source(120);
  std::string text;
  const Sink sink = [&](const Item&, const Record& record) { text += to_json_line(record); };
  run({.source = source, .work = detect_work(detector), .sink = sink});
  return text;
}

TEST(DetectStage, GivesTheSameBytesSeriallyAndThroughTheGraph) {
  const ObjectDetector detector(test::blob_cascade());
  const std::string plain = lines(detector, [](const Stages& stages) { return run_serially(stages); });
  EXPECT_THAT(plain, testing::HasSubstr(R"("label":"blob")"));
  EXPECT_THAT(plain, testing::HasSubstr(R"("error":"is empty")"));
  for (const std::size_t threads : {1u, 4u}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    EXPECT_EQ(lines(detector, [](const Stages& stages) { return run_graph(stages); }), plain)
        << threads << " threads";
  }
}

TEST(DetectStage, DecodesFilesAndStatesTheirSize) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "blob.png").string();
  cv::imwrite(path, test::blob_image({90, 60}, {{30, 20, 12, 12}}));
  const ObjectDetector detector(test::blob_cascade());
  const Record record = detect_work(detector)({path, std::filesystem::path(path)});
  EXPECT_EQ(record.input, path);
  EXPECT_EQ(record.width, 90);
  EXPECT_EQ(record.height, 60);
  ASSERT_EQ(record.detections.size(), 1u);
  EXPECT_NEAR(record.detections[0].box.center_x(), 36, 2);
  EXPECT_NEAR(record.detections[0].box.center_y(), 26, 2);
}

TEST(DetectStage, SaysWhereMoreWindowsPassThanAreKept) {
  CascadeParts parts = test::blob_cascade().parts();
  parts.stages[0].threshold = -10;
  const ObjectDetector detector{Cascade(parts)};
  const Work work = detect_work(detector);
  const Record record = work({"all", cv::Mat(240, 320, CV_8UC1, cv::Scalar(9))});
  EXPECT_THAT(record.warning, testing::HasSubstr("only the 65536 with the highest scores were grouped"));
  EXPECT_FALSE(record.detections.empty());
  EXPECT_EQ(work({"few", cv::Mat(24, 24, CV_8UC1, cv::Scalar(9))}).warning, "");
}

TEST(DetectStage, FindsTheSameInColorFrames) {
  const cv::Mat gray = test::blob_image({90, 60}, {{30, 20, 12, 12}});
  cv::Mat color;
  cv::cvtColor(gray, color, cv::COLOR_GRAY2BGR);
  const ObjectDetector detector(test::blob_cascade());
  const Work work = detect_work(detector);
  EXPECT_EQ(to_json_line(work({"a", gray})), to_json_line(work({"a", color})));
}

}  // namespace
}  // namespace ocelli::internal::detect_stage_test
