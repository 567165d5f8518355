#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ocelli::internal {

/// Keeps a run from overwriting its own inputs. Files are compared by identity on disk, not by name: a link,
/// another path to the file and a path through another name of its folder are all the same file.
class OutputGuard {
 public:
  /// Registers an output that will be written. An output that does not exist yet, or is not a regular file,
  /// cannot be damaged.
  void add(const std::filesystem::path& output);

  /// Registers each file directly in the folder with `part` in its name: those that drawings could replace.
  void add_in(const std::filesystem::path& folder, const std::string& part);

  /// Registers each file in the folder and its subfolders with one of these extensions (".txt").
  void add_all_in(const std::filesystem::path& folder, std::span<const std::string> endings);

  /// The registered outputs that already exist. If there are none, there is nothing to check.
  std::vector<std::filesystem::path> outputs() const;

  /// Throws Error(Kind::usage) naming the input when it is one of the outputs. Ignores a missing input.
  void check(const std::filesystem::path& input) const;

  /// The same for each file in a folder and its subfolders with a name that `is_input` accepts.
  using IsInput = bool (*)(const std::filesystem::path& name);
  void check_all_in(const std::filesystem::path& folder, IsInput is_input) const;

 private:
  using Identity = std::pair<dev_t, ino_t>;
  std::map<Identity, std::filesystem::path> outputs_;
};

}  // namespace ocelli::internal
