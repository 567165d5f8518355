#include "ocelli/pipelines/output/searchable_pdf.hpp"

#include <gmock/gmock.h>
#include <poppler-document.h>
#include <poppler-font.h>
#include <poppler-page.h>

#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "data/pdf_bytes.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/paged_file.hpp"
#include "ocelli/data/images/stored_image.hpp"
#include "ocelli/imaging/quarter_turn.hpp"
#include "pipelines/hand_made_page.hpp"

namespace ocelli::internal::searchable_pdf_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

cv::Mat black_and_white(cv::Size size) {
  cv::Mat picture(size, CV_8UC1, cv::Scalar(255));
  picture(cv::Rect(20, 10, 30, 60)).setTo(0);
  return picture;
}

constexpr Resolution kDefaults{300, 300};

class SearchablePdfTest : public testing::Test {
 protected:
  std::string path() const { return (folder_.path() / "out.pdf").string(); }

  void write(const cv::Mat& picture, const PageText& text) const {
    SearchablePdf pdf(path());
    pdf.add(picture, text, kDefaults);
    pdf.finish();
  }

  std::unique_ptr<poppler::document> document() const {
    return std::unique_ptr<poppler::document>(poppler::document::load_from_file(path()));
  }

  /// The size of a page in points.
  cv::Size2d size_of_page(int page) const {
    const std::unique_ptr<poppler::page> opened(document()->create_page(page));
    return {opened->page_rect().width(), opened->page_rect().height()};
  }

  /// A PDF reader's idea of the words on a page, upper left corners in points.
  std::vector<std::pair<std::string, cv::Point2d>> words(int page = 0) const {
    const std::unique_ptr<poppler::document> document(poppler::document::load_from_file(path()));
    const std::unique_ptr<poppler::page> opened(document->create_page(page));
    std::vector<std::pair<std::string, cv::Point2d>> found;
    for (const poppler::text_box& box : opened->text_list()) {
      const auto text = box.text().to_utf8();
      found.emplace_back(std::string(text.begin(), text.end()),
                         cv::Point2d(box.bbox().x(), box.bbox().right()));
    }
    return found;
  }

  std::vector<std::string> texts(int page = 0) const {
    std::vector<std::string> found;
    for (const auto& [text, place] : words(page)) found.push_back(text);
    return found;
  }

  test::TemporaryFolder folder_;
};

TEST_F(SearchablePdfTest, KeepsABlackAndWhitePictureAsItIs) {
  const cv::Mat picture = black_and_white({200, 100});
  write(picture, test::made_page());
  const PagedFile file(path());
  ASSERT_EQ(file.pages(), 1u);
  const cv::Mat drawn = file.gray(0);
  ASSERT_EQ(drawn.size(), picture.size());
  cv::Mat rim;  // where whoever draws a PDF may smooth
  cv::morphologyEx(picture, rim, cv::MORPH_GRADIENT, cv::Mat());
  EXPECT_EQ(cv::countNonZero((drawn != picture) & (rim == 0)), 0) << "nothing of the text is seen";
}

TEST_F(SearchablePdfTest, KeepsGrayAndColorAlmostAsTheyAre) {
  cv::Mat color(100, 200, CV_8UC3, cv::Scalar(0, 0, 255));
  write(color, {200, 100, {}});
  EXPECT_NEAR(cv::mean(PagedFile(path()).gray(0))[0], 76, 6) << "red";
  const cv::Mat drawn = PagedFile(path()).read(0, Colors::as_stored).pixels;
  ASSERT_EQ(drawn.type(), CV_8UC3);
  EXPECT_NEAR(cv::mean(drawn)[2], 255, 3);
  EXPECT_NEAR(cv::mean(drawn)[0], 0, 3);
  write(cv::Mat(100, 200, CV_8UC1, cv::Scalar(90)), {200, 100, {}});
  EXPECT_NEAR(cv::mean(PagedFile(path()).gray(0))[0], 90, 3);
  EXPECT_EQ(PagedFile(path()).read(0, Colors::as_stored).pixels.type(), CV_8UC1) << "it has no color";
}

TEST_F(SearchablePdfTest, PutsWordsAtTheirBoxes) {
  write(black_and_white({200, 100}), test::made_page());
  constexpr double kPoints = 0.24;
  const auto found = words();
  EXPECT_THAT(texts(), ElementsAre("To", "be", "or", "not"));
  const std::vector<cv::Point2d> left_and_right = {{10, 30}, {40, 60}, {10, 30}, {10, 40}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i].second.x, left_and_right[i].x * kPoints, 0.1) << found[i].first;
    EXPECT_NEAR(found[i].second.y, left_and_right[i].y * kPoints, 0.1) << found[i].first;
  }
}

TEST_F(SearchablePdfTest, HasPagesAsLargeAsTheResolutionSays) {
  SearchablePdf pdf(path());
  pdf.add(black_and_white({1240, 1754}), {1240, 1754, {}}, Resolution{150, 150});
  pdf.add(black_and_white({1728, 1145}), {1728, 1145, {}}, Resolution{204, 98});  // a page by fax
  pdf.add(black_and_white({1275, 1650}), {1275, 1650, {}});  // Letter at 150, but nothing says so
  pdf.finish();
  const std::vector<cv::Size2d> expected = {{595.2, 841.92}, {609.88, 841.22}, {612, 792}};
  for (int page = 0; page < 3; ++page) {
    const cv::Size2d size = size_of_page(page);
    EXPECT_NEAR(size.width, expected[static_cast<std::size_t>(page)].width, 0.01) << page;
    EXPECT_NEAR(size.height, expected[static_cast<std::size_t>(page)].height, 0.01) << page;
  }
}

TEST_F(SearchablePdfTest, ShowsPagesUprightWithTheirTextWhereItIsSeen) {
  const PageText upright = test::made_page();
  cv::Mat seen(upright.height, upright.width, CV_8UC1, cv::Scalar(255));
  for (const ReadBlock& block : upright.blocks) {
    for (const ReadLine& line : block.lines) seen(line.box).setTo(0);
  }
  for (int quarters = 0; quarters < 4; ++quarters) {
    write(turned(seen, 4 - quarters), test::turned_page(quarters));
    const cv::Mat drawn = PagedFile(path()).gray(0);
    ASSERT_EQ(drawn.size(), seen.size()) << quarters;
    EXPECT_LT(cv::norm(drawn, seen, cv::NORM_L1) / 255, 150) << "but for rims";
    EXPECT_THAT(texts(), ElementsAre("To", "be", "or", "not")) << quarters;
    const auto found = words();
    for (std::size_t i = 0; i < found.size(); ++i) {
      const cv::Point2d left_and_right = std::vector<cv::Point2d>{{10, 30}, {40, 60}, {10, 30}, {10, 40}}[i];
      EXPECT_NEAR(found[i].second.x, left_and_right.x * 0.24, 0.1) << found[i].first << quarters;
      EXPECT_NEAR(found[i].second.y, left_and_right.y * 0.24, 0.1) << found[i].first << quarters;
    }
  }
}

TEST_F(SearchablePdfTest, HoldsAnyCharacterAndMoreThanAFontHasCodes) {
  PageText page{4000, 100, {}};
  std::u32string many;
  for (char32_t character = 0x100; character < 0x100 + 300; ++character) many += character;
  const std::string wild = "\u00e9)(\\<\U0001D400";
  page.blocks.push_back(test::made_block(
      {test::made_line({test::made_word(to_utf8(many), 10, 5, 1), test::made_word(wild, 3500, 5, 1)})}));
  write(black_and_white({4000, 100}), page);
  EXPECT_THAT(texts(), ElementsAre(to_utf8(many), wild));
}

TEST_F(SearchablePdfTest, HasManyPagesInTheirOrder) {
  SearchablePdf pdf(path());
  for (int i = 0; i < 5; ++i) {
    PageText page{200, 100, {}};
    page.blocks.push_back(
        test::made_block({test::made_line({test::made_word("page" + std::to_string(i), 10, 5, 1)})}));
    pdf.add(black_and_white({200, 100}), page);
  }
  EXPECT_FALSE(std::filesystem::exists(path())) << "half a file is no file";
  pdf.finish();
  EXPECT_EQ(PagedFile(path()).pages(), 5u);
  for (int i = 0; i < 5; ++i) EXPECT_THAT(texts(i), ElementsAre("page" + std::to_string(i)));
}

TEST_F(SearchablePdfTest, TakesPagesOfAnyShape) {
  SearchablePdf pdf(path());
  for (const cv::Size size : {cv::Size(1, 1), cv::Size(20'000, 30), cv::Size(3, 70'000)}) {
    pdf.add(cv::Mat(size, CV_8UC1, cv::Scalar(77)), {size.width, size.height, {}});
  }
  pdf.finish();
  const std::unique_ptr<poppler::document> document(poppler::document::load_from_file(path()));
  ASSERT_EQ(document->pages(), 3);
  const std::unique_ptr<poppler::page> longest(document->create_page(2));
  EXPECT_LE(longest->page_rect().height(), 14'400.5);
}

TEST_F(SearchablePdfTest, HasTheSameBytesEachTime) {
  write(black_and_white({200, 100}), test::made_page());
  const std::string once = test::content_of(path());
  write(black_and_white({200, 100}), test::made_page());
  EXPECT_EQ(test::content_of(path()), once);
}

TEST_F(SearchablePdfTest, LeavesNothingBehindUnlessItIsFinished) {
  { SearchablePdf(path()).add(black_and_white({200, 100}), test::made_page()); }
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(SearchablePdfTest, NamesAPlaceWhereItCannotBeWritten) {
  try {
    SearchablePdf((folder_.path() / "gone" / "out.pdf").string());
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Kind::output);
    EXPECT_THAT(error.what(), HasSubstr("out.pdf"));
  }
}

TEST_F(SearchablePdfTest, SaysThatItIsPdfAWithItsFontAndColorsInIt) {
  write(black_and_white({200, 100}), test::made_page());
  const std::string file = test::content_of(path());
  for (const char* part : {"<pdfaid:part>2<", "<pdfaid:conformance>B<", "/S /GTS_PDFA1", "/DestOutputProfile",
                           "/FontFile2", "/CIDToGIDMap /Identity", "/ID [<"})
    EXPECT_THAT(file, HasSubstr(part));
  const std::vector<poppler::font_info> fonts = document()->fonts();
  ASSERT_EQ(fonts.size(), 1u);
  EXPECT_TRUE(fonts[0].is_embedded());
}

TEST_F(SearchablePdfTest, HoldsAnImageAsItsFileCodesItAndShowsItUpright) {
  cv::Mat shown(100, 200, CV_8UC1, cv::Scalar(255));
  shown(cv::Rect(0, 0, 40, 30)).setTo(0);
  // What a camera stores that was held on its side: orientation 6 turns it clockwise.
  cv::Mat held;
  cv::rotate(shown, held, cv::ROTATE_90_COUNTERCLOCKWISE);
  const std::vector<unsigned char> jpeg = encode_jpeg(held, 95);
  std::optional<StoredImage> image = read_stored_image(std::as_bytes(std::span(jpeg)));
  ASSERT_TRUE(image);
  image->orientation = 6;
  SearchablePdf pdf(path());
  pdf.add(as_stored(*image), test::made_page(), kDefaults);
  pdf.finish();
  EXPECT_THAT(test::content_of(path()), HasSubstr(std::string(jpeg.begin(), jpeg.end())));
  const cv::Mat drawn = PagedFile(path()).gray(0);
  ASSERT_EQ(drawn.size(), shown.size());
  EXPECT_LT(cv::mean(drawn(cv::Rect(2, 2, 30, 20)))[0], 60);
  EXPECT_GT(cv::mean(drawn(cv::Rect(100, 50, 90, 40)))[0], 200);
  EXPECT_THAT(texts(), ElementsAre("To", "be", "or", "not"));
}

TEST_F(SearchablePdfTest, KeepsPagesOfPdfFilesWithTextOverThem) {
  const std::string original = folder_.file(
      "in.pdf", test::pdf_bytes({"0 0 9 9 re f", "20 20 9 9 re f"}, 48, 24, "/Info << /Title (Mine) >>"));
  {
    SearchablePdf pdf(path());
    if (!pdf.can_keep(original)) GTEST_SKIP() << "built without qpdf";
    EXPECT_FALSE(pdf.can_keep(folder_.file("torn.pdf", "%PDF-1.4")));
    pdf.keep(original, 0, test::made_page(), kDefaults);
    pdf.keep(original, 1, {}, {});
    pdf.finish();
  }
  EXPECT_EQ(document()->pages(), 2);
  EXPECT_THAT(texts(), ElementsAre("To", "be", "or", "not"));
  EXPECT_TRUE(texts(1).empty());
  const auto title = document()->get_title().to_utf8();
  EXPECT_EQ(std::string(title.begin(), title.end()), "Mine");
  EXPECT_EQ(cv::norm(PagedFile(path()).gray(0), PagedFile(original).gray(0)), 0) << "it looks as before";
  EXPECT_NEAR(words()[1].second.x, 40 * 0.24, 0.1);

  SearchablePdf mixed(path());
  mixed.add(black_and_white({200, 100}), test::made_page(), kDefaults);
  mixed.keep(original, 0, test::made_page(), kDefaults);
  mixed.finish();
  EXPECT_EQ(document()->pages(), 2);
  EXPECT_THAT(texts(1), ElementsAre("To", "be", "or", "not"));
  EXPECT_EQ(size_of_page(1).width, 48);
}

}  // namespace
}  // namespace ocelli::internal::searchable_pdf_test
