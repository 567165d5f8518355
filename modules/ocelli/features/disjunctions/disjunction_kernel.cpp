#include "ocelli/features/disjunctions/disjunction_kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/features/disjunctions/disjunction_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::disjunction_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::CappedTag<float, kPadding>;
using VF = hn::Vec<F>;

/// The edges of one area in every lane, or of as many areas as there are lanes.
struct Edges {
  VF left, top, right, bottom;

  Edges(VF l, VF t, VF r, VF b) : left(l), top(t), right(r), bottom(b) {}
  explicit Edges(const Area& area)
      : left(hn::Set(F(), area.left)),
        top(hn::Set(F(), area.top)),
        right(hn::Set(F(), area.right)),
        bottom(hn::Set(F(), area.bottom)) {}

  HWY_INLINE auto hold(VF x, VF y) const {
    return hn::And(hn::And(hn::Ge(x, left), hn::Le(x, right)), hn::And(hn::Ge(y, top), hn::Le(y, bottom)));
  }
};

/// 1 + S of one register of samples.
HWY_INLINE VF one_and_sum(const Points& points, const float* e, const Edges& edges, std::size_t i) {
  const F d;
  VF sum = hn::Set(d, 1.0f);
  for (std::size_t k = 0; k < points.points; ++k) {
    const std::size_t at = k * points.stride + i;
    const auto inside = edges.hold(hn::LoadU(d, points.x + at), hn::LoadU(d, points.y + at));
    sum = hn::Add(sum, hn::IfThenElseZero(inside, hn::LoadU(d, e + at)));
  }
  return sum;
}

void Values(const Points& points, const float* e, const Area& area, float* out) {
  const F d;
  const Edges edges(area);
  const VF one = hn::Set(d, 1.0f), two = hn::Set(d, 2.0f);
  for (std::size_t i = 0; i < points.count; i += hn::Lanes(d)) {
    hn::StoreU(hn::Sub(one, hn::Div(two, one_and_sum(points, e, edges, i))), d, out + i);
  }
}

void ValuesOfAreas(const Areas& areas, std::span<const float> x, std::span<const float> y,
                   std::span<const float> e, float* out) {
  const F d;
  const VF one = hn::Set(d, 1.0f), two = hn::Set(d, 2.0f);
  for (std::size_t j = 0; j < areas.count(); j += hn::Lanes(d)) {
    const Edges edges(hn::LoadU(d, areas.left.data() + j), hn::LoadU(d, areas.top.data() + j),
                      hn::LoadU(d, areas.right.data() + j), hn::LoadU(d, areas.bottom.data() + j));
    VF sum = one;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const auto inside = edges.hold(hn::Set(d, x[k]), hn::Set(d, y[k]));
      sum = hn::Add(sum, hn::IfThenElseZero(inside, hn::Set(d, e[k])));
    }
    hn::StoreU(hn::Sub(one, hn::Div(two, sum)), d, out + j);
  }
}

void AddDerivatives(const Points& points, const float* e, const Area& area, const float* by_value,
                    float* derivative) {
  const F d;
  const Edges edges(area);
  const VF two = hn::Set(d, 2.0f);
  for (std::size_t i = 0; i < points.count; i += hn::Lanes(d)) {
    const VF sum = one_and_sum(points, e, edges, i);
    const VF common = hn::Div(hn::Mul(two, hn::LoadU(d, by_value + i)), hn::Mul(sum, sum));
    for (std::size_t k = 0; k < points.points; ++k) {
      const std::size_t at = k * points.stride + i;
      const auto inside = edges.hold(hn::LoadU(d, points.x + at), hn::LoadU(d, points.y + at));
      const VF share = hn::IfThenElseZero(inside, hn::Mul(common, hn::LoadU(d, e + at)));
      hn::StoreU(hn::Add(hn::LoadU(d, derivative + at), share), d, derivative + at);
    }
  }
}

}  // namespace ocelli::internal::disjunction_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::disjunction_kernel {

HWY_EXPORT(Values);
HWY_EXPORT(ValuesOfAreas);
HWY_EXPORT(AddDerivatives);

void values(const Points& points, const float* e, const Area& area, float* out) {
  HWY_DYNAMIC_DISPATCH(Values)(points, e, area, out);
}

void values(const Areas& areas, std::span<const float> x, std::span<const float> y, std::span<const float> e,
            float* out) {
  HWY_DYNAMIC_DISPATCH(ValuesOfAreas)(areas, x, y, e, out);
}

void add_derivatives(const Points& points, const float* e, const Area& area, const float* by_value,
                     float* derivative) {
  HWY_DYNAMIC_DISPATCH(AddDerivatives)(points, e, area, by_value, derivative);
}

}  // namespace ocelli::internal::disjunction_kernel
#endif
