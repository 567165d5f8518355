#pragma once

#include <filesystem>
#include <string>

namespace ocelli::internal::pdf {

/// The path of one of the programs that handle PDF files: in the folder set, next to the running program, in
/// the build tree, or where Ocelli was installed. If it is in none of these places, the one next to the
/// program.
std::filesystem::path helper_program(const std::string& name);

/// Where a package has them. Call it before helper_program().
void set_helper_folder(std::filesystem::path folder);

/// Moves a new descriptor to a number above those passed to a helper program. Returns it, or -1.
int moved_up(int descriptor);

}  // namespace ocelli::internal::pdf
