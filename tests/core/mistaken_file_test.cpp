#include "ocelli/core/mistaken_file.hpp"

#include <gmock/gmock.h>

#include <span>
#include <string>
#include <string_view>

namespace ocelli::internal::mistaken_file_test {
namespace {

using testing::HasSubstr;

std::string named(std::string_view beginning) {
  return mistaken_file(std::as_bytes(std::span(beginning))).value_or("");
}

TEST(MistakenFile, SaysWhatItIsAndWhatToDo) {
  EXPECT_THAT(named("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"), HasSubstr("git lfs pull"));
  EXPECT_THAT(named("\n\n<!DOCTYPE html>\n<html>"), HasSubstr("is a web page"));
  EXPECT_THAT(named("<!-- saved --><HTML lang='en'>"), HasSubstr("download the file itself"));
  EXPECT_THAT(named("404: Not Found"), HasSubstr("check the address"));
  EXPECT_THAT(named("PK\x03\x04"), HasSubstr("unpack it"));
  EXPECT_THAT(named("\xff\xd8\xff\xe0"), HasSubstr("is an image"));
  EXPECT_THAT(named("\xff\xfe<\0?"), HasSubstr("UTF-16"));
}

TEST(MistakenFile, SaysNothingOfOthers) {
  for (const char* const text : {"", "<?xml version=\"1.0\"?><opencv_storage>", "hello", "version 1", "\x1c"})
    EXPECT_EQ(named(text), "") << text;
  EXPECT_EQ(named(std::string(5000, ' ') + "<html>"), "") << "far from the beginning";
}

}  // namespace
}  // namespace ocelli::internal::mistaken_file_test
