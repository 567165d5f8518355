#pragma once

#include <gtest/gtest.h>

#include <filesystem>

namespace ocelli::internal::test {

/// A font that all our machines have (package fonts-dejavu-core).
inline constexpr const char* kTextFont = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

}  // namespace ocelli::internal::test

/// Skips the rest of a test, with a message, if the font is not installed.
#define OCELLI_NEEDS_TEXT_FONT()                 \
  if (!std::filesystem::exists(test::kTextFont)) \
  GTEST_SKIP() << "install fonts-dejavu-core: " << test::kTextFont << " is not there"
