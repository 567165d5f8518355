#include "ocelli/pipelines/output/text_output.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <span>
#include <utility>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

/// The size of a regular file; nothing for other files.
std::optional<off_t> size_of(int descriptor) {
  struct ::stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return status.st_size;
}

}  // namespace

TextOutput::TextOutput() : name_("standard output"), descriptor_(STDOUT_FILENO) {}

TextOutput::TextOutput(std::filesystem::path path, OpenMode mode)
    : name_(std::move(path)), output_(find_output(name_)), mode_(mode) {}

TextOutput::TextOutput(TextOutput&& other) noexcept
    : name_(std::move(other.name_)),
      output_(std::move(other.output_)),
      mode_(other.mode_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      header_(std::move(other.header_)) {}

TextOutput::~TextOutput() {
  if (output_ && descriptor_ >= 0) ::close(descriptor_);
}

void TextOutput::write(std::string_view text) {
  if (descriptor_ < 0) descriptor_ = open_output(*output_, mode_, name_);
  put(std::exchange(header_, {}).append(text));
}

void TextOutput::put(std::string_view text) {
  const std::optional<off_t> before = size_of(descriptor_);
  try {
    write_all(descriptor_, std::as_bytes(std::span(text)), name_);
  } catch (const Error&) {
    // A partial line would make the lines before it unreadable.
    [[maybe_unused]] const int ignored = before ? ::ftruncate(descriptor_, *before) : 0;
    throw;
  }
}

}  // namespace ocelli::internal
