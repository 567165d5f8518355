#include "ocelli/data/annotations/annotation_classes.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"

namespace ocelli::internal::annotation_classes_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<AnnotatedImage> street() {
  const auto object = [](const char* label, bool ignored = false) {
    return AnnotatedObject{.box = {0, 0, 5, 5}, .ignored = ignored, .label = label};
  };
  return {{.path = "a", .objects = {object("stop"), object("car"), object("car")}},
          {.path = "b", .objects = {object("car"), object("stop", true)}}};
}

TEST(Classes, AreCountedWithoutIgnoredObjectsAndListedByFrequency) {
  const ClassCounts counts = count_classes(street());
  EXPECT_EQ(counts, (ClassCounts{{"car", 3}, {"stop", 1}}));
  EXPECT_EQ(to_string(counts), "'car' 3, 'stop' 1");
  EXPECT_EQ(to_string({{"", 4}}), "unnamed 4");
  ClassCounts many;
  for (char letter = 'a'; letter <= 'z'; ++letter) many[{letter}] = 1;
  EXPECT_THAT(to_string(many), HasSubstr(" and 14 more classes"));
}

TEST(Classes, ThatAreNotChosenAreAsIfNobodyHadMarkedThem) {
  std::vector<AnnotatedImage> images = street();
  keep_classes(images, {});
  EXPECT_EQ(images, street());
  const std::vector<std::string> stop = {"stop"};
  keep_classes(images, stop);
  ASSERT_THAT(images, SizeIs(2));
  EXPECT_THAT(images[0].objects, SizeIs(1));
  EXPECT_THAT(images[1].objects, SizeIs(1)) << "an ignored one of the class";
  const std::vector<std::string> none = {"bus"};
  keep_classes(images, none);
  EXPECT_THAT(images[0].objects, IsEmpty());
}

TEST(Classes, ThatDoNotExistAreRefusedWithThoseThatDo) {
  const std::vector<std::string> names = {"car", "Stop"};
  test::expect_error([&] { require_classes(names, count_classes(street())); }, Kind::input,
                     "--class: no object has the class 'Stop'; the classes are: 'car' 3, 'stop' 1");
}

}  // namespace
}  // namespace ocelli::internal::annotation_classes_test
