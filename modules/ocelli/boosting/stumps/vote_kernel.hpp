#pragma once

#include <cstdint>
#include <span>

/// Sums over samples, selected by the bits of stumps' outputs: one number per sample, 64 per word. Written
/// once with Highway, compiled for every instruction set, chosen at run time.
namespace ocelli::internal::vote_kernel {

/// One bit per sample in words of 64: 1 where the output is +1.
using Words = std::span<const std::uint64_t>;

/// Sums of numbers where two bit sets agree, and where they differ.
struct Agreement {
  double alike = 0, different = 0;
};

/// scores_i += weight * answer_i.
void add_votes(Words answers, double weight, std::span<double> scores);

/// The sums where two bit sets agree and differ.
Agreement agreement(Words answers, Words own, std::span<const double> numbers);

/// pulls_i = scale_i * (own_i ? rest_i : pairs_i).
void gather(Words own, std::span<const double> scale, std::span<const double> rest,
            std::span<const double> pairs, std::span<double> pulls);

/// The parts of mu (see PairWeights) that the weights of one class change. The bits of `own` are 1 for
/// samples of the class.
struct ClassPairs {
  Words own;
  std::span<double> scale, rest, pairs;
};

/// Multiplies mu by exp(-step * answer) for all pairs of the class's own samples, and by exp(step * answer)
/// for pairs of other samples with the class. Updates their sums `rest`.
void shift(const ClassPairs& parts, Words answers, double step);

}  // namespace ocelli::internal::vote_kernel
