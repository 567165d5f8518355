#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <opencv2/core.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "apps/workplace.hpp"

namespace ocelli::internal::test::detect_bad_input_test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

cv::Mat sixteen_bit(const cv::Mat& gray) {
  cv::Mat wide;
  gray.convertTo(wide, CV_16U, 257);
  return wide;
}

cv::Mat with_alpha(const cv::Mat& gray) {
  cv::Mat image;
  const cv::Mat alpha(gray.size(), CV_8UC1, cv::Scalar(128));
  cv::merge(std::vector<cv::Mat>{gray, gray, gray, alpha}, image);
  return image;
}

/// A 1 x 1 PNG with gray and alpha, which OpenCV reads but does not write.
std::string gray_alpha_png() {
  constexpr unsigned char kBytes[] = {
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00,
      0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x04, 0x00, 0x00, 0x00, 0xb5, 0x1c, 0x0c, 0x02, 0x00,
      0x00, 0x00, 0x0b, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x48, 0x69, 0x00, 0x00, 0x01, 0x4b, 0x00,
      0xe5, 0x66, 0xf4, 0x9b, 0x2f, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
  return {std::begin(kBytes), std::end(kBytes)};
}

class BadInput : public testing::Test {
 protected:
  /// The records of a batch, by input.
  std::map<std::string, json> detect(const std::vector<std::string>& inputs, int expected_exit_code) {
    std::vector<std::string> words = {"detect", "-m", place_.model()};
    words.insert(words.end(), inputs.begin(), inputs.end());
    run_ = ocelli(words);
    EXPECT_EQ(run_.exit_code, expected_exit_code) << run_.err;
    std::map<std::string, json> records;
    std::istringstream stream(run_.out);
    for (std::string line; std::getline(stream, line);) {
      const json record = json::parse(line);
      records[record["input"]] = record;
    }
    return records;
  }

  Workplace place_;
  Finished run_;
};

TEST_F(BadInput, IsReportedInAFolderWhereItIsAnImageOfAnotherFormat) {
  const std::string folder = place_.at("photos");
  std::filesystem::create_directory(folder);
  for (const std::string name : {"photos/phone.heic", "photos/phone.txt"}) place_.file(name, "1234ftypheic");
  const auto records = detect({folder}, 1);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_THAT(records.begin()->second["error"].get<std::string>(), testing::HasSubstr("has the format HEIC"));
}

TEST_F(BadInput, FailsAloneAndTheRestOfTheBatchIsDone) {
  const std::string good = place_.blob("good.png"), last = place_.blob("last.png");
  const std::string whole = content_of(good);
  const std::vector<std::string> bad = {place_.file("zero.png", ""),
                                        place_.file("truncated.png", whole.substr(0, whole.size() / 2)),
                                        place_.file("text.jpg", "not an image at all"),
                                        place_.file("huge.pgm", "P5\n60000 60000\n255\n"),
                                        place_.at("missing.jpg"),
                                        place_.at("nothing-*.jpg"),
                                        "cam:873",
                                        place_.file("no-video.mp4", "not a video at all")};
  std::vector<std::string> inputs = {good};
  inputs.insert(inputs.end(), bad.begin(), bad.end());
  inputs.push_back(last);

  auto records = detect(inputs, 1);
  EXPECT_EQ(records.size(), inputs.size());
  for (const std::string& input : {good, last}) EXPECT_EQ(records[input]["detections"].size(), 1u) << input;
  for (const std::string& input : bad) {
    EXPECT_TRUE(records[input].contains("error")) << input;
    EXPECT_THAT(run_.err, HasSubstr("ocelli: " + input + ": "));
  }
  EXPECT_EQ(run_.error_lines(), static_cast<long>(bad.size()) + 1)
      << "one each and the closing one: " << run_.err;
}

TEST_F(BadInput, IsNotWhatIsMerelyUnusual) {
  const cv::Mat blob = blob_image({90, 60}, {{30, 20, 12, 12}});
  const std::string deep = place_.write("deep.png", sixteen_bit(blob)),
                    clear = place_.write("clear.png", with_alpha(blob));
  const std::string pixel = place_.write("pixel.png", cv::Mat(1, 1, CV_8UC1, cv::Scalar(9)));
  const std::string gray_alpha = place_.file("gray-alpha.png", gray_alpha_png());
  auto records = detect({deep, clear, pixel, gray_alpha}, 0);
  EXPECT_EQ(records[deep]["detections"].size(), 1u);
  EXPECT_EQ(records[clear]["detections"].size(), 1u);
  for (const std::string& input : {pixel, gray_alpha}) {
    EXPECT_EQ(records[input]["width"], 1);
    EXPECT_TRUE(records[input]["detections"].empty());
  }
}

TEST_F(BadInput, OfDamageIsWarnedAbout) {
  const std::string good = place_.write("good.jpg", blob_image({90, 60}, {{30, 20, 12, 12}}));
  std::string bytes = content_of(good);
  for (std::size_t i = bytes.size() - 60; i < bytes.size() - 20; ++i) bytes[i] = '\x5a';
  const std::string bad = place_.file("bad.jpg", bytes);
  auto records = detect({good, bad}, 0);
  EXPECT_FALSE(records[good].contains("warning"));
  ASSERT_TRUE(records[bad].contains("warning")) << run_.out;
  EXPECT_THAT(run_.err, testing::StartsWith("ocelli: " + bad + ": warning: "));
  EXPECT_THAT(run_.err,
              testing::ContainsRegex("\nocelli: 2 images in [0-9.]+ s: 2 detections, 1 with a warning: "
                                     "its result may be wrong\n$"));
  EXPECT_EQ(run_.error_lines(), 2) << run_.err;
}

TEST_F(BadInput, IsNoPipeThatIsWaitedAt) {
  const std::string pipe = place_.at("x.mp4");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  auto records = detect({pipe}, 1);
  EXPECT_EQ(records[pipe]["error"], "is not a regular file");
}

TEST_F(BadInput, IsAVideoCutShort) {
  const std::string clip = place_.clip("clip.avi", 30);
  const std::string bytes = content_of(clip);
  const std::string cut = place_.file("cut.avi", bytes.substr(0, bytes.size() / 4));
  auto records = detect({clip}, 0);
  EXPECT_EQ(records.size(), 30u);
  records = detect({cut}, 1);
  ASSERT_TRUE(records.contains(cut)) << run_.out << run_.err;
  EXPECT_THAT(records[cut]["error"], HasSubstr("of the 30 frames that its header states"));
}

TEST_F(BadInput, KeepsToTheLimitsThatAreGiven) {
  const std::string blob = place_.blob("blob.png");
  EXPECT_EQ(detect({"--max-pixels", "5400", blob}, 0).size(), 1u);
  EXPECT_THAT(detect({"--max-pixels", "5399", blob}, 1)[blob]["error"], HasSubstr("--max-pixels"));
  EXPECT_EQ(ocelli({"detect", "--max-seconds", "0", blob}).exit_code, 2);
}

TEST_F(BadInput, CannotWriteToTheTerminalAsItLikes) {
  detect({place_.at("a\x1b"
                    "c\n.jpg")},
         1);
  EXPECT_THAT(run_.err, HasSubstr("a\\x1bc\\n.jpg: no such file"));
  EXPECT_EQ(run_.error_lines(), 1);
}

TEST_F(BadInput, IsNoNameThatIsMerelyLong) {
  const std::string blob = place_.blob(std::string(242, 'n') + ".png"), other = place_.blob("other.png");
  EXPECT_EQ(detect({"--draw", place_.at("drawn"), blob, other}, 0).size(), 2u);
  const std::filesystem::directory_iterator drawn(place_.at("drawn"));
  EXPECT_EQ(std::distance(begin(drawn), end(drawn)), 2);
}

TEST_F(BadInput, NamesAFolderWithoutImages) {
  std::filesystem::create_directory(place_.at("empty"));
  auto records = detect({place_.at("empty")}, 1);
  EXPECT_EQ(
      records[place_.at("empty")]["error"],
      "the folder contains no images (png, jpeg, bmp, pnm, tiff, webp, gif, jpeg2000) and no PDF files");
  EXPECT_EQ(run_.error_lines(), 1);
}

TEST_F(BadInput, EndsTheProgramWhenItIsTheOnlyCamera) {
  detect({"cam:873"}, 3);
  EXPECT_EQ(run_.out, "");
  EXPECT_EQ(run_.err, "ocelli: cam:873: no such camera, or another program is using it\n");
}

TEST_F(BadInput, IsAVideoWhoseFramesAreTooLarge) {
  const std::string clip = place_.clip("clip.avi", 5);
  EXPECT_EQ(detect({"--max-pixels", "5400", clip}, 0).size(), 5u);
  auto records = detect({"--max-pixels", "5399", clip}, 1);
  EXPECT_EQ(records.size(), 1u) << "it is known before the first frame";
  EXPECT_THAT(records[clip]["error"], HasSubstr("has 90 x 60 pixels, more than the 5399 allowed"));
}

}  // namespace
}  // namespace ocelli::internal::test::detect_bad_input_test
