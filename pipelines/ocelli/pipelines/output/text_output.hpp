#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ocelli/core/output_path.hpp"

namespace ocelli::internal {

/// Text results, to a file or to the standard output. Each write() is flushed when it returns,
/// so a run that is stopped between two leaves complete lines.
///
/// A file is opened by the first write(), so a run without results does not change it.
class TextOutput {
 public:
  /// To the standard output.
  TextOutput();
  /// To a file, replacing its content or appending; to a device or pipe directly. Throws Error(Kind::output)
  /// naming it when it may not be written (find_output()).
  explicit TextOutput(std::filesystem::path path, OpenMode mode = OpenMode::anew);
  TextOutput(TextOutput&& other) noexcept;
  TextOutput& operator=(TextOutput&&) = delete;
  ~TextOutput();

  /// The header of the text: written before the first write(), or by finish().
  void begin_with(std::string header) { header_ = std::move(header); }

  /// Writes all of the text; if it does not fit, the file keeps none of it. Throws Error(Kind::output) when
  /// the text cannot be written, e.g. on a full disk.
  void write(std::string_view text);

  /// Call at the end of a successful run: a file without any write() then exists and contains only the
  /// header.
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
