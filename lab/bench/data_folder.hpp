#pragma once

#include <cstdlib>
#include <filesystem>

namespace ocelli::internal::bench {

inline std::filesystem::path source_path() { return OCELLI_SOURCE_DIR; }

/// The folder of the data sets: OCELLI_DATA, or ../shared/data next to the source tree.
inline std::filesystem::path data_path() {
  if (const char* named = std::getenv("OCELLI_DATA")) return named;
  return source_path() / ".." / "shared" / "data";
}

}  // namespace ocelli::internal::bench
