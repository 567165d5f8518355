#include "ocelli/text/page_reader.hpp"

#include <gmock/gmock.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <chrono>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <stop_token>
#include <thread>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/text/reader_model.hpp"
#include "text/tiny_reader.hpp"

namespace ocelli::internal::page_reader_test {
namespace {

using test::page_of_bars_and_blocks;
using test::tiny_reader;

std::string read(const cv::Mat& page, const ReadingOptions& options = {}) {
  return read_page(page, tiny_reader(), options).text();
}

TEST(ReadPage, ReadsLettersWordsAndLines) {
  EXPECT_EQ(read(page_of_bars_and_blocks({"oIo ooI Ioo", "IoI ooo oIoIo", "oo oIo IooI"})),
            "oIo ooI Ioo\nIoI ooo oIoIo\noo oIo IooI\n");
}

/// Lines of a typewriter: blocks (o) and bars (I) in cells of one width.
cv::Mat typewritten(const std::vector<std::string>& lines) {
  constexpr int kCell = 37, kSide = 30, kBar = 6;
  cv::Mat page(static_cast<int>(60 * lines.size()) + 60, 40 * kCell, CV_8U, 255.0);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t cell = 0; cell < lines[i].size(); ++cell) {
      if (lines[i][cell] == ' ') continue;
      const int width = lines[i][cell] == 'I' ? kBar : kSide;
      const int left = 40 + static_cast<int>(cell) * kCell + (kCell - width) / 2;
      page(cv::Rect(left, 40 + static_cast<int>(i) * 60, width, kSide)) = 0;
    }
  }
  return page;
}

TEST(ReadPage, TellsSpacesOfATypewriterByItsCells) {
  const std::vector<std::string> lines = {"oIIo oo IIIooo oIoI Ioo", "ooo IIo oIIIo oIo ooIIo"};
  EXPECT_EQ(read(typewritten(lines)), lines[0] + "\n" + lines[1] + "\n")
      << "bars of one word lie 31 pixels apart, blocks 7";
}

TEST(ReadPage, ReadsLightTextOnADarkPage) {
  EXPECT_EQ(read(255 - page_of_bars_and_blocks({"oIo ooI Ioo", "IoI ooo oIoIo"})),
            "oIo ooI Ioo\nIoI ooo oIoIo\n");
}

TEST(ReadPage, TellsWhereGlyphsStandInTheImageThatCameIn) {
  const PageText page = read_page(page_of_bars_and_blocks({"oIo ooI Ioo", "IoI ooo oIoIo"}), tiny_reader());
  const ReadLine& line = page.blocks.at(0).lines.at(0);
  EXPECT_EQ(line.words[0].glyphs[0].box, cv::Rect(40, 40, 30, 30));
  EXPECT_EQ(line.words[0].glyphs[1].box, cv::Rect(77, 40, 6, 30));
  EXPECT_NEAR(line.baseline + line.slope * 55, 70, 1);
}

TEST(ReadPage, TurnsAPageOnItsSideAndTellsWhereItsGlyphsStand) {
  const cv::Mat upright = page_of_bars_and_blocks({"oIo ooI Ioo", "IoI ooo oIoIo", "oo oIo IooI"});
  cv::Mat on_side;
  cv::rotate(upright, on_side, cv::ROTATE_90_COUNTERCLOCKWISE);
  const PageText page = read_page(on_side, tiny_reader());
  EXPECT_EQ(page.quarters, 1);
  EXPECT_EQ(page.text(), read(upright));
  EXPECT_EQ(page.upright_size(), upright.size());
  const ReadLine& line = page.blocks.at(0).lines.at(0);
  EXPECT_EQ(page.upright(line.words[0].glyphs[1].box), cv::Rect(77, 40, 6, 30));
  EXPECT_NEAR(line.baseline + line.slope * 55, 70, 1) << "of the page turned upright";
  EXPECT_EQ(read_page(on_side, tiny_reader(), {.charset = {}, .auto_rotate = false}).quarters, 0);
}

TEST(ReadPage, ReadsOnlyWhatTheFilterNames) {
  const std::string text = read(page_of_bars_and_blocks({"oIo ooI Ioo", "IoI ooo oIoIo"}), {.charset = "o"});
  EXPECT_THAT(text, testing::HasSubstr("oo"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("I")));
}

TEST(ReadPage, RefusesAFilterWithCharactersThatNoClassHas) {
  EXPECT_THROW(read(page_of_bars_and_blocks({"o"}), {.charset = "ox"}), Error);
}

TEST(ReadPage, FindsNothingOnPagesWithoutText) {
  EXPECT_EQ(read(cv::Mat(300, 200, CV_8U, 255.0)), "");
  EXPECT_EQ(read(cv::Mat(300, 200, CV_8U, 0.0)), "");
  EXPECT_EQ(read(cv::Mat(1, 1, CV_8U, 7.0)), "");
  EXPECT_EQ(read(cv::Mat()), "");
  EXPECT_EQ(read(cv::Mat(2, 20'000, CV_8U, 0.0)), "");
}

TEST(ReadPage, RefusesColor) { EXPECT_THROW(read(cv::Mat(9, 9, CV_8UC3, cv::Scalar(1, 2, 3))), Error); }

TEST(ReadPage, IsTheSameForAnyNumberOfThreads) {
  const cv::Mat page = page_of_bars_and_blocks({"oIo ooI Ioo", "IoI ooo oIoIo", "oo oIo IooI", "ooo I o"});
  const std::string text = read(page);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(read(page), text);
}

TEST(ReadPage, IsGivenUpWhenTheTimeIsUpBeforeTheFirstReading) {
  const cv::Mat page = page_of_bars_and_blocks({"oIo ooI Ioo"});
  const TimeLimit limit(std::chrono::duration<double>(0));
  while (!limit.is_over()) std::this_thread::yield();
  EXPECT_EQ(test::error_of([&] { read_page(page, tiny_reader(), {}, &limit); }).kind(), Kind::canceled);
}

TEST(ReadPage, IsWhatWasReadWhenTheTimeIsUpLater) {
  cv::Mat page = page_of_bars_and_blocks(std::vector<std::string>(12, "oIo ooI Ioo IoI oooI Io"));
  cv::GaussianBlur(page, page, {}, 1.5);
  const ReadingOptions only_i{.charset = "I"};  // reads badly, so that all ink settings are tried
  bool was_cut = false;
  for (double seconds = 1e-3; seconds < 60 && !was_cut; seconds *= 1.3) {
    const TimeLimit limit{std::chrono::duration<double>(seconds)};
    try {
      const PageText text = read_page(page, tiny_reader(), only_i, &limit);
      if (!text.cut_short) break;
      was_cut = true;
    } catch (const Error&) {
      continue;
    }
  }
  EXPECT_TRUE(was_cut);
  EXPECT_FALSE(read_page(page, tiny_reader()).cut_short);
}

TEST(ReadPage, IsStoppedFromOutside) {
  std::stop_source stop;
  stop.request_stop();
  const CancellationScope scope(stop.get_token());
  EXPECT_EQ(test::error_of([] { read(page_of_bars_and_blocks({"oIo"})); }).kind(), Kind::canceled);
}

TEST(ReadPage, ReadsLettersOfAnyHeight) {
  const cv::Mat page = page_of_bars_and_blocks({"oIo ooI Ioo", "IoI ooo oIoIo"});
  cv::Mat large;
  cv::resize(page, large, {}, 8, 8, cv::INTER_NEAREST);
  const PageText text = read_page(large, tiny_reader());
  EXPECT_EQ(text.text(), "oIo ooI Ioo\nIoI ooo oIoIo\n");
  const cv::Rect box = text.blocks.at(0).lines.at(0).words[0].glyphs[0].box;
  EXPECT_NEAR(box.x, 8 * 40, 9);
  EXPECT_NEAR(box.height, 8 * 30, 18);
}

TEST(Reader, ReadsPagesOfAnyKindFromManyThreads) {
  const Reader reader = tiny_reader();
  const cv::Mat gray = page_of_bars_and_blocks({"oIo ooI Ioo", "IoI ooo oIoIo"});
  const std::string expected = read_page(gray, reader).text();
  cv::Mat color;
  cv::merge(std::vector<cv::Mat>(3, gray), color);
  tbb::parallel_for(0, 8, [&](int i) { EXPECT_EQ(reader.read(i % 2 == 0 ? gray : color).text(), expected); });
  EXPECT_EQ(reader.read(gray, {.charset = "o"}).text(), read_page(gray, reader, {.charset = "o"}).text());
}

TEST(Reader, ComesOutOfAModelFile) {
  const test::TemporaryFolder folder;
  save_model(folder.path() / "a.ocelli", {.reader = tiny_reader(), .card = {}});
  const cv::Mat page = page_of_bars_and_blocks({"oIo ooI Ioo"});
  EXPECT_EQ(Reader::load(folder.path() / "a.ocelli").read(page).text(), read(page));
  EXPECT_THROW(Reader::load(folder.path() / "absent.ocelli"), Error);
}

}  // namespace
}  // namespace ocelli::internal::page_reader_test
