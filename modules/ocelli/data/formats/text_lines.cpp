#include "ocelli/data/formats/text_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/formats/text_encoding.hpp"

namespace ocelli::internal {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlankLetters = " \t";

}  // namespace

LineReader::LineReader(std::string_view text) : rest_(text) {
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

std::optional<NumberedLine> LineReader::next() {
  if (rest_.empty()) return std::nullopt;
  const std::size_t end = line_end();
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end, rest_.size()));
  rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, rest_.size()));
  return NumberedLine{line, ++number_};
}

std::size_t LineReader::line_end() {
  if (after_feed_ > rest_.size()) {  // that line feed is already passed
    const std::size_t feed = rest_.find('\n');
    after_feed_ = feed == std::string_view::npos ? 0 : rest_.size() - feed;
  }
  const std::size_t feed = rest_.size() - after_feed_;
  return std::min(rest_.substr(0, feed).find('\r'), feed);
}

std::optional<NumberedLine> LineReader::next_with_text() {
  while (const std::optional<NumberedLine> line = next()) {
    if (!trim(line->text).empty()) return line;
  }
  return std::nullopt;
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlankLetters);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlankLetters) - first + 1);
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (text = trim(text); !text.empty(); text = trim(text)) {
    words.push_back(text.substr(0, text.find_first_of(kBlankLetters)));
    text.remove_prefix(words.back().size());
  }
  return words;
}

std::string in_lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

namespace {

/// The length of the letter at the front of a text in UTF-8; 0 if it is none, or a control character.
std::size_t letter_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return byte(0) >= ' ' && byte(0) != 0x7F ? 1 : 0;
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (!is_utf8(text.substr(0, length)) || text.size() < length) return 0;
  return byte(0) == 0xC2 && byte(1) < 0xA0 ? 0 : length;
}

}  // namespace

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMax = 60;
  std::string result = "'";
  while (!text.empty() && result.size() <= kMax) {
    const std::size_t length = letter_length(text);
    result.append(length == 0 ? "?" : text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result + (text.empty() ? "'" : "...'");
}

float parse_coordinate(std::string_view text, std::string_view what) {
  const std::string_view digits = trim(text);
  double value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = failure == std::errc{} && end == digits.data() + digits.size();
  if (!whole || !std::isfinite(value)) {
    throw Error(Kind::input, std::string(what) + " must be a number, got " + in_quotes(text));
  }
  return checked_coordinate(value, what);
}

float checked_coordinate(double value, std::string_view what) {
  if (std::abs(value) <= AnnotationLimits::coordinate) return static_cast<float>(value);
  throw Error(Kind::input,
              std::string(what) + " is " + in_quotes(std::to_string(value)) + ", which is out of range");
}

std::optional<int> parse_count(std::string_view text) {
  const std::string_view digits = trim(text);
  int value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure != std::errc{} || end != digits.data() + digits.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace ocelli::internal
