#include "ocelli/text/tables/cell_number.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace ocelli::internal::cell_number_test {
namespace {

using testing::Optional;

std::optional<double> in_english(const std::string& text) { return number_of(text, DecimalMark::point); }
std::optional<double> in_german(const std::string& text) { return number_of(text, DecimalMark::comma); }

DecimalMark mark_of(const std::vector<std::string>& cells, const std::string& language = "eng") {
  return decimal_mark_of(cells, language);
}

TEST(CellNumber, HasThousandsAndAFractionInTheConventionOfThePage) {
  EXPECT_THAT(in_english("1,234.56"), Optional(1234.56));
  EXPECT_THAT(in_german("1.234,56"), Optional(1234.56));
  EXPECT_THAT(in_german("1 234 567,5"), Optional(1234567.5));
  EXPECT_THAT(in_german("12'345"), Optional(12345));
  EXPECT_EQ(in_english("1.234,56"), std::nullopt);
  EXPECT_EQ(in_english("1,23"), std::nullopt);
}

TEST(CellNumber, IsNegativeInParenthesesOrWithASignOnEitherSide) {
  for (const std::string text :
       {"(1,200)", "-1,200", "1,200-", "\u22121,200", "$(1,200)", "($1,200)", "-$1,200"})
    EXPECT_THAT(in_english(text), Optional(-1200)) << text;
}

TEST(CellNumber, MayHaveACurrencySign) {
  EXPECT_THAT(in_english("\u00A3 49.90"), Optional(49.9));
  EXPECT_THAT(in_german("49,90 \u20AC"), Optional(49.9));
}

TEST(CellNumber, IsNotADateACodeAPercentageOrALongListOfDigits) {
  for (const std::string text : {"2020-01-31", "31.01.2020", "007", "45.8%", "AB-12", "1234567890123456", "",
                                 "-", "()", ".", "1.2.3", "12,34,567", "1,,234"})
    EXPECT_EQ(in_english(text), std::nullopt) << text;
}

TEST(DecimalMark, IsWhatTheNumbersOfThePageShow) {
  EXPECT_EQ(mark_of({"1.234,5", "7"}), DecimalMark::comma);
  EXPECT_EQ(mark_of({"1,234.5"}, "deu"), DecimalMark::point);
  EXPECT_EQ(mark_of({"7,50", "1.250"}), DecimalMark::comma);
  EXPECT_EQ(mark_of({"1.234.567"}), DecimalMark::comma);
  EXPECT_EQ(mark_of({"0.125"}, "deu"), DecimalMark::point);
}

TEST(DecimalMark, IsThatOfTheLanguageWhereNoNumberShowsIt) {
  EXPECT_EQ(mark_of({"12", "x"}, "eng"), DecimalMark::point);
  EXPECT_EQ(mark_of({"12", "x"}, "deu"), DecimalMark::comma);
}

}  // namespace
}  // namespace ocelli::internal::cell_number_test
