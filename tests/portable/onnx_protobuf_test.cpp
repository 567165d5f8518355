#include "ocelli/portable/onnx_protobuf.hpp"

#include <gtest/gtest.h>

namespace ocelli::internal::onnx::onnx_protobuf_test {
namespace {

using namespace std::string_literals;

// The examples of the encoding's description.
TEST(ProtobufMessage, EncodesNumbersTextsAndMessages) {
  EXPECT_EQ(Message().number(1, 150).encoded(), "\x08\x96\x01"s);
  EXPECT_EQ(Message().bytes(2, "testing").encoded(), "\x12\x07testing"s);
  EXPECT_EQ(Message().message(3, Message().number(1, 150)).encoded(), "\x1a\x03\x08\x96\x01"s);
  EXPECT_EQ(Message().number(1, -2).encoded(), "\x08\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01"s);
  EXPECT_EQ(Message().number(20, 2).encoded(), "\xa0\x01\x02"s);
}

TEST(ProtobufMessage, EncodesRealsLowestByteFirst) {
  EXPECT_EQ(Message().real(2, 1.0f).encoded(), "\x15\x00\x00\x80\x3f"s);
}

}  // namespace
}  // namespace ocelli::internal::onnx::onnx_protobuf_test
