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

/// The meaning of command line arguments and list lines (open_inputs()), determined from their text and the
/// files on the disk, before anything is opened.

/// The number N of an input "cam:N", nothing for other inputs.
std::optional<int> camera_number(std::string_view input);

/// Also false for a name that the system cannot look up, e.g. because of its length: opening it reports why.
bool exists(const std::string& input);
bool is_folder(const std::string& input);

/// Whether files of a folder with such a name are inputs: images, those in formats that are not read among
/// them, so that they are reported, and files with pages.
bool names_images(const std::filesystem::path& file);

/// Whether it looks like a glob pattern; a file may still have that name.
bool is_pattern(const std::string& input);

/// The files that match, in natural order. Throws Error(Kind::input) naming the pattern when none does.
std::vector<std::filesystem::path> matches(const std::string& pattern);

/// The inputs in a list: one a line, or each ended by a zero byte (find -print0) where one comes before the
/// first line end; UTF-16 is decoded (text_encoding.hpp). Throws Error(Kind::input) naming the list when it
/// cannot be read or has a line that is longer than any path, as does ListLines.
std::vector<std::string> lines_of(const std::string& list);

/// The same for a list on the standard input, each input read when its turn comes. The stream must outlive
/// it.
class ListLines {
 public:
  explicit ListLines(std::istream& list) : list_(list) {}

  /// The next input, which is not empty; nothing at the end. Also throws for data that is no list.
  std::optional<std::string> next();

 private:
  enum class Encoding { bytes, little_units, big_units };

  int get();
  bool looks_ahead(std::size_t count);
  void begin();
  bool next_piece(std::string& piece);
  bool next_unit(std::string& unit);

  std::istream& list_;
  std::string ahead_;  ///< bytes that were read to know the encoding
  std::optional<Encoding> encoding_;
  std::optional<char> end_;  ///< of a line, once the first one has ended
};

/// The kind of a stream of bytes without a file name.
enum class InputContent { image, pages, video, samples, list, unknown };

/// Detects it from the first few thousand bytes: an image; pages (PDF, TIFF); a video (MP4, AVI, Matroska,
/// MPEG); samples (IDX, plain or gzip); a list, which is text.
InputContent content_of(std::span<const std::byte> front);

/// Whether a line cannot be the name of an input because it is the beginning of a picture, a PDF file or the
/// like, or contains a zero byte.
bool is_binary(std::string_view line);

}  // namespace ocelli::internal
