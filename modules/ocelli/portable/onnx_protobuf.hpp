#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Internal to portable.
namespace ocelli::internal::onnx {

/// A protocol buffer message being written. ONNX needs so few parts of the format that neither a library nor
/// the schema compiler is needed. Field numbers are those of onnx.proto3.
/// Source  https://protobuf.dev/programming-guides/encoding
class Message {
 public:
  Message& number(unsigned field, std::int64_t value);
  Message& real(unsigned field, float value);
  /// Text, bytes or another message.
  Message& bytes(unsigned field, std::string_view value);
  Message& message(unsigned field, const Message& value) { return bytes(field, value.encoded()); }

  const std::string& encoded() const { return encoded_; }

 private:
  void key(unsigned field, unsigned wire_type);
  void varint(std::uint64_t value);

  std::string encoded_;
};

/// The bytes of a number, lowest first on every machine.
std::string little_endian(float value);
std::string little_endian(double value);

}  // namespace ocelli::internal::onnx
