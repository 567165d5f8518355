#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "source_path.hpp"

namespace ocelli::internal::test {

/// The folder of the data sets: OCELLI_DATA, or ../shared/data beside the source tree.
inline std::filesystem::path data_path() {
  if (const char* named = std::getenv("OCELLI_DATA")) return named;
  return source_path() / ".." / "shared" / "data";
}

}  // namespace ocelli::internal::test

/// Skips the test, loudly, when a data set is absent.
#define OCELLI_NEEDS_DATA(relative)                                                                         \
  if (!std::filesystem::exists(ocelli::internal::test::data_path() / (relative))) {                         \
    std::cerr << "\n*** SKIPPED for want of data: "                                                         \
              << (ocelli::internal::test::data_path() / (relative)).string() << " (set OCELLI_DATA) ***\n"; \
    GTEST_SKIP();                                                                                           \
  }
