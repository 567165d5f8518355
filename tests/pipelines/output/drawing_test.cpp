#include "ocelli/pipelines/output/drawing.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

#include "data/temporary_folder.hpp"
#include "pipelines/hand_made_page.hpp"

namespace ocelli::internal::drawing_test {
namespace {

using testing::UnorderedElementsAre;

const std::vector<Detection> kOne = {{{10, 12, 20, 20}, 3.5f, "face"}};

bool equal(const cv::Mat& a, const cv::Mat& b) {
  return a.size() == b.size() && cv::norm(a, b, cv::NORM_INF) == 0;
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename());
  return names;
}

TEST(Draw, KeepsSizeAndLeavesTheOriginalAlone) {
  const cv::Mat gray(40, 50, CV_8UC1, cv::Scalar(100));
  const cv::Mat drawn = draw(gray, kOne);
  EXPECT_EQ(drawn.size(), gray.size());
  EXPECT_EQ(drawn.type(), CV_8UC3);
  EXPECT_EQ(cv::countNonZero(gray != 100), 0);
  const cv::Vec3b plain(100, 100, 100);
  EXPECT_NE(drawn.at<cv::Vec3b>(12, 20), plain) << "the box's upper edge";
  EXPECT_EQ(drawn.at<cv::Vec3b>(22, 20), plain) << "within the box";
}

TEST(Draw, TiltsTheBoxWithTheObject) {
  const cv::Mat gray(100, 100, CV_8UC1, cv::Scalar(100));
  std::vector<Detection> tilted = {{{40, 60, 20, 20}, 3.5F, "face"}};
  tilted.front().pose = Pose{.roll = 45};
  const cv::Vec3b plain(100, 100, 100);
  EXPECT_EQ(draw(gray, tilted).at<cv::Vec3b>(79, 41), plain) << "the corner of the upright box";
  EXPECT_NE(draw(gray, tilted).at<cv::Vec3b>(84, 50), plain) << "the lowest corner of the tilted box";
  for (const float roll : {0.0F, 90.0F, 180.0F, -90.0F}) {
    tilted.front().pose = Pose{.roll = roll};
    EXPECT_NE(draw(gray, tilted).at<cv::Vec3b>(79, 41), plain) << roll;
  }
}

TEST(Draw, PutsADotOnEachLandmark) {
  std::vector<Detection> found = {{{100, 120, 80, 80}, 7.1F, "face", 0.99F}};
  const cv::Mat picture(300, 400, CV_8UC1, cv::Scalar(100));
  const cv::Mat without = draw(picture, found);
  found[0].landmarks = Landmarks{Point{120, 145}, {160, 145}, {140, 165}, {125, 180}, {155, 180}};
  const cv::Mat drawn = draw(picture, found);
  for (const Point& point : *found[0].landmarks) {
    const cv::Point place(static_cast<int>(point.x), static_cast<int>(point.y));
    EXPECT_NE(drawn.at<cv::Vec3b>(place), without.at<cv::Vec3b>(place));
  }
  EXPECT_EQ(drawn.at<cv::Vec3b>(155, 140), without.at<cv::Vec3b>(155, 140)) << "between eyes and nose";
}

/// The share of the pixels of a part that are bright and colored, as tags are.
double bright(const cv::Mat& part) {
  std::size_t count = 0;
  for (auto pixel = part.begin<cv::Vec3b>(); pixel != part.end<cv::Vec3b>(); ++pixel)
    count += std::ranges::max((*pixel).val) > 190 && std::ranges::min((*pixel).val) < 120 ? 1 : 0;
  return static_cast<double>(count) / static_cast<double>(part.total());
}

TEST(Draw, PutsAFilledTagAboveTheBoxOnAnyPicture) {
  const std::vector<Detection> found = {{{100, 120, 80, 80}, 7.1F, "face", 0.99F}};
  for (const int level : {0, 128, 255}) {
    const cv::Mat drawn = draw(cv::Mat(300, 400, CV_8UC1, cv::Scalar(level)), found);
    EXPECT_GT(bright(drawn(cv::Rect(101, 106, 60, 12))), 0.4) << level;
    EXPECT_GT(cv::countNonZero(drawn(cv::Rect(101, 106, 60, 12)).reshape(1) < 40), 30) << "dark letters";
    const cv::Vec3b plain = cv::Vec3b::all(static_cast<std::uint8_t>(level));
    EXPECT_EQ(drawn.at<cv::Vec3b>(160, 140), plain) << "the object itself is seen";
  }
}

TEST(Draw, PutsTheTagBelowOrInsideWhereThereIsNoRoomAbove) {
  const cv::Mat picture(300, 400, CV_8UC1, cv::Scalar(255));
  const auto tagged = [&](const Box& box) {
    return draw(picture, std::vector<Detection>{{box, 7.1F, "face", 0.99F}});
  };
  EXPECT_GT(bright(tagged({100, 2, 80, 80})(cv::Rect(104, 85, 50, 8))), 0.4) << "below";
  EXPECT_GT(bright(tagged({100, 2, 80, 296})(cv::Rect(104, 2, 50, 8))), 0.4) << "inside";
  EXPECT_GT(bright(tagged({380, 120, 18, 18})(cv::Rect(340, 105, 50, 10))), 0.4) << "not beyond the side";
}

TEST(Draw, NamesTheScoreWhereThereIsNoProbability) {
  const cv::Mat picture(300, 400, CV_8UC1, cv::Scalar(255));
  const Box box{100, 120, 80, 80};
  const auto tagged = [&](float score, std::optional<float> probability) {
    return draw(picture, std::vector<Detection>{{box, score, "face", probability}});
  };
  EXPECT_FALSE(equal(tagged(7.1F, {}), tagged(3.2F, {})));
  EXPECT_TRUE(equal(tagged(7.1F, 0.99F), tagged(3.2F, 0.99F))) << "percent is enough";
}

TEST(Draw, NumbersTracksAndColorsThem) {
  const cv::Mat picture(300, 400, CV_8UC1, cv::Scalar(255));
  const auto tracked = [&](std::optional<int> track) {
    std::vector<Detection> found = {{{100, 120, 80, 80}, 7.1F, "face", 0.99F}};
    found[0].track = track;
    return draw(picture, found);
  };
  EXPECT_FALSE(equal(tracked({}), tracked(1)));
  EXPECT_FALSE(equal(tracked(1), tracked(7))) << "of one color, with another number";
  const auto edge = [](const cv::Mat& drawn) { return drawn.at<cv::Vec3b>(199, 140); };
  EXPECT_EQ(edge(tracked(1)), edge(tracked(7)));
  EXPECT_NE(edge(tracked(1)), edge(tracked(2)));
}

TEST(Draw, DashesTheBoxOfWhatWasNotSeen) {
  const cv::Mat picture(300, 400, CV_8UC1, cv::Scalar(255));
  const auto gaps = [&](bool seen) {
    std::vector<Detection> found = {{{100, 120, 80, 80}, 7.1F, "face", 0.99F}};
    found[0].seen = seen;
    const cv::Mat drawn = draw(picture, found);
    int count = 0;
    for (int x = 105; x < 175; ++x) count += drawn.at<cv::Vec3b>(199, x) == cv::Vec3b(255, 255, 255) ? 1 : 0;
    return count;
  };
  EXPECT_EQ(gaps(true), 0);
  EXPECT_GT(gaps(false), 10);
  EXPECT_LT(gaps(false), 60);
}

TEST(Draw, TakesBoxesThatReachOutOfThePicture) {
  const cv::Mat picture(5, 5, CV_8UC3, cv::Scalar::all(0));
  const std::vector<Detection> wild = {
      {{-10, -10, 100, 100}, 1, "a"}, {{3, 3, 0, 0}, 1, "b"}, {{90, 90, 9, 9}, 1, "c"}};
  EXPECT_EQ(draw(picture, wild).size(), picture.size());
}

TEST(Draw, ShowsLinesBaselinesAndHowSureWordsAre) {
  const cv::Mat page(100, 200, CV_8UC1, cv::Scalar(255));
  PageText text = test::made_page();
  text.blocks[0].lines[0].words[0] = test::made_word("To", 10, 5, 0);
  const cv::Mat drawn = draw(page, text);
  EXPECT_EQ(drawn.size(), page.size());
  const auto unsure = drawn.at<cv::Vec3b>(10, 10), sure = drawn.at<cv::Vec3b>(10, 40);
  EXPECT_TRUE(unsure[2] > 150 && unsure[1] < 100) << "a word that is not sure is red";
  EXPECT_TRUE(sure[1] > 150 && sure[2] < 50) << "a sure one is green";
  EXPECT_NE(drawn.at<cv::Vec3b>(21, 35), cv::Vec3b(255, 255, 255)) << "the baseline";
  EXPECT_EQ(drawn.at<cv::Vec3b>(90, 150), cv::Vec3b(255, 255, 255)) << "nothing is there";
}

TEST(DrawingFolder, NamesPicturesAfterTheirInputsWithoutCollisions) {
  const test::TemporaryFolder folder;
  DrawingFolder drawings(folder.path() / "deep" / "down");
  const cv::Mat picture(30, 40, CV_8UC3, cv::Scalar::all(50));
  for (const std::string input : {"a/photo.jpg", "b/photo.jpg", "photo.png", "v#1/clip.mp4#17", "cam:0#3"}) {
    drawings.save({input, picture}, picture, {.input = input, .width = 40, .height = 30});
  }
  EXPECT_THAT(names_in(folder.path() / "deep" / "down"),
              UnorderedElementsAre("photo-found.png", "photo-found-2.png", "photo-found-3.png",
                                   "clip-17-found.png", "cam-0-3-found.png"));
}

TEST(DrawingFolder, SavesWhatDrawDraws) {
  const test::TemporaryFolder folder;
  const cv::Mat picture(30, 40, CV_8UC3, cv::Scalar(1, 2, 3));
  const std::string file = (folder.path() / "x.png").string();
  cv::imwrite(file, picture);
  const Item item{file, std::filesystem::path(file)};
  const Record record{.input = file, .width = 40, .height = 30, .detections = kOne};
  DrawingFolder(folder.path()).save(item, picture_of(item, record), record);
  EXPECT_TRUE(equal(cv::imread((folder.path() / "x-found.png").string()), draw(picture, kOne)));
  EXPECT_TRUE(equal(cv::imread(file), picture)) << "the input itself stays as it is";
}

TEST(DrawingFolder, MakesOneVideoOfTheFramesOfEach) {
  const test::TemporaryFolder folder;
  DrawingFolder drawings(folder.path());
  const auto save = [&](const std::string& input, int level) {
    const cv::Mat frame(48, 64, CV_8UC3, cv::Scalar::all(level));
    Item item{input, frame};
    item.video_rate = 10;
    drawings.save(item, frame, {.input = input});
  };
  for (int i = 0; i < 5; ++i) save("a/clip.mp4#" + std::to_string(i), 40 * i);
  for (int i = 0; i < 2; ++i) save("b/clip.mp4#" + std::to_string(i), 200);
  drawings.finish();
  EXPECT_THAT(names_in(folder.path()), UnorderedElementsAre("clip-found.avi", "clip-found-2.avi"));

  cv::VideoCapture video((folder.path() / "clip-found.avi").string());
  EXPECT_EQ(video.get(cv::CAP_PROP_FPS), 10);
  cv::Mat frame;
  int frames = 0;
  for (; video.read(frame); ++frames)
    EXPECT_NEAR(cv::mean(frame)[0], 40 * frames, 3) << "frames keep their order";
  EXPECT_EQ(frames, 5);
}

TEST(DrawingFolder, LeavesNothingForAnErrorRecord) {
  const test::TemporaryFolder folder;
  DrawingFolder(folder.path())
      .save({"x.png", Error(Kind::input, "is empty")}, {}, {.input = "x.png", .error = "is empty"});
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(DrawingFolder, NamesAFolderThatCannotBeMade) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("taken", "");
  try {
    DrawingFolder(std::filesystem::path(file) / "below");
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Kind::output);
    EXPECT_THAT(error.what(), testing::HasSubstr(file));
  }
}

TEST(PictureOf, IsDecodedAnewAndMustBeTheOneThatWasLookedAt) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "x.png").string();
  const Item item{file, std::filesystem::path(file)};
  const Record record{.input = file, .width = 40, .height = 30};
  cv::imwrite(file, cv::Mat(30, 40, CV_8UC1, cv::Scalar(9)));
  EXPECT_EQ(picture_of(item, record).size(), cv::Size(40, 30));
  EXPECT_TRUE(picture_of(item, {.input = file, .error = "is empty"}).empty());
  const auto expect_input_error = [&] {
    try {
      picture_of(item, record);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Kind::input);
    }
  };
  cv::imwrite(file, cv::Mat(31, 40, CV_8UC1, cv::Scalar(9)));
  expect_input_error();
  std::filesystem::remove(file);
  expect_input_error();
}

}  // namespace
}  // namespace ocelli::internal::drawing_test
