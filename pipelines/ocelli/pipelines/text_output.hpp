#pragma once

#include <filesystem>
#include <fstream>
#include <iosfwd>
#include <string>
#include <string_view>

namespace ocelli {

/// Results as text, to a file or to the standard output. Each write() has left the program when it returns,
/// so a run that is stopped between two leaves whole lines.
class TextOutput {
 public:
  /// To the standard output.
  TextOutput();
  /// To a new file, or in place of the old one. Throws Error(Kind::output) naming it when it cannot be
  /// created.
  explicit TextOutput(const std::filesystem::path& path);

  /// Throws Error(Kind::output) when the text cannot be written, e.g. on a full disk.
  void write(std::string_view text);

 private:
  std::string name_;
  std::ofstream file_;
  std::ostream* stream_;
};

}  // namespace ocelli
