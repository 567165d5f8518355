#include "ocelli/pipelines/sources/input_check.hpp"

#include <filesystem>
#include <fstream>
#include <span>
#include <system_error>

#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/data/images/image_header.hpp"
#include "ocelli/pipelines/sources/input_words.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kImageFront = 65536;  ///< bytes of a file, enough to detect an image

void check_plain(const std::string& input, const OutputGuard& guard) {
  if (is_folder(input)) return guard.check_all_in(input, names_images);
  if (!is_pattern(input) || exists(input)) return guard.check(input);
  try {
    for (const fs::path& path : matches(input)) guard.check(path);
  } catch (const Error& error) {
    if (error.kind() == Kind::usage) throw;  // a pattern without matches is reported later, in order
  }
}

void check_list(const std::string& path, const OutputGuard& guard) {
  guard.check(path);
  if (!fs::is_regular_file(path)) return;
  for (const std::string& line : lines_of(path)) check_plain(line, guard);
}

/// The check for outputs that a list not read yet may name.
void require_no_image(const fs::path& output) {
  std::ifstream stream(output, std::ios::binary);
  std::vector<char> front(kImageFront);
  stream.read(front.data(), static_cast<std::streamsize>(front.size()));
  front.resize(static_cast<std::size_t>(stream.gcount()));
  require(!read_image_header(std::as_bytes(std::span(front))), Kind::usage,
          "contains an image that the list on the standard input may name; use another output",
          output.native());
}

}  // namespace

void check_inputs(const std::vector<std::string>& inputs, const OutputGuard& guard) {
  if (guard.outputs().empty()) return;
  for (const std::string& input : inputs) {
    if (input == "-") {
      for (const fs::path& output : guard.outputs()) require_no_image(output);
    } else if (input.starts_with('@')) {
      check_list(input.substr(1), guard);
    } else {
      check_plain(input, guard);
    }
  }
}

namespace {

/// An image, or what is known about it.
bool is_sample(const std::filesystem::path& name) {
  return has_image_extension(name) || ends_in(name, {".txt", ".xml"});
}

}  // namespace

void check_outputs(const OutputGuard& outputs, const std::vector<std::filesystem::path>& sources) {
  for (const std::filesystem::path& source : sources) {
    std::error_code failure;
    if (std::filesystem::is_directory(source, failure)) {
      outputs.check_all_in(source, is_sample);
    } else {
      outputs.check(source);
    }
  }
}

}  // namespace ocelli::internal
