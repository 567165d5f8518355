#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "ocelli/pipelines/output/record.hpp"
#include "progress_line.hpp"

namespace ocelli::internal::app {

/// The pages of a run without text and those with the lowest confidence, for manual review.
class LeastSurePages {
 public:
  /// Reports a page without text, so that it does not pass for one that was read. Ignores error records.
  void add(const Record& record, ProgressLine& terminal);

  /// Reports the confidence of the run's words and the pages with the lowest; silent for fewer than two
  /// pages.
  void report(ProgressLine& terminal) const;

  /// Reports how many pages have no text; silent for fewer than two.
  void report_blank(ProgressLine& terminal) const;

 private:
  static constexpr std::size_t kMax = 5;

  std::size_t pages_ = 0, blank_ = 0, with_text_ = 0;
  double sum_ = 0;
  std::set<std::pair<double, std::string>> min_;  ///< confidence, name
};

}  // namespace ocelli::internal::app
