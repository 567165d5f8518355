#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "apps/reading_place.hpp"
#include "data/pdf_bytes.hpp"
#include "ocelli/data/images/paged_file.hpp"

namespace ocelli::internal::test::ocr_test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class Ocr : public testing::Test {
 protected:
  Finished ocr(std::vector<std::string> words) const {
    words.insert(words.begin(), {"ocr", "-m", place_.model()});
    return ocelli(words);
  }

  ReadingPlace place_;
};

TEST_F(Ocr, PrintsTheTextOfPagesWithFormFeedsBetweenThem) {
  const std::string page = place_.page("a.png"), scan = place_.at("scan.tif");
  const cv::Mat picture = cv::imread(page, cv::IMREAD_GRAYSCALE);
  cv::imwritemulti(scan, std::vector<cv::Mat>{picture, picture});
  const Finished one = ocr({page}), two = ocr({scan});
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_THAT(one.out, AllOf(HasSubstr("o"), EndsWith("\n")));
  EXPECT_EQ(two.out, one.out + "\f" + one.out);
}

TEST_F(Ocr, PrintsTheNamesOfSeveralInputsAboveTheirText) {
  const std::string page = place_.page("scans/a.png"), other = place_.page("scans/b.png"),
                    text = ocr({page}).out;
  const std::string both = "==> " + page + " <==\n" + text + "\n==> " + other + " <==\n" + text;
  EXPECT_EQ(ocr({page, other}).out, both);
  EXPECT_EQ(ocr({place_.at("scans")}).out, both);
  EXPECT_EQ(ocr({place_.at("scans/*.png")}).out, both);
  EXPECT_EQ(ocr({"-o", place_.at("all.txt"), page, other}).exit_code, 0);
  EXPECT_EQ(content_of(place_.at("all.txt")), text + "\f" + text) << "a file has the text alone";
}

TEST_F(Ocr, WritesEachFormToAFile) {
  const std::string page = place_.page("a.png");
  for (const std::string form : {"txt", "json", "tsv", "hocr"}) {
    const Finished printed = ocr({"--format", form, page});
    EXPECT_EQ(printed.exit_code, 0) << form << printed.err;
    EXPECT_EQ(ocr({"--format", form, "-o", place_.at("out"), page}).exit_code, 0);
    EXPECT_EQ(content_of(place_.at("out")), printed.out) << form;
  }
  EXPECT_EQ(json::parse(ocr({"--format", "json", page}).out)["input"], page);
  EXPECT_THAT(ocr({"--format", "tsv", page}).out, StartsWith("level\tpage_num\t"));
  EXPECT_THAT(ocr({"--format", "hocr", page}).out, AllOf(StartsWith("<?xml"), EndsWith("</html>\n")));
}

TEST_F(Ocr, WritesTheFormatThatTheNameOfTheOutputEndsIn) {
  const std::string page = place_.page("a.png");
  const std::vector<std::pair<std::string, std::string>> formats = {
      {"a.txt", "txt"},   {"a.HTML", "hocr"},  {"a.hocr", "hocr"}, {"a.tsv", "tsv"},
      {"a.json", "json"}, {"a.jsonl", "json"}, {"a", "txt"}};
  for (const auto& [name, format] : formats) {
    EXPECT_EQ(ocr({"-o", place_.at(name), page}).exit_code, 0) << name;
    EXPECT_EQ(content_of(place_.at(name)), ocr({"--format", format, page}).out) << name;
  }
  EXPECT_EQ(ocr({"-o", place_.at("a.odd"), page}).exit_code, 2);
  EXPECT_EQ(ocr({"-o", place_.at("a.pdf"), page}).exit_code, 0);
  EXPECT_EQ(PagedFile(place_.at("a.pdf")).pages(), 1u);
}

TEST_F(Ocr, WritesTheFormatAskedForWhateverTheOutputIsCalled) {
  const std::string page = place_.page("a.png");
  EXPECT_EQ(ocr({"--format", "txt", "-o", place_.at("a.pdf"), page}).exit_code, 0);
  EXPECT_EQ(content_of(place_.at("a.pdf")), ocr({page}).out);
  const Finished refused = ocr({"--format", "docx", "-o", place_.at("a.pdf"), page});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err,
              HasSubstr("--format must be txt, csv, xlsx, html, md, hocr, alto, tsv, json or pdf"));
}

TEST_F(Ocr, ReadsInALanguageLearnedFromTexts) {
  const std::string page = place_.page("a.png"),
                    texts = place_.file("text.txt", "oIoo Io oIIo\nIoI oo Ioo\n");
  const std::string language = place_.at("xyz.ocelli");
  const Finished trained = ocelli({"train", "language", texts, "--language", "xyz", "-o", language});
  EXPECT_EQ(trained.exit_code, 0) << trained.err;
  const json read = json::parse(ocr({"--language", language, "--format", "json", page}).out);
  EXPECT_EQ(read["language"], "xyz");
  EXPECT_EQ(read["text"], json::parse(ocr({"--format", "json", page}).out)["text"]);
  EXPECT_EQ(json::parse(ocelli({"info", "--json", language}).out)["code"], "xyz");
  EXPECT_EQ(ocelli({"train", "language", texts, "--language", "German", "-o", language}).exit_code, 2);
}

TEST_F(Ocr, NamesTheLanguagesThatThereAre) {
  const Finished refused = ocr({"--language", "deu+klingon", place_.page("a.png")});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("klingon"), HasSubstr("deu"), HasSubstr("--language")));
}

TEST_F(Ocr, RefusesAPlusWithoutALanguage) {
  for (const std::string languages : {"deu+", "+deu", "deu++fra"}) {
    const Finished refused = ocr({"--language", languages, place_.page("a.png")});
    EXPECT_EQ(refused.exit_code, 2) << languages;
    EXPECT_THAT(refused.err, AllOf(HasSubstr("a + without a language"), HasSubstr("--language")));
  }
}

TEST_F(Ocr, FindsABundledModelByItsName) {
  const Finished named = ocelli({"ocr", "-m", "latin.ocelli", "-l", "eng", place_.page("a.png")});
  EXPECT_EQ(named.exit_code, 0) << named.err;
  EXPECT_EQ(ocelli({"ocr", "-m", "latim.ocelli", place_.page("a.png")}).exit_code, 3);
}

TEST_F(Ocr, ReadsEveryPageInAFolder) {
  const std::string page = place_.page("scans/p10.png");
  const cv::Mat picture = cv::imread(page, cv::IMREAD_GRAYSCALE);
  cv::imwritemulti(place_.at("scans/p9.tif"), std::vector<cv::Mat>{picture, picture});
  EXPECT_EQ(ocr({"-o", place_.at("scans/p2.pdf"), page}).exit_code, 0);
  const Finished run = ocr({"--format", "json", place_.at("scans")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  std::vector<std::string> read;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) read.push_back(json::parse(line)["input"]);
  EXPECT_THAT(read, testing::ElementsAre(place_.at("scans/p2.pdf#0"), place_.at("scans/p9.tif#0"),
                                         place_.at("scans/p9.tif#1"), page));
}

TEST_F(Ocr, WritesAPdfThatCanBeReadAgain) {
  const std::string page = place_.page("a.png"), pdf = place_.at("out.pdf");
  const Finished run = ocr({"--format", "pdf", "-o", pdf, page, place_.at("gone.png"), page});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(PagedFile(pdf).pages(), 2u) << "what could not be read is no page";
  const Finished again = ocr({pdf});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(std::ranges::count(again.out, '\f'), 1) << "between two pages";
}

TEST_F(Ocr, WritesNoPdfOfNoPages) {
  const Finished run = ocr({"--format", "pdf", "-o", place_.at("out.pdf"), place_.at("gone.png")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("out.pdf: not written"));
  EXPECT_FALSE(std::filesystem::exists(place_.at("out.pdf")));
}

TEST_F(Ocr, ReadsNothingOnABlankPageAndOnASinglePixel) {
  const std::string blank = place_.blank("blank.png");
  const std::string pixel = place_.write("pixel.png", cv::Mat(1, 1, CV_8UC1, cv::Scalar(0)));
  const Finished run = ocr({blank, pixel});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "==> " + blank + " <==\n\n==> " + pixel + " <==\n");
  EXPECT_EQ(run.error_lines(), 3) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("ocelli: " + blank + ": no text was found\n"),
                             HasSubstr("ocelli: 2 pages without text\n")));
  EXPECT_EQ(json::parse(ocr({"--format", "json", blank}).out)["text"], false);
  EXPECT_EQ(ocr({place_.page("a.png")}).err, "");
}

TEST_F(Ocr, GoesOnAfterWhatCannotBeRead) {
  const std::string page = place_.page("a.png"), torn = place_.file("torn.pdf", "%PDF-1.4\n"),
                    gone = place_.at("gone.png");
  const Finished run = ocr({"--format", "json", gone, torn, page});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.error_lines(), 3) << "one each and the closing one: " << run.err;
  EXPECT_THAT(run.err,
              AllOf(HasSubstr("ocelli: " + gone + ": no such file"), HasSubstr("ocelli: " + torn + ": ")));
  std::istringstream lines(run.out);
  std::string first, second, third;
  std::getline(lines, first), std::getline(lines, second), std::getline(lines, third);
  EXPECT_TRUE(json::parse(first).contains("error"));
  EXPECT_TRUE(json::parse(second).contains("error"));
  EXPECT_EQ(json::parse(third)["input"], page);
}

TEST_F(Ocr, NamesAnEncryptedPdfAndGoesOn) {
  const std::string page = place_.page("a.png"), locked = place_.file("locked.pdf", encrypted_pdf_bytes());
  const Finished run = ocr({locked, page});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("ocelli: " + locked + ": is encrypted"));
  EXPECT_EQ(run.out, "==> " + locked + " <==\n\n==> " + page + " <==\n" + ocr({page}).out);
}

TEST_F(Ocr, ReadsBothEndsOfAPage20000PixelsWide) {
  const std::string page = place_.page("a.png");
  const cv::Mat narrow = cv::imread(page, cv::IMREAD_GRAYSCALE);
  cv::Mat wide(narrow.rows, 20000, CV_8UC1, cv::Scalar(255));
  narrow.copyTo(wide.colRange(0, narrow.cols));
  narrow.copyTo(wide.colRange(wide.cols - narrow.cols, wide.cols));
  const std::string once = ocr({page}).out;
  const Finished run = ocr({place_.write("wide.png", wide)});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char letter : {'o', 'I'})
    EXPECT_EQ(std::ranges::count(run.out, letter), 2 * std::ranges::count(once, letter)) << letter;
}

TEST_F(Ocr, DrawsWhatItReads) {
  const std::string page = place_.page("a.png");
  EXPECT_EQ(ocr({"--draw", place_.at("drawn"), page}).exit_code, 0);
  const cv::Mat drawn = cv::imread(place_.at("drawn/a-found.png"));
  EXPECT_EQ(drawn.size(), cv::imread(page).size());
  EXPECT_GT(cv::norm(drawn, cv::imread(page), cv::NORM_INF), 0);
}

TEST_F(Ocr, ReadsOnlyTheCharactersWanted) {
  const std::string page = place_.page("a.png");
  const Finished run = ocr({"--charset", "o", page});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, testing::Not(HasSubstr("I")));
  const Finished refused = ocr({"--charset", "oX", page});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("'X'"));
}

TEST_F(Ocr, ReadsTheZonesOfAPageInTheirOrder) {
  const std::string page = place_.page("a.png");  // its lines are at y = 40 and 100
  const std::string both = place_.file("both.uzn", "0 90 900 50 Text\n0 30 900 50 Text\n"),
                    one = place_.file("zones/a.json", R"([{"x":0,"y":30,"w":900,"h":50}])");
  EXPECT_EQ(ocr({"--zones", both, page}).out, "IoI oo Ioo\n\noIoo Io oIIo\n");
  EXPECT_EQ(ocr({"--zones", place_.at("zones"), page}).out, "oIoo Io oIIo\n");
  EXPECT_EQ(ocr({"--zones", both, "--layout", "word", page}).out, "IoIooIoo\n\noIooIooIIo\n");
  const Finished without = ocr({"--zones", place_.at("zones"), place_.page("b.png")});
  EXPECT_EQ(without.exit_code, 1);
  EXPECT_THAT(without.err, AllOf(HasSubstr("b.png: has no zones"), HasSubstr("b.uzn")));
  const Finished gone = ocr({"--zones", place_.at("gone.uzn"), page});
  EXPECT_NE(gone.exit_code, 0);
  EXPECT_THAT(gone.err, HasSubstr("gone.uzn"));
}

TEST_F(Ocr, ReadsTheSameWithoutContextWhereTheModelKnowsNone) {
  const std::string page = place_.page("a.png");
  EXPECT_EQ(ocr({"--language-model", "no", page}).out, ocr({page}).out);
}

TEST_F(Ocr, TakesWordsOfTheUserUnlessTheyWouldHaveNoEffect) {
  const std::string page = place_.page("a.png"), words = place_.file("words.txt", "Acme\nIonio\n");
  EXPECT_EQ(ocr({"--user-words", words, "--correction", "no", page}).exit_code, 0);
  const Finished refused = ocr({"--user-words", words, "--language-model", "no", page});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--user-words"));
  EXPECT_THAT(ocr({"--user-words", place_.at("none.txt"), page}).err, HasSubstr("none.txt"));
}

TEST_F(Ocr, KeepsTheColorsOfPagesInAPdf) {
  const std::string red = "1 0 0 rg 0 0 144 72 re f", gray = "0.5 g 0 0 144 72 re f";
  const std::string pages = place_.file("pages.pdf", pdf_bytes({red, gray})), copy = place_.at("copy.pdf");
  const std::string copy_of_copy = place_.at("again.pdf");
  EXPECT_EQ(ocr({"-o", copy, pages}).exit_code, 0);
  EXPECT_EQ(ocr({"-o", copy_of_copy, copy}).exit_code, 0);
  for (const std::string& file : {copy, copy_of_copy}) {
    const cv::Mat drawn = PagedFile(file).read(0, Colors::as_stored).pixels;
    ASSERT_EQ(drawn.type(), CV_8UC3) << file;
    const cv::Vec3b middle = drawn.at<cv::Vec3b>(drawn.rows / 2, drawn.cols / 2);
    EXPECT_LT(middle[0], 10) << file;
    EXPECT_GT(middle[2], 245) << file;
    EXPECT_EQ(PagedFile(file).read(1, Colors::as_stored).pixels.type(), CV_8UC1) << file;
  }
}

}  // namespace
}  // namespace ocelli::internal::test::ocr_test
