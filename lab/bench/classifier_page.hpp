#pragma once

#include <string>
#include <vector>

#include "classifier_results.hpp"
#include "ocelli/metrics/plot.hpp"

namespace ocelli::internal::bench {

/// For each method, the share of the data sets on which its error is at most x times that of the best method.
/// Source  Dolan and Moré 2002, Benchmarking optimization software with performance profiles.
LineChart error_profile(const std::vector<Measurement>& measurements);

/// Errors, times and sizes as tables of data sets by methods, with the best of each set in bold, and a text
/// on which method is best where, and where a peer has a lower error than the best of ours.
std::string results_text(const std::vector<Measurement>& measurements);

}  // namespace ocelli::internal::bench
