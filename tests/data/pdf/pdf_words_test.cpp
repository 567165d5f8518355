#include "ocelli/data/pdf/pdf_words.hpp"

#include <gmock/gmock.h>

#include "data/pdf_bytes.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/paged_file.hpp"

namespace ocelli::internal::pdf_words_test {
namespace {

PdfWords words_of(const std::string& pdf) {
  const auto bytes = std::as_bytes(std::span(pdf));
  return PagedFile({bytes.begin(), bytes.end()}, "a.pdf").words(0);
}

std::string text_of(const PdfWord& word) {
  std::string text;
  for (const PdfGlyph& glyph : word.glyphs) text += glyph.text;
  return text;
}

TEST(PdfWords, AreWhatAPageContainsInPixels) {
  const PdfWords page = words_of(test::text_pdf_bytes({test::pdf_text("To be", 72, 72, 0, 24)}, 288, 144));
  EXPECT_EQ(page.size, cv::Size(1200, 600));
  ASSERT_EQ(page.words.size(), 2u);
  EXPECT_EQ(text_of(page.words[0]), "To");
  EXPECT_EQ(page.words[0].quarters, 0);
  EXPECT_NEAR(page.words[0].font_size, 100, 1);
  EXPECT_NEAR(page.words[0].glyphs[0].box.x, 300, 2);
  EXPECT_LT(page.words[0].glyphs[0].box.y, 300);
  EXPECT_GT(page.words[0].glyphs[0].box.br().y, 300);
}

TEST(PdfWords, HaveTheSizeOfTheDrawnPage) {
  for (const int width : {143, 144, 211, 595}) {
    const std::string pdf = test::text_pdf_bytes({test::pdf_text("o", 9, 9)}, width, 2 * width + 1);
    const auto bytes = std::as_bytes(std::span(pdf));
    const PagedFile file({bytes.begin(), bytes.end()}, "a.pdf");
    EXPECT_EQ(file.words(0).size, file.gray(0).size()) << width;
  }
}

TEST(PdfWords, KnowHowTheyAreTurned) {
  const std::string down = "BT /F1 12 Tf 0 -1 1 0 100 100 Tm (down) Tj ET";
  const PdfWords page = words_of(test::text_pdf_bytes({down}));
  ASSERT_EQ(page.words.size(), 1u);
  EXPECT_EQ(page.words[0].quarters, 1);
  EXPECT_LT(page.words[0].glyphs[0].box.y, page.words[0].glyphs[3].box.y);
}

TEST(PdfWords, AreTheSameAfterPacking) {
  const std::vector<PdfWord> words = {{{{"T", {1, 2, 3, 4}}, {"ö", {5, 6, 7, 8}}}, 0, 12.5, false},
                                      {{{"", {1, 1, 1, 1}}}, 3, 0, true}};
  const std::vector<PdfWord> again = unpacked_words(packed(words));
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(text_of(again[0]), "Tö");
  EXPECT_EQ(again[0].glyphs[1].box, cv::Rect(5, 6, 7, 8));
  EXPECT_EQ(again[0].font_size, 12.5);
  EXPECT_FALSE(again[0].space_after);
  EXPECT_EQ(again[1].quarters, 3);
}

TEST(PdfWords, RefuseDamagedBytes) {
  const std::vector<PdfWord> words = {{{{"T", {1, 2, 3, 4}}}, 0, 12}};
  const std::vector<std::byte> whole = packed(words);
  for (std::size_t size = 1; size < whole.size(); ++size)
    EXPECT_THROW(unpacked_words(std::span(whole).first(size)), Error) << size;
  std::vector<std::byte> many = whole;
  many[3] = std::byte{0xFF};  // a huge number of glyphs
  EXPECT_THROW(unpacked_words(many), Error);
}

}  // namespace
}  // namespace ocelli::internal::pdf_words_test
