#include "ocelli/data/annotations/annotation_readers.hpp"

#include <gmock/gmock.h>

#include "data/annotation_problem.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::annotation_detections_test {
namespace {

using test::problem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kFirst =
    R"({"input":"a.jpg","width":92,"height":112,"detections":[{"x":5,"y":10,"w":70,"h":80,"score":7.1,"label":"face"}]})";

TEST(AnnotationDetections, AreReadAsProposals) {
  const Annotations read = parse_detection_lines(
      std::string(kFirst) +
          "\n{\"input\":\"b.jpg\",\"detections\":[]}\n"
          "{\"input\":\"bad.jpg\",\"error\":\"is empty\"}\n{\"input\":\"c.jpg\",\"detec",
      "d.jsonl");
  EXPECT_THAT(read.problems, ElementsAre(problem("d.jsonl:3", "of 'bad.jpg': is empty"),
                                         problem("d.jsonl:4", "is not well-formed JSON")));
  ASSERT_THAT(read.images, SizeIs(2));
  EXPECT_THAT(read.images[0].objects,
              ElementsAre(AnnotatedObject{.box = {5, 10, 70, 80}, .label = "face", .line = 1}));
  EXPECT_THAT(read.images[1].objects, IsEmpty());
}

TEST(AnnotationDetections, AreKnownByTheFirstLine) {
  const test::TemporaryFolder folder;
  const auto a = folder.write("a.jpg", ""), odd = folder.write("caf\xE9.jpg", "");
  EXPECT_EQ(read_annotations(folder.write("d.jsonl", kFirst)).images.at(0).path, a);
  EXPECT_EQ(read_annotations(folder.write("e.json", R"({"input":"caf\udce9.jpg","detections":[]})"))
                .images.at(0)
                .path,
            odd);
  const auto table =
      folder.write("d.csv", "input,width,height,x,y,w,h,score,label\na.jpg,92,112,5,10,70,80,7.1,face\n");
  EXPECT_EQ(read_annotations(table).images.at(0).objects.at(0).box, (Box{5, 10, 70, 80}));
}

}  // namespace
}  // namespace ocelli::internal::annotation_detections_test
