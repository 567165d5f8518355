#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <initializer_list>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "data_path.hpp"
#include "nightly.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/pipelines/reading_job.hpp"
#include "ocelli/text/page_reader.hpp"
#include "ocelli/text/reader_model.hpp"
#include "source_path.hpp"

namespace ocelli::internal::test::latin_noise_test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFewCharacters = 5;
const cv::Size kPage(1200, 1600);

const Reader& shipped_reader() {
  static const Reader reader =
      load_reader(ocelli::internal::test::source_path() / "models/latin.ocelli").reader;
  return reader;
}

std::size_t characters_read(const cv::Mat& page) { return read_page(page, shipped_reader()).text().size(); }

/// Noise of deviation 1 whose waves are about so many pixels long, across and down.
cv::Mat waves(double across, double down, Random& random) {
  cv::Mat coarse(static_cast<int>(kPage.height / down) + 2, static_cast<int>(kPage.width / across) + 2,
                 CV_32F);
  for (int y = 0; y < coarse.rows; ++y) {
    for (int x = 0; x < coarse.cols; ++x) coarse.at<float>(y, x) = static_cast<float>(random.normal());
  }
  cv::Mat field;
  cv::resize(coarse, field, kPage, 0, 0, cv::INTER_CUBIC);
  return field;
}

cv::Mat gray(const cv::Mat& levels) {
  cv::Mat page;
  levels.convertTo(page, CV_8U);
  return page;
}

/// All values in the nightly run, else the first.
template <class Value>
std::vector<Value> sweep(std::initializer_list<Value> values) {
  return {values.begin(), is_nightly() ? values.end() : values.begin() + 1};
}

TEST(LatinModel, ReadsNothingInGrain) {
  Random random(1);
  for (const double deviation : sweep({6.0, 14.0, 30.0})) {
    EXPECT_LE(characters_read(gray(waves(1.5, 1.5, random) * deviation + 150)), kFewCharacters) << deviation;
  }
}

TEST(LatinModel, ReadsNothingInGrainCutToBlackAndWhite) {
  Random random(2);
  for (const int i : sweep({0, 1, 2})) {
    const cv::Mat page = gray(waves(2, 2, random) * 40 + 200) > 128;
    EXPECT_LE(characters_read(page), kFewCharacters) << i;
  }
}

TEST(LatinModel, ReadsNothingInWood) {
  Random random(3);
  EXPECT_LE(characters_read(gray(waves(300, 3, random) * 18 + waves(500, 12, random) * 20 + 140)),
            kFewCharacters);
  EXPECT_LE(characters_read(gray(waves(3, 300, random) * 18 + waves(12, 500, random) * 20 + 140)),
            kFewCharacters);
}

/// A gray picture as dots on a grid, as needles and printing screens make it.
TEST(LatinModel, ReadsNothingInAScreenOfDots) {
  Random random(4);
  for (const int pitch : sweep({5, 6, 7, 8, 9, 10})) {
    const cv::Mat picture = waves(200, 200, random) * 40 + 128;
    cv::Mat page(kPage, CV_8U, 255.0);
    for (int y = pitch; y < page.rows - pitch; y += pitch) {
      for (int x = pitch; x < page.cols - pitch; x += pitch) {
        const double ink = std::clamp(1 - picture.at<float>(y, x) / 255.0, 0.0, 1.0);
        cv::circle(page, {x * 16, y * 16}, static_cast<int>(9.6 * pitch * std::sqrt(ink)), cv::Scalar(0),
                   cv::FILLED, cv::LINE_AA, 4);
      }
    }
    EXPECT_LE(characters_read(page), kFewCharacters) << pitch;
  }
}

/// Each `step`-th photo of textures.
std::vector<cv::Mat> photos_of_textures(std::size_t step) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(data_path() / "faces/train-neg/dtd"))
    files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<cv::Mat> photos;
  for (std::size_t i = 0; i < files.size(); i += step) photos.push_back(read_gray(files[i]));
  return photos;
}

TEST(LatinModel, ReadsNothingInPhotosOfTextures) {
  OCELLI_NIGHTLY_ONLY
  OCELLI_NEEDS_DATA("faces/train-neg/dtd");
  std::size_t talkative = 0;
  for (const cv::Mat& photo : photos_of_textures(5)) talkative += characters_read(photo) > kFewCharacters;
  EXPECT_LE(talkative, 3u);
}

double seconds_to_read(const std::vector<cv::Mat>& photos, const std::string& language) {
  ReadingJob job;
  job.language = language;
  const auto bundled = [](const std::string& name) {
    return ocelli::internal::test::source_path() / "models" / name;
  };
  const Reader reader = reader_for(job, bundled).reader;
  const std::clock_t begin = std::clock();
  for (const cv::Mat& photo : photos) read_page(photo, reader);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Choosing among all languages took most of the time of photos.
TEST(LatinModel, ChoosesNoLanguageForPhotosWithoutText) {
  OCELLI_NEEDS_DATA("faces/train-neg/dtd");
  constexpr double kMost = 1.8;
  const std::vector<cv::Mat> photos = photos_of_textures(12);
  EXPECT_LE(seconds_to_read(photos, "auto"), kMost * seconds_to_read(photos, "eng"));
}

}  // namespace
}  // namespace ocelli::internal::test::latin_noise_test
