#include "output_check.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <system_error>

#include "format_option.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/output_path.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/pipelines/output/crop_folder.hpp"
#include "ocelli/pipelines/output/drawing.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "ocelli/pipelines/sources/video.hpp"

namespace ocelli::internal::app {
namespace {

namespace fs = std::filesystem;
using Form = OutputOption::Form;

/// The real location of an output, after resolving links and folder names. Nothing for a device or pipe,
/// which may be written twice, and for an unreachable path, which is reported when it is opened.
std::optional<fs::path> place_of(const std::string& output) {
  std::error_code failure;
  try {
    const fs::path end = end_of_links(output);
    if (fs::exists(end, failure) && !fs::is_regular_file(end, failure) && !fs::is_directory(end, failure))
      return std::nullopt;
    fs::path place = fs::weakly_canonical(fs::absolute(end), failure);
    if (failure) return std::nullopt;
    return place.has_filename() ? place : place.parent_path();
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool is_folder_output(const NamedOutput& output) {
  return output.option.form == Form::folder || names_folder(output.path);
}

/// Whether a run may write this file to a folder of drawings or crops.
bool is_among_pictures(const fs::path& file, const fs::path& folder) {
  const std::string name = file.filename().string();
  const auto has = [&](const char* mark) { return name.find(mark) != std::string::npos; };
  return file.parent_path() == folder &&
         (name == kCropTable || (ends_in(file, {".png", ".avi"}) && (has(kDrawingMark) || has(kCropMark))));
}

void require_different(const NamedOutput& one, const NamedOutput& other) {
  const std::optional<fs::path> place = place_of(one.path), other_place = place_of(other.path);
  if (!place || !other_place || (is_folder_output(one) && is_folder_output(other))) return;
  require(
      *place != *other_place, Kind::usage,
      [&] { return "is the same file as --" + other.option.name + "; use two different files"; },
      one.words());
  if (other.option.form == Form::folder && is_among_pictures(*place, *other_place))
    throw Error(Kind::usage,
                "could be overwritten by a drawing or crop of --" + other.option.name + "; use another name",
                one.words());
}

/// A file that the shell redirects to (ocelli eval ... > FILE) is an output too.
void require_not_standard_output(const NamedOutput& output) {
  struct ::stat standard {
  }, named{};
  if (::fstat(STDOUT_FILENO, &standard) != 0 || !S_ISREG(standard.st_mode)) return;
  if (::stat(output.path.c_str(), &named) != 0) return;
  require(standard.st_dev != named.st_dev || standard.st_ino != named.st_ino, Kind::usage,
          "is also the target of the standard output; use another file", output.words());
}

void check_file_ending(const NamedOutput& output) {
  const std::vector<std::string_view>& endings = output.option.endings;
  const std::string ending = format_ending(output.path);
  if (endings.empty() || ending.empty() || std::ranges::count(endings, ending) > 0) return;
  throw Error(Kind::usage, "unsupported extension " + ending + "; use " + join_endings(endings),
              output.words());
}

void check_folder_name(const NamedOutput& output) {
  constexpr std::array<std::string_view, 14> kOfFiles = {".csv", ".tsv",  ".json", ".jsonl", ".txt",
                                                         ".xml", ".html", ".pdf",  ".svg",   ".zip",
                                                         ".doc", ".docx", ".xlsx", ".ocelli"};
  if (names_folder(output.path)) return;
  const std::string ending = ending_of(output.path);
  const bool is_of_file = has_image_extension(output.path) || has_page_extension(output.path) ||
                          has_video_extension(output.path) || std::ranges::count(kOfFiles, ending) > 0;
  require(
      !is_of_file, Kind::usage,
      [&] {
        return "must be a folder, but " + ending + " is a file extension; add / for a folder with this name";
      },
      output.words());
}

}  // namespace

void check_outputs(const BatchOutputs& outputs, const std::vector<std::string>& inputs,
                   const std::vector<fs::path>& files) {
  OutputGuard guard;
  guard.add(outputs.file);
  if (!outputs.drawings.empty()) guard.add_in(outputs.drawings, kDrawingMark);
  if (!outputs.crops.empty()) {
    guard.add_in(outputs.crops, kCropMark);
    guard.add(fs::path(outputs.crops) / kCropTable);
  }
  if (!outputs.folder.path.empty()) guard.add_all_in(outputs.folder.path, outputs.folder.endings);
  check_inputs(inputs, guard);
  check_outputs(guard, files);
}

void check_named_outputs(std::span<const NamedOutput> outputs) {
  const bool has_results =
      std::ranges::any_of(outputs, [](const NamedOutput& output) { return output.option.name == "output"; });
  for (const NamedOutput& output : outputs) {
    if (output.option.form == Form::folder) {
      check_folder_name(output);
    } else {
      check_file_ending(output);
      if (!has_results) require_not_standard_output(output);
    }
    for (const NamedOutput& other : outputs) {
      if (&other != &output) require_different(output, other);
    }
  }
}

std::string format_ending(const std::string& output) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  std::error_code failure;
  const bool has_format = !fs::exists(output, failure) || fs::is_regular_file(output, failure);
  const std::string ending = ending_of(output);
  return has_format && std::ranges::any_of(ending, is_letter) ? ending : std::string();
}

std::string join_endings(std::span<const std::string_view> endings) {
  std::string words;
  for (const std::string_view& ending : endings) {
    if (!words.empty()) words += &ending == &endings.back() ? " or " : ", ";
    words += ending;
  }
  return words;
}

}  // namespace ocelli::internal::app
