#include "printable.hpp"

#include <gmock/gmock.h>

namespace ocelli::internal::app::printable_test {
namespace {

TEST(Printable, LeavesTextAsItIs) {
  EXPECT_EQ(printable("plain M\xC3\xBCller \xE2\x82\xAC \xF0\x9F\x99\x82"),
            "plain M\xC3\xBCller \xE2\x82\xAC \xF0\x9F\x99\x82");
}

TEST(Printable, EscapesWhatATerminalObeys) {
  EXPECT_EQ(printable("a\x1b[31mred\x07\x7f"), "a\\x1b[31mred\\x07\\x7f");
  EXPECT_EQ(printable("x\xC2\x9Bm"), "x\\xc2\\x9bm") << "C1 in UTF-8";
  EXPECT_EQ(printable("x\x9Bm\xC3"), "x\\x9bm\\xc3") << "not UTF-8";
  EXPECT_EQ(printable("\xE2\x80\xAEgnp.exe"), "\\xe2\\x80\\xaegnp.exe") << "turned direction";
  EXPECT_EQ(printable("\xC0\x9B\xED\xA0\x80"), "\\xc0\\x9b\\xed\\xa0\\x80") << "overlong, surrogate";
}

TEST(Printable, KeepsANameOnOneLine) {
  EXPECT_EQ(printable("a\nocelli: fine\r\t"), "a\\nocelli: fine\\x0d\\t");
  EXPECT_EQ(printable_lines("a\n\tb\x1b\n"), "a\n\tb\\x1b\n");
}

}  // namespace
}  // namespace ocelli::internal::app::printable_test
