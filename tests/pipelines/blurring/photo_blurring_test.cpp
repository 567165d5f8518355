#include "ocelli/pipelines/blurring/photo_blurring.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "data/temporary_folder.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/paged_file.hpp"
#include "ocelli/pipelines/blurring/exif_cleaning.hpp"
#include "ocelli/pipelines/output/searchable_pdf.hpp"
#include "source_path.hpp"

namespace ocelli::internal::photo_blurring_test {
namespace {

namespace fs = std::filesystem;

cv::Mat portrait() { return read_image(test::source_path() / "apps/ocelli/demo/astronaut.jpg"); }

std::vector<std::byte> bytes_of(const std::vector<unsigned char>& bytes) {
  const auto* const data = reinterpret_cast<const std::byte*>(bytes.data());
  return {data, data + bytes.size()};
}

std::vector<std::byte> encoded(const std::string& ending, const cv::Mat& picture,
                               const std::vector<int>& options = {}) {
  std::vector<unsigned char> bytes;
  cv::imencode(ending, picture, bytes, options);
  return bytes_of(bytes);
}

cv::Mat decoded(const std::vector<std::byte>& file) {
  return cv::imdecode(cv::Mat(1, static_cast<int>(file.size()), CV_8UC1, const_cast<std::byte*>(file.data())),
                      cv::IMREAD_UNCHANGED | cv::IMREAD_IGNORE_ORIENTATION);
}

const Box kBox{200, 80, 100, 100};
const Concealment kHow;

/// The picture with the box changed and all else equal.
void expect_only_hidden(const cv::Mat& before, const cv::Mat& after, int margin) {
  ASSERT_EQ(before.size(), after.size());
  ASSERT_EQ(before.type(), after.type());
  cv::Mat difference, changed;
  cv::absdiff(before.reshape(1), after.reshape(1), difference);
  difference.convertTo(difference, CV_32F);
  const int channels = before.channels();
  const cv::Rect hidden(200 - margin, 80 - margin, 100 + 2 * margin, 100 + 2 * margin);
  cv::Mat outside = difference.clone();
  outside(cv::Rect(hidden.x * channels, hidden.y, hidden.width * channels, hidden.height)).setTo(0);
  EXPECT_EQ(cv::countNonZero(outside), 0);
  EXPECT_GT(cv::countNonZero(difference), 100 * 100 / 2);
}

PhotoEdit edit_of(const std::vector<Detection>& objects) { return {.objects = objects, .how = kHow}; }

TEST(PhotoBlurring, ChangesNoOtherBlockOfAJpegFile) {
  const std::vector<Detection> objects{{.box = kBox, .label = "face"}};
  for (const int quality : {95, 60}) {
    const auto file = encoded(".jpg", portrait(), {cv::IMWRITE_JPEG_QUALITY, quality});
    // A block of colors covers 16 x 16 pixels, and is smoothed into the next.
    expect_only_hidden(decoded(file), decoded(blurred_jpeg(file, edit_of(objects))), 40);
  }
  const auto progressive = encoded(".jpg", portrait(), {cv::IMWRITE_JPEG_PROGRESSIVE, 1});
  expect_only_hidden(decoded(progressive), decoded(blurred_jpeg(progressive, edit_of(objects))), 40);
  cv::Mat gray;
  cv::cvtColor(portrait(), gray, cv::COLOR_BGR2GRAY);
  const auto of_gray = encoded(".jpg", gray);
  expect_only_hidden(decoded(of_gray), decoded(blurred_jpeg(of_gray, edit_of(objects))), 30);
}

TEST(PhotoBlurring, LeavesSixSquaresAcrossInAJpegFile) {
  const std::vector<Detection> objects{{.box = kBox, .label = "face"}};
  const auto file = encoded(".jpg", portrait(), {cv::IMWRITE_JPEG_QUALITY, 95});
  const Concealment how{.shape = BlurShape::box, .margin = 0};
  const cv::Mat after = decoded(blurred_jpeg(file, {.objects = objects, .how = how}));
  // Inside a square of 17 pixels nothing changes but by rounding.
  cv::Scalar mean, deviation;
  cv::meanStdDev(after(cv::Rect(219, 99, 12, 12)), mean, deviation);
  EXPECT_LT(deviation[0], 3);
  cv::meanStdDev(decoded(file)(cv::Rect(219, 99, 12, 12)), mean, deviation);
  EXPECT_GT(deviation[0], 3);
}

TEST(PhotoBlurring, KeepsDepthAndChannelsOfPng) {
  const std::vector<Detection> objects{{.box = kBox, .label = "face"}};
  cv::Mat deep, with_alpha, gray;
  portrait().convertTo(deep, CV_16U, 257);
  cv::cvtColor(portrait(), with_alpha, cv::COLOR_BGR2BGRA);
  cv::cvtColor(portrait(), gray, cv::COLOR_BGR2GRAY);
  for (const cv::Mat& picture : {portrait(), deep, with_alpha, gray}) {
    const auto file = encoded(".png", picture);
    expect_only_hidden(decoded(file), decoded(blurred_png(file, edit_of(objects))), 22);
  }
}

TEST(PhotoBlurring, KeepsLosslessWebP) {
  const std::vector<Detection> objects{{.box = kBox, .label = "face"}};
  const auto file = encoded(".webp", portrait(), {cv::IMWRITE_WEBP_QUALITY, 101});
  expect_only_hidden(decoded(file), decoded(blurred_webp(file, edit_of(objects))), 22);
}

/// EXIF with a make, a place, a maker's note and a thumbnail, all with the word SECRET in them.
std::vector<std::byte> exif_with_secrets() {
  std::string exif("II*\0\x08\0\0\0", 8);
  const auto number = [&](std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) exif += static_cast<char>(value >> 8 * i & 0xFF);
  };
  const auto entry = [&](std::uint32_t tag, std::uint32_t type, std::uint32_t count, std::uint32_t value) {
    number(tag, 2), number(type, 2), number(count, 4), number(value, 4);
  };
  number(4, 2);  // at 8
  entry(0x010F, 2, 6, 200);
  entry(0x0112, 3, 1, 6);
  entry(0x8769, 4, 1, 100);
  entry(0x8825, 4, 1, 130);
  number(160, 4);
  exif.resize(100);
  number(1, 2);
  entry(0x927C, 7, 6, 210);
  number(0, 4);
  exif.resize(130);
  number(1, 2);
  entry(0x001D, 2, 6, 220);
  number(0, 4);
  exif.resize(160);
  number(2, 2);
  entry(0x0201, 4, 1, 230);
  entry(0x0202, 4, 1, 6);
  number(0, 4);
  exif.resize(200);
  for (const std::string secret : {"MAKER.", "NOTES.", "PLACE.", "THUMB."})
    exif += secret, exif.resize(exif.size() + 4);
  const auto bytes = std::as_bytes(std::span(exif));
  return {bytes.begin(), bytes.end()};
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(ExifCleaning, RemovesTheThumbnailAndTheMakersNote) {
  auto exif = exif_with_secrets();
  clean_exif(exif, false, false);
  const std::string text = text_of(exif);
  EXPECT_EQ(text.find("THUMB"), std::string::npos);
  EXPECT_EQ(text.find("NOTES"), std::string::npos);
  EXPECT_NE(text.find("MAKER"), std::string::npos);
  EXPECT_NE(text.find("PLACE"), std::string::npos);
  EXPECT_EQ(exif_orientation(exif), 6);
}

TEST(ExifCleaning, RemovesPlaceAndDeviceOnRequest) {
  auto exif = exif_with_secrets();
  clean_exif(exif, true, true);
  const std::string text = text_of(exif);
  for (const std::string secret : {"THUMB", "NOTES", "MAKER", "PLACE"})
    EXPECT_EQ(text.find(secret), std::string::npos);
  EXPECT_EQ(exif_orientation(exif), 6);
}

TEST(ExifCleaning, EmptiesWhatItCannotRead) {
  for (const std::size_t length : {0U, 7U, 60U}) {
    auto exif = exif_with_secrets();
    exif.resize(length);
    clean_exif(exif, false, false);
    EXPECT_TRUE(exif.empty()) << length;
  }
}

const HidingDetector& faces() {
  static const HidingDetector detector = HidingDetector::load(test::source_path() / "models/face.ocelli", {});
  return detector;
}

bool shows_a_face(const cv::Mat& picture) {
  return std::ranges::any_of(faces().detector.detect(picture),
                             [](const Detection& face) { return face.score >= faces().sure_score; });
}

TEST(PhotoBlurring, HidesFacesInATurnedPhotoWhereTheyAreStored) {
  const test::TemporaryFolder folder;
  const auto jpeg = encoded(".jpg", portrait(), {cv::IMWRITE_JPEG_QUALITY, 95});
  // The astronaut lies on the side; orientation 6 turns her upright.
  cv::Mat lying;
  cv::rotate(portrait(), lying, cv::ROTATE_90_COUNTERCLOCKWISE);
  auto file = encoded(".jpg", lying, {cv::IMWRITE_JPEG_QUALITY, 95});
  const auto exif = exif_with_secrets();
  std::string segment("\xFF\xE1", 2);
  const std::size_t length = exif.size() + 8;
  segment += {static_cast<char>(length >> 8), static_cast<char>(length & 0xFF)};
  segment += std::string("Exif\0\0", 6) + text_of(exif);
  const auto bytes = std::as_bytes(std::span(segment));
  file.insert(file.begin() + 2, bytes.begin(), bytes.end());
  const fs::path input = folder.write("in.jpg", text_of(file)), output = folder.path() / "out.jpg";

  const InputLimits limits;
  const BlurOptions options;
  const BlurredFile report =
      blur_photo({input, output}, {.detector = faces(), .options = options, .limits = limits});
  ASSERT_FALSE(report.objects.empty());
  const auto result = read_file(output, kMaxImageBytes);
  EXPECT_EQ(text_of(result).find("THUMB"), std::string::npos);
  // Displayed upright, the face is where it was found.
  const cv::Mat before = read_image(input), after = read_image(output);
  const Box& box = report.objects[0].box;
  const cv::Rect face(cvRound(box.x), cvRound(box.y), cvRound(box.w), cvRound(box.h));
  cv::Mat difference;
  cv::absdiff(before(face), after(face), difference);
  EXPECT_GT(cv::mean(difference)[0], 5);
  EXPECT_FALSE(shows_a_face(read_gray(output)));
}

/// Cameras and editors put clear pictures into segments of their own.
TEST(PhotoBlurring, KeepsOnlySegmentsThatAreKnownToHoldNoPicture) {
  const test::TemporaryFolder folder;
  std::string jpeg = text_of(encoded(".jpg", portrait()));
  const auto segment = [](char marker, const std::string& content) {
    const std::size_t bytes = content.size() + 2;
    return std::string("\xFF") + marker + static_cast<char>(bytes >> 8) + static_cast<char>(bytes & 0xFF) +
           content;
  };
  std::string segments;
  for (const char marker : {'\xE1', '\xE2', '\xE3', '\xE4', '\xEA', '\xEB', '\xEC', '\xED', '\xFE'})
    segments += segment(marker, std::string("FLIR\0CLEAR PICTURE", 18));
  segments += segment('\xE2', std::string("ICC_PROFILE\0\1\1KEPT", 18)) + segment('\xFE', "a plain comment");
  jpeg.insert(2, segments);
  const fs::path input = folder.write("in.jpg", jpeg), output = folder.path() / "out.jpg";
  const InputLimits limits;
  const BlurOptions options;
  ASSERT_FALSE(blur_photo({input, output}, {.detector = faces(), .options = options, .limits = limits})
                   .objects.empty());
  const std::string result = text_of(read_file(output, kMaxImageBytes));
  EXPECT_EQ(result.find("CLEAR PICTURE"), std::string::npos);
  EXPECT_NE(result.find("KEPT"), std::string::npos);
  EXPECT_NE(result.find("a plain comment"), std::string::npos);
}

TEST(PhotoBlurring, CopiesAPhotoWithoutFaces) {
  const test::TemporaryFolder folder;
  const fs::path input =
      folder.write("in.jpg", text_of(encoded(".jpg", cv::Mat(100, 100, CV_8UC3, cv::Scalar(90, 90, 90)))));
  const InputLimits limits;
  const BlurOptions options;
  blur_photo({input, folder.path() / "out.jpg"}, {.detector = faces(), .options = options, .limits = limits});
  EXPECT_EQ(read_file(folder.path() / "out.jpg", 1 << 20), read_file(input, 1 << 20));
}

TEST(PageBlurring, HidesFacesOnAllPagesOfATiffFile) {
  const test::TemporaryFolder folder;
  const fs::path input = folder.path() / "in.tif", output = folder.path() / "out.tif";
  cv::imwritemulti(input.string(),
                   std::vector<cv::Mat>{portrait(), cv::Mat(80, 90, CV_8UC1, cv::Scalar(9)), portrait()});
  const InputLimits limits;
  const BlurOptions options;
  const BlurredFile report =
      blur_file({input, output}, {.detector = faces(), .options = options, .limits = limits});
  EXPECT_EQ(std::ranges::count_if(report.objects,
                                  [](const HiddenObject& o) { return o.best_score >= faces().sure_score; }),
            2);
  EXPECT_EQ(report.hidden_frames, 2U);
  std::vector<cv::Mat> pages;
  ASSERT_TRUE(cv::imreadmulti(output.string(), pages, cv::IMREAD_UNCHANGED));
  ASSERT_EQ(pages.size(), 3U);
  EXPECT_EQ(pages[1].size(), cv::Size(90, 80));
  for (const int page : {0, 2}) EXPECT_FALSE(shows_a_face(pages[page]));
}

TEST(PageBlurring, MakesPicturesOfPdfPages) {
  const test::TemporaryFolder folder;
  const fs::path input = folder.path() / "in.pdf", output = folder.path() / "out.pdf";
  SearchablePdf pdf(input);
  for (int i = 0; i < 2; ++i)
    pdf.add(portrait(), PageText{portrait().cols, portrait().rows, {}}, Resolution{100, 100});
  pdf.finish();
  const InputLimits limits;
  const BlurOptions options{.style = BlurStyle::fill};
  blur_file({input, output}, {.detector = faces(), .options = options, .limits = limits});
  const PagedFile pages(output);
  ASSERT_EQ(pages.pages(), 2U);
  EXPECT_FALSE(shows_a_face(pages.gray(1)));
}

TEST(PhotoBlurring, RefusesAnotherFormatForTheCopy) {
  const test::TemporaryFolder folder;
  const fs::path input = folder.write("in.jpg", text_of(encoded(".jpg", portrait())));
  const InputLimits limits;
  const BlurOptions options;
  EXPECT_THROW(blur_photo({input, folder.path() / "out.png"},
                          {.detector = faces(), .options = options, .limits = limits}),
               Error);
}

TEST(BlurPlan, PutsFilesOfAFolderBelowTheOutputAndNeverOverAnInput) {
  const test::TemporaryFolder folder;
  folder.write("in/a/x.jpg", "1");
  folder.write("in/y.mp4", "2");
  folder.write("in/notes.txt", "3");
  const auto pairs = plan_blurring({(folder.path() / "in").string()}, folder.path() / "out");
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].output, folder.path() / "out/a/x.jpg");
  EXPECT_THROW(plan_blurring({(folder.path() / "in").string()}, folder.path() / "in"), Error);
  EXPECT_THROW(plan_blurring({(folder.path() / "none").string()}, folder.path() / "out"), Error);
}

}  // namespace
}  // namespace ocelli::internal::photo_blurring_test
