#include "ocelli/samples/table_columns.hpp"

#include <gmock/gmock.h>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::table_columns_test {
namespace {

/// Two inputs and the label.
TableColumns columns() {
  TableColumns columns = plain_columns(2);
  columns.names = {"size", "when", "kind"};
  return columns;
}

std::string refusal(const TableColumns& columns) {
  try {
    columns.require_plain_inputs();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(TableColumns, NamesTheDateThatOtherFormatsCannotHold) {
  TableColumns dates = columns();
  dates.kinds = {InputKind::plain, InputKind::date};
  EXPECT_THAT(refusal(dates), testing::HasSubstr("column 'when' has dates"));
  EXPECT_EQ(refusal(columns()), "");
}

TEST(TableColumns, NamesTheLargeNumberThatAFloatCannotHold) {
  TableColumns large = columns();
  large.names.clear();
  large.offsets = {1.6e9, 0};
  EXPECT_THAT(refusal(large), testing::HasSubstr("column 1 has numbers that need more digits"));
}

TEST(TableColumns, CountsThePartsOfADate) {
  TableColumns moments = columns();
  moments.kinds = {InputKind::plain, InputKind::moment};
  moments.missing_marks = {0, 1};
  EXPECT_EQ(moments.values(1), 7u);
  EXPECT_EQ(moments.width(), 8u);
}

}  // namespace
}  // namespace ocelli::internal::table_columns_test
