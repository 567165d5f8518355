#pragma once

#include <optional>
#include <string_view>

namespace ocelli::internal {

/// A number as OpenCV's cv::FileStorage parses it. A number with a point or an exponent is real. Any other is
/// an integer in C notation (0x18 and 030 are both 24), and its lowest 32 bits are kept.
class StoredNumber {
 public:
  StoredNumber(double value, bool is_whole) : value_(value), is_whole_(is_whole) {}

  /// The value; infinite or NaN if the text says so.
  double real() const { return value_; }

  /// The nearest integer, ties to even, as OpenCV rounds where it needs an integer. Returns the lowest
  /// integer for NaN and values out of range.
  int whole() const;

 private:
  double value_;
  bool is_whole_;
};

/// Returns nothing if the word is not a number. Without the leading point that OpenCV writes, "inf" and "nan"
/// are plain words to OpenCV, which reads any word as the largest number, regardless of sign.
std::optional<StoredNumber> stored_number(std::string_view word);

}  // namespace ocelli::internal
