#include "ocelli/core/new_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/core/system_failure.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnfinished = ".part-";
constexpr std::string_view kDrawn = "XXXXXX";  // by mkstemp

bool is_unfinished(const fs::directory_entry& entry, const std::string& target) {
  const std::string name = entry.path().filename().string();
  if (name.size() != target.size() + kUnfinished.size() + kDrawn.size()) return false;
  if (!name.starts_with(target + std::string(kUnfinished))) return false;
  struct stat status {};
  // mkstemp makes it readable for its owner alone; commit() changes that just before the rename.
  return ::lstat(entry.path().c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         status.st_uid == ::geteuid() && (status.st_mode & 0777) == 0600;
}

}  // namespace

NewFile::NewFile(std::filesystem::path path) : name_(std::move(path)), target_(find_output(name_)) {
  if (target_.is_stream()) {
    descriptor_ = open_output(target_, OpenMode::anew, name_);
    return;
  }
  path_ = target_.path.string().append(kUnfinished).append(kDrawn);
  descriptor_ = ::mkstemp(path_.data());
  if (descriptor_ < 0) fail_with_system_reason(name_, "cannot create a temporary file beside it");
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!committed_ && !path_.empty()) ::unlink(path_.c_str());
}

void NewFile::write(std::span<const std::byte> bytes) { write_all(descriptor_, bytes, name_); }

void NewFile::commit() {
  if (target_.is_stream()) return;
  if (target_.form == OutputPath::Form::file) {
    // To give a file away is the right of root alone: for others the new file is their own.
    [[maybe_unused]] const int ignored = ::fchown(descriptor_, target_.owner, target_.group);
  }
  if (::fchmod(descriptor_, permissions()) != 0) fail_with_system_reason(name_, "cannot set permissions");
  if (::fsync(descriptor_) != 0) fail_with_system_reason(name_, "cannot flush");
  if (::rename(path_.c_str(), target_.path.c_str()) != 0)
    fail_with_system_reason(name_, "cannot rename into place");
  committed_ = true;
}

/// mkstemp makes the file private; it gets those of the old file, or those that any new file would have.
mode_t NewFile::permissions() const {
  if (target_.form == OutputPath::Form::file) return target_.permissions;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

std::size_t remove_unfinished(const fs::path& path) {
  const fs::path target = end_of_links(path);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  std::size_t removed = 0;
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (is_unfinished(*entry, target.filename().string())) removed += ::unlink(entry->path().c_str()) == 0;
  }
  return removed;
}

}  // namespace ocelli
