#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <vector>

namespace ocelli::internal::test {

/// The cascades of Debian's package opencv-data, by name; none where it is not installed.
inline std::vector<std::filesystem::path> opencv_cascades() {
  const std::filesystem::path top = "/usr/share/opencv4";
  std::vector<std::filesystem::path> files;
  for (const char* const folder : {"haarcascades", "lbpcascades"}) {
    if (!std::filesystem::is_directory(top / folder)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(top / folder)) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace ocelli::internal::test

/// Skips the test, loudly, where OpenCV's cascades are absent.
#define OCELLI_NEEDS_OPENCV_CASCADES()                                            \
  if (ocelli::internal::test::opencv_cascades().empty()) {                        \
    std::cerr << "\n*** SKIPPED for want of cascades: install opencv-data ***\n"; \
    GTEST_SKIP();                                                                 \
  }
