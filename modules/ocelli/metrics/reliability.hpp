#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "ocelli/metrics/plot.hpp"
#include "ocelli/metrics/reject_curve.hpp"

namespace ocelli::internal {

/// Answers with about the same confidence.
struct ReliabilityBin {
  std::size_t count = 0;
  double confidence = 0;  ///< the mean
  double right = 0;       ///< the share of right answers

  friend bool operator==(const ReliabilityBin&, const ReliabilityBin&) = default;
};

/// How often answers are right at each confidence: the answers in `bins` intervals of equal width from 0 to
/// 1, without empty ones. The margin of each answer is a confidence from 0 to 1: its probability of being
/// right, if it is calibrated.
/// Throws  Error(Kind::usage) for a confidence out of this range, and for fewer bins than one.
std::vector<ReliabilityBin> reliability(std::span<const GradedAnswer> answers, int bins = 10);

/// The mean distance between confidence and share of right answers, with bins weighted by their answers.
/// Source  Naeini, Cooper, Hauskrecht 2015, Obtaining well calibrated probabilities using Bayesian binning
/// (ECE).
double calibration_error(std::span<const ReliabilityBin> bins);

/// The share of right answers against confidence, both in percent, with the diagonal of calibrated answers.
/// `answers` is the kind of answer: "Words".
LineChart reliability_chart(const std::string& answers, const std::string& name,
                            std::span<const ReliabilityBin> bins);

/// One line per bin: confidence, share of right answers, number.
std::string table_of(std::span<const ReliabilityBin> bins);

}  // namespace ocelli::internal
