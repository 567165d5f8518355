#pragma once

#include <filesystem>
#include <string>

/// Internal to core.
namespace ocelli::internal {

/// Throws Error(Kind::output): what failed with this output, and the reason that the last system call gave
/// (errno).
[[noreturn]] void fail_with_system_reason(const std::filesystem::path& path, const std::string& what);

}  // namespace ocelli::internal
