#include "ocelli/core/mistaken_file.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace ocelli::internal {
namespace {

constexpr std::size_t kBeginning = 1024;

/// The beginning of a known kind of file.
struct KnownFile {
  std::string_view beginning, message;
};

constexpr std::array kKnownFiles{
    KnownFile{"version https://git-lfs.github.com/spec/",
              "is a Git LFS pointer, not the file itself; run: git lfs pull"},
    KnownFile{"404", "is a web server's 'not found' page; check the address it was downloaded from"},
    KnownFile{"PK\x03\x04", "is a ZIP archive; unpack it"},
    KnownFile{"\x89PNG", "is an image"},
    KnownFile{"\xff\xd8\xff", "is an image"},
    KnownFile{"\xff\xfe", "is UTF-16 text; save it as UTF-8"},
    KnownFile{"\xfe\xff", "is UTF-16 text; save it as UTF-8"}};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Pages begin with blanks, comments or a declaration, in either case.
bool is_web_page(std::string text) {
  std::ranges::transform(text, text.begin(), lower);
  return text.find("<!doctype html") != std::string::npos || text.find("<html") != std::string::npos;
}

}  // namespace

std::optional<std::string> mistaken_file(std::span<const std::byte> beginning) {
  const std::span<const std::byte> first = beginning.first(std::min(beginning.size(), kBeginning));
  const std::string text(reinterpret_cast<const char*>(first.data()), first.size());
  for (const KnownFile& known : kKnownFiles) {
    if (text.starts_with(known.beginning)) return std::string(known.message);
  }
  if (is_web_page(text))
    return "is a web page, not the file it shows; download the file itself (on GitHub: Download raw "
           "file)";
  return std::nullopt;
}

}  // namespace ocelli::internal
