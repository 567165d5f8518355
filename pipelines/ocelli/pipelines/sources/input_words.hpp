#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal {

/// Determines what command line arguments and list lines mean (open_inputs()), from their text and the files
/// on disk, before anything is opened.

/// N of an input "cam:N"; nothing for other inputs.
std::optional<int> camera_number(std::string_view input);

/// Also false for a name that the system cannot look up, for example because it is too long. Opening it
/// reports the reason.
bool exists(const std::string& input);
bool is_folder(const std::string& input);

/// Whether a file with this name in a folder is an input: an image, including those in unsupported formats so
/// that they are reported, or a file with pages.
bool names_images(const std::filesystem::path& file);

/// Whether the input has the syntax of a glob pattern. A file may still have that name.
bool is_pattern(const std::string& input);

/// The matching files, in natural order.
/// Throws  Error(Kind::input) naming the pattern when none match.
std::vector<std::filesystem::path> matches(const std::string& pattern);

/// The inputs in a list: one per line, or each terminated by a zero byte (find -print0) if one occurs before
/// the first line break. UTF-16 is decoded (text_encoding.hpp). ListLines throws the same errors.
/// Throws  Error(Kind::input) naming the list when it cannot be read or has a line longer than any path.
std::vector<std::string> lines_of(const std::string& list);

/// Reads a list from standard input, one input at a time. The stream must outlive it.
class ListLines {
 public:
  explicit ListLines(std::istream& list) : list_(list) {}

  /// The next nonempty input; nothing at the end. Also throws for data that is not a list.
  std::optional<std::string> next();

 private:
  enum class Encoding { bytes, little_units, big_units };

  int get();
  bool looks_ahead(std::size_t count);
  void begin();
  bool next_piece(std::string& piece);
  bool next_unit(std::string& unit);

  std::istream& list_;
  std::string ahead_;  ///< bytes read to detect the encoding
  std::optional<Encoding> encoding_;
  std::optional<char> end_;  ///< the line terminator, known once the first line has ended
};

/// The kind of a stream of bytes without a file name.
enum class InputContent { image, pages, video, samples, list, unknown };

/// Detects it from the first few thousand bytes: an image; pages (PDF, TIFF); a video (MP4, AVI, Matroska,
/// MPEG); samples (IDX, plain or gzip); a list, which is text.
InputContent content_of(std::span<const std::byte> front);

/// Whether a line cannot be an input name: it contains a zero byte, or starts like a picture, a PDF file or
/// similar.
bool is_binary(std::string_view line);

}  // namespace ocelli::internal
