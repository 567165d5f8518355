#include "ocelli/pipelines/output/contact_sheet.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "data/temporary_folder.hpp"
#include "ocelli/evaluation/detector_errors.hpp"
#include "ocelli/evaluation/misread_sheet.hpp"

namespace ocelli::internal::contact_sheet_test {
namespace {

const cv::Mat kPicture(64, 64, CV_8UC1, cv::Scalar(200));

TEST(ContactSheet, IsAsWideAsItsLongestCaption) {
  const std::string longest = "a caption that is much longer than a picture";
  const std::vector<SheetCell> cells = {{kPicture, longest}, {kPicture, "two\nlines"}};
  const cv::Mat sheet = contact_sheet(cells, {.columns = 2});
  int baseline = 0;
  const int width = cv::getTextSize(longest, cv::FONT_HERSHEY_SIMPLEX, 0.4, 1, &baseline).width;
  EXPECT_GE(sheet.cols, 2 * width);
  const cv::Mat one_line = contact_sheet(std::vector<SheetCell>{{kPicture, "one"}}, {});
  EXPECT_GT(sheet.rows, one_line.rows);
}

TEST(ErrorSheet, SaysSoWhereThereAreNoErrors) {
  const cv::Mat sheet = error_sheet({}, {});
  EXPECT_GT(cv::countNonZero(sheet.reshape(1) < 128), 50) << "a line of text";
}

TEST(ErrorSheet, HasCaptionsWithKindScoreAndName) {
  const test::TemporaryFolder folder;
  cv::imwrite((folder.path() / "a.png").string(), cv::Mat(60, 60, CV_8UC1, cv::Scalar(90)));
  const AnnotatedImage image{.path = folder.path() / "a.png"};
  const std::vector<DetectorError> one = {{&image, {20, 20, 20, 20}, 3.5F}},
                                   other = {{&image, {20, 20, 20, 20}, 8.5F}};
  const cv::Mat sheet = error_sheet({}, one);
  EXPECT_GE(sheet.rows, 128 + 2 * 18) << "two lines below the picture";
  const cv::Rect captions(0, 138, sheet.cols, sheet.rows - 138);
  EXPECT_GT(cv::norm(sheet(captions), error_sheet({}, other)(captions)), 0) << "the score";
  EXPECT_FALSE(sheet.size() == error_sheet(one, {}).size() &&
               cv::norm(sheet(captions), error_sheet(one, {})(captions)) == 0)
      << "a miss or a false alarm";
}

TEST(MisreadSheet, ShowsWholeLabels) {
  Samples samples{SampleValues::Constant(2, 4, 100), ImageShape{2, 2}, {}, {}};
  const Misread early{0, "speed limit 30", "speed limit 50", 1, 1, "a/b.png"};
  Misread other = early;
  other.given = "speed limit 80";
  const cv::Mat a = misread_sheet(samples, std::vector<Misread>{early}),
                b = misread_sheet(samples, std::vector<Misread>{other});
  ASSERT_EQ(a.size(), b.size());
  EXPECT_GT(cv::norm(a, b), 0) << "the end of the label is there";
  other = early;
  other.item = "a/c.png";
  EXPECT_GT(cv::norm(a, misread_sheet(samples, std::vector<Misread>{other})), 0) << "and the name";
}

}  // namespace
}  // namespace ocelli::internal::contact_sheet_test
