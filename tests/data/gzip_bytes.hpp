#pragma once

#include <zlib.h>

#include <span>
#include <stdexcept>
#include <string>

namespace ocelli::internal::test {

/// The content as a gzip file.
inline std::string gzip(std::string_view content) {
  constexpr int kGzip = 16 + MAX_WBITS, kDefaultMemory = 8;
  ::z_stream stream{};
  if (::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, kDefaultMemory, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    throw std::runtime_error("cannot compress");
  std::string file(::deflateBound(&stream, content.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(file.data());
  stream.avail_out = static_cast<uInt>(file.size());
  const int state = ::deflate(&stream, Z_FINISH);
  file.resize(stream.total_out);
  ::deflateEnd(&stream);
  if (state != Z_STREAM_END) throw std::runtime_error("cannot compress");
  return file;
}

/// The content as zlib data, as in TIFF files.
inline std::string zlib(std::string_view content) {
  std::string packed(::compressBound(content.size()), '\0');
  uLongf size = packed.size();
  const auto* const begin = reinterpret_cast<const Bytef*>(content.data());
  if (::compress(reinterpret_cast<Bytef*>(packed.data()), &size, begin, content.size()) != Z_OK)
    throw std::runtime_error("cannot compress");
  packed.resize(size);
  return packed;
}

inline std::span<const std::byte> bytes(const std::string& text) { return std::as_bytes(std::span(text)); }

}  // namespace ocelli::internal::test
