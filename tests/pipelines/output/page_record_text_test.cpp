#include "ocelli/pipelines/output/page_record_text.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "pipelines/hand_made_page.hpp"

namespace ocelli::internal::page_record_text_test {
namespace {

using testing::HasSubstr;

const Record kBad{.input = "bad.png", .error = "is empty"};

Record a_page() { return test::made_record("a.png", test::made_page()); }

/// A page of one word of one glyph.
Record a_word(const std::string& text) {
  PageText page{50, 40, {}};
  page.blocks.push_back(test::made_block({test::made_line({{{{text, {1, 2, 10, 20}, 1}}}})}));
  return test::made_record("a.png", page);
}

TEST(PagePlainText, HasLinesAndAnEmptyLineBetweenBlocks) {
  EXPECT_EQ(page_plain_text(a_page(), 1), "To be\nor\n\nnot\n");
}

TEST(PagePlainText, PartsPagesByFormFeedsSoThatUnreadablePagesCountToo) {
  EXPECT_EQ(page_plain_text(kBad, 1) + page_plain_text(a_page(), 2) + page_plain_text(kBad, 3),
            "\fTo be\nor\n\nnot\n\f");
}

TEST(PagePlainText, IsAlwaysUtf8) {
  EXPECT_EQ(page_plain_text(a_word("\xff"), 1), "\uFFFD\n");
  EXPECT_EQ(page_plain_text(a_word("\u00e9\U0001D400"), 1), "\u00e9\U0001D400\n");
}

TEST(PageJsonLine, HasBlocksLinesAndWordsInTheirOrder) {
  PageText page{200, 100, {}};
  page.blocks.push_back(test::made_block(
      {test::made_line({test::made_word("To", 10, 5, 0.5F), test::made_word("b", 40, 5, 1.0F)})}));
  EXPECT_EQ(
      page_json_line(test::made_record("a.png", page)),
      R"({"input":"a.png","width":200,"height":100,"turn":0,"text":"To b\n","blocks":[{"x":10,"y":5,"w":40,"h":20,"lines":[)"
      R"({"x":10,"y":5,"w":40,"h":20,"baseline":21.0,"slope":0.0,"x_height":12.0,"text":"To b","confidence":0.6667,)"
      R"("words":[{"text":"To","x":10,"y":5,"w":20,"h":20,"confidence":0.7981,)"
      R"("block":0,"line":0,"font_height":24.0,"bold":false},)"
      R"({"text":"b","x":40,"y":5,"w":10,"h":20,"confidence":0.9859,)"
      R"("block":0,"line":0,"font_height":24.0,"bold":false}]}]}]})"
      "\n");
}

TEST(PageJsonLine, TellsThePlaceAndTheWeightOfEachWord) {
  PageText page = test::made_page();
  page.blocks[0].lines[1].words[0].bold = true;
  page.blocks[0].lines[1].language = "fra";
  const auto blocks = nlohmann::json::parse(page_json_line(test::made_record("a.png", page)))["blocks"];
  const auto second = blocks[0]["lines"][1]["words"][0], last = blocks[1]["lines"][0]["words"][0];
  EXPECT_EQ(second["text"], "or");
  EXPECT_EQ(second["block"], 0);
  EXPECT_EQ(second["line"], 1);
  EXPECT_EQ(second["bold"], true);
  EXPECT_EQ(last["block"], 1);
  EXPECT_EQ(last["line"], 0);
  EXPECT_EQ(last["bold"], false);
  EXPECT_EQ(blocks[0]["lines"][1]["language"], "fra");
  EXPECT_FALSE(blocks[0]["lines"][0].contains("language"));
}

TEST(PageJsonLine, TellsWhatAPdfContainsFromWhatWasRead) {
  PageText page = test::made_page();
  page.blocks[0].from_file = true;
  const auto json_of = [&] {
    return nlohmann::json::parse(page_json_line(test::made_record("a.pdf#0", page)));
  };
  EXPECT_FALSE(json_of().contains("source"));
  EXPECT_EQ(json_of()["blocks"][0]["source"], "pdf");
  EXPECT_FALSE(json_of()["blocks"][1].contains("source"));
  EXPECT_NEAR(page.confidence().value(), static_cast<double>(page.blocks[1].lines[0].words[0].confidence()),
              1e-6);
  page.blocks[1].from_file = true;
  EXPECT_EQ(json_of()["source"], "pdf");
  EXPECT_FALSE(page.confidence()) << "nothing was read";
  EXPECT_THAT(page_alto(test::made_record("a.pdf#0", page), 2), testing::Not(HasSubstr("PROCESSINGREFS")));
  EXPECT_THAT(page_hocr(test::made_record("a.pdf#0", page), 1), HasSubstr("x_text_source pdf"));
}

TEST(PageJsonLine, NamesTheLanguageWhereItIsKnown) {
  PageText page{2, 1, {}};
  page.language = "deu";
  EXPECT_EQ(page_json_line(test::made_record("b.png", page)),
            R"({"input":"b.png","width":2,"height":1,"turn":0,"language":"deu","text":false,"blocks":[]})"
            "\n");
}

TEST(PageJsonLine, HasNoBlocksOnABlankPage) {
  EXPECT_EQ(page_json_line(test::made_record("b.png", {2, 1, {}})),
            R"({"input":"b.png","width":2,"height":1,"turn":0,"text":false,"blocks":[]})"
            "\n");
}

TEST(PageJsonLine, HasNoTablesWhereNoneWereFound) {
  PageText page{2, 1, {}};
  page.tables_sought = true;
  EXPECT_EQ(page_json_line(test::made_record("b.png", page)),
            R"({"input":"b.png","width":2,"height":1,"turn":0,"text":false,"blocks":[],"tables":[]})"
            "\n");
}

TEST(PageJsonLine, SaysWhichTablesContinue) {
  PageText page{2, 1, {}};
  page.tables.resize(2);
  page.tables[0].continues = true;
  const auto tables = nlohmann::json::parse(page_json_line(test::made_record("a.pdf#1", page)))["tables"];
  EXPECT_EQ(tables[0]["continues"], true);
  EXPECT_FALSE(tables[1].contains("continues"));
}

TEST(PageJsonLine, SaysWhyThereIsNoPage) {
  EXPECT_EQ(page_json_line(kBad), R"({"input":"bad.png","error":"is empty"})"
                                  "\n");
}

TEST(PageJsonLine, StaysValidAndOneLineWhateverIsRead) {
  for (const std::string text : {"\"", "\\", "\n", "\xff", "\x01", "\u2028"}) {
    const std::string line = page_json_line(a_word(text));
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    EXPECT_TRUE(nlohmann::json::accept(line)) << line;
  }
}

TEST(PageTsvRows, AreThoseOfTesseract) {
  EXPECT_EQ(page_tsv_rows(a_page(), 2),
            "1\t2\t0\t0\t0\t0\t0\t0\t200\t100\t-1\t\n"
            "2\t2\t1\t0\t0\t0\t10\t5\t50\t45\t-1\t\n"
            "3\t2\t1\t1\t0\t0\t10\t5\t50\t45\t-1\t\n"
            "4\t2\t1\t1\t1\t0\t10\t5\t50\t20\t-1\t\n"
            "5\t2\t1\t1\t1\t1\t10\t5\t20\t20\t79.81\tTo\n"
            "5\t2\t1\t1\t1\t2\t40\t5\t20\t20\t99.53\tbe\n"
            "4\t2\t1\t1\t2\t0\t10\t30\t20\t20\t-1\t\n"
            "5\t2\t1\t1\t2\t1\t10\t30\t20\t20\t67.98\tor\n"
            "2\t2\t2\t0\t0\t0\t10\t70\t30\t20\t-1\t\n"
            "3\t2\t2\t1\t0\t0\t10\t70\t30\t20\t-1\t\n"
            "4\t2\t2\t1\t1\t0\t10\t70\t30\t20\t-1\t\n"
            "5\t2\t2\t1\t1\t1\t10\t70\t30\t20\t91.08\tnot\n");
  EXPECT_EQ(page_tsv_rows(kBad, 3), "1\t3\t0\t0\t0\t0\t0\t0\t0\t0\t-1\t\n");
}

TEST(PageTsvRows, HaveAsManyCellsAsTheHeaderWhateverIsRead) {
  const auto tabs = [](std::string_view text) { return std::count(text.begin(), text.end(), '\t'); };
  const std::string rows = page_tsv_rows(a_word("a\tb\nc\r\xff"), 1);
  EXPECT_EQ(tabs(rows), 5 * tabs(kPageTsvHeader));
  EXPECT_THAT(rows, HasSubstr("\ta b c \uFFFD\n"));
}

TEST(PageHocr, NestsPageAreasLinesAndWords) {
  EXPECT_EQ(
      page_hocr(a_page(), 1),
      R"(  <div class="ocr_page" id="ocr_page_1" title="image &quot;a.png&quot;; bbox 0 0 200 100; ppageno 0">
   <div class="ocr_carea" id="ocr_carea_1_1" title="bbox 10 5 60 50">
    <span class="ocr_line" id="ocr_line_1_1" title="bbox 10 5 60 25; baseline 0.0000 -4.0">
     <span class="ocrx_word" id="ocrx_word_1_1" title="bbox 10 5 30 25; x_wconf 80">To</span>
     <span class="ocrx_word" id="ocrx_word_1_2" title="bbox 40 5 60 25; x_wconf 100">be</span>
    </span>
    <span class="ocr_line" id="ocr_line_1_2" title="bbox 10 30 30 50; baseline 0.0000 -4.0">
     <span class="ocrx_word" id="ocrx_word_1_3" title="bbox 10 30 30 50; x_wconf 68">or</span>
    </span>
   </div>
   <div class="ocr_carea" id="ocr_carea_1_2" title="bbox 10 70 40 90">
    <span class="ocr_line" id="ocr_line_1_3" title="bbox 10 70 40 90; baseline 0.0000 -4.0">
     <span class="ocrx_word" id="ocrx_word_1_4" title="bbox 10 70 40 90; x_wconf 91">not</span>
    </span>
   </div>
  </div>
)");
}

TEST(PageHocr, TellsASlantingBaselineFromTheLowerLeftCornerOfTheLine) {
  PageText page = test::made_page();
  ReadLine& line = page.blocks[0].lines[0];  // its lower left corner is at (10, 25)
  line.slope = -0.1;
  line.baseline = 22;
  EXPECT_THAT(page_hocr(test::made_record("a.png", page), 1), HasSubstr("baseline -0.1000 -4.0"));
}

TEST(PageHocr, TellsTheAngleOfTextOnItsSideAndTheBaselineInItsOwnFrame) {
  // Read after turns of 1 to 3 quarters, the page is 200 x 100 or 100 x 200 pixels; where the line lies on
  // the picture.
  const std::vector<std::string> boxes = {"5 140 25 190", "140 75 190 95", "75 10 95 60"};
  for (int quarters = 1; quarters < 4; ++quarters) {
    const PageText page = test::turned_page(quarters);
    const std::string hocr = page_hocr(test::made_record("a.png", page), 1);
    const std::string angle = std::to_string(90 * quarters);
    EXPECT_THAT(hocr, HasSubstr("title=\"bbox " + boxes[static_cast<std::size_t>(quarters - 1)] +
                                "; textangle " + angle + "; baseline 0.0000 -4.0\""));
    EXPECT_THAT(page_json_line(test::made_record("a.png", page)), HasSubstr("\"turn\":" + angle));
  }
}

TEST(PageHocr, TellsTheResolutionThatTheFileStates) {
  Record record = a_page();
  record.resolution = Resolution{203.998, 98};
  EXPECT_THAT(page_hocr(record, 1), HasSubstr("; ppageno 0; scan_res 204 98\""));
}

TEST(PageHocr, EscapesWhatIsReadAndNames) {
  EXPECT_THAT(page_hocr(a_word("<&>\"'"), 1), HasSubstr(">&lt;&amp;&gt;&quot;'</span>"));
  Record record = a_word("a\x01\xff");
  record.input = "a\"b<\n.png";
  const std::string text = page_hocr(record, 1);
  EXPECT_THAT(text, HasSubstr(">a\uFFFD\uFFFD</span>"));
  EXPECT_THAT(text, HasSubstr(R"(title="image &quot;a\&quot;b&lt;&#10;.png&quot;; bbox)"));
}

TEST(PageHocr, KeepsThePlaceOfAPageThatCouldNotBeRead) {
  EXPECT_EQ(
      page_hocr(kBad, 2),
      "  <div class=\"ocr_page\" id=\"ocr_page_2\" title=\"image &quot;bad.png&quot;; bbox 0 0 0 0; ppageno "
      "1\">\n  </div>\n");
}

}  // namespace
}  // namespace ocelli::internal::page_record_text_test
