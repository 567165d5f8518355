#include "ocelli/data/formats/text_encoding.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal::text_encoding_test {
namespace {

using namespace std::string_literals;

/// The ASCII text as UTF-16.
std::string utf16(std::string_view text, bool big = false, bool mark = true) {
  std::string wide = !mark ? "" : big ? "\xFE\xFF" : "\xFF\xFE";
  for (const char letter : text) wide += big ? "\0"s + letter : letter + "\0"s;
  return wide;
}

TEST(ToUtf8, DecodesUtf16OfEitherOrderWithAndWithoutItsMark) {
  for (const bool big : {false, true}) {
    for (const bool mark : {false, true}) EXPECT_EQ(to_utf8(utf16("<a/>", big, mark), "f"), "<a/>");
  }
  EXPECT_EQ(to_utf8("\xFF\xFE\xFC\0\xAC\x20\x3D\xD8\x00\xDE"s, "f"), "\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST(ReadUtf8, RefusesOtherEncodings) {
  const test::TemporaryFolder folder;
  const auto text_in = [&](const std::string& text) { return read_utf8(folder.file("a.txt", text), 100); };
  EXPECT_EQ(text_in("\xEF\xBB\xBF\xC3\xBC"), "\xC3\xBC") << "without its mark";
  EXPECT_EQ(text_in(utf16("text")), "text");
  for (const std::string& other : {"M\xFCller"s, "\0\1"s})
    test::expect_error([&] { text_in(other); }, Kind::input, "a.txt: is not UTF-8 text");
}

TEST(ToUtf8, PassesOtherTextOn) {
  for (const std::string& text : {""s, "a"s, "\xEF\xBB\xBFimage"s, "\xC3\xBC"s, "\0\1\2\3"s})
    EXPECT_EQ(to_utf8(text, "f"), text);
}

TEST(IsUtf8, HoldsForWholeCharactersInTheirShortestForm) {
  for (const std::string& text : {""s, "a"s, "\0"s, "\xC3\xBC"s, "\xE2\x82\xAC"s, "\xED\x9F\xBF"s,
                                  "\xF0\x9F\x98\x80"s, "\xF4\x8F\xBF\xBF"s})
    EXPECT_TRUE(is_utf8(text)) << text;
  for (const std::string& text :
       {"gr\xFCn"s, "\xC3"s, "\xBC"s, "\xC0\x80"s, "\xC1\xBF"s, "\xE0\x9F\xBF"s, "\xE2\x82"s, "\xED\xA0\x80"s,
        "\xF0\x8F\xBF\xBF"s, "\xF4\x90\x80\x80"s, "\xF5\x80\x80\x80"s})
    EXPECT_FALSE(is_utf8(text));
}

TEST(FromWindows1252, TakesAnyBytes) {
  EXPECT_EQ(from_windows_1252("gr\xFCn, wei\xDF, \x80 7"), "gr\xC3\xBCn, wei\xC3\x9F, \xE2\x82\xAC 7");
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_TRUE(is_utf8(from_windows_1252(all)));
}

TEST(ToUtf8, RefusesDamagedUtf16AndUtf32) {
  for (const std::string& text : {"\xFF\xFE"
                                  "abc"s,
                                  "\xFF\xFE\x3D\xD8"s,
                                  "\xFF\xFE\x3D\xD8"
                                  "ab"s,
                                  "\xFF\xFE\0\xDC"s})
    test::expect_error([&] { to_utf8(text, "f.xml"); }, Kind::input, "f.xml: is damaged UTF-16");
  test::expect_error([] { to_utf8("\xFF\xFE\0\0<\0\0\0"s, "f.xml"); }, Kind::input, "f.xml: is UTF-32");
}

TEST(ReadAnnotations, ReadsUtf16OfEveryFormat) {
  const test::TemporaryFolder folder;
  folder.write("a.jpg", "");
  const std::string xml =
      "<?xml version=\"1.0\" "
      "encoding=\"UTF-16\"?><annotation><filename>a.jpg</filename><object><name>n</name>"
      "<bndbox><xmin>2</xmin><ymin>2</ymin><xmax>6</xmax><ymax>6</ymax></bndbox></object></annotation>";
  for (const auto& [name, text] : {std::pair{"a.xml", xml}, std::pair{"info.dat", "a.jpg 1 1 1 5 5\n"s},
                                   std::pair{"boxes.csv", "image,x,y,w,h\na.jpg,1,1,5,5\n"s}}) {
    const Annotations read = read_annotations(folder.write(name, utf16(text)));
    ASSERT_EQ(read.images.size(), 1u) << name;
    EXPECT_EQ(read.images[0].objects.at(0).box, (Box{1, 1, 5, 5})) << name;
  }
  std::filesystem::remove(folder.path() / "boxes.csv");
  folder.write("voc/a.jpg", "");
  folder.write("voc/a.xml", utf16(xml, true));
  EXPECT_EQ(read_annotations(folder.path() / "voc").images.size(), 1u) << "in a folder";
}

}  // namespace
}  // namespace ocelli::internal::text_encoding_test
