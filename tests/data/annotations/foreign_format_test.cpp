#include "ocelli/data/annotations/annotation_format.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::foreign_format_test {
namespace {

using test::error_of;
using testing::HasSubstr;

struct Sample {
  const char *format, *file, *text;
};

constexpr Sample kSamples[] = {
    {"Label Studio", "a.json",
     R"([{"id":1,"annotations":[{"result":[{"type":"rectanglelabels","value":{"x":1}}]}],"data":{"image":"a.jpg"}}])"},
    {"Label Studio", "a.json", R"([{"image":"a.jpg","label":[{"x":1,"rectanglelabels":["t"]}]}])"},
    {"VoTT", "a.json",
     R"({"asset":{"path":"file:a.jpg"},"regions":[{"boundingBox":{"left":1}}],"version":"2"})"},
    {"VoTT", "a.json", R"({"name":"p","assets":{"1":{"asset":{"path":"file:a.jpg"},"regions":[]}}})"},
    {"Supervisely", "a.json",
     R"({"size":{"height":9,"width":9},"objects":[{"classTitle":"t","points":{"exterior":[[1,2],[3,4]]}}]})"},
    {"Labelbox", "a.json", R"([{"ID":"x","Labeled Data":"https://x/a.jpg","Label":{"objects":[]}}])"},
    {"Labelbox", "a.ndjson", "{\"data_row\":{\"id\":\"x\"},\"projects\":{}}\n{\"data_row\":{}}\n"},
    {"BDD100K", "a.json", R"([{"name":"a.jpg","labels":[{"category":"car","box2d":{"x1":1}}]}])"},
    {"VIA 3", "a.json", R"({"project":{},"config":{},"attribute":{},"file":{},"metadata":{},"view":{}})"},
    {"SageMaker Ground Truth", "a.manifest", "{\"source-ref\":\"s3://x/a.jpg\",\"box\":{}}\n"},
    {"Datumaro", "a.json", R"({"info":{},"categories":{},"items":[]})"},
    {"KITTI", "a.txt",
     "Car 0.00 0 -1.57 599.41 156.40 629.75 189.25 2.85 2.63 12.34 0.47 1.49 69.44 -1.56\n"},
    {"FDDB", "a.txt", "2002/08/11/big/img_591\n1\n123.58 85.55 1.27 269.69 161.78  1\n"},
    {"MOTChallenge", "gt.txt", "1,1,912,484,97,109,0,7,1\n"},
};

TEST(ForeignFormats, AreNamedWithWhatToDo) {
  for (const Sample& sample : kSamples) {
    const test::TemporaryFolder folder;
    const auto file = folder.write(sample.file, sample.text);
    const std::string expected =
        "in the format of " + std::string(sample.format) + ", which is not supported; export";
    EXPECT_THAT(error_of([&] { read_annotations(file); }).what(), HasSubstr(expected)) << sample.text;
    const bool is_found_in_folders = file.extension() == ".json" || file.extension() == ".txt";
    if (!is_found_in_folders) continue;
    EXPECT_THAT(error_of([&] { read_annotations(folder.path()); }).what(), HasSubstr(expected))
        << sample.text;
  }
}

TEST(ForeignFormats, AreNotSeenInThoseThatAreRead) {
  const test::TemporaryFolder folder;
  folder.write("a.jpg", "");
  const auto coco = folder.write(
      "c.json", R"({"images":[{"id":1,"file_name":"a.jpg"}],"annotations":[],"categories":[],"items":[]})");
  EXPECT_EQ(read_annotations(coco).images.size(), 1u);
}

}  // namespace
}  // namespace ocelli::internal::foreign_format_test
