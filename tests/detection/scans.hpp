#pragma once

#include <memory>
#include <ostream>
#include <utility>
#include <vector>

#include "detection/plain_scan.hpp"

namespace ocelli::internal {

inline void PrintTo(const LevelWindow& w, std::ostream* out) {
  *out << "level " << w.level << " (" << w.x << ", " << w.y << ") score " << w.score;
}

namespace test {

inline Scanner scanner_of(CascadeParts parts, ScanOptions options = {}) {
  return {std::make_shared<const Cascade>(std::move(parts)), options};
}

inline std::vector<LevelWindow> scan(const Scanner& scanner, const cv::Mat& gray) {
  ScanScratch scratch;
  return scanner.windows(gray, kEveryRow, scratch);
}

}  // namespace test
}  // namespace ocelli::internal
