#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal {

/// The meaning of command line arguments and list lines (open_inputs()), determined from their text and the
/// files on the disk, before anything is opened.

/// The number N of an input "cam:N", nothing for other inputs.
std::optional<int> camera_number(std::string_view input);

/// Also false for a name that the system cannot look up, e.g. because of its length: opening it reports why.
bool exists(const std::string& input);
bool is_folder(const std::string& input);

/// Whether files of a folder with such a name are inputs: images, those in formats that are not read among
/// them, so that they are reported, and files with pages.
bool names_images(const std::filesystem::path& file);

/// Whether it looks like a glob pattern; a file may still have that name.
bool is_pattern(const std::string& input);

/// The files that match, in natural order. Throws Error(Kind::input) naming the pattern when none does.
std::vector<std::filesystem::path> matches(const std::string& pattern);

/// The inputs in a list. Throws Error(Kind::input) naming the list when it cannot be read or has a line that
/// is longer than any path, as does next_line().
std::vector<std::string> lines_of(const std::string& list);

/// Like std::getline() for a list on the standard input; stops reading a line that is too long.
bool next_line(std::istream& list, std::string& line);

}  // namespace ocelli::internal
