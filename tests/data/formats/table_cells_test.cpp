#include "ocelli/data/formats/table_cells.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <utility>

#include "ocelli/data/formats/table_dates.hpp"

namespace ocelli::internal::table_cells_test {
namespace {

double value(std::string_view cell) {
  const std::optional<WrittenNumber> number = read_number(cell);
  return number ? number->value : std::nan("");
}

TEST(TableNumbers, AreReadAsPeopleWriteThem) {
  const std::pair<const char*, double> kNumbers[] = {{"12", 12},
                                                     {"+1.5", 1.5},
                                                     {"-.5", -0.5},
                                                     {"1e-3", 0.001},
                                                     {"1,234.5", 1234.5},
                                                     {"1.234,5", 1234.5},
                                                     {"1,234,567", 1234567},
                                                     {"1.234.567", 1234567},
                                                     {"1 234 567,5", 1234567.5},
                                                     {"1'234.5", 1234.5},
                                                     {"1\u00A0234", 1234},
                                                     {"12,34,567", 1234567},
                                                     {"$5", 5},
                                                     {"-$1,234.50", -1234.5},
                                                     {"$ -5", -5},
                                                     {"5 €", 5},
                                                     {"1.234,50 EUR", 1234.5},
                                                     {"CHF 12.-", 12},
                                                     {"12 %", 12},
                                                     {"12.5%", 12.5},
                                                     {"(1,234.5)", -1234.5},
                                                     {"5-", -5},
                                                     {"\u22125", -5},
                                                     {"<0.01", 0.01},
                                                     {">= 5", 5},
                                                     {"~3", 3},
                                                     {"10+", 10},
                                                     {"1.5M", 1.5e6},
                                                     {"20k", 2e4},
                                                     {"12 kg", 12},
                                                     {"9007199254740993", 9007199254740992.0}};
  for (const auto& [cell, number] : kNumbers) EXPECT_DOUBLE_EQ(value(cell), number) << cell;
  EXPECT_EQ(value("-inf"), -INFINITY);
  EXPECT_EQ(value("1e400"), INFINITY);
}

TEST(TableNumbers, AreNoOtherTexts) {
  for (const char* cell : {"", "a", "12-5", "1.2.3.4", "31.12.2020", "2020-12-31", "3/4", "1,2,3", "NA", "-",
                           ".", "?", "B5", "5more than", "1 2", "12:30", "1,23,4"})
    EXPECT_FALSE(read_number(cell)) << cell;
}

char mark_of(std::initializer_list<const char*> cells, char between = ',', char known = 0) {
  DecimalMarks marks;
  for (const char* cell : cells) marks.add(read_number(cell).value());
  return marks.mark(marks, known, between);
}

TEST(TableNumbers, HaveTheDecimalMarkOfTheirColumn) {
  EXPECT_EQ(mark_of({"1,5", "1,234"}), ',');
  EXPECT_EQ(mark_of({"1.5", "1.234"}), '.');
  EXPECT_EQ(mark_of({"1,234", "396"}), '.');
  EXPECT_EQ(mark_of({"1.234"}), '.');
  EXPECT_EQ(mark_of({"1.234"}, ';'), ',');
  EXPECT_EQ(mark_of({"1.234", "5126"}, ';'), '.');
  EXPECT_EQ(mark_of({"1.234"}, ';', '.'), '.');
  EXPECT_EQ(mark_of({"0.123"}, ';'), '.');
  EXPECT_EQ(read_number("1.234")->with(','), 1234);
  EXPECT_EQ(read_number("1,234")->with(','), 1.234);
  DecimalMarks table, column;
  table.add(*read_number("2,5"));
  column.add(*read_number("1.234"));
  EXPECT_EQ(column.mark(table, 0, '\t'), ',') << "by the other columns";
}

TEST(TableCells, AreMissingInManySpellings) {
  for (const char* cell :
       {"",  "?",    "NA",   "n/a",  "NaN",      "NULL",    "None",    ".",       "-",       "--",
        "*", "<NA>", "#N/A", "n.a.", "NaN(IND)", "-1.#IND", "1.#QNAN", "missing", "#DIV/0!", "NaT"})
    EXPECT_TRUE(is_missing(cell)) << cell;
  for (const char* cell : {"0", "no", "naïve", "nothing", "-1", "+", "unknown"})
    EXPECT_FALSE(is_missing(cell)) << cell;
  const MissingTexts told("-999,k. A.");
  EXPECT_TRUE(told.has("-999"));
  EXPECT_TRUE(told.has("k. A."));
  EXPECT_FALSE(told.has("999"));
  for (const char* label : {"", "?", "NA", "<NA>", "-999"}) EXPECT_TRUE(told.has_label(label)) << label;
  for (const char* label : {"none", "-", "+", "."}) EXPECT_FALSE(told.has_label(label)) << label;
}

TEST(TableCells, AreTrueOrFalseInAnySpelling) {
  for (const char* cell : {"True", "TRUE", "yes", "Y", "t", "on", "1", "wahr", "ja"})
    EXPECT_EQ(read_boolean(cell), true) << cell;
  for (const char* cell : {"False", "no", "N", "f", "off", "0"}) EXPECT_EQ(read_boolean(cell), false) << cell;
  EXPECT_EQ(read_boolean("maybe"), std::nullopt);
}

TEST(TableDates, AreReadInUsualFormats) {
  for (const char* cell :
       {"2020-12-31", "2020/12/31", "31.12.2020", "12/31/2020", "31/12/2020", "31 Dec 2020", "Dec 31, 2020",
        "31-Dec-20", "December 31st, 2020", "Thu, 31 Dec 2020", "31.12.20", "2020-12-31T23:59:59Z",
        "2020-12-31 11:59 PM", "20201231T235959", "2020-12-31 23:59:59.5+01:00"}) {
    const std::optional<WrittenDate> date = read_date(cell);
    ASSERT_TRUE(date) << cell;
    EXPECT_EQ(date->year, 2020) << cell;
    EXPECT_EQ(date->month, 12) << cell;
    EXPECT_EQ(date->day, 31) << cell;
  }
  EXPECT_EQ(read_date("23:59")->seconds, 86'340);
  EXPECT_EQ(read_date("1:02:03.5 PM")->seconds, 46'923.5);
  EXPECT_FALSE(read_date("23:59")->has_date());
  EXPECT_TRUE(read_date("3/4/2020")->may_begin_with_day);
  for (const char* cell :
       {"2020-13-31", "2020-02-30", "1.2.3.4", "12:70", "16:9", "abc", "20201231", "1-2", "May"})
    EXPECT_FALSE(read_date(cell)) << cell;
}

TEST(TableDates, CountDaysBothWays) {
  EXPECT_EQ(days_of(1970, 1, 1), 0);
  EXPECT_EQ(days_of(2000, 3, 1), 11'017);
  for (long days = -200'000; days < 200'000; days += 37) {
    const WrittenDate date = date_of(days);
    EXPECT_EQ(days_of(date.year, date.month, date.day), days);
  }
}

}  // namespace
}  // namespace ocelli::internal::table_cells_test
