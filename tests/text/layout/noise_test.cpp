#include "ocelli/text/layout/noise.hpp"

#include <gmock/gmock.h>

namespace ocelli::internal::noise_test {
namespace {

/// A line of words whose glyphs all have this confidence.
ReadLine line_of(const std::vector<std::string>& words, float confidence) {
  ReadLine line;
  for (const std::string& text : words) {
    ReadWord word;
    for (const char letter : text) word.glyphs.push_back({std::string(1, letter), {}, confidence});
    line.words.push_back(word);
  }
  return line;
}

bool is_noise(const ReadLine& line, std::optional<float> typical = 1) {
  return ocelli::internal::is_noise(line, typical, LanguageModel());
}

std::string trimmed(const std::vector<std::string>& words) {
  ReadLine line = line_of(words, 1);
  trim_bars(line);
  return line.text();
}

TEST(Noise, BarsAtTheEndsOfALineGo) {
  EXPECT_EQ(trimmed({"|", "proxy", "at", "||"}), "proxy at");
  EXPECT_EQ(trimmed({"l", "your", "proxy", "l"}), "your proxy");
  EXPECT_EQ(trimmed({"|", "||"}), "");
}

TEST(Noise, ALineWithoutItsBarsIsAsWideAsItsWords) {
  ReadLine line = line_of({"|", "proxy"}, 1);
  line.box = {10, 70, 400, 40};
  line.words[0].glyphs[0].box = {10, 70, 3, 40};
  for (ReadGlyph& glyph : line.words[1].glyphs) glyph.box = {310, 80, 100, 20};
  trim_bars(line);
  EXPECT_EQ(line.box, cv::Rect(310, 70, 100, 40));
}

TEST(Noise, AnExclamationMarkThatEndsTheTextStays) {
  const auto trimmed = [](int from_word, int height) {
    ReadLine line = line_of({"ah", "!"}, 1);
    line.baseline = 100;
    line.x_height = 20;
    for (ReadGlyph& glyph : line.words[0].glyphs) glyph.box = {0, 80, 12, 20};
    line.words[1].glyphs[0].box = {12 + from_word, 100 - height, 5, height};
    trim_bars(line);
    return line.text();
  };
  EXPECT_EQ(trimmed(20, 29), "ah !");
  EXPECT_EQ(trimmed(20, 60), "ah") << "a rule";
  EXPECT_EQ(trimmed(90, 29), "ah") << "a piece of one beside the text";
}

TEST(Noise, AStrokeAsTallAsTheDigitBesideItStays) {
  const auto trimmed = [](const std::vector<std::string>& words, int distance, int height) {
    ReadLine line = line_of(words, 1);
    line.x_height = 20;
    int x = 0;
    for (ReadWord& word : line.words) {
      const bool is_bar = word.glyphs[0].text == "l";
      word.glyphs[0].box = {x, 0, is_bar ? 4 : 14, is_bar ? height : 29};
      x += word.glyphs[0].box.width + distance;
    }
    trim_bars(line);
    return line.text();
  };
  EXPECT_EQ(trimmed({"2", "l"}, 20, 29), "2 l");
  EXPECT_EQ(trimmed({"l", "2"}, 20, 28), "l 2");
  EXPECT_EQ(trimmed({"2", "l"}, 20, 40), "2") << "a rule";
  EXPECT_EQ(trimmed({"2", "l"}, 60, 29), "2") << "far away";
}

TEST(Noise, BarsBetweenWordsAndWordsOfBarsStay) {
  EXPECT_EQ(trimmed({"a", "|", "b"}), "a | b");
  EXPECT_EQ(trimmed({"ll", "I", "am"}), "ll I am");
}

TEST(Noise, ALoneStrokeIsNoText) {
  EXPECT_TRUE(is_noise(line_of({"t"}, 0.9F)));
  EXPECT_TRUE(is_noise(line_of({"-", "."}, 0.9F)));
  EXPECT_TRUE(is_noise(line_of({}, 1)));
}

TEST(Noise, LoneRingsAreNoText) {
  EXPECT_TRUE(is_noise(line_of({"o"}, 0.9F)));
  EXPECT_TRUE(is_noise(line_of({"O", "o"}, 0.9F)));
  EXPECT_FALSE(is_noise(line_of({"of"}, 0.9F)));
  EXPECT_FALSE(is_noise(line_of({"0"}, 0.9F)));
}

TEST(Noise, ALoneFigureIsAPageNumber) {
  EXPECT_FALSE(is_noise(line_of({"7"}, 0.9F)));
  EXPECT_TRUE(is_noise(line_of({"7"}, 0.3F)));
}

TEST(Noise, AFewMarksAndStrokesHaveToBeSure) {
  EXPECT_TRUE(is_noise(line_of({"`..", "l"}, 0.6F)));
  EXPECT_FALSE(is_noise(line_of({"*", "*", "*"}, 0.9F)));
  EXPECT_FALSE(is_noise(line_of({"`..", "lil"}, 0.6F)));
  EXPECT_FALSE(is_noise(line_of({"7.7%"}, 0.6F)));
}

TEST(Noise, LongerLinesAreTextWhenGlyphsAreTolerablySure) {
  EXPECT_FALSE(is_noise(line_of({"till", "it"}, 0.6F)));
  EXPECT_TRUE(is_noise(line_of({"xq;", "~k"}, 0.3F)));
}

TEST(Noise, APageOfNumbersThatIsHardToReadIsText) {
  const std::vector<ReadLine> amounts(3, line_of({"$4,926.69", "21.11.1991"}, 0.38F));
  EXPECT_TRUE(typical_confidence(amounts, {}).has_value());
  EXPECT_FALSE(is_noise(amounts[0], typical_confidence(amounts, {})));
  const std::vector<ReadLine> strokes(3, line_of({"1.111", "11..1,", "7", "/1./2"}, 0.38F));
  EXPECT_FALSE(typical_confidence(strokes, {}).has_value());
}

TEST(Noise, LinesOfAPageThatIsHardToReadStay) {
  const std::vector<ReadLine> page(3, line_of({"Product", "Description"}, 0.5F));
  const ReadLine faint = line_of({"Qty", "Amount"}, 0.35F);
  EXPECT_TRUE(is_noise(faint, typical_confidence({}, {})));
  EXPECT_FALSE(is_noise(faint, typical_confidence(page, {})));
}

TEST(Noise, PagesOfLittleConfidenceAreGrainUnlessTheirWordsAreListed) {
  const LanguageModel language = learn_language({}, "tax\ninvoice\n", {});
  const std::vector<ReadLine> grain(3, line_of({"xq;", "~kj,", "wv"}, 0.2F)),
      faint(3, line_of({"tax", "invoice"}, 0.38F)), texture(3, line_of({"tax", "invoice"}, 0.3F));
  EXPECT_EQ(typical_confidence(grain, language), std::nullopt);
  EXPECT_NEAR(typical_confidence(faint, language).value(), 0.38, 1e-5);
  EXPECT_EQ(typical_confidence(texture, language), std::nullopt) << "the words may be chance";
  EXPECT_TRUE(ocelli::internal::is_noise(line_of({"tax"}, 0.9F), std::nullopt, language));
  EXPECT_FALSE(ocelli::internal::is_noise(line_of({"tax", "invoice"}, 0.7F), std::nullopt, language));
}

TEST(Noise, PagesOfOneLetterOrMarkAreScreensOfDots) {
  const std::vector<ReadLine> screen(10, line_of({"++++++", "++++++"}, 0.9F)),
      zeros(10, line_of({"000000", "000000"}, 0.9F)), few(2, line_of({"++++++", "++++++"}, 0.9F));
  EXPECT_EQ(typical_confidence(screen, {}), std::nullopt);
  EXPECT_TRUE(is_noise(screen[0], std::nullopt));
  EXPECT_FALSE(is_noise(line_of({"Figure", "one"}, 0.9F), std::nullopt));
  EXPECT_TRUE(typical_confidence(zeros, {}).has_value()) << "a table may have many";
  EXPECT_TRUE(typical_confidence(few, {}).has_value()) << "a rule between parts of a receipt";
}

TEST(Noise, LinesOfListedWordsStay) {
  const LanguageModel language = learn_language({}, "tax\ninvoice\n", {});
  EXPECT_FALSE(ocelli::internal::is_noise(line_of({"TAX", "INVOICE", "7"}, 0.3F), 1, language));
  EXPECT_TRUE(ocelli::internal::is_noise(line_of({"TAX", "1NV0ICE"}, 0.3F), 1, language));
  EXPECT_TRUE(ocelli::internal::is_noise(line_of({"TAX", "INVOICE", "7"}, 0.15F), 1, language)) << "chance";
}

}  // namespace
}  // namespace ocelli::internal::noise_test
