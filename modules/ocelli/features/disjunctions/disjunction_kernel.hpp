#pragma once

#include <span>

#include "ocelli/features/disjunctions/disjunction.hpp"

/// The vector code of smooth disjunctions (internal). Written once with Highway, compiled for every
/// instruction set, chosen at run time.
namespace ocelli::internal::disjunction_kernel {

/// out[i] = 1 - 2 / (1 + S), where S is the sum of e over sample i's points in the area: a smooth disjunction
/// of the values psi with e = exp(psi) (multi-layer boosting section 3.2).
/// Cost  about 7 operations per point and sample.
void values(const Points& points, const float* e, const Area& area, float* out);

/// The same for one sample with points x, y and for many areas: one value per area in `out`.
void values(const Areas& areas, std::span<const float> x, std::span<const float> y, std::span<const float> e,
            float* out);

/// derivative[k * stride + i] += by_value[i] * (derivative of the disjunction with respect to psi at the
/// point), which is 2 e / (1 + S)^2 inside the area and 0 elsewhere.
void add_derivatives(const Points& points, const float* e, const Area& area, const float* by_value,
                     float* derivative);

}  // namespace ocelli::internal::disjunction_kernel
