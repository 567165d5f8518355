#include "ocelli/data/images/paged_file.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "data/expect_error.hpp"
#include "data/pdf_bytes.hpp"
#include "data/temporary_folder.hpp"
#include "data/tiff_bytes.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal::paged_file_test {
namespace {

using test::expect_error;
using test::pdf_bytes;

std::vector<std::byte> to_bytes(const std::string& text) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

PagedFile open(const std::string& content, const InputLimits& limits = {}) {
  return {to_bytes(content), "a.file", limits};
}

double seconds_of(const auto& action) {
  const auto begun = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

/// A TIFF file with pages of a single gray each.
std::string tiff_bytes(const test::TemporaryFolder& folder, const std::vector<int>& grays) {
  std::vector<cv::Mat> pages;
  for (const int gray : grays) pages.emplace_back(20 + gray, 30, CV_8UC1, cv::Scalar(gray));
  const std::string path = (folder.path() / "pages.tif").string();
  cv::imwritemulti(path, pages);
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int gray_at(const cv::Mat& page, int x, int y) { return page.at<std::uint8_t>(y, x); }

TEST(PagedFile, ReadsAnImageAsOnePage) {
  std::vector<unsigned char> bytes;
  cv::imencode(".png", cv::Mat(4, 5, CV_8UC1, cv::Scalar(77)), bytes);
  const PagedFile file = open({bytes.begin(), bytes.end()});
  ASSERT_EQ(file.pages(), 1u);
  EXPECT_EQ(file.gray(0).size(), cv::Size(5, 4));
  EXPECT_EQ(gray_at(file.gray(0), 0, 0), 77);
}

TEST(PagedFile, ReadsEachImageOfATiff) {
  const test::TemporaryFolder folder;
  tiff_bytes(folder, {10, 20, 30});
  const PagedFile file(folder.path() / "pages.tif");
  ASSERT_EQ(file.pages(), 3u);
  for (const int page : {2, 0, 1}) {
    const cv::Mat gray = file.gray(static_cast<std::size_t>(page));
    EXPECT_EQ(gray.size(), cv::Size(30, 30 + 10 * page));
    EXPECT_EQ(gray_at(gray, 3, 3), 10 + 10 * page);
  }
}

TEST(PagedFile, ReadsEachImageOfABigTiff) {
  for (const bool is_big_endian : {false, true}) {
    const std::string pixels = "abcdef";
    std::vector<test::TiffTag> first = test::gray_tags(3, 2, 16), second = test::gray_tags(2, 3, 16);
    const PagedFile file = open(test::big_tiff_file(pixels, {first, second}, is_big_endian));
    ASSERT_EQ(file.pages(), 2u) << is_big_endian;
    EXPECT_EQ(file.gray(0).size(), cv::Size(3, 2));
    EXPECT_EQ(file.gray(1).size(), cv::Size(2, 3));
    EXPECT_EQ(gray_at(file.gray(0), 1, 1), 'e');
    EXPECT_EQ(gray_at(file.gray(1), 1, 1), 'd');
  }
}

TEST(PagedFile, RefusesBigTiffsThatLeadOutOfTheFile) {
  std::string file = test::big_tiff_file("abcdef", {test::gray_tags(3, 2, 16)});
  for (const std::size_t size : {9u, 15u, 22u, 29u, 60u})
    EXPECT_THROW(open(file.substr(0, size)), Error) << size;
  for (std::size_t at = 8; at < 16; ++at) {
    std::string torn = file;
    torn[at] = '\x7F';
    EXPECT_THROW(open(torn).gray(0), Error) << at;
  }
}

TEST(PagedFile, DrawsEachPageOfAPdf) {
  // A black square, one inch from the left on the first page, at the left edge of the second.
  const PagedFile file = open(pdf_bytes({"72 0 72 72 re f", "0 0 72 72 re f"}));
  ASSERT_EQ(file.pages(), 2u);
  const cv::Mat first = file.gray(0), second = file.gray(1);
  EXPECT_EQ(first.size(), cv::Size(600, 300));
  EXPECT_EQ(first.type(), CV_8UC1);
  EXPECT_EQ(gray_at(first, 150, 150), 255);
  EXPECT_EQ(gray_at(first, 450, 150), 0);
  EXPECT_EQ(gray_at(second, 150, 150), 0);
  EXPECT_EQ(gray_at(second, 450, 150), 255);
}

/// A PDF file that shows this image of 200 x 100 pixels on its first page. Its second page is empty, with the
/// same resources.
std::string pdf_of_jpeg(const std::string& jpeg) {
  const std::string page =
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 144 72] /Resources << /XObject << /Picture 5 0 R >> >> ";
  return test::pdf_of_objects(
      {"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 2 /Kids [3 0 R 6 0 R] >>",
       page + "/Contents 4 0 R >>", test::pdf_stream("q 144 0 0 72 0 0 cm /Picture Do Q"),
       test::pdf_stream(jpeg,
                        "/Type /XObject /Subtype /Image /Width 200 /Height 100 /ColorSpace /DeviceGray "
                        "/BitsPerComponent 8 /Filter /DCTDecode"),
       page + ">>"});
}

TEST(PagedFile, WarnsOfADamagedImageOnAPageOfAPdf) {
  cv::Mat noise(100, 200, CV_8UC1);
  cv::RNG(7).fill(noise, cv::RNG::UNIFORM, 0, 256);
  std::vector<unsigned char> bytes;
  cv::imencode(".jpg", noise, bytes);
  const std::string jpeg(bytes.begin(), bytes.end());
  EXPECT_EQ(open(pdf_of_jpeg(jpeg)).read(0).warning, "");
  std::string without_front = jpeg;
  without_front.replace(0, 64, 64, 'x');
  std::string torn = jpeg;
  torn.replace(jpeg.size() / 2, 40, 40, '\xFF');
  for (const std::string& damaged : {jpeg.substr(0, jpeg.size() / 2), without_front, torn}) {
    const PagedFile file = open(pdf_of_jpeg(damaged));
    EXPECT_THAT(file.read(0).warning, testing::HasSubstr("damaged image"));
    EXPECT_THAT(file.read(0, Colors::both).warning, testing::HasSubstr("damaged image"));
    EXPECT_EQ(file.read(1).warning, "") << "this page does not show it";
  }
}

TEST(PagedFile, DrawsHugePagesSmaller) {
  const cv::Mat page = open(pdf_bytes({""}, 14400, 14400)).gray(0);
  EXPECT_LE(static_cast<std::int64_t>(page.total()), kMaxPixels);
  EXPECT_GT(static_cast<std::int64_t>(page.total()), kMaxPixels / 2);
}

TEST(PagedFile, RefusesPagesOfImpossibleShape) {
  expect_error([] { open(pdf_bytes({""}, 14400000, 1)).gray(0); }, Kind::input,
               "a.file, page 1: is too long");
}

TEST(PagedFile, RefusesEncryptedPdfs) {
  expect_error([&] { open(test::encrypted_pdf_bytes()); }, Kind::input, "a.file: is encrypted");
}

TEST(PagedFile, RefusesPdfsWithoutPages) {
  expect_error([] { open(pdf_bytes({})); }, Kind::input, "a.file: has no pages");
}

TEST(PagedFile, RefusesTornFilesWithoutAWordOnStderr) {
  const test::TemporaryFolder folder;
  const std::string tiff = tiff_bytes(folder, {40, 50}), pdf = pdf_bytes({"0 0 9 9 re f", "0 0 9 9 re f"});
  testing::internal::CaptureStderr();
  for (const std::string& whole : {tiff, pdf}) {
    for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 60) {
      // A damaged PDF may still be readable. Every other file must cause an Error that names it.
      try {
        const PagedFile file = open(whole.substr(0, size));
        for (std::size_t page = 0; page < file.pages(); ++page) file.gray(page);
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), Kind::input) << size;
        EXPECT_THAT(error.where(), testing::StartsWith("a.file")) << size;
      }
    }
  }
  expect_error([&] { open(tiff.substr(0, tiff.size() - 20)); }, Kind::input, "a.file");
  expect_error([&] { open(pdf.substr(0, 60)); }, Kind::input, "a.file");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(PagedFile, RefusesTiffsThatRunInCircles) {
  const test::TemporaryFolder folder;
  std::string tiff = tiff_bytes(folder, {10});
  // The end of the chain, the last four bytes of the only directory, points back to the header's offset
  // field.
  const auto number = [&](std::size_t at, std::size_t count) {
    std::size_t value = 0;
    for (std::size_t i = count; i-- > 0;) value = value << 8 | static_cast<unsigned char>(tiff[at + i]);
    return value;
  };
  ASSERT_EQ(tiff.substr(0, 2), "II");
  const std::size_t directory = number(4, 4), next = directory + 2 + 12 * number(directory, 2);
  tiff.replace(next, 4, tiff.substr(4, 4));
  expect_error([&] { open(tiff); }, Kind::input, "a.file: is damaged: its pages form a cycle");
}

TEST(PagedFile, BoundsThePixelsOfATiffAsItsDecoderCountsThem) {
  constexpr std::uint32_t kHuge = 100'000, kLong8At = 8;
  std::vector<test::TiffTag> twice = test::gray_tags(1, 1, 8), wide = twice;
  twice.insert(twice.begin() + 1, test::TiffTag{257, test::kLong, 1, kHuge});
  twice.insert(twice.begin(), test::TiffTag{256, test::kLong, 1, kHuge});
  std::string sizes;
  test::append_number(sizes, kHuge, 8);
  for (test::TiffTag& tag : wide) {
    if (tag.tag == 256 || tag.tag == 257) tag = {tag.tag, test::kLong8, 1, kLong8At};
  }
  for (const auto& tags : {twice, wide}) {
    const PagedFile file = open(test::tiff_file(sizes, {tags}));
    EXPECT_LT(seconds_of([&] {
                expect_error([&] { file.gray(0); }, Kind::input,
                             "a.file: has 100000 x 100000 pixels, more than");
              }),
              1);
  }
}

TEST(PagedFile, RefusesATiffWhoseOneStripTakesTooMuchMemory) {
  std::vector<test::TiffTag> tags = test::gray_tags(60'000, 1'000, 8);
  for (test::TiffTag& tag : tags) {
    if (tag.tag == 277) tag.value = 60'000;
  }
  expect_error([&] { open(test::tiff_file("x", {tags})).gray(0); }, Kind::input, "MB for one strip");
}

TEST(PagedFile, ReadsAnyOfManyPagesAtTheCostOfOne) {
  constexpr int kPages = 20'000;
  const std::string file =
      test::tiff_file("x", std::vector<std::vector<test::TiffTag>>(kPages, test::gray_tags(1, 1, 8)));
  expect_error([&] { open(file); }, Kind::input,
               "a.file: has more than the 10000 pages allowed (--max-pages)");
  InputLimits limits;
  limits.max_pages = kPages;
  const PagedFile pages = open(file, limits);
  ASSERT_EQ(pages.pages(), std::size_t{kPages});
  EXPECT_LT(seconds_of([&] {
              for (std::size_t page = 0; page < kPages; page += 10)
                EXPECT_EQ(gray_at(pages.gray(page), 0, 0), 'x');
            }),
            5);
}

TEST(PagedFile, TellsOfFaultsInThePixelsOfATiff) {
  const test::TemporaryFolder folder;
  cv::Mat noise(200, 200, CV_8UC1);
  cv::RNG(3).fill(noise, cv::RNG::UNIFORM, 0, 2);
  const std::string path = (folder.path() / "fax.tif").string();
  cv::imwrite(path, noise * 255, {cv::IMWRITE_TIFF_COMPRESSION, 5});
  std::ifstream stream(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(open(bytes).read(0).warning, "");
  for (std::size_t i = 300; i < 700; ++i) bytes[i] = '\x55';
  EXPECT_NE(open(bytes).read(0).warning, "");
}

TEST(PagedFile, GivesUpAPageThatTakesTooLongAndDrawsTheNext) {
  InputLimits limits;
  limits.max_seconds = 0.5;
  const PagedFile file = open(test::endless_pdf_bytes(), limits);
  EXPECT_LT(seconds_of([&] {
              expect_error([&] { file.gray(0); }, Kind::input, "a.file, page 1: took more than 0.5 s");
            }),
            3);
  EXPECT_EQ(file.gray(1).size(), cv::Size(300, 300));
}

TEST(PagedFile, StopsInTheMiddleOfAPage) {
  std::stop_source stop;
  InputLimits limits;
  limits.stop = stop.get_token();
  const PagedFile file = open(test::endless_pdf_bytes(), limits);
  const std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    stop.request_stop();
  });
  EXPECT_LT(seconds_of([&] { expect_error([&] { file.gray(0); }, Kind::canceled, "stopped"); }), 2);
}

TEST(PagedFile, BoundsTheMemoryOfAPdf) {
  InputLimits limits;
  limits.max_megabytes = 64;
  EXPECT_EQ(open(pdf_bytes({""}, 144, 72), limits).gray(0).size(), cv::Size(600, 300));
#ifndef OCELLI_SANITIZED
  const PagedFile file = open(pdf_bytes({"", ""}, 14400, 14400), limits);
  expect_error([&] { file.gray(0); }, Kind::input, "--max-megabytes");
#endif
}

TEST(PagedFile, BoundsThePagesOfAPdf) {
  InputLimits limits;
  limits.max_pages = 2;
  EXPECT_EQ(open(pdf_bytes({"", ""}), limits).pages(), 2u);
  expect_error(
      [&] {
        open(pdf_bytes({"", "", ""}), limits);
      },
      Kind::input, "has 3 pages, more than the 2 allowed");
}

TEST(PagedFile, NamesFilesThatAreNoPages) {
  const test::TemporaryFolder folder;
  expect_error([&] { PagedFile(folder.path() / "none.pdf"); }, Kind::input, "none.pdf: no such file");
  expect_error([&] { PagedFile(folder.write("empty.pdf", "")); }, Kind::input, "empty.pdf: is empty");
  expect_error([&] { PagedFile(folder.write("text.pdf", "hello")).gray(0); }, Kind::input,
               "text.pdf: is not an image");
}

TEST(PagedFile, RefusesPagesThatAreNotThere) {
  expect_error([] { open(pdf_bytes({""})).gray(1); }, Kind::usage,
               "page 2 is out of range; the number of pages is 1");
}

}  // namespace
}  // namespace ocelli::internal::paged_file_test
