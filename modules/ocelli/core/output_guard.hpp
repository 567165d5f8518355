#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ocelli {

/// Keeps a run from writing over what it reads. A file is known by what it is on the disk, not by its name: a link to it,
/// another path to it or the folder that it lies in are the same file.
class OutputGuard {
 public:
  /// An output that is to be written; one that is not there yet, or is no regular file, cannot be destroyed.
  void add(const std::filesystem::path& output);

  /// Each file directly in the folder whose name has this part: what drawings there could take the place of.
  void add_in(const std::filesystem::path& folder, const std::string& part);

  /// The outputs that are there already. Without any, nothing has to be checked.
  std::vector<std::filesystem::path> outputs() const;

  /// Throws Error(Kind::usage) naming the input when it is one of the outputs. An input that is not there is no matter here.
  void check(const std::filesystem::path& input) const;

  /// The same for each file in a folder and below it that `is_input` takes for one by its name.
  using IsInput = bool (*)(const std::filesystem::path& name);
  void check_all_in(const std::filesystem::path& folder, IsInput is_input) const;

 private:
  using Identity = std::pair<dev_t, ino_t>;
  std::map<Identity, std::filesystem::path> outputs_;
};

}  // namespace ocelli
