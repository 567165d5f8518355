#include "ocelli/data/images/jpeg_segments.hpp"

#include <algorithm>

namespace ocelli::internal {
namespace {

bool is_jpeg_marker(std::int64_t two_bytes) {
  constexpr std::int64_t kMin = 0xFF01, kMax = 0xFFFE;
  return two_bytes >= kMin && two_bytes <= kMax;
}

/// Whether a marker has no length: a restart, another start of image.
bool is_marker_alone(std::int64_t marker) {
  constexpr std::int64_t kTemporary = 0xFF01, kFirstRestart = 0xFFD0, kStartOfImage = 0xFFD8;
  return marker == kTemporary || (marker >= kFirstRestart && marker <= kStartOfImage);
}

}  // namespace

std::optional<JpegSegment> JpegSegments::next() {
  constexpr std::int64_t kEnd = 0xFFD9;
  while (at_ + 4 <= file_.size()) {
    const std::int64_t marker = big(file_, at_, 2);
    if (!is_jpeg_marker(marker)) {
      ++at_;
      continue;
    }
    if (is_marker_alone(marker)) {
      at_ += 2;
      continue;
    }
    if (marker == kEnd) break;
    const std::size_t begin = at_,
                      length = std::max<std::size_t>(2, static_cast<std::size_t>(big(file_, at_ + 2, 2)));
    const std::size_t end = std::min(begin + 2 + length, file_.size());
    at_ = marker == kStartOfScan ? file_.size() : end;
    return JpegSegment{marker, begin, file_.subspan(begin + 4, std::max(end, begin + 4) - begin - 4)};
  }
  at_ = file_.size();
  return std::nullopt;
}

}  // namespace ocelli::internal
