#include "ocelli/text/training/font_face.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <opencv2/core.hpp>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "data/text_font.hpp"
#include "ocelli/text/training/font_files.hpp"

namespace ocelli::internal::font_face_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(PrintingAscii, HasNinetyFourCharacters) {
  EXPECT_EQ(printing_ascii().size(), 94u);
  EXPECT_EQ(printing_ascii().front(), U'!');
  EXPECT_EQ(printing_ascii().back(), U'~');
}

TEST(FontFace, NamesTheFileThatIsNoFont) {
  const Error missing = test::error_of([] { FontFace("/no/such.ttf"); });
  EXPECT_EQ(missing.kind(), Kind::input);
  EXPECT_THAT(missing.what(), HasSubstr("/no/such.ttf"));
  EXPECT_EQ(test::error_of([] { FontFace(__FILE__); }).kind(), Kind::input);
}

TEST(FontFace, OfATextFontIsToBeRead) {
  OCELLI_NEEDS_TEXT_FONT();
  const FontFace face(test::kTextFont);
  EXPECT_THAT(face.name(), HasSubstr("DejaVu Sans"));
  EXPECT_EQ(face.why_not_text(printing_ascii()), "");
  EXPECT_FALSE(face.has(U"\U0001F9FF")) << "a picture";
  EXPECT_EQ(face.why_not_text(U"a\U0001F9FF"), "characters are missing");
  EXPECT_EQ(face.why_not_text(U"aba"), "characters have the same glyph");
  EXPECT_EQ(face.why_not_text(U"a b"), "a glyph is empty");
}

TEST(FontFace, HasNoFaceOfAnyNumber) {
  OCELLI_NEEDS_TEXT_FONT();
  EXPECT_THROW(FontFace(test::kTextFont, 1), Error);
  EXPECT_THROW(FontFace(test::kTextFont, -1), Error);
}

TEST(FontFace, DrawsInkWhereTheLetterStands) {
  OCELLI_NEEDS_TEXT_FONT();
  FontFace face(test::kTextFont);
  face.set_size(100);
  const GlyphImage glyph = face.draw(U'H');
  EXPECT_NEAR(glyph.coverage.rows, face.capital_height(), 1.01);
  EXPECT_NEAR(-glyph.top, face.capital_height(), 1.01);
  EXPECT_GT(cv::countNonZero(glyph.coverage == 255), 100);
  EXPECT_LT(face.x_height(), face.capital_height());
  EXPECT_GT(face.draw(U'g').top + face.draw(U'g').coverage.rows, 10) << "a descender";
  EXPECT_TRUE(face.draw(U' ').coverage.empty());
  EXPECT_THROW(static_cast<void>(face.draw(U'\U0001F9FF')), Error);
}

/// Where the ink's middle is along x, from the pen.
double ink_center(const GlyphImage& glyph) {
  double ink = 0, moment = 0;
  for (int y = 0; y < glyph.coverage.rows; ++y) {
    for (int x = 0; x < glyph.coverage.cols; ++x) {
      ink += glyph.coverage.at<std::uint8_t>(y, x);
      moment += (glyph.left + x + 0.5) * glyph.coverage.at<std::uint8_t>(y, x);
    }
  }
  return moment / ink;
}

TEST(FontFace, DrawsBetweenPixels) {
  OCELLI_NEEDS_TEXT_FONT();
  const FontFace face(test::kTextFont);
  const double start = ink_center(face.draw(U'o'));
  for (const double fraction : {0.25, 0.5, 0.75})
    EXPECT_NEAR(ink_center(face.draw(U'o', fraction)) - start, fraction, 0.05);
}

TEST(FontFace, ChangesOutlinesByTheStyle) {
  OCELLI_NEEDS_TEXT_FONT();
  const FontFace face(test::kTextFont);
  const auto ink = [&face](const GlyphStyle& style) {
    return cv::sum(face.draw(U'l', 0, style).coverage)[0];
  };
  EXPECT_GT(ink({.weight = 2}), 1.3 * ink({}));
  EXPECT_LT(ink({.weight = -2}), 0.7 * ink({}));
  EXPECT_NEAR(ink({.stretch = 0.5}), 0.5 * ink({}), 0.05 * ink({}));
  EXPECT_GT(face.draw(U'l', 0, {.slant = 0.3}).coverage.cols, face.draw(U'l').coverage.cols + 5);
}

TEST(FontFace, AdvancesWithItsSize) {
  OCELLI_NEEDS_TEXT_FONT();
  FontFace face(test::kTextFont);
  face.set_size(20);
  const double small = face.advance(U'm');
  face.set_size(40);
  EXPECT_NEAR(face.advance(U'm'), 2 * small, 0.1);
  EXPECT_THROW(face.set_size(0), Error);
  EXPECT_THROW(face.set_size(1e9), Error);
}

TEST(FindFontFiles, PassesOverWhatIsNoFont) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "broken.ttf") << "no font";
  EXPECT_THAT(find_font_files({folder.path(), folder.path() / "missing"}, printing_ascii()), IsEmpty());
}

TEST(FindFontFiles, KeepsOneFaceOfEachName) {
  OCELLI_NEEDS_TEXT_FONT();
  const test::TemporaryFolder folder;
  for (const char* const name : {"b.ttf", "a.ttf"})
    std::filesystem::copy_file(test::kTextFont, folder.path() / name);
  const std::vector<FontFile> faces = find_font_files({folder.path()}, printing_ascii());
  ASSERT_EQ(faces.size(), 1u);
  EXPECT_EQ(faces[0].path.filename(), "a.ttf");
}

}  // namespace
}  // namespace ocelli::internal::font_face_test
