#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

namespace ocelli::test {

/// Whether this is the nightly run (`scripts/test --nightly`), which has time for whole sweeps.
inline bool is_nightly() { return std::getenv("OCELLI_NIGHTLY") != nullptr; }

}  // namespace ocelli::test

/// Skips the rest of a test in every run but the nightly one.
#define OCELLI_NIGHTLY_ONLY \
  if (!ocelli::test::is_nightly()) GTEST_SKIP() << "set OCELLI_NIGHTLY=1 to run it";
