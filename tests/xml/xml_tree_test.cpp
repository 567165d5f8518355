#include "ocelli/xml/xml_tree.hpp"

#include <gmock/gmock.h>

#include <string>

#include "data/expect_error.hpp"

namespace ocelli::internal::xml_tree_test {
namespace {

using testing::HasSubstr;

std::string message_of(std::string_view text) {
  return test::error_of([&] { parse_xml(text, 2, "f.xml"); }).what();
}

TEST(XmlTree, HasNamesLinesAndTexts) {
  const XmlElement a = parse_xml(
      "<?xml version=\"1.0\"?><a>\n<!-- <no> -->\n<b x=\">\" "
      "y='>'/>1<![CDATA[<2>]]>\n<c\n>t&amp;&#x75;</c></a>",
      8, "f.xml");
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.line, 1);
  EXPECT_EQ(a.text, "\n\n1<2>\n");
  ASSERT_EQ(a.children.size(), 2u);
  EXPECT_EQ(a.children[0].name, "b");
  EXPECT_EQ(a.children[0].line, 3);
  EXPECT_EQ(a.children[0].text, "");
  EXPECT_EQ(a.children[1].name, "c");
  EXPECT_EQ(a.children[1].line, 4);
  EXPECT_EQ(a.children[1].text, "t&u");
}

TEST(XmlTree, FindsTheFirstElementAtAPath) {
  const XmlElement a = parse_xml("<a><b/><b><c>1</c></b><d><c>2</c><c>3</c></d></a>", 8, "f.xml");
  ASSERT_NE(a.find("d.c"), nullptr);
  EXPECT_EQ(a.find("d.c")->text, "2");
  EXPECT_EQ(a.find("b.c"), nullptr) << "the first b has none";
  EXPECT_EQ(a.find("c"), nullptr);
  EXPECT_EQ(a.find("d.c.x"), nullptr);
}

TEST(XmlTree, TakesTheTextForUtf8AndPassesOverEmptyLinesBeforeIt) {
  const XmlElement a =
      parse_xml("\n\n<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>\xc3\xa9</a>\n", 8, "f.xml");
  EXPECT_EQ(a.text, "\xc3\xa9");
  EXPECT_EQ(a.line, 4);
}

TEST(XmlTree, NamesTheLineOfWhatItRefuses) {
  EXPECT_THAT(message_of("<a><b>\n<c></c></b></a>"), HasSubstr("f.xml:2: nests elements more than 2 deep"));
  EXPECT_THAT(message_of("\n\n<a x=\"1>"), HasSubstr("f.xml:3: is not well-formed XML"));
  EXPECT_THAT(message_of("<a>\n<!-- -- ></a>"), HasSubstr("f.xml:2: is not well-formed XML"));
  EXPECT_THAT(message_of("\n<!DOCTYPE a><a/>"), HasSubstr("f.xml:2: has a document type"));
  EXPECT_THAT(message_of("<a>\n&b;</a>"), HasSubstr("f.xml:2: is not well-formed XML: undefined entity"));
  EXPECT_THAT(message_of("<a>\n\xff</a>"), HasSubstr("f.xml:2: is not well-formed XML"));
  EXPECT_THAT(message_of("<a/><b/>"), HasSubstr("f.xml:1: is not well-formed XML: junk"));
  EXPECT_THAT(message_of(""), HasSubstr("is not well-formed XML: no element found"));
  EXPECT_THAT(message_of("<a>"), HasSubstr("is not well-formed XML: no element found"));
}

TEST(LenientXml, TakesCommentsOfAnyText) {
  for (const char* const comment :
       {"<!---->", "<!----- license -----\n-->", "<!-- a -- b -->", "<!-- <b>&; --->", "<!-- \xe9\x01 -->"}) {
    const std::string text =
        std::string("<?xml version=\"1.0\"?>\n") + comment + "<a>1" + comment + "2<b>3</b></a>";
    const XmlElement a = parse_lenient_xml(text, 8, "f.xml");
    EXPECT_EQ(a.text.front(), '1') << comment;
    EXPECT_EQ(a.text.back(), '2') << comment;
    EXPECT_THAT(a.text, HasSubstr(" ")) << comment;
    ASSERT_NE(a.find("b"), nullptr) << comment;
    EXPECT_EQ(a.find("b")->text, "3") << comment;
  }
}

TEST(LenientXml, TakesTextOfAnyEncodingThatHoldsAscii) {
  for (const char* const declaration :
       {"", "<?xml version=\"1.0\"?>", "<?xml version=\"1.0\" encoding=\"gb2312\"?>",
        "<?xml version=\"1.1\"?>", "<?xml?>", "\xef\xbb\xbf<?xml version=\"1.0\"?>",
        "\n<!-- a -->\n<?xml version=\"1.0\"?>"}) {
    const XmlElement a = parse_lenient_xml(std::string(declaration) + "<a>\xe9</a>", 8, "f.xml");
    EXPECT_EQ(a.text, "\xc3\xa9") << declaration;
  }
}

TEST(LenientXml, PassesOverWhatFollowsTheRoot) {
  for (const std::string& more : {std::string("junk"), std::string("<b/>"), std::string("<!-- a"),
                                  std::string(3, '\0'), std::string("</a>"), std::string("\x1a")})
    EXPECT_EQ(parse_lenient_xml("<a>1</a>" + more, 8, "f.xml").text, "1") << more;
}

TEST(LenientXml, NamesTheLineOfWhatItRefuses) {
  const auto message = [](std::string_view text) {
    return std::string(test::error_of([&] { parse_lenient_xml(text, 2, "f.xml"); }).what());
  };
  EXPECT_THAT(message("<?xml version='1.0'\n?><!-- --\n -->\n<a x=\"1>"),
              HasSubstr("f.xml:4: is not well-formed XML"));
  EXPECT_THAT(message("<a>\n<!-- </a>"), HasSubstr("f.xml:2: is not well-formed XML"));
  EXPECT_THAT(message("<a><b>\n<c/></b></a>"), HasSubstr("f.xml:2: nests elements more than 2 deep"));
  EXPECT_THAT(message("\n<!DOCTYPE a><a/>"), HasSubstr("f.xml:2: has a document type"));
  EXPECT_THAT(message("<a></b>"), HasSubstr("is not well-formed XML"));
  EXPECT_THAT(message("<!-- a -->"), HasSubstr("is not well-formed XML: no element found"));
}

// Ten entities of ten others each, nine times, would be a gigabyte.
TEST(XmlTree, ExpandsNoEntities) {
  std::string bomb = "<!DOCTYPE a [<!ENTITY e0 \"ha\">";
  for (int i = 1; i < 10; ++i) {
    bomb += "<!ENTITY e" + std::to_string(i) + " \"";
    for (int k = 0; k < 10; ++k) bomb += "&e" + std::to_string(i - 1) + ";";
    bomb += "\">";
  }
  EXPECT_THAT(message_of(bomb + "]><a>&e9;</a>"), HasSubstr("has a document type"));
}

}  // namespace
}  // namespace ocelli::internal::xml_tree_test
