#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ocelli/data/images/byte_reading.hpp"

namespace ocelli::internal {

/// A segment of a JPEG file: its marker, such as 0xFFC0, and its content.
struct JpegSegment {
  std::int64_t marker = 0;
  std::size_t at = 0;  ///< offset of the marker
  Bytes data = {};     ///< after the marker and the length; cut off where the file ends
};

/// The segments of a JPEG file from the first one up to its pixels.
///
/// Fill bytes and stray bytes between segments are skipped, as in decoders.
/// Source  ITU-T T.81, B.1.1.
class JpegSegments {
 public:
  /// Requires  a file that begins with the marker 0xFFD8.
  explicit JpegSegments(Bytes file) : file_(file) {}

  static constexpr std::int64_t kStartOfScan = 0xFFDA;

  /// The next segment; nothing after the start of the first scan or at the end of the file.
  std::optional<JpegSegment> next();

 private:
  Bytes file_;
  std::size_t at_ = 2;
};

}  // namespace ocelli::internal
