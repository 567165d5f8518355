#include "ocelli/core/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <span>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr std::uint64_t kFirstPiece = std::uint64_t{1} << 16, kMaxPiece = std::uint64_t{1} << 24;

/// The content of a gzip file, piece by piece.
class Inflater {
 public:
  Inflater(std::span<const std::byte> file, std::string name) : name_(std::move(name)) {
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (::inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
    stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(file.data()));
    stream_.avail_in = static_cast<uInt>(file.size());
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { ::inflateEnd(&stream_); }

  /// Fills `piece` and returns how many bytes it filled; less than all only at the end.
  std::size_t read(std::span<std::byte> piece) {
    stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream_.avail_out = static_cast<uInt>(piece.size());
    while (stream_.avail_out > 0 && !ended_) inflate_some(piece.size() - stream_.avail_out);
    const std::size_t count = piece.size() - stream_.avail_out;
    given_ += count;
    return count;
  }

 private:
  void inflate_some(std::size_t in_this_piece) {
    const int state = ::inflate(&stream_, Z_NO_FLUSH);
    if (state == Z_STREAM_END) return begin_next_member();
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    require(
        state != Z_BUF_ERROR, Kind::input,
        [&] {
          return "is truncated: its gzip data ends after " + std::to_string(given_ + in_this_piece) +
                 " bytes of content";
        },
        name_);
    require(state == Z_OK, Kind::input, "its gzip data is damaged", name_);
  }

  void begin_next_member() {
    ended_ = stream_.avail_in == 0;
    if (!ended_) ::inflateReset(&stream_);
  }

  ::z_stream stream_{};
  std::string name_;
  std::uint64_t given_ = 0;
  bool ended_ = false;
};

/// The number of bytes in the content, up to `max`.
std::uint64_t size_of_content(std::span<const std::byte> file, std::uint64_t max, const std::string& name) {
  Inflater inflater(file, name);
  std::vector<std::byte> piece(kFirstPiece);
  std::uint64_t size = 0;
  for (std::uint64_t count = kFirstPiece; count == kFirstPiece && size < max; size += count) {
    check_canceled();
    count = inflater.read(std::span(piece).first(std::min(kFirstPiece, max - size)));
  }
  return size;
}

/// `Content`: bytes or characters.
template <class Content>
Content unpack_gzip(std::span<const std::byte> file, std::uint64_t max, const std::string& name) {
  constexpr std::uint64_t kMaxGzip = std::uint64_t{1} << 31;
  require(file.size() <= kMaxGzip, Kind::input, "is too large for a gzip file", name);
  Content content;
  // A growing buffer exists twice while it moves, so large contents are measured first.
  if (max > kMaxPiece) {
    max = size_of_content(file, max, name);
    content.reserve(max);
  }
  Inflater inflater(file, name);
  while (content.size() < max) {
    const std::uint64_t piece = std::clamp<std::uint64_t>(content.size(), kFirstPiece, kMaxPiece);
    check_canceled();
    const std::size_t begin = content.size();
    const std::size_t end = std::min(begin + piece, max);
    content.resize(end);
    content.resize(begin + inflater.read(std::as_writable_bytes(std::span(content)).subspan(begin)));
    if (content.size() < end) break;
  }
  return content;
}

}  // namespace

bool is_gzip(std::span<const std::byte> file) {
  return file.size() >= 2 && file[0] == std::byte{0x1F} && file[1] == std::byte{0x8B};
}

std::vector<std::byte> unpack(std::span<const std::byte> file, std::uint64_t max, const std::string& name) {
  if (is_gzip(file)) return unpack_gzip<std::vector<std::byte>>(file, max, name);
  const auto content = file.first(std::min<std::uint64_t>(file.size(), max));
  return {content.begin(), content.end()};
}

std::string unpack_text(std::string file, std::uint64_t max, const std::string& name) {
  const auto bytes = std::as_bytes(std::span(file));
  if (is_gzip(bytes)) return unpack_gzip<std::string>(bytes, max, name);
  if (file.size() > max) file.resize(max);
  return file;
}

}  // namespace ocelli::internal
