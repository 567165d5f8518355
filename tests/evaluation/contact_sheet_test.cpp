#include "ocelli/pipelines/output/contact_sheet.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "ocelli/evaluation/misread_sheet.hpp"

namespace ocelli::contact_sheet_test {
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
}  // namespace ocelli::contact_sheet_test
