#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ocelli/core/output_path.hpp"

namespace ocelli {

/// Results as text, to a file or to the standard output. Each write() has left the program when it returns,
/// so a run that is stopped between two leaves whole lines.
///
/// A file is opened by the first write(), so that a run which comes to nothing leaves it as it was.
class TextOutput {
 public:
  /// To the standard output.
  TextOutput();
  /// To a new file, in place of what the old one held or after it; to a device or pipe as it is. Throws Error(Kind::output)
  /// naming it when it may not be written (find_output()).
  explicit TextOutput(std::filesystem::path path, OpenMode mode = OpenMode::anew);
  TextOutput(TextOutput&& other) noexcept;
  TextOutput& operator=(TextOutput&&) = delete;
  ~TextOutput();

  /// What the text begins with: written before the first write(), or by finish().
  void begin_with(std::string header) { header_ = std::move(header); }

  /// Writes all of the text; of a text that does not fit, a file keeps nothing. Throws Error(Kind::output) when the text
  /// cannot be written, e.g. on a full disk.
  void write(std::string_view text);

  /// To be called at the end of a run that came through: a file that nothing was written to is empty then, but for what it
  /// begins with.
  void finish() { write({}); }

 private:
  void put(std::string_view text);

  std::filesystem::path name_;
  std::optional<OutputPath> output_;  ///< none: standard output
  OpenMode mode_ = OpenMode::anew;
  int descriptor_ = -1;
  std::string header_;
};

}  // namespace ocelli
