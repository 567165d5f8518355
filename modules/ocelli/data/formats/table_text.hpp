#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// Limit for the text of a table of samples, inflated, in bytes.
inline constexpr std::uint64_t kMaxTableBytes = std::uint64_t{1} << 30;

/// The text of a table of samples, plain or gzip, or of the standard input if the path is "-", as UTF-8.
/// Converted from UTF-8 or UTF-16 (to_utf8()), or from Windows-1252 if it is neither, as spreadsheets may
/// save it.
///
/// The file size does not bound the memory: a megabyte of gzip may contain a gigabyte of text, and every two
/// of its characters may become a number of four bytes. So the text is counted before any number is parsed.
/// Throws  Error(Kind::input) naming the file when it cannot be read, has more than kMaxTableBytes, or would
/// take more than limits.max_megabytes as text and numbers, and like to_utf8().
std::string read_table_text(const std::filesystem::path& path, const InputLimits& limits = {});

/// The bytes that the limits leave for a table's numbers while its text is kept.
std::uint64_t memory_beside(std::string_view text, const InputLimits& limits);

/// A table as rows of cells.
class TableText {
 public:
  /// Keeps a reference to the text.
  explicit TableText(std::string_view text) : original_(text) {}
  /// `above`: the number of its first lines that the original text does not have.
  TableText(std::string converted, int above)
      : converted_(std::move(converted)), is_converted_(true), lines_above_(above) {}

  /// Whether it was converted to comma-separated cells with a header.
  bool is_converted() const { return is_converted_; }
  std::string_view text() const { return is_converted_ ? converted_ : original_; }

  int lines_above() const { return lines_above_; }

 private:
  std::string_view original_;
  std::string converted_;
  bool is_converted_ = false;
  int lines_above_ = 0;
};

/// Converts ARFF, JSON Lines and a JSON list of objects to comma-separated cells, one row a line; any other
/// text is unchanged. The keys of all objects are the columns; those of an object in an object are joined by
/// a point. Throws  Error(Kind::input) naming `name` for JSON or ARFF that cannot be read.
TableText as_rows(std::string_view text, const std::string& name);

/// Whether a text begins like ARFF or JSON.
bool is_other_table(std::string_view text);

/// Internal to as_rows().
std::string arff_rows(std::string_view text, const std::string& name);
std::string json_rows(std::string_view text, const std::string& name);

}  // namespace ocelli::internal
