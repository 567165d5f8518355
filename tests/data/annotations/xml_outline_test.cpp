#include "ocelli/data/annotations/xml_outline.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"

namespace ocelli {
namespace {

using testing::HasSubstr;

TEST(XmlOutline, TellsNamesLinesAndDepths) {
  const auto elements =
      outline_xml("<a>\n<!-- <no> -->\n<b x=\">\" y='<'/><![CDATA[<no>]]>\n<c\n>t</c></a><d/>", 8, "f.xml");
  ASSERT_EQ(elements.size(), 4);
  const auto expect = [](const XmlElement& element, std::string_view name, int line, int depth) {
    EXPECT_EQ(element.name, name);
    EXPECT_EQ(element.line, line);
    EXPECT_EQ(element.depth, depth);
  };
  expect(elements[0], "a", 1, 0);
  expect(elements[1], "b", 3, 1);
  expect(elements[2], "c", 4, 1);
  expect(elements[3], "d", 5, 0);
}

TEST(XmlOutline, NamesTheLineOfWhatItRefuses) {
  const auto message = [](std::string_view text) {
    return std::string(test::error_of([&] { outline_xml(text, 2, "f.xml"); }).what());
  };
  EXPECT_THAT(message("<a><b>\n<c></c></b></a>"), HasSubstr("f.xml:2: nests elements more than 2 deep"));
  EXPECT_THAT(message("\n\n<a x=\"1>"), HasSubstr("f.xml:3: has a tag that does not end"));
  EXPECT_THAT(message("\n<!-- -- >"), HasSubstr("f.xml:2: has markup that does not end"));
  EXPECT_THAT(message("<!DOCTYPE a>"), HasSubstr("f.xml:1: has a document type"));
}

}  // namespace
}  // namespace ocelli
