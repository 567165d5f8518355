#pragma once

#include <optional>
#include <string_view>

namespace ocelli::internal {

/// A number as OpenCV's cv::FileStorage reads it from a text: one with a point or an exponent is real,
/// another one whole, in the notation of C: 0x18 and 030 are both 24. Whole ones keep their lowest 32 bits.
class StoredNumber {
 public:
  StoredNumber(double value, bool is_whole) : value_(value), is_whole_(is_whole) {}

  /// Its value; infinite or none (NaN) where the text says so.
  double real() const { return value_; }

  /// The nearest whole number, the even one of two, as OpenCV rounds where it needs one; the lowest one for
  /// those that are out of range or none.
  int whole() const;

 private:
  double value_;
  bool is_whole_;
};

/// Nothing for a word that is no number. "inf" and "nan" without OpenCV's point before them are words to it,
/// and it takes the largest number for any word, whatever sign is before it.
std::optional<StoredNumber> stored_number(std::string_view word);

}  // namespace ocelli::internal
