#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ocelli {

/// A line of a text without its end, and its number from 1.
struct NumberedLine {
  std::string_view text;
  int number = 0;
};

/// Walks a text line by line: ends are LF, CRLF or CR alone, and a byte order mark at the start is passed over.
class LineReader {
 public:
  explicit LineReader(std::string_view text);

  /// The next line, or nothing at the end.
  std::optional<NumberedLine> next();
  /// The next line that is not blank.
  std::optional<NumberedLine> next_with_text();

 private:
  std::size_t line_end();

  std::string_view rest_;
  /// How much of the text is left from the next LF on (0: none comes), so that lines ended by CR do not search all of
  /// it again; npos: not known.
  std::size_t after_feed_ = std::string_view::npos;
  int number_ = 0;
};

/// Without blanks (space, tab) at both ends.
std::string_view trim(std::string_view text);

/// For messages: the text in quotes, cut to one short printable line.
std::string in_quotes(std::string_view text);

/// The number that fills `text`, blanks around it aside. Throws Error(Kind::input) calling it `what` when it
/// is no number, not finite, or beyond AnnotationLimits::coordinate.
float parse_coordinate(std::string_view text, std::string_view what);

/// The same for a number that is known already.
float checked_coordinate(double value, std::string_view what);

/// The whole number from 0 on that fills `text`, blanks around it aside; nothing when it is not one.
std::optional<int> parse_count(std::string_view text);

}  // namespace ocelli
