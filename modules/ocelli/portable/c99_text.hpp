#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What generators of C99 share (internal).
namespace ocelli::internal::c99 {

/// The name of a model's file as a part of C names: lower case letters, digits and underscores, not beginning
/// with a digit. "model" for an empty name.
std::string identifier(std::string_view name);
/// The same in upper case, for macros.
std::string upper(std::string name);

/// The text of a part without the includes that the generated header already has.
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
/// A literal in single or double precision.
std::string literal(float number);
std::string literal_double(double number);
/// A string literal.
std::string quoted(std::string_view text);

/// "NAME[] = {...};" with C texts as cells, as many per line as fit.
std::string list(const std::string& name, std::span<const std::string> cells);
/// "static const TYPE NAME[] = {...};".
std::string table(std::string_view type, const std::string& name, std::span<const std::string> cells);

/// A single precision number as ocelli_real (c99/real.h): mantissa * 2^exponent, with a mantissa of 24 bits,
/// or 0.
struct Real {
  std::int32_t mantissa = 0, exponent = 0;
};
/// Throws Error(Kind::usage) for a nonzero number that is too small or too large for integers to reproduce
/// its arithmetic.
Real real(float number);
/// The exponent of the lowest bit that is set in a nonzero number.
int lowest_bit(float number);
/// "{mantissa, exponent}".
std::string text(Real real);

/// How votes are stored: a score of 1 is 2^bits, so that votes and their sums are 64-bit integers.
struct ScoreScale {
  int bits = 0;

  /// Like ocelli_vote (c99/scan.h).
  std::int32_t vote(float number) const;
  /// The smallest score that is not below the threshold.
  std::int64_t threshold(float number) const;
};
/// Requires  votes with sums of at most `max`.
/// Throws    Error(Kind::usage) when there is no such scale.
ScoreScale score_scale(std::span<const float> votes, double max);

/// The texts of the sources in c99/ that generated headers share (internal).
extern const std::string_view k_arithmetic, k_real, k_cascade, k_windows, k_work;
extern const std::string_view k_pyramid, k_scan, k_group, k_network, k_verify, k_detect, k_landmarks,
    k_detect_main;
extern const std::string_view k_opencv_levels, k_opencv_cascade, k_opencv_detect;
extern const std::string_view k_classify, k_ink, k_columns, k_templates, k_print_class,
    k_classify_images_main, k_classify_values_main;
extern const std::string_view k_trees, k_exponential, k_probabilities, k_gaussians, k_rows, k_rgb, k_cells,
    k_channel_templates;

}  // namespace ocelli::internal::c99
