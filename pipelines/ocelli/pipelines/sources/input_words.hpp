#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ocelli {

/// What the words of a command line and the lines of a list stand for (open_inputs()), told from them and from what is on
/// the disk, before anything is opened.

/// The number N of an input "cam:N", nothing for other inputs.
std::optional<int> camera_number(std::string_view input);

/// False also for a name that the system cannot look up, e.g. for its length: opening it will say why.
bool exists(const std::string& input);
bool is_folder(const std::string& input);

/// Whether the files of a folder that have such a name are inputs: images, and files of pages.
bool names_images(const std::filesystem::path& file);

/// Whether it looks like a pattern; a file may be called so all the same.
bool is_pattern(const std::string& input);

/// The files that match, in natural order. Throws Error(Kind::input) naming the pattern when none does.
std::vector<std::filesystem::path> matches(const std::string& pattern);

/// The inputs that a list names. Throws Error(Kind::input) naming the list when it cannot be read or has a line that is
/// longer than any path, here and below.
std::vector<std::string> lines_of(const std::string& list);

/// As std::getline() of a list on the standard input; of a line that is too long no more is read.
bool next_line(std::istream& list, std::string& line);

}  // namespace ocelli
