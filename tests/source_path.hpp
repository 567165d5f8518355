#pragma once

#include <filesystem>

namespace ocelli::internal::test {

/// The top of the source tree. (Compiled in one place, so that the path is in the command line of that file
/// alone.)
std::filesystem::path source_path();

}  // namespace ocelli::internal::test
