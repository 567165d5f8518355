#include "ocelli/boosting/stumps/vote_kernel.hpp"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/boosting/stumps/vote_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::vote_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most eight numbers at a time, one per bit of a byte.
using D = hn::CappedTag<double, 8>;
using VD = hn::Vec<D>;
using MD = hn::Mask<D>;

/// Calls work(i, masks of the samples i .. i + lanes - 1) for all samples of the words.
template <class Work, class... Bits>
HWY_INLINE void for_each_lanes(std::size_t words, Work&& work, const Bits&... bits) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t w = 0; w < words; ++w) {
    for (std::size_t i = 0; i < 64; i += lanes) {
      const auto mask = [&](const auto& of) HWY_ATTR {
        const auto byte = static_cast<std::uint8_t>(of[w] >> i);
        const std::uint8_t bytes[8] = {byte};
        return hn::LoadMaskBits(d, bytes);
      };
      work(64 * w + i, mask(bits)...);
    }
  }
}

void AddVotes(Words answers, double weight, std::span<double> scores) {
  const D d;
  const VD up = hn::Set(d, weight), down = hn::Set(d, -weight);
  for_each_lanes(
      answers.size(),
      [&](std::size_t i, MD answer) HWY_ATTR {
        double* const at = scores.data() + i;
        hn::StoreU(hn::Add(hn::LoadU(d, at), hn::IfThenElse(answer, up, down)), d, at);
      },
      answers);
}

Agreement SumAgreement(Words answers, Words own, std::span<const double> numbers) {
  const D d;
  VD alike = hn::Zero(d), different = hn::Zero(d);
  for_each_lanes(
      answers.size(),
      [&](std::size_t i, MD answer, MD mine) HWY_ATTR {
        const VD number = hn::LoadU(d, numbers.data() + i);
        const MD differ = hn::Xor(answer, mine);
        different = hn::Add(different, hn::IfThenElseZero(differ, number));
        alike = hn::Add(alike, hn::IfThenZeroElse(differ, number));
      },
      answers, own);
  return {hn::GetLane(hn::SumOfLanes(d, alike)), hn::GetLane(hn::SumOfLanes(d, different))};
}

void Gather(Words own, std::span<const double> scale, std::span<const double> rest,
            std::span<const double> pairs, std::span<double> pulls) {
  const D d;
  for_each_lanes(
      own.size(),
      [&](std::size_t i, MD mine) HWY_ATTR {
        const VD sum = hn::IfThenElse(mine, hn::LoadU(d, rest.data() + i), hn::LoadU(d, pairs.data() + i));
        hn::StoreU(hn::Mul(hn::LoadU(d, scale.data() + i), sum), d, pulls.data() + i);
      },
      own);
}

void Shift(const ClassPairs& parts, Words answers, double step) {
  const D d;
  const VD one = hn::Set(d, 1), grown = hn::Set(d, std::exp(step)), shrunk = hn::Set(d, std::exp(-step));
  for_each_lanes(
      answers.size(),
      [&](std::size_t i, MD answer, MD mine) HWY_ATTR {
        double *const scale = parts.scale.data() + i, *const rest = parts.rest.data() + i,
                      *const pairs = parts.pairs.data() + i;
        const VD of_own = hn::IfThenElse(mine, hn::IfThenElse(answer, shrunk, grown), one);
        const VD of_pair = hn::IfThenElse(mine, one, hn::IfThenElse(answer, grown, shrunk));
        const VD before = hn::LoadU(d, pairs), after = hn::Mul(before, of_pair);
        hn::StoreU(hn::Mul(hn::LoadU(d, scale), of_own), d, scale);
        // A sum of positive numbers is at least each of them. Rounding could violate this and make later sums
        // negative.
        const VD sum = hn::Max(hn::Add(hn::LoadU(d, rest), hn::Sub(after, before)), after);
        hn::StoreU(sum, d, rest);
        hn::StoreU(after, d, pairs);
      },
      answers, parts.own);
}

}  // namespace ocelli::internal::vote_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::vote_kernel {

HWY_EXPORT(AddVotes);
HWY_EXPORT(SumAgreement);
HWY_EXPORT(Gather);
HWY_EXPORT(Shift);

void add_votes(Words answers, double weight, std::span<double> scores) {
  HWY_DYNAMIC_DISPATCH(AddVotes)(answers, weight, scores);
}

Agreement agreement(Words answers, Words own, std::span<const double> numbers) {
  return HWY_DYNAMIC_DISPATCH(SumAgreement)(answers, own, numbers);
}

void gather(Words own, std::span<const double> scale, std::span<const double> rest,
            std::span<const double> pairs, std::span<double> pulls) {
  HWY_DYNAMIC_DISPATCH(Gather)(own, scale, rest, pairs, pulls);
}

void shift(const ClassPairs& parts, Words answers, double step) {
  HWY_DYNAMIC_DISPATCH(Shift)(parts, answers, step);
}

}  // namespace ocelli::internal::vote_kernel
#endif  // HWY_ONCE
