#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

namespace ocelli::internal::test {

/// Whether this is the nightly run (`scripts/test --nightly`), which has time for whole sweeps.
inline bool is_nightly() { return std::getenv("OCELLI_NIGHTLY") != nullptr; }

}  // namespace ocelli::internal::test

/// Skips the rest of a test in every run but the nightly one.
#define OCELLI_NIGHTLY_ONLY \
  if (!ocelli::internal::test::is_nightly()) GTEST_SKIP() << "set OCELLI_NIGHTLY=1 to run it";
