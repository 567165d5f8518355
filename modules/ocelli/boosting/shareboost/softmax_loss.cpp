#include "ocelli/boosting/shareboost/softmax_loss.hpp"

#include <algorithm>
#include <functional>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/boosting/shareboost/softmax_loss.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// After highway.h, once per target.
#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::ScalableTag<float>;

/// Replaces the scores of up to one register of samples by their residuals and computes their losses. Rows of
/// the table are `stride` apart.
HWY_INLINE void residuals_of(float* scores, std::size_t classes, std::size_t stride,
                             const std::int32_t* labels, float* losses) {
  const F d;
  const hn::RebindToSigned<F> di;
  const auto label = hn::LoadU(di, labels);
  const auto one = hn::Set(d, 1.0f);
  const auto is_label = [&](std::size_t c) HWY_ATTR {
    return hn::RebindMask(d, hn::Eq(label, hn::Set(di, static_cast<std::int32_t>(c))));
  };
  auto max = hn::Set(d, -1e30f), own = hn::Zero(d);
  for (std::size_t c = 0; c < classes; ++c) {
    const auto score = hn::LoadU(d, scores + c * stride);
    own = hn::IfThenElse(is_label(c), score, own);
    max = hn::Max(max, hn::IfThenElse(is_label(c), score, hn::Add(score, one)));
  }
  auto sum = hn::Zero(d);
  for (std::size_t c = 0; c < classes; ++c) {
    const auto score = hn::LoadU(d, scores + c * stride);
    const auto margin = hn::IfThenElse(is_label(c), score, hn::Add(score, one));
    const auto power = hn::Exp(d, hn::Sub(margin, max));
    hn::StoreU(power, d, scores + c * stride);
    sum = hn::Add(sum, power);
  }
  const auto share = hn::Div(one, sum);
  for (std::size_t c = 0; c < classes; ++c) {
    const auto rho = hn::Mul(hn::LoadU(d, scores + c * stride), share);
    hn::StoreU(hn::IfThenElse(is_label(c), hn::Sub(rho, one), rho), d, scores + c * stride);
  }
  hn::StoreU(hn::Add(hn::Log(d, sum), hn::Sub(max, own)), d, losses);
}

double Residuals(ClassTable& scores, std::size_t first, std::span<const std::uint16_t> labels,
                 std::span<const float> weights) {
  constexpr std::size_t kMaxLanes = 64;
  const std::size_t lanes = std::min(hn::Lanes(F()), kMaxLanes), classes = scores.classes();
  std::int32_t wide[kMaxLanes] = {};
  float losses[kMaxLanes] = {};
  double loss = 0;
  const auto add_losses = [&](std::size_t begin, std::size_t count) {
    for (std::size_t l = 0; l < count; ++l)
      loss += weights.empty() ? losses[l] : losses[l] * weights[begin + l];
  };
  std::size_t i = 0;
  for (; i + lanes <= labels.size(); i += lanes) {
    std::copy_n(labels.begin() + static_cast<std::ptrdiff_t>(i), lanes, wide);
    residuals_of(scores.of(0).data() + first + i, classes, scores.samples(), wide, losses);
    add_losses(i, lanes);
  }
  // The remainder goes through a separate table, one register wide.
  const std::size_t left = labels.size() - i;
  if (left == 0) return loss;
  ClassTable last(classes, lanes);
  for (std::size_t c = 0; c < classes; ++c)
    std::ranges::copy(scores.of(c).subspan(first + i, left), last.of(c).begin());
  std::fill(wide, wide + lanes, 0);
  std::copy_n(labels.begin() + static_cast<std::ptrdiff_t>(i), left, wide);
  residuals_of(last.of(0).data(), classes, lanes, wide, losses);
  for (std::size_t c = 0; c < classes; ++c)
    std::ranges::copy(last.of(c).first(left), scores.of(c).begin() + static_cast<std::ptrdiff_t>(first + i));
  add_losses(i, left);
  return loss;
}

}  // namespace ocelli::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal {

HWY_EXPORT(Residuals);

double softmax_residuals(ClassTable& scores, std::size_t first, std::span<const std::uint16_t> labels,
                         std::span<const float> weights) {
  const double loss = HWY_DYNAMIC_DISPATCH(Residuals)(scores, first, labels, weights);
  if (weights.empty()) return loss;
  for (std::size_t c = 0; c < scores.classes(); ++c) {
    const std::span<float> row = scores.of(c).subspan(first, weights.size());
    std::ranges::transform(row, weights, row.begin(), std::multiplies());
  }
  return loss;
}

}  // namespace ocelli::internal
#endif  // HWY_ONCE
