#include "ocelli/pipelines/stages/model_stages.hpp"

#include <gmock/gmock.h>
#include <tbb/global_control.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <sstream>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/pipelines/executors/executors.hpp"
#include "ocelli/pipelines/output/page_record_text.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "text/tiny_reader.hpp"

namespace ocelli::internal::read_stage_test {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kLines = {"oIoo Io oIIo", "IoI oo Ioo", "ooI Ioo oIoI"};

class ReadStage : public testing::Test {
 protected:
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }

  /// A folder of pages: read, blank, of one pixel, of several to a file, and no page at all.
  std::string pages() const {
    const cv::Mat page = test::page_of_bars_and_blocks(kLines);
    for (int i = 0; i < 6; ++i) {
      const std::vector<std::string> lines(kLines.begin(), kLines.begin() + 1 + i % 3);
      cv::imwrite(at("page" + std::to_string(i) + ".png"), test::page_of_bars_and_blocks(lines));
    }
    cv::imwrite(at("blank.png"), cv::Mat(400, 300, CV_8UC1, cv::Scalar(255)));
    cv::imwrite(at("pixel.png"), cv::Mat(1, 1, CV_8UC1, cv::Scalar(0)));
    cv::imwritemulti(at("many.tif"), std::vector<cv::Mat>{page, 255 - page, page});
    folder_.file("torn.png", "no page");
    return folder_.path().string();
  }

  std::string lines(RunSummary (*run)(const Stages&)) {
    std::istringstream none;
    const auto source = open_inputs({folder_.path().string()}, none);
    std::string text;
    const Sink sink = [&](const Item&, const Record& record) { text += page_json_line(record); };
    run({.source = *source, .work = read_work(reader_, {}), .sink = sink});
    return text;
  }

  test::TemporaryFolder folder_;
  Reader reader_ = test::tiny_reader();
};

TEST_F(ReadStage, GivesTheSameBytesSeriallyAndThroughTheGraph) {
  pages();
  const std::string plain = lines([](const Stages& stages) { return run_serially(stages); });
  EXPECT_THAT(plain, HasSubstr("many.tif#2\""));
  EXPECT_THAT(plain, HasSubstr("\"text\":\"o"));
  EXPECT_THAT(plain, HasSubstr("torn.png\",\"error\":"));
  for (const std::size_t threads : {1u, 4u}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    EXPECT_EQ(lines([](const Stages& stages) { return run_graph(stages); }), plain) << threads << " threads";
  }
}

TEST_F(ReadStage, TellsTheSizeOfThePageAndWhatIsOnIt) {
  const cv::Mat page = test::page_of_bars_and_blocks(kLines);
  const Record record = read_work(reader_, {})({"page", page});
  EXPECT_EQ(record.width, page.cols);
  EXPECT_EQ(record.height, page.rows);
  ASSERT_TRUE(record.page);
  EXPECT_THAT(record.page->text(), HasSubstr("o"));
}

TEST_F(ReadStage, ReadsNothingOnABlankPageAndOnASinglePixel) {
  for (const cv::Size size : {cv::Size(300, 400), cv::Size(1, 1)}) {
    const Record record = read_work(reader_, {})({"blank", cv::Mat(size, CV_8UC1, cv::Scalar(255))});
    ASSERT_TRUE(record.page);
    EXPECT_EQ(record.page->text(), "");
  }
}

/// A page of half as many rows, in a file that states `resolution`.
Picture faxed(const cv::Mat& page, const std::optional<Resolution>& resolution) {
  cv::Mat fax;
  cv::resize(page, fax, {}, 1, 0.5, cv::INTER_NEAREST);
  return {[fax](Decoding) { return DecodedImage{.pixels = fax, .colors = fax}; },
          [resolution] { return resolution; }};
}

TEST_F(ReadStage, ReadsPixelsInTheShapeThatTheFileStates) {
  const cv::Mat page = test::page_of_bars_and_blocks({"oo_oo oo_oIo", "oI_oo oo_oo", "oo_oo oo_oo"});
  const std::string text = read_work(reader_, {})({"page", page}).page->text();
  const Record record = read_work(reader_, {})({"fax", faxed(page, Resolution{200, 100})});
  EXPECT_EQ(record.page->text(), text);
  EXPECT_EQ(cv::Size(record.page->width, record.page->height), cv::Size(record.width, record.height));
  EXPECT_LT(record.page->blocks.at(0).box.br().y, record.height);
  EXPECT_NE(read_work(reader_, {})({"fax", faxed(page, std::nullopt)}).page->text(), text);
  EXPECT_NE(read_work(reader_, {})({"fax", faxed(page, Resolution{204, 196})}).page->text(), text);
}

TEST_F(ReadStage, ReadsPrintBelowColoredMarks) {
  const cv::Mat gray = test::page_of_bars_and_blocks(std::vector<std::string>(5, "ooIoo ooIoo"));
  cv::Mat page, mask(gray.size(), CV_8U, cv::Scalar(0));
  cv::cvtColor(gray, page, cv::COLOR_GRAY2BGR);
  cv::circle(mask, {250, 170}, 120, 255, 9);
  page.setTo(cv::Scalar(60, 50, 210), mask & gray);
  const Record record = read_work(reader_, {})({"stamped", page});
  EXPECT_EQ(record.page->text(), read_work(reader_, {})({"page", gray}).page->text());
  EXPECT_TRUE(record.picture.empty());
}

TEST_F(ReadStage, NamesTheOptionWhenAPageTakesTooLong) {
  InputLimits limits;
  limits.max_seconds = 1e-6;
  const cv::Mat page = test::page_of_bars_and_blocks(std::vector<std::string>(150, kLines[0]));
  test::expect_error(
      [&] {
        read_work(reader_, {}, limits)({"page.png", page});
      },
      Kind::input, "page.png: took more than 0.000001 s to read; raise --max-seconds");
}

TEST_F(ReadStage, RefusesCharactersThatTheReaderDoesNotKnowBeforeAnyPage) {
  EXPECT_THROW(read_work(reader_, {.charset = "oX"}), Error);
}

}  // namespace
}  // namespace ocelli::internal::read_stage_test
