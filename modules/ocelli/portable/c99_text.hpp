#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What generators of C99 have in common (internal).
namespace ocelli::internal::c99 {

/// The name of a model's file as a part of C names: lower case letters, digits and underscores, no digit
/// first. "model" for an empty one.
std::string identifier(std::string_view name);
/// The same in upper case, for macros.
std::string upper(std::string name);

/// The text of a part without the includes that a generated header has already.
std::string without_includes(std::string_view part);

/// A comment of these lines.
std::string comment(std::span<const std::string> lines);

using Cells = std::vector<std::string>;

/// "{a, b, c}".
std::string braces(std::initializer_list<std::string> values);
template <class Number>
std::string digits(Number number) {
  return std::to_string(number);
}
/// A literal of single or of double precision.
std::string literal(float number);
std::string literal_double(double number);
/// A string literal.
std::string quoted(std::string_view text);

/// "NAME[] = {...};" of cells that are C text, as many a line as there is room for.
std::string list(const std::string& name, std::span<const std::string> cells);
/// "static const TYPE NAME[] = {...};".
std::string table(std::string_view type, const std::string& name, std::span<const std::string> cells);

/// A number of single precision as ocelli_real (c99/real.h) holds it: mantissa * 2^exponent, the mantissa of
/// 24 bits, or 0.
struct Real {
  std::int32_t mantissa = 0, exponent = 0;
};
/// Throws Error(Kind::usage) for a number that is not 0 but so small or large that integers would not follow
/// its arithmetic.
Real real(float number);
/// The exponent of the lowest bit that is set in a number that is not 0.
int lowest_bit(float number);
/// "{mantissa, exponent}".
std::string text(Real real);

/// How votes are held: a score of 1 is 2^bits, so that each vote is a whole number of 64 bits and so are
/// their sums.
struct ScoreScale {
  int bits = 0;

  /// As ocelli_vote (c99/scan.h).
  std::int32_t vote(float number) const;
  /// The least score that is not below the threshold.
  std::int64_t threshold(float number) const;
};
/// Requires  votes whose sums are at most `most`. Throws Error(Kind::usage) when there is no such scale.
ScoreScale score_scale(std::span<const float> votes, double max);

/// The texts of the sources in c99/ (internal): what generated headers share.
extern const std::string_view k_arithmetic, k_real, k_cascade, k_windows, k_work;
extern const std::string_view k_pyramid, k_scan, k_group, k_network, k_verify, k_detect, k_detect_main;
extern const std::string_view k_opencv_levels, k_opencv_cascade, k_opencv_detect;
extern const std::string_view k_classify, k_ink, k_columns, k_templates, k_classify_images_main,
    k_classify_values_main;

}  // namespace ocelli::internal::c99
