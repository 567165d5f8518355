#include "ocelli/core/object_size.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "ocelli/core/option_table.hpp"

namespace ocelli::internal::object_size_test {
namespace {

struct Sizes {
  ObjectSize size;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("size", self.size, "of objects", option::from(0));
  }
};

ObjectSize set_to(const std::string& text) {
  Sizes sizes;
  option_table(sizes).front().set(text);
  return sizes.size;
}

TEST(ObjectSize, IsAWidthOrWidthAndHeight) {
  EXPECT_EQ(set_to("0"), ObjectSize());
  EXPECT_EQ(set_to("60"), ObjectSize(60));
  EXPECT_EQ(set_to("60x15"), ObjectSize(60, 15));
  EXPECT_EQ(set_to("60X15"), ObjectSize(60, 15));
  EXPECT_EQ(set_to("0x15"), ObjectSize(0, 15));
  EXPECT_EQ(set_to("60x0"), ObjectSize(60, 0));
  EXPECT_NE(ObjectSize(60, 0), ObjectSize(60)) << "OpenCV takes such a greatest size for none";
}

TEST(ObjectSize, IsReadAsPeopleWriteIt) {
  for (const char* const text : {"60,15", "60, 15", "60 15", "60*15", "60\u00D715", "60 x 15", "60px x 15px",
                                 "60px15", "60 px,15 px", " 60x15 "})
    EXPECT_EQ(set_to(text), ObjectSize(60, 15)) << text;
  for (const char* const text : {"60px", "60 px", " 60"}) EXPECT_EQ(set_to(text), ObjectSize(60)) << text;
}

TEST(ObjectSize, IsWrittenAsItIsRead) {
  for (const char* const text : {"0", "60", "60x15", "0x15", "60x0"}) EXPECT_EQ(to_text(set_to(text)), text);
}

TEST(ObjectSize, RefusesWhatIsNone) {
  for (const char* const text : {"", "x", "60x", "x15", "60x15x2", "6e1", "60x15,2", "60 15 2", "px", "60xpx",
                                 "60,", "99999999999", "wide"})
    test::expect_error([&] { set_to(text); }, Kind::usage, "expected a width or WxH, got");
  for (const char* const text : {"-1", "60x-15"})
    test::expect_error([&] { set_to(text); }, Kind::usage, "must be at least 0, got");
}

}  // namespace
}  // namespace ocelli::internal::object_size_test
