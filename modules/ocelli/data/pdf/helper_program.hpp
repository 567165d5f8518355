#pragma once

#include <filesystem>
#include <string>

namespace ocelli::internal::pdf {

/// The path of one of the programs that handle PDF files: next to the running program, in the build tree, or
/// where Ocelli was installed. If it is in none of these places, the first of them.
std::filesystem::path helper_program(const std::string& name);

/// Moves a new descriptor to a number above those passed to a helper program. Returns it, or -1.
int moved_up(int descriptor);

}  // namespace ocelli::internal::pdf
