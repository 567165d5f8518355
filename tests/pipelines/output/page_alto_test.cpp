#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "data/temporary_folder.hpp"
#include "ocelli/pipelines/output/page_record_text.hpp"
#include "pipelines/hand_made_page.hpp"
#include "source_path.hpp"

namespace ocelli::internal::page_alto_test {
namespace {

using testing::HasSubstr;
using testing::Not;

const Record kBad{.input = "bad.png", .error = "is empty"};

std::string alto_of(const std::vector<Record>& records) {
  std::string text(kAltoHeader);
  for (std::size_t i = 0; i < records.size(); ++i) text += page_alto(records[i], i + 1);
  return text + std::string(kAltoFooter);
}

/// A page with one block of these lines.
Record page_of(std::vector<ReadLine> lines) {
  PageText page{300, 100, {}};
  page.language = "eng";
  page.blocks.push_back(test::made_block(std::move(lines)));
  return test::made_record("p.png", page);
}

bool has_xmllint() { return std::system("xmllint --version >/dev/null 2>&1") == 0; }

/// What xmllint has against a document, by the part of the published schema that Ocelli's documents use.
std::string problems_of(const std::string& document) {
  const test::TemporaryFolder folder;
  const std::string schema = (test::source_path() / "tests/pipelines/output/alto-4-2-used.xsd").string(),
                    file = folder.file("page.xml", document), problems = folder.file("problems", "");
  const std::string command =
      "xmllint --nonet --noout --schema '" + schema + "' '" + file + "' >'" + problems + "' 2>&1";
  const int status = std::system(command.c_str());
  return status == 0 ? "" : test::content_of(problems);
}

TEST(PageAlto, HasBlocksLinesAndStringsWithSpacesBetween) {
  PageText page{200, 100, {}};
  page.language = "deu";
  page.blocks.push_back(test::made_block(
      {test::made_line({test::made_word("To", 10, 5, 1.0F), test::made_word("b&", 40, 5, 1.0F)})}));
  const std::string text = page_alto(test::made_record("a.png", page), 2);
  EXPECT_THAT(text, HasSubstr(R"(  <Page ID="page_2" PHYSICAL_IMG_NR="2" WIDTH="200" HEIGHT="100" PC=")"));
  EXPECT_THAT(text, HasSubstr(R"(
   <PrintSpace HPOS="10" VPOS="5" WIDTH="50" HEIGHT="20">
     <TextBlock ID="block_2_1" HPOS="10" VPOS="5" WIDTH="50" HEIGHT="20" LANG="deu">
      <TextLine ID="line_2_1_1" HPOS="10" VPOS="5" WIDTH="50" HEIGHT="20" BASELINE="10.0,21.0 60.0,21.0">
       <String ID="string_2_1_1_1" HPOS="10" VPOS="5" WIDTH="20" HEIGHT="20" WC=")"));
  EXPECT_THAT(text, HasSubstr(R"( CONTENT="To"/>
       <SP HPOS="30" VPOS="5" WIDTH="10" HEIGHT="20"/>
       <String ID="string_2_1_1_2" HPOS="40" VPOS="5" WIDTH="20" HEIGHT="20" WC=")"));
  EXPECT_THAT(text, HasSubstr(R"( CONTENT="b&amp;"/>
      </TextLine>
     </TextBlock>
   </PrintSpace>
  </Page>
)"));
}

TEST(PageAlto, DescribesTheWholeBeforeItsFirstPage) {
  PageText page = test::made_page();
  const std::string first = page_alto(test::made_record("book <1>.pdf#0", page), 1),
                    second = page_alto(test::made_record("book <1>.pdf#1", page), 2);
  EXPECT_THAT(first, HasSubstr("<MeasurementUnit>pixel</MeasurementUnit>"));
  EXPECT_THAT(first, HasSubstr("<fileName>book &lt;1&gt;.pdf</fileName>"));
  EXPECT_THAT(second, Not(HasSubstr("Description")));
}

TEST(PageAlto, TellsTheWholeOfAWordThatIsParted) {
  const std::string text = page_alto(page_of({test::made_line({test::made_word("inter-", 10, 5, 1.0F)}),
                                              test::made_line({test::made_word("est", 10, 30, 1.0F)})}),
                                     2);
  EXPECT_THAT(text, HasSubstr(R"(CONTENT="inter" SUBS_TYPE="HypPart1" SUBS_CONTENT="interest"/>
       <HYP HPOS="60" VPOS="5" WIDTH="10" HEIGHT="20" CONTENT="-"/>)"));
  EXPECT_THAT(text, HasSubstr(R"(CONTENT="est" SUBS_TYPE="HypPart2" SUBS_CONTENT="interest"/>)"));
}

TEST(PageAlto, LeavesDashesAndNumbersWhole) {
  for (const auto& [first, second] : std::vector<std::pair<std::string, std::string>>{
           {"-", "est"}, {"1994-", "est"}, {"Anglo-", "Saxon"}, {"x-", "5"}}) {
    const std::string text = page_alto(page_of({test::made_line({test::made_word(first, 10, 5, 1.0F)}),
                                                test::made_line({test::made_word(second, 10, 30, 1.0F)})}),
                                       2);
    EXPECT_THAT(text, Not(HasSubstr("HYP"))) << first;
    EXPECT_THAT(text, HasSubstr("CONTENT=\"" + first + "\"")) << first;
  }
}

TEST(PageAlto, TellsBaselinesInThePictureWhicheverWayItWasRead) {
  for (int quarters = 1; quarters < 4; ++quarters) {
    const PageText page = test::turned_page(quarters);
    const std::string text = page_alto(test::made_record("a.png", page), 2);
    EXPECT_THAT(text, HasSubstr("ROTATION=\"" + std::to_string(90 * quarters) + "\""));
  }
  // "To be" begins at 10, 21 of 200 x 100; turned back to how it lies in the picture:
  EXPECT_THAT(page_alto(test::made_record("a.png", test::turned_page(1)), 2),
              HasSubstr("BASELINE=\"21.0,190.0 "));
  EXPECT_THAT(page_alto(test::made_record("a.png", test::turned_page(2)), 2),
              HasSubstr("BASELINE=\"190.0,79.0 "));
  EXPECT_THAT(page_alto(test::made_record("a.png", test::turned_page(3)), 2),
              HasSubstr("BASELINE=\"79.0,10.0 "));
}

TEST(PageAlto, IsValidByTheSchema) {
  if (!has_xmllint()) GTEST_SKIP() << "xmllint is not installed";
  EXPECT_EQ(problems_of(alto_of({test::made_record("a.png", test::made_page())})), "");
  EXPECT_EQ(problems_of(alto_of({kBad, test::made_record("b.png", test::made_page()), kBad})), "");
  EXPECT_EQ(problems_of(alto_of({test::made_record("blank.png", {2, 1, {}})})), "");
  EXPECT_EQ(problems_of(alto_of({test::made_record("a.png", test::turned_page(3))})), "");
  EXPECT_EQ(problems_of(alto_of({page_of({test::made_line({test::made_word("\"in<t&\x01\xff-", 10, 5, 1.0F)}),
                                          test::made_line({test::made_word("est", 10, 30, 0.0F)})})})),
            "");
  PageText own = test::made_page();
  for (ReadBlock& block : own.blocks) block.from_file = true;
  own.blocks[0].lines[0].language = "fra";
  EXPECT_EQ(problems_of(alto_of({test::made_record("a.pdf#0", own)})), "");
  EXPECT_NE(problems_of(alto_of({kBad, kBad}) + "<"), "");
  std::string bad = alto_of({test::made_record("a.png", test::made_page())});
  bad.replace(bad.find("CONTENT"), 7, "CONTEND");
  EXPECT_THAT(problems_of(bad), HasSubstr("CONTEN")) << "the check must be able to fail";
}

}  // namespace
}  // namespace ocelli::internal::page_alto_test
