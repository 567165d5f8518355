#include "ocelli/core/output_guard.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <system_error>

#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {

namespace fs = std::filesystem;

void OutputGuard::add(const fs::path& output) {
  struct ::stat status {};
  if (::stat(output.c_str(), &status) == 0 && S_ISREG(status.st_mode))
    outputs_.emplace(Identity{status.st_dev, status.st_ino}, output);
}

void OutputGuard::add_in(const fs::path& folder, const std::string& part) {
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (entry->path().filename().string().find(part) != std::string::npos) add(entry->path());
  }
}

void OutputGuard::add_all_in(const fs::path& folder, std::span<const std::string> endings) {
  std::error_code failure;
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(folder, kOptions, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (std::ranges::count(endings, ending_of(entry->path())) > 0) add(entry->path());
  }
}

std::vector<fs::path> OutputGuard::outputs() const {
  std::vector<fs::path> paths;
  for (const auto& [identity, path] : outputs_) paths.push_back(path);
  return paths;
}

void OutputGuard::check(const fs::path& input) const {
  if (outputs_.empty()) return;
  struct ::stat status {};
  if (::stat(input.c_str(), &status) != 0) return;
  const auto same = outputs_.find({status.st_dev, status.st_ino});
  if (same == outputs_.end()) return;
  throw Error(Kind::usage,
              "is an input of this run, and the output " + same->second.string() +
                  " would overwrite it; use another output",
              input.string());
}

void OutputGuard::check_all_in(const fs::path& folder, IsInput is_input) const {
  if (outputs_.empty()) return;
  std::error_code failure;
  constexpr auto kOptions = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator entry(folder, kOptions, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (is_input(entry->path())) check(entry->path());
  }
}

}  // namespace ocelli::internal
