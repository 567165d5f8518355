#include "ocelli/portable/c99_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::c99 {
namespace {

constexpr std::size_t kColumns = 140;
/// Products and differences of numbers in this range stay far from where single precision loses bits.
constexpr int kMaxExponent = 100;

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::string identifier(std::string_view name) {
  std::string result;
  for (const char c : name)
    result += is_name_character(c) ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : '_';
  if (result.empty()) return "model";
  return std::isdigit(static_cast<unsigned char>(result[0])) != 0 ? "model_" + result : result;
}

std::string upper(std::string name) {
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

std::string without_includes(std::string_view part) {
  std::string result;
  while (!part.empty()) {
    const std::size_t end = std::min(part.find('\n'), part.size() - 1) + 1;
    const std::string_view line = part.substr(0, end);
    if (!line.starts_with("#include \"") && line != "#include <stdint.h>\n") result += line;
    part.remove_prefix(end);
  }
  return result;
}

std::string comment(std::span<const std::string> lines) {
  std::string result = "/*";
  for (const std::string& line : lines) {
    std::string safe = line;
    // A user's name must not end the comment.
    for (std::size_t at = safe.find("*/"); at != std::string::npos; at = safe.find("*/")) safe[at] = '+';
    result += (result.size() > 2 ? "\n *" : "") + (safe.empty() ? "" : " " + safe);
  }
  return result + " */\n";
}

std::string braces(std::initializer_list<std::string> values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "{" : ", ") + value;
  return text + "}";
}

std::string literal_double(double number) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.17g", number);
  const std::string shown = text.data();
  return shown.find_first_of(".e") == std::string::npos ? shown + ".0" : shown;
}

std::string literal(float number) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.9g", static_cast<double>(number));
  const std::string shown = text.data();
  return (shown.find_first_of(".e") == std::string::npos ? shown + ".0" : shown) + "F";
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    std::array<char, 8> octal{};
    std::snprintf(octal.data(), octal.size(), "\\%03o", static_cast<unsigned>(byte));
    const bool is_plain = byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\' && c != '?';
    result += is_plain ? std::string(1, c) : octal.data();
  }
  return result + "\"";
}

std::string list(const std::string& name, std::span<const std::string> cells) {
  std::string result = name + "[] = {";
  std::size_t column = kColumns;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string cell = cells[i] + (i + 1 < cells.size() ? "," : "");
    if (column + 1 + cell.size() > kColumns) {
      result += "\n  ";
      column = 1;
    }
    if (column > 1) result += " ";
    result += cell;
    column += 1 + cell.size();
  }
  return result + "};\n";
}

std::string table(std::string_view type, const std::string& name, std::span<const std::string> cells) {
  return "static const " + std::string(type) + " " + list(name, cells);
}

int lowest_bit(float number) {
  const Real parts = real(number);
  return parts.exponent + std::countr_zero(static_cast<std::uint32_t>(parts.mantissa));
}

Real real(float number) {
  if (number == 0) return {};
  int exponent = 0;
  const double fraction = std::frexp(static_cast<double>(number), &exponent);
  require(std::isfinite(number) && std::abs(exponent) <= kMaxExponent, Kind::usage,
          "the model contains a number too small or too large for the integers of C99");
  constexpr int kBits = 24;
  return {static_cast<std::int32_t>(std::ldexp(fraction, kBits)), exponent - kBits};
}

std::string text(Real real) {
  return "{" + std::to_string(real.mantissa) + ", " + std::to_string(real.exponent) + "}";
}

ScoreScale score_scale(std::span<const float> votes, double max) {
  int bits = 0;
  for (const float vote : votes) {
    if (vote != 0) bits = std::max(bits, -lowest_bit(vote));
  }
  constexpr int kRoom = 62;
  require(std::ldexp(std::max(max, 1.0), bits) < std::ldexp(1.0, kRoom), Kind::usage,
          "the votes of the model differ too much in magnitude for the integers of C99");
  return {bits};
}

std::int32_t ScoreScale::vote(float number) const {
  constexpr std::int32_t kShifts = 128;
  const Real parts = real(number);
  if (parts.mantissa == 0) return 0;
  const int zeros = std::countr_zero(static_cast<std::uint32_t>(parts.mantissa));
  const std::int32_t odd = parts.mantissa / (std::int32_t{1} << zeros);
  return odd * kShifts + (parts.exponent + zeros + bits);
}

std::int64_t ScoreScale::threshold(float number) const {
  const double bound = std::ldexp(1.0, 62);
  return static_cast<std::int64_t>(
      std::clamp(std::ceil(std::ldexp(static_cast<double>(number), bits)), -bound, bound));
}

}  // namespace ocelli::internal::c99
