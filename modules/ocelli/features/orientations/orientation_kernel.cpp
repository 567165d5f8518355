#include "ocelli/features/orientations/orientation_kernel.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ocelli/features/orientations/orientation_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ocelli::internal::orientation_kernel::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void PartsAlong(const std::int16_t* dx, const std::int16_t* dy, std::size_t count, Direction before,
                Direction after, std::int16_t* out) {
  const hn::ScalableTag<std::int16_t> d;
  const auto before_x = hn::Set(d, before.x), before_y = hn::Set(d, before.y);
  const auto after_x = hn::Set(d, after.x), after_y = hn::Set(d, after.y);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const auto x = hn::LoadU(d, dx + i), y = hn::LoadU(d, dy + i);
    const auto from_before = hn::Sub(hn::Mul(before_x, y), hn::Mul(before_y, x));
    const auto to_after = hn::Sub(hn::Mul(x, after_y), hn::Mul(y, after_x));
    hn::StoreU(hn::Max(hn::Zero(d), hn::Min(from_before, to_after)), d, out + i);
  }
  for (; i < count; ++i) {
    const int from_before = before.x * dy[i] - before.y * dx[i], to_after = dx[i] * after.y - dy[i] * after.x;
    out[i] = static_cast<std::int16_t>(std::max(0, std::min(from_before, to_after)));
  }
}

}  // namespace ocelli::internal::orientation_kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ocelli::internal::orientation_kernel {

HWY_EXPORT(PartsAlong);

void parts_along(const std::int16_t* dx, const std::int16_t* dy, std::size_t count, Direction before,
                 Direction after, std::int16_t* out) {
  HWY_DYNAMIC_DISPATCH(PartsAlong)(dx, dy, count, before, after, out);
}

}  // namespace ocelli::internal::orientation_kernel
#endif
