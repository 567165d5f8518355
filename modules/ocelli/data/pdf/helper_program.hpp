#pragma once

#include <filesystem>
#include <string>

namespace ocelli::internal::pdf {

/// Where one of the programs that handle PDF files is: beside the program that runs, in the build tree, or
/// where Ocelli was installed. Where it is in none of them, the first of these places.
std::filesystem::path helper_program(const std::string& name);

/// Takes a new descriptor to a number beyond those that a helper program is given. Returns it, or -1.
int moved_up(int descriptor);

}  // namespace ocelli::internal::pdf
