#pragma once

#include <string>
#include <vector>

#include "classifier_results.hpp"
#include "ocelli/metrics/plot.hpp"

namespace ocelli::internal::bench {

/// For each method the share of the sets where it errs at most x times as often as the best method there.
/// Source  Dolan and Moré 2002, Benchmarking optimization software with performance profiles.
LineChart error_profile(const std::vector<Measurement>& measurements);

/// Errors, times and sizes as tables of sets by methods, the best of each set in bold, and in words who is
/// best where and where a peer errs less than the best of ours.
std::string results_text(const std::vector<Measurement>& measurements);

}  // namespace ocelli::internal::bench
