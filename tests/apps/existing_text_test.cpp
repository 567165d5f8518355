#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <opencv2/imgproc.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "apps/reading_place.hpp"
#include "data/pdf_bytes.hpp"
#include "ocelli/data/images/paged_file.hpp"
#include "ocelli/imaging/components.hpp"

namespace ocelli::internal::test::existing_text_test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr int kWidth = 288, kHeight = 144;

/// The operators that fill a page's letters as rectangles, without text.
std::string drawn_letters() {
  const cv::Mat page = page_of_bars_and_blocks({"oIoo Io oIIo"});
  constexpr double kPoint = 72.0 / 300;
  std::ostringstream drawing;
  for (const Component& part : connected_components(255 - page).list) {
    const cv::Rect& box = part.box;
    drawing << box.x * kPoint << " " << kHeight - box.br().y * kPoint << " " << box.width * kPoint << " "
            << box.height * kPoint << " re f\n";
  }
  return drawing.str();
}

class ExistingText : public testing::Test {
 protected:
  Finished ocr(std::vector<std::string> words) const {
    words.insert(words.begin(), {"ocr", "-m", place_.model()});
    return ocelli(words);
  }

  /// The records of a run, one for each page.
  std::vector<json> records(std::vector<std::string> words) const {
    words.insert(words.begin(), {"--format", "json"});
    std::istringstream lines(ocr(words).out);
    std::vector<json> found;
    for (std::string line; std::getline(lines, line);) found.push_back(json::parse(line));
    return found;
  }

  /// A searchable PDF of these pages, made with these options.
  std::string searchable(std::vector<std::string> words) const {
    const std::string out = place_.at("out.pdf");
    std::filesystem::remove(out);
    words.insert(words.begin(), {"-o", out});
    const Finished run = ocr(words);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return out;
  }

  /// The words that a PDF file contains.
  static std::vector<std::string> words_in(const std::string& pdf, std::size_t page = 0) {
    std::vector<std::string> texts;
    for (const PdfWord& word : PagedFile(pdf).words(page).words) {
      texts.emplace_back();
      for (const PdfGlyph& glyph : word.glyphs) texts.back() += glyph.text;
    }
    return texts;
  }

  std::string pdf(const std::string& name, const std::vector<std::string>& contents) const {
    return place_.file(name, text_pdf_bytes(contents, kWidth, kHeight));
  }

  ReadingPlace place_;
};

TEST_F(ExistingText, IsTheResultOfPagesThatHaveItAndTheOthersAreRead) {
  const std::string file =
      pdf("both.pdf", {pdf_text("Dear reader", 20, 100) + pdf_text("of text", 20, 84), drawn_letters()});
  const std::vector<json> pages = records({file});
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_EQ(pages[0]["text"], "Dear reader\nof text\n");
  EXPECT_EQ(pages[0]["source"], "pdf");
  EXPECT_EQ(pages[0]["blocks"][0]["source"], "pdf");
  EXPECT_EQ(pages[0]["width"], 1200);
  const json word = pages[0]["blocks"][0]["lines"][0]["words"][1];
  EXPECT_EQ(word["text"], "reader");
  EXPECT_NEAR(word["x"].get<double>(), (20 + 28.0) * 300 / 72, 12);
  EXPECT_NEAR(word["font_height"].get<double>(), 50, 1);
  EXPECT_THAT(pages[1]["text"].get<std::string>(), HasSubstr("oIoo"));
  EXPECT_FALSE(pages[1].contains("source"));
  const Finished plain = ocr({file});
  EXPECT_THAT(plain.out, AllOf(HasSubstr("Dear reader\nof text\n"), HasSubstr("oIoo")));
  EXPECT_THAT(plain.err, AllOf(HasSubstr("1 page not read"), HasSubstr("to read it, use")));
}

TEST_F(ExistingText, IsNeverDoubledInAPdf) {
  const std::string file = pdf("text.pdf", {pdf_text("Dear reader", 20, 100), drawn_letters()});
  for (const std::string mode : {"skip", "redo", "keep"}) {
    const std::string out = searchable({"--existing-text", mode, file});
    EXPECT_THAT(words_in(out), ElementsAre("Dear", "reader")) << mode;
    EXPECT_THAT(words_in(out, 1), ElementsAre("oIoo", "Io", "oIIo")) << mode;
    EXPECT_EQ(cv::norm(PagedFile(out).gray(0), PagedFile(file).gray(0)), 0) << mode;
  }
}

TEST_F(ExistingText, ThatIsInvisibleIsReplacedByRedo) {
  const std::string file = pdf("scan.pdf", {drawn_letters() + pdf_text("wrong", 20, 100, 3)});
  EXPECT_EQ(records({file})[0]["text"], "wrong\n");
  const json read = records({"--existing-text", "redo", file})[0];
  EXPECT_THAT(read["text"].get<std::string>(), HasSubstr("oIoo Io oIIo"));
  EXPECT_FALSE(read.contains("source"));
  const std::string out = searchable({"--existing-text", "redo", file});
  EXPECT_THAT(words_in(out), ElementsAre("oIoo", "Io", "oIIo"));
  EXPECT_EQ(cv::norm(PagedFile(out).gray(0), PagedFile(file).gray(0)), 0) << "it looks as before";
  // The layers that were written here are forms: they are found, too.
  const std::string copy = place_.at("copy.pdf");
  std::filesystem::rename(out, copy);
  EXPECT_THAT(words_in(searchable({"--existing-text", "redo", copy})), ElementsAre("oIoo", "Io", "oIIo"));
}

TEST_F(ExistingText, IsRemovedWhicheverOperatorShowsIt) {
  const std::string hidden =
      "BT 3 Tr /F1 12 Tf 14 TL 20 100 Td (one) Tj [(t) 20 (wo)] TJ (three) ' 1 2 (four) \" 0 Tr (five) ' ET\n"
      "q 3 Tr BT /F1 12 Tf 20 30 Td (six) Tj ET Q BT /F1 12 Tf 90 30 Td (seven) Tj ET\n";
  const std::string file = pdf("hidden.pdf", {hidden});
  const std::string out = searchable({"--existing-text", "redo", file});
  EXPECT_THAT(words_in(out), ElementsAre("five", "seven"));
  EXPECT_EQ(cv::norm(PagedFile(out).gray(0), PagedFile(file).gray(0)), 0) << "what is visible has not moved";
}

TEST_F(ExistingText, OnAPageWithPicturesIsKeptAndTheRestIsRead) {
  const std::string mixed =
      pdf("mixed.pdf", {drawn_letters() + pdf_text("Below", 20, 60) + pdf_text("hidden", 20, 30, 3)});
  const json kept = records({"--existing-text", "keep", mixed})[0];
  EXPECT_THAT(kept["text"].get<std::string>(),
              AllOf(HasSubstr("oIoo Io oIIo"), HasSubstr("Below"), HasSubstr("hidden")));
  EXPECT_FALSE(kept.contains("source"));
  EXPECT_FALSE(kept["blocks"][0].contains("source")) << "what was read lies above";
  EXPECT_EQ(kept["blocks"][1]["source"], "pdf");
  EXPECT_THAT(words_in(searchable({"--existing-text", "keep", mixed})),
              testing::UnorderedElementsAre("oIoo", "Io", "oIIo", "Below", "hidden"));
  EXPECT_THAT(words_in(searchable({"--existing-text", "redo", mixed})),
              testing::UnorderedElementsAre("oIoo", "Io", "oIIo", "Below"));
}

TEST_F(ExistingText, IsReplacedByAPictureOfItWithForce) {
  const std::string file = pdf("wrong.pdf", {drawn_letters() + pdf_text("wrong", 20, 30, 3)});
  const std::string out = searchable({"--existing-text", "force", file});
  EXPECT_THAT(words_in(out), ElementsAre("oIoo", "Io", "oIIo"));
  EXPECT_EQ(PagedFile(out).gray(0).size(), PagedFile(file).gray(0).size());
}

TEST_F(ExistingText, OutsideTheZonesStaysInAPdfWithForce) {
  const std::string file = pdf("page.pdf", {drawn_letters() + pdf_text("wrong", 20, 110, 3) +
                                            pdf_text("stays", 20, 30, 3)}),
                    zones = place_.file("upper.uzn", "0 0 1200 300 Text\n");
  const std::string out = searchable({"--existing-text", "force", "--zones", zones, file});
  EXPECT_THAT(words_in(out), testing::UnorderedElementsAre("oIoo", "Io", "oIIo", "stays"));
  EXPECT_EQ(records({"--existing-text", "force", "--zones", zones, file})[0]["text"], "oIoo Io oIIo\n")
      << "the text is that of the zones";
}

TEST_F(ExistingText, IsDrawnWhereItIs) {
  const std::string file = pdf("text.pdf", {pdf_text("Dear reader", 20, 100)});
  const Finished run = ocr({"--draw", place_.at("drawn"), file});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_FALSE(std::filesystem::is_empty(place_.at("drawn")));
}

/// A form with one field of that type.
std::string form_pdf(const std::string& type, const std::string& value) {
  return text_pdf_bytes({pdf_text("Dear reader", 20, 100)}, kWidth, kHeight,
                        "/AcroForm << /Fields [" + std::to_string(kFirstOfMore) + " 0 R] >>",
                        {"<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /P 4 0 R /T (field) /FT " + type +
                         " /V " + value + " >>"});
}

TEST_F(ExistingText, OfASignedFileIsNotChangedUnlessThatIsAllowed) {
  const std::string file =
      place_.file("signed.pdf", form_pdf("/Sig", "<< /Type /Sig /Filter /Adobe.PPKLite /Contents <00> >>"));
  const std::string out = place_.at("out.pdf");
  const Finished refused = ocr({"-o", out, file});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("signature"), HasSubstr("--allow-loss")));
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_EQ(ocr({"-o", out, "--allow-loss", file}).exit_code, 0);
  EXPECT_THAT(words_in(out), ElementsAre("Dear", "reader"));
  EXPECT_EQ(ocr({file}).exit_code, 0) << "text formats change nothing";
  EXPECT_EQ(ocr({"--allow-loss", file}).exit_code, 2);
  const std::string unsigned_file = place_.file("empty.pdf", form_pdf("/Sig", "null"));
  EXPECT_EQ(ocr({"-o", out, unsigned_file}).exit_code, 0) << "there is a field, but no signature in it";
  const Finished picture = ocr({"-o", out, "--existing-text", "force", unsigned_file});
  EXPECT_EQ(picture.exit_code, 1);
  EXPECT_THAT(picture.err, AllOf(HasSubstr("form fields"), Not(HasSubstr("signature")))) << "it is lost";
  EXPECT_EQ(ocr({"-o", out, "--existing-text", "force", "--allow-loss", unsigned_file}).exit_code, 0);
}

TEST_F(ExistingText, OfAnXfaFormIsWrittenOnlyWhereTheFormStays) {
  const std::string form =
      place_.file("xfa.pdf", text_pdf_bytes({pdf_text("Dear reader", 20, 100)}, kWidth, kHeight,
                                            "/AcroForm << /Fields [] /XFA (<xfa/>) >>"));
  EXPECT_EQ(ocr({"-o", place_.at("out.pdf"), form}).exit_code, 0);
  const Finished picture = ocr({"-o", place_.at("out.pdf"), "--existing-text", "force", form});
  EXPECT_EQ(picture.exit_code, 1);
  EXPECT_THAT(picture.err, HasSubstr("form fields"));
}

TEST_F(ExistingText, OfAFormIsWrittenOnlyWhereTheFormStays) {
  const std::string form = place_.file("form.pdf", form_pdf("/Tx", "(Jane)")), page = place_.page("a.png"),
                    out = place_.at("out.pdf");
  EXPECT_EQ(ocr({"-o", out, form}).exit_code, 0);
  EXPECT_THAT(content_of(out), HasSubstr("/AcroForm"));
  const Finished mixed = ocr({"-o", out, form, page});
  EXPECT_EQ(mixed.exit_code, 1);
  EXPECT_THAT(mixed.err, AllOf(HasSubstr("form fields"), HasSubstr("--allow-loss")));
  EXPECT_EQ(ocr({"-o", out, "--existing-text", "force", form}).exit_code, 1);
  EXPECT_EQ(ocr({"-o", out, "--existing-text", "force", "--allow-loss", form}).exit_code, 0);
}

TEST_F(ExistingText, OfAnEncryptedFileNeedsThePassword) {
  const std::string plain = pdf("plain.pdf", {pdf_text("Dear reader", 20, 100)}),
                    locked = place_.at("locked.pdf"), out = place_.at("out.pdf");
  const Finished qpdf =
      Program({"qpdf", "--allow-weak-crypto", "--encrypt", "user", "owner", "128", "--", plain, locked})
          .finish();
  if (qpdf.exit_code != 0) GTEST_SKIP() << "there is no qpdf to encrypt a file";
  const Finished without = ocr({locked}), with_other = ocr({"--password", "else", locked});
  EXPECT_THAT(without.err, AllOf(HasSubstr("is encrypted"), HasSubstr("--password")));
  EXPECT_THAT(with_other.err, HasSubstr("has another password than the one given"));
  for (const std::string mode : {"skip", "redo"})
    EXPECT_THAT(ocr({"--password", "user", "--existing-text", mode, locked}).out, HasSubstr("Dear reader"));
  const Finished refused = ocr({"--password", "user", "-o", out, locked});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("its encryption"));
  EXPECT_EQ(ocr({"--password", "user", "--allow-loss", "-o", out, locked}).exit_code, 0);
  EXPECT_THAT(words_in(out), ElementsAre("Dear", "reader"));
}

}  // namespace
}  // namespace ocelli::internal::test::existing_text_test
