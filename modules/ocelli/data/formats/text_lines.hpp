#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal {

/// A line of a text without its line end, and its number from 1.
struct NumberedLine {
  std::string_view text;
  int number = 0;
};

/// Iterates over the lines of a text. Line ends are LF, CRLF or CR alone. A byte order mark at the start is
/// skipped.
class LineReader {
 public:
  explicit LineReader(std::string_view text);

  /// The next line, or nothing at the end.
  std::optional<NumberedLine> next();
  /// The next nonblank line.
  std::optional<NumberedLine> next_with_text();

 private:
  std::size_t line_end();

  std::string_view rest_;
  /// The length of the text from the next LF on (0: there is none), so that lines that end with CR do not
  /// search all of it again; npos: unknown.
  std::size_t after_feed_ = std::string_view::npos;
  int number_ = 0;
};

/// Removes blanks (space, tab) at both ends.
std::string_view trim(std::string_view text);

/// Of ASCII.
constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
constexpr bool is_letter(char letter) { return (letter | 0x20) >= 'a' && (letter | 0x20) <= 'z'; }

/// Converts capital letters A to Z to lower case. Other letters stay.
std::string in_lower_case(std::string text);

/// The words between blanks (space, tab).
std::vector<std::string_view> split_words(std::string_view text);

/// For messages: the text in quotes, cut to one short printable line.
std::string in_quotes(std::string_view text);

/// The number that `text` consists of, without surrounding blanks. Throws Error(Kind::input) calling it
/// `what` when it is not a number, not finite, or beyond AnnotationLimits::coordinate.
float parse_coordinate(std::string_view text, std::string_view what);

/// The same for a parsed number.
float checked_coordinate(double value, std::string_view what);

/// The nonnegative integer that `text` consists of, without surrounding blanks; nothing otherwise.
std::optional<int> parse_count(std::string_view text);

}  // namespace ocelli::internal
