#include "ocelli/pipelines/output/result_format.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <opencv2/core/mat.hpp>
#include <opencv2/imgcodecs.hpp>
#include <set>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/pipelines/output/annotation_output.hpp"
#include "pipelines/hand_made_page.hpp"

namespace ocelli::internal::result_format_test {
namespace {

using testing::EndsWith;
using testing::StartsWith;

struct Registry {
  const char* name;
  std::span<const ResultFormat> formats;
};

/// A record that every kind of format can write.
Record any_record() {
  PageText page = test::made_page();
  page.tables.push_back({{0, 0, 20, 20}, 1, 1, 0, {{0, 0, 1, 1, {0, 0, 20, 20}, "To be", 1, {}}}});
  Record record = test::made_record("a.png", std::move(page));
  record.detections = {{.box = {1, 2, 30, 30}, .score = 7.1f, .label = "face", .track = 3}};
  record.classification = Classification{{{1, 3.2f}, {0, 0.4f}}};
  return record;
}

const std::vector<std::string> kPets{"dog", "emu"};

/// Whether results are annotations, which have no ending of their own and need image files.
bool is_of_annotations(const ResultFormat& format) {
  return format.open_file != nullptr && annotation_target(format.name) != nullptr;
}

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
    EXPECT_NE(format.endings.front().empty(), !is_of_annotations(format)) << format.name;
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
    if (is_of_annotations(format)) continue;
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

TEST(ResultFormats, WriteDetectionsAsAnnotationsThatAreReadBack) {
  for (const auto& [name, output] :
       {std::pair{"yolo", "labels"}, std::pair{"voc", "xml"}, std::pair{"coco", "c.json"}}) {
    const test::TemporaryFolder folder;
    const auto photo = folder.write("images/a.png", "");
    cv::imwrite(photo.string(), cv::Mat(112, 92, CV_8UC1, cv::Scalar(9)));
    const auto formats = detection_formats();
    const auto format = std::ranges::find(formats, std::string_view(name), &ResultFormat::name);
    ASSERT_NE(format, formats.end()) << name;
    const auto writer = open_results(*format, folder.path() / output);
    writer->write({"bad.png", Error(Kind::input, "bad")}, {.input = "bad.png", .error = "is empty"});
    writer->write(
        {photo.string(), photo},
        {.input = photo.string(), .width = 92, .height = 112, .detections = {{{5, 10, 70, 80}, 7, "face"}}});
    EXPECT_EQ(test::error_of([&] {
                writer->write({"clip.mp4#0", cv::Mat(9, 9, CV_8UC1)}, {.input = "clip.mp4#0"});
              }).kind(),
              Kind::input);
    EXPECT_EQ(writer->finish(), "");
    const Annotations read = read_annotations(folder.path() / output, {.images = {folder.path() / "images"}});
    ASSERT_EQ(read.images.size(), 1u) << name;
    EXPECT_EQ(read.images[0].objects.at(0).label, "face");
    EXPECT_GT(intersection_area(read.images[0].objects[0].box, {5, 10, 70, 80}), 5599);
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
}  // namespace ocelli::internal::result_format_test
