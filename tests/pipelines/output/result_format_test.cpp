#include "ocelli/pipelines/output/result_format.hpp"

#include <gmock/gmock.h>

#include <opencv2/core/mat.hpp>
#include <set>

#include "data/temporary_folder.hpp"
#include "ocelli/core/file.hpp"
#include "pipelines/hand_made_page.hpp"

namespace ocelli::result_format_test {
namespace {

using testing::EndsWith;
using testing::StartsWith;

struct Registry {
  const char* name;
  std::span<const ResultFormat> formats;
};

/// A record that every kind of format can write.
Record any_record() {
  Record record = test::made_record("a.png", test::made_page());
  record.detections = {{{1, 2, 30, 30}, 7.1f, "face"}};
  record.classification = Classification{{{1, 3.2f}, {0, 0.4f}}};
  return record;
}

const std::vector<std::string> kPets{"dog", "emu"};

class ResultFormats : public testing::TestWithParam<Registry> {};
INSTANTIATE_TEST_SUITE_P(Of, ResultFormats,
                         testing::Values(Registry{"Detections", detection_formats()},
                                         Registry{"Labels", label_formats()},
                                         Registry{"Pages", page_formats()}),
                         [](const auto& tested) { return tested.param.name; });

TEST_P(ResultFormats, AreToldApartByNamesAndEndings) {
  std::set<std::string_view> names, endings;
  for (const ResultFormat& format : GetParam().formats) {
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    EXPECT_FALSE(format.endings.front().empty()) << format.name;
    for (const std::string_view ending : format.endings) {
      if (ending.empty()) continue;
      EXPECT_THAT(std::string(ending), StartsWith("."));
      EXPECT_TRUE(endings.insert(ending).second) << ending;
    }
  }
}

TEST_P(ResultFormats, WriteTheirFilesWholeWithErrorsAmongTheRecords) {
  const test::TemporaryFolder folder;
  for (const ResultFormat& format : GetParam().formats) {
    EXPECT_NE(format.text == nullptr, format.open_file == nullptr) << format.name;
    const auto path = folder.path() / ("out" + std::string(format.endings.front()));
    const auto writer = open_results(format, path, {.classes = kPets, .top = 2});
    writer->write({}, {.input = "bad.png", .error = "is empty"});
    writer->write({"a.png", cv::Mat(100, 200, CV_8UC1, cv::Scalar(255))}, any_record());
    EXPECT_EQ(writer->finish(), "") << format.name;
    const std::string written = read_text(path, 1 << 20);
    EXPECT_GT(written.size(), format.header.size() + format.footer.size()) << format.name;
    EXPECT_THAT(written, StartsWith(std::string(format.header))) << format.name;
    EXPECT_THAT(written, EndsWith(std::string(format.footer))) << format.name;
  }
}

TEST(ResultFormats, NumberTheRecordsAndKnowTheClasses) {
  const test::TemporaryFolder folder;
  const ResultFormat numbered{.name = "n",
                              .header = "begin\n",
                              .footer = "end\n",
                              .text = [](const Record&, const RecordContext& of) {
                                return std::to_string(of.number) + of.classes[1] + std::to_string(of.top) +
                                       "\n";
                              }};
  const auto writer = open_results(numbered, folder.path() / "out", {.classes = kPets, .top = 3});
  writer->write({}, {});
  writer->write({}, {});
  writer->finish();
  EXPECT_EQ(read_text(folder.path() / "out", 100), "begin\n1emu3\n2emu3\nend\n");
}

}  // namespace
}  // namespace ocelli::result_format_test
