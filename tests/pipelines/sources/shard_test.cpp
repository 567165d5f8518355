#include "ocelli/pipelines/sources/shard.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "data/expect_error.hpp"
#include "data/idx_bytes.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"

namespace ocelli::internal::shard_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A source of numbers that tells how many of its items it had to produce.
class Counted final : public Source {
 public:
  Counted(std::size_t count, std::size_t& produced) : count_(count), produced_(produced) {}

  std::optional<Item> next() override {
    if (given_ == count_) return std::nullopt;
    ++produced_;
    return Item{std::to_string(given_++), cv::Mat()};
  }
  bool skip() override { return given_ < count_ && ++given_ > 0; }
  std::optional<std::size_t> total() const override { return count_; }

 private:
  std::size_t count_, given_ = 0;
  std::size_t& produced_;
};

/// Inputs of every kind, opened anew for each shard.
class Shards : public testing::Test {
 protected:
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }

  std::vector<std::string> every_kind_of_input() const {
    const std::string clip = at("clip.avi");
    cv::VideoWriter writer(clip, cv::CAP_OPENCV_MJPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 10,
                           {64, 48});
    for (int i = 0; i < 8; ++i) writer.write(cv::Mat(48, 64, CV_8UC3, cv::Scalar::all(20 * i)));
    writer.release();
    const std::vector<cv::Mat> pages(5, cv::Mat(60, 80, CV_8UC1, cv::Scalar(200)));
    cv::imwritemulti(at("pages.tif"), pages);
    for (const char* name : {"shots/a.png", "shots/b.jpg", "shots/c.png"})
      folder_.file(name, "not looked at");
    const std::string list =
        folder_.file("list.txt", at("shots") + "\n" + at("gone.mp4") + "\n" + clip + "\n");
    return {at("shots/a.png"),
            clip,
            at("shots"),
            at("gone.avi"),
            folder_.file("digits", test::idx_images(7, 2, 3)),
            at("pages.tif"),
            at("*.nope"),
            "@" + list,
            "-",
            at("shots/c.png")};
  }

  std::vector<std::string> names(const std::vector<std::string>& inputs, const Shard& shard) {
    list_.clear();
    list_.str(at("shots/b.jpg") + "\n" + at("clip.avi") + "\n");
    const std::unique_ptr<Source> source = shard_items(open_inputs(inputs, list_), shard);
    std::vector<std::string> found;
    while (const auto item = source->next()) found.push_back(item->input);
    return found;
  }

  test::TemporaryFolder folder_;
  std::istringstream list_;
};

TEST_F(Shards, HoldEveryNthItemOfAnyListOfInputs) {
  const std::vector<std::string> inputs = every_kind_of_input();
  const std::vector<std::string> all = names(inputs, {});
  ASSERT_EQ(all.size(), 1u + 8 + 3 + 1 + 7 + 5 + 1 + (3 + 1 + 8) + (1 + 8) + 1);
  for (const std::size_t count : {1u, 2u, 3u, 7u, 16u, 100u}) {
    for (std::size_t number = 1; number <= count; ++number) {
      std::vector<std::string> expected;
      for (std::size_t i = number - 1; i < all.size(); i += count) expected.push_back(all[i]);
      EXPECT_EQ(names(inputs, {.number = number, .count = count}), expected) << number << "/" << count;
    }
  }
}

TEST_F(Shards, GiveTheFramesOfAVideoTheirOwnPixels) {
  const std::vector<std::string> inputs = every_kind_of_input();
  std::istringstream none;
  const auto source = shard_items(open_inputs({inputs[1]}, none), {.number = 2, .count = 3});
  for (const int frame : {1, 4, 7}) {
    const auto item = source->next();
    ASSERT_TRUE(item);
    EXPECT_EQ(item->input, inputs[1] + "#" + std::to_string(frame));
    EXPECT_NEAR(cv::mean(std::get<cv::Mat>(item->content))[0], 20.0 * frame, 3);
  }
  EXPECT_FALSE(source->next());
}

TEST_F(Shards, GiveTheImagesOfAnIdxFileTheirOwnPixels) {
  const std::string file = folder_.file("digits", test::idx_images(4, 1, 2));
  std::istringstream none;
  const auto source = shard_items(open_inputs({file}, none), {.number = 4, .count = 4});
  const auto item = source->next();
  ASSERT_TRUE(item);
  EXPECT_EQ(item->input, file + "#3");
  EXPECT_EQ(std::get<cv::Mat>(item->content).at<std::uint8_t>(0, 1), 7);
}

TEST_F(Shards, ReportAVideoThatEndsTooEarlyOnce) {
  every_kind_of_input();
  const std::string bytes = test::content_of(at("clip.avi"));
  const std::string torn = folder_.file("torn.avi", bytes.substr(0, bytes.size() / 2));
  const std::vector<std::string> all = names({torn, at("shots/a.png")}, {});
  std::vector<std::string> dealt = names({torn, at("shots/a.png")}, {.number = 1, .count = 2});
  std::ranges::copy(names({torn, at("shots/a.png")}, {.number = 2, .count = 2}), std::back_inserter(dealt));
  EXPECT_THAT(dealt, testing::UnorderedElementsAreArray(all));
}

TEST(Shard, ProducesNoItemOfAnotherShard) {
  std::size_t produced = 0;
  const auto source = shard_items(std::make_unique<Counted>(100, produced), {.number = 3, .count = 16});
  EXPECT_EQ(source->total(), 7u);
  std::vector<std::string> items;
  while (const auto item = source->next()) items.push_back(item->input);
  EXPECT_THAT(items, ElementsAre("2", "18", "34", "50", "66", "82", "98"));
  EXPECT_EQ(produced, 7u);
}

TEST(Shard, CountsItsItems) {
  for (std::size_t items = 0; items < 40; ++items) {
    for (std::size_t count = 1; count < 9; ++count) {
      for (std::size_t number = 1; number <= count; ++number) {
        const Shard shard{.number = number, .count = count};
        std::size_t held = 0;
        for (std::size_t i = 0; i < items; ++i) held += shard.has(i);
        EXPECT_EQ(shard.size(items), held) << items << " items, shard " << number << "/" << count;
      }
    }
  }
}

TEST(Shard, IsWrittenAsItsNumberAndTheirCount) {
  const Shard shard = shard_of("3/16");
  EXPECT_EQ(shard.number, 3u);
  EXPECT_EQ(shard.count, 16u);
  for (const char* text : {"", "3", "/", "3/", "/16", "0/16", "17/16", "-1/3", "1/0", "3/16/2", "3 / 16",
                           "a/b", "1.0/2", "1/99999999999999999999999"}) {
    const Error error = test::error_of([&] { shard_of(text); });
    EXPECT_EQ(error.kind(), Kind::usage);
    EXPECT_THAT(error.what(), HasSubstr("--shard: must be K/N"));
    EXPECT_THAT(error.what(), HasSubstr("'" + std::string(text) + "'"));
  }
}

}  // namespace
}  // namespace ocelli::internal::shard_test
