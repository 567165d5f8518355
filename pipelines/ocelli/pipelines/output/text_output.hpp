#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ocelli/core/output_path.hpp"

namespace ocelli::internal {

/// Writes text results to a file or to standard output. Each write() is flushed before it returns, so a run
/// stopped between two writes leaves complete lines.
///
/// The first write() opens the file, so a run without results does not change it.
class TextOutput {
 public:
  /// Writes to standard output.
  TextOutput();
  /// Writes to a file, replacing its content or appending; to a device or pipe directly.
  /// Throws  Error(Kind::output) naming the file when it cannot be written (find_output()).
  explicit TextOutput(std::filesystem::path path, OpenMode mode = OpenMode::anew);
  TextOutput(TextOutput&& other) noexcept;
  TextOutput& operator=(TextOutput&&) = delete;
  ~TextOutput();

  /// Sets the header of the text. The first write() or finish() writes it.
  void begin_with(std::string header) { header_ = std::move(header); }

  /// Writes all of the text; if it does not fit, the file keeps none of it.
  /// Throws  Error(Kind::output) when the text cannot be written, e.g. on a full disk.
  void write(std::string_view text);

  /// Ends a successful run. A file without any write() then exists and contains only the header.
  void finish() { write({}); }

 private:
  void put(std::string_view text);

  std::filesystem::path name_;
  std::optional<OutputPath> output_;  ///< none: standard output
  OpenMode mode_ = OpenMode::anew;
  int descriptor_ = -1;
  std::string header_;
};

}  // namespace ocelli::internal
