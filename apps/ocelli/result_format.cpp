#include "result_format.hpp"

#include <algorithm>

#include "ocelli/pipelines/sources/file_ending.hpp"

namespace ocelli::app {
namespace {

const ResultFormat* format_of(std::span<const ResultFormat> formats, std::string_view name,
                              std::string_view ending) {
  if (ending.empty()) return nullptr;
  const auto found = std::ranges::find_if(formats, [&](const ResultFormat& format) {
    return format.name == name || std::ranges::find(format.endings, ending) != format.endings.end();
  });
  return found == formats.end() ? nullptr : &*found;
}

std::string names(std::span<const ResultFormat> formats) {
  std::string list;
  for (const ResultFormat& format : formats) {
    if (!list.empty()) list += &format == &formats.back() ? " or " : ", ";
    list += format.name;
  }
  return list;
}

}  // namespace

std::string_view result_format(std::span<const ResultFormat> formats, const std::string& wanted,
                               const std::string& output, const CommandLine& line) {
  if (!wanted.empty()) {
    const ResultFormat* const format = format_of(formats, wanted, "." + wanted);
    if (format == nullptr) line.refuse("--format has to be " + names(formats));
    return format->name;
  }
  const ResultFormat* const format = format_of(formats, {}, ending_of(output));
  return format != nullptr ? format->name : formats.front().name;
}

}  // namespace ocelli::app
