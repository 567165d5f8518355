#include "window.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>
#include <utility>

#include "data/temporary_folder.hpp"

namespace ocelli::internal::app::window_test {
namespace {

namespace fs = std::filesystem;

/// What a viewer sees, and the keys that the viewer presses.
struct Viewer {
  std::vector<int> keys;
  cv::Mat seen;
};

class FakeScreen final : public Screen {
 public:
  explicit FakeScreen(Viewer& viewer) : viewer_(viewer) {}
  int show(const cv::Mat& picture) override {
    viewer_.seen = picture.clone();
    if (viewer_.keys.empty()) return kNoKey;
    const int key = viewer_.keys.front();
    viewer_.keys.erase(viewer_.keys.begin());
    return key;
  }

 private:
  Viewer& viewer_;
};

class LiveWindow : public testing::Test {
 protected:
  /// Shows frame `number`, noise with a face in its middle; presses the keys meanwhile, one by one.
  bool show(int number, const std::string& keys = {}) {
    cv::Mat frame(240, 320, CV_8UC3);
    cv::RNG random(static_cast<std::uint64_t>(number));
    random.fill(frame, cv::RNG::UNIFORM, 0, 256);
    const Item item{"cam:0#" + std::to_string(number), frame};
    const Record record{.input = item.input, .width = 320, .height = 240, .detections = {kFace}};
    viewer.keys.assign(keys.begin(), keys.end());
    bool goes_on = window.show({item, record, Seconds(0.01), 25, 0});
    while (goes_on && !viewer.keys.empty()) goes_on = window.wait(Seconds(0));
    return goes_on && window.wait(Seconds(0));
  }
  bool fail(const std::string& error) {
    const Item item{"cam:0", Error(Kind::input, error)};
    return window.show({item, {.input = "cam:0", .error = error}, {}, 0, 0});
  }
  std::vector<fs::path> files(const std::string& ending) const {
    std::vector<fs::path> found;
    if (!fs::exists(place)) return found;
    for (const auto& entry : fs::directory_iterator(place))
      if (entry.path().extension() == ending) found.push_back(entry.path());
    return found;
  }
  /// How many of the pixels in a row through the face differ from the pixel before.
  int details() const {
    const cv::Mat row = viewer.seen(cv::Rect(130, 100, 60, 1));
    int count = 0;
    for (int x = 1; x < row.cols; ++x)
      count += row.at<cv::Vec3b>(0, x) != row.at<cv::Vec3b>(0, x - 1) ? 1 : 0;
    return count;
  }

  inline static const Detection kFace{{120, 80, 80, 80}, 7, "face", 0.42F};
  test::TemporaryFolder folder;
  fs::path place = folder.path() / "live";
  Viewer viewer;
  Window window{std::make_unique<FakeScreen>(viewer), place.string()};
};

TEST_F(LiveWindow, EndsWithTheKeyOrTheWindow) {
  EXPECT_TRUE(show(0));
  EXPECT_FALSE(show(1, "q"));
  Window other(std::make_unique<FakeScreen>(viewer), place);
  viewer.keys = {Screen::kClosed};
  EXPECT_FALSE(other.wait(Seconds(0))) << "also before the first frame";
}

TEST_F(LiveWindow, CoversObjects) {
  show(0);
  EXPECT_GT(details(), 50);
  show(0, "b");
  EXPECT_LE(details(), 8);
}

TEST_F(LiveWindow, CoversAlsoWhatIsTooUnsureToBeShown) {
  show(0, "+++++++++b");
  EXPECT_LE(details(), 8);
}

TEST_F(LiveWindow, KeepsAPausedFrameAndTellsTheSource) {
  std::vector<bool> told;
  window.on_pause([&](bool is_paused) { told.push_back(is_paused); });
  const auto center = [&] { return viewer.seen(cv::Rect(140, 90, 20, 20)).clone(); };
  show(0, " ");
  const cv::Mat before = center();
  show(1);
  EXPECT_EQ(cv::norm(before, center(), cv::NORM_INF), 0);
  show(2, " ");
  show(3);
  EXPECT_NE(cv::norm(before, center(), cv::NORM_INF), 0);
  EXPECT_THAT(told, testing::ElementsAre(true, false));
}

TEST_F(LiveWindow, SavesWhatIsShown) {
  show(7, "bs");
  ASSERT_EQ(files(".png"), std::vector{place / "cam-0-000007.png"});
  const cv::Mat saved = cv::imread((place / "cam-0-000007.png").string());
  EXPECT_EQ(saved.size(), cv::Size(320, 240));
  const cv::Rect face(130, 90, 60, 60);
  EXPECT_EQ(cv::norm(saved(face), viewer.seen(face), cv::NORM_INF), 0) << "covered, too";
}

TEST_F(LiveWindow, CropsTheObjectsThatAreShown) {
  show(7, "c");
  EXPECT_EQ(files(".png").size(), 1U);
  show(8, "+++++++++c");
  EXPECT_EQ(files(".png").size(), 1U) << "45 percent is more than it has";
}

TEST_F(LiveWindow, RecordsUntilTheKeyIsPressedAgain) {
  show(0, "r");
  for (int i = 1; i < 6; ++i) show(i);
  show(6, "r");
  ASSERT_EQ(files(".avi").size(), 1U);
  cv::VideoCapture video(files(".avi")[0].string());
  EXPECT_EQ(video.get(cv::CAP_PROP_FRAME_COUNT), 6);
}

TEST_F(LiveWindow, SaysWhyAFileCannotBeWrittenAndGoesOn) {
  folder.file("live", "in the way of the folder");
  EXPECT_TRUE(show(0, "scr"));
}

TEST_F(LiveWindow, ShowsAMessageWhileThereIsNoCameraAndThePictureAgain) {
  show(0);
  EXPECT_TRUE(fail("the camera stopped delivering frames"));
  EXPECT_EQ(viewer.seen.size(), cv::Size(320, 240));
  EXPECT_EQ(details(), 0) << "no old frame";
  EXPECT_TRUE(window.wait(Seconds(5)));
  EXPECT_TRUE(show(1, "bs"));
  EXPECT_LE(details(), 8);
}

TEST_F(LiveWindow, ObeysKeysWithoutAnyFrame) {
  viewer.keys = {'s', 'c', 'r', '+', '?', ' ', 'b'};
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(window.wait(Seconds(i)));
  EXPECT_TRUE(files(".png").empty());
}

TEST(LivePanel, FitsAnyPicture) {
  for (const cv::Size size : {cv::Size(1, 1), cv::Size(64, 48), cv::Size(3840, 2160)}) {
    cv::Mat picture(size, CV_8UC3, cv::Scalar::all(200));
    LiveFigures figures;
    for (int i = 0; i < 200; ++i) figures.add(i % 40, 60);
    paint_figures(picture, figures);
    paint_recording(picture);
    paint_notice(picture, "saved a file with a name that is longer than the picture is wide");
    paint_keys(picture, live_keys());
    EXPECT_EQ(picture.size(), size);
    EXPECT_EQ(message_picture(size, "no camera").size(), size);
  }
}

TEST(LiveFigures, SayTheMedianTimeAndTheRate) {
  LiveFigures figures;
  EXPECT_EQ(figures.text(), "0.0 ms  0 fps");
  for (const double time : {12.0, 500.0, 12.5}) figures.add(time, 59.7);
  EXPECT_EQ(figures.text(), "12.5 ms  60 fps");
  for (int i = 0; i < 500; ++i) figures.add(3, 30);
  EXPECT_EQ(figures.times().size(), 120U);
}

}  // namespace
}  // namespace ocelli::internal::app::window_test
