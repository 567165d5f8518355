#include "ocelli/portable/onnx_protobuf.hpp"

#include <bit>

namespace ocelli::internal::onnx {
namespace {

constexpr unsigned kVarint = 0, kLengthDelimited = 2, kFourBytes = 5;  // wire types

template <class Bits>
std::string bytes_of(Bits bits) {
  std::string bytes;
  for (unsigned shift = 0; shift < 8 * sizeof(Bits); shift += 8)
    bytes += static_cast<char>(bits >> shift & 0xff);
  return bytes;
}

}  // namespace

std::string little_endian(float value) { return bytes_of(std::bit_cast<std::uint32_t>(value)); }

std::string little_endian(double value) { return bytes_of(std::bit_cast<std::uint64_t>(value)); }

void Message::varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) encoded_ += static_cast<char>((value & 0x7f) | 0x80);
  encoded_ += static_cast<char>(value);
}

void Message::key(unsigned field, unsigned wire_type) { varint(std::uint64_t{field} << 3 | wire_type); }

Message& Message::number(unsigned field, std::int64_t value) {
  key(field, kVarint);
  varint(static_cast<std::uint64_t>(value));
  return *this;
}

Message& Message::real(unsigned field, float value) {
  key(field, kFourBytes);
  encoded_ += little_endian(value);
  return *this;
}

Message& Message::bytes(unsigned field, std::string_view value) {
  key(field, kLengthDelimited);
  varint(value.size());
  encoded_ += value;
  return *this;
}

}  // namespace ocelli::internal::onnx
