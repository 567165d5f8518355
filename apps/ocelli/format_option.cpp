#include "format_option.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "ocelli/core/file_names.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "output_check.hpp"

namespace ocelli::internal::app {
namespace {

const ResultFormat* format_of(std::span<const ResultFormat> formats, std::string_view name,
                              std::string_view ending) {
  if (ending.empty()) return nullptr;
  const auto found = std::ranges::find_if(formats, [&](const ResultFormat& format) {
    return format.name == name || std::ranges::find(format.endings, ending) != format.endings.end();
  });
  return found == formats.end() ? nullptr : &*found;
}

/// The format of a file by the last two extensions of its name, as in "page.tables.html", or by the last one.
const ResultFormat* format_of_file(std::span<const ResultFormat> formats,
                                   const std::filesystem::path& output) {
  const std::string last = ending_of(output), two = ending_of(output.stem()) + last;
  const ResultFormat* const by_two = format_of(formats, {}, two);
  return by_two != nullptr ? by_two : format_of(formats, {}, last);
}

/// The titles of the formats that have one, separated by `between` and, before the last one, by `last`.
std::string joined(std::span<const ResultFormat> formats, std::string_view ResultFormat::*of,
                   std::string_view between, std::string_view last) {
  std::string list;
  for (const ResultFormat& format : formats) {
    if ((format.*of).empty()) continue;
    if (!list.empty()) list += &format == &formats.back() ? last : between;
    list += format.*of;
  }
  return list;
}

std::vector<std::string_view> endings_of(std::span<const ResultFormat> formats) {
  std::vector<std::string_view> endings;
  for (const ResultFormat& format : formats)
    std::ranges::copy_if(format.endings, std::back_inserter(endings),
                         [](std::string_view ending) { return !ending.empty(); });
  return endings;
}

/// For results with a format given by the file's extension: the file would contain a different format than
/// its name indicates.
void require_known_ending(std::span<const ResultFormat> formats, const std::string& output,
                          const CommandLine& line) {
  const std::string ending = names_folder(output) ? std::string() : format_ending(output);
  if (ending.empty()) return;
  line.refuse("--output " + output + ": unsupported extension " + ending + "; use " +
              join_endings(endings_of(formats)) + ", or set --format");
}

}  // namespace

void add_format_option(CommandLine& line, std::span<const ResultFormat> formats, std::string& wanted,
                       Formats count) {
  const std::string titles = joined(formats, &ResultFormat::title, ", ", ", or ");
  const std::string help = "format of the results" + (titles.empty() ? "" : ": " + titles) +
                           (count == Formats::several ? "; several, separated by commas, for a folder" : "") +
                           " (default: from the extension of --output, else the first)";
  const std::string names = joined(formats, &ResultFormat::name, "|", "|");
  Option format{.name = "format", .help = help, .shape = names, .value = ""};
  format.set = [&wanted](const std::string& name) { wanted = in_lower_case(name); };
  line.add({format});
}

const ResultFormat& result_format(std::span<const ResultFormat> formats, const std::string& wanted,
                                  const std::string& output, const CommandLine& line) {
  const std::string name = in_lower_case(wanted);
  const ResultFormat* const named = format_of(formats, name, name.empty() ? "" : "." + name);
  if (!wanted.empty() && named == nullptr)
    line.refuse("--format must be " + joined(formats, &ResultFormat::name, ", ", " or "));
  const ResultFormat* const by_ending = format_of_file(formats, output);
  if (named == nullptr && by_ending == nullptr) require_known_ending(formats, output, line);
  const ResultFormat& format = named != nullptr       ? *named
                               : by_ending != nullptr ? *by_ending
                                                      : formats.front();
  if (format.open_file != nullptr && (output.empty() || output == kStandardOutput))
    line.refuse("--format " + std::string(format.name) + " requires " +
                (output.empty() ? "--output" : "a file as --output"));
  return format;
}

std::vector<const ResultFormat*> result_formats(std::span<const ResultFormat> formats,
                                                const std::string& wanted, const std::string& output,
                                                const CommandLine& line) {
  std::vector<const ResultFormat*> found;
  std::istringstream names(wanted);
  for (std::string name; std::getline(names, name, ',');) {
    if (name.empty()) line.refuse("--format contains an empty name: '" + wanted + "'");
    const ResultFormat* const format = &result_format(formats, name, output, line);
    if (std::ranges::count(found, format) == 0) found.push_back(format);
  }
  if (found.empty()) found.push_back(&result_format(formats, wanted, output, line));
  if (found.size() > 1 && !names_folder(output))
    line.refuse("several formats require a folder: end --output with /");
  return found;
}

bool names_folder(const std::string& output) {
  std::error_code failure;
  return output.ends_with('/') || std::filesystem::is_directory(output, failure);
}

}  // namespace ocelli::internal::app
