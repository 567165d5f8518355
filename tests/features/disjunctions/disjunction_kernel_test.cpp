#include "ocelli/features/disjunctions/disjunction_kernel.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "every_target.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::disjunction_kernel_test {
namespace {

using disjunction_kernel::Area;
using disjunction_kernel::padded;
using disjunction_kernel::Points;

class DisjunctionKernel : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(DisjunctionKernel);

/// Points at random whole places of a 12 x 9 image, a quarter of them missing, with their psi.
struct RandomPoints {
  RandomPoints(std::size_t points_of_each, std::size_t samples, std::uint64_t seed)
      : points(points_of_each), count(samples), stride(padded(samples)) {
    Random random(seed);
    for (std::size_t p = 0; p < points * stride; ++p) {
      const bool missing = random.below(4) == 0;
      x.push_back(missing ? -1.0f : static_cast<float>(random.below(12)));
      y.push_back(missing ? -1.0f : static_cast<float>(random.below(9)));
      psi.push_back(3 * random.normal());
      e.push_back(static_cast<float>(std::exp(psi.back())));
      derivative.push_back(static_cast<float>(random.normal()));
    }
    for (std::size_t i = 0; i < stride; ++i) by_value.push_back(static_cast<float>(random.normal()));
  }

  Points view() const { return {x.data(), y.data(), points, stride, count}; }

  bool inside(const Area& area, std::size_t p) const {
    return x[p] >= area.left && x[p] <= area.right && y[p] >= area.top && y[p] <= area.bottom;
  }
  /// The disjunction of a sample where psi of one of its points is `more` than it is.
  double value(const Area& area, std::size_t sample, std::size_t point = 0, double more = 0) const {
    double sum = 1;
    for (std::size_t k = 0; k < points; ++k) {
      const std::size_t p = k * stride + sample;
      if (inside(area, p)) sum += std::exp(psi[p] + (k == point ? more : 0));
    }
    return 1 - 2 / sum;
  }
  double slope(const Area& area, std::size_t sample, std::size_t point) const {
    const double sum = 2 / (1 - value(area, sample)), own = std::exp(psi[point * stride + sample]);
    return inside(area, point * stride + sample) ? 2 * own / (sum * sum) : 0;
  }

  std::size_t points, count, stride;
  std::vector<float> x, y, e, by_value, derivative;
  std::vector<double> psi;
};

/// The whole image, one pixel, and rectangles between.
const std::vector<Area>& areas() {
  static const std::vector<Area> all{{0, 0, 11, 8}, {4, 3, 4, 3}, {0, 2, 5, 8}, {6, 0, 11, 1}, {3, 3, 9, 6}};
  return all;
}

/// Calls check(points, area) for numbers of samples around those of a register and of a row, and several
/// points.
template <class Check>
void for_each_size(const Check& check) {
  for (const std::size_t samples : {1, 2, 7, 15, 16, 17, 33, 100}) {
    for (const std::size_t points : {1, 2, 10}) {
      const RandomPoints own(points, samples, hash(1, {samples, points}));
      for (const Area& area : areas()) check(own, area);
    }
  }
}

TEST_P(DisjunctionKernel, GivesTheValuesOfPlainLoops) {
  for_each_size([](const RandomPoints& own, const Area& area) {
    std::vector<float> values(own.stride);
    disjunction_kernel::values(own.view(), own.e.data(), area, values.data());
    for (std::size_t i = 0; i < own.count; ++i) ASSERT_NEAR(values[i], own.value(area, i), 1e-5);
  });
}

TEST_P(DisjunctionKernel, GivesOneSampleTheSameValuesInManyAreas) {
  const RandomPoints own(10, 1, 7);
  std::vector<float> x, y, e;
  for (std::size_t k = 0; k < own.points; ++k) {
    x.push_back(own.x[k * own.stride]);
    y.push_back(own.y[k * own.stride]);
    e.push_back(own.e[k * own.stride]);
  }
  disjunction_kernel::Areas many;
  for (std::size_t j = 0; j < disjunction_kernel::kPadding * 2; ++j) {
    const Area& area = areas()[j % areas().size()];
    many.left.push_back(area.left);
    many.top.push_back(area.top);
    many.right.push_back(area.right);
    many.bottom.push_back(area.bottom);
  }
  std::vector<float> values(many.count());
  disjunction_kernel::values(many, x, y, e, values.data());
  for (std::size_t j = 0; j < many.count(); ++j) {
    EXPECT_NEAR(values[j], own.value(areas()[j % areas().size()], 0), 1e-5);
  }
}

TEST_P(DisjunctionKernel, AddsTheDerivativesOfPlainLoops) {
  for_each_size([](const RandomPoints& own, const Area& area) {
    std::vector<float> derivative = own.derivative;
    disjunction_kernel::add_derivatives(own.view(), own.e.data(), area, own.by_value.data(),
                                        derivative.data());
    for (std::size_t k = 0; k < own.points; ++k) {
      for (std::size_t i = 0; i < own.count; ++i) {
        const std::size_t p = k * own.stride + i;
        const double expected = own.derivative[p] + own.by_value[i] * own.slope(area, i, k);
        ASSERT_NEAR(derivative[p], expected, 1e-5) << "point " << k << " of sample " << i;
      }
    }
  });
}

TEST_P(DisjunctionKernel, DerivativesAreThoseOfFiniteDifferences) {
  const RandomPoints own(5, 40, 3);
  const std::vector<float> ones(own.stride, 1.0f);
  for (const Area& area : areas()) {
    std::vector<float> derivative(own.points * own.stride);
    disjunction_kernel::add_derivatives(own.view(), own.e.data(), area, ones.data(), derivative.data());
    for (std::size_t k = 0; k < own.points; ++k) {
      for (std::size_t i = 0; i < own.count; ++i) {
        const double step = 1e-4;
        const double rise = (own.value(area, i, k, step) - own.value(area, i, k, -step)) / (2 * step);
        ASSERT_NEAR(derivative[k * own.stride + i], rise, 1e-5);
      }
    }
  }
}

TEST_P(DisjunctionKernel, WorksOnARunOfSamplesAsOnAll) {
  const RandomPoints own(4, 90, 4);
  const Area area = areas()[2];
  std::vector<float> all(own.stride), derivative(own.points * own.stride), of_run = derivative;
  disjunction_kernel::values(own.view(), own.e.data(), area, all.data());
  disjunction_kernel::add_derivatives(own.view(), own.e.data(), area, own.by_value.data(), derivative.data());
  const std::size_t first = 32, count = 48;
  const Points run{own.x.data() + first, own.y.data() + first, own.points, own.stride, count};
  std::vector<float> values(count);
  disjunction_kernel::values(run, own.e.data() + first, area, values.data());
  EXPECT_TRUE(std::equal(values.begin(), values.end(), all.begin() + first));
  disjunction_kernel::add_derivatives(run, own.e.data() + first, area, own.by_value.data() + first,
                                      of_run.data() + first);
  for (std::size_t p = 0; p < of_run.size(); ++p) {
    const bool within = p % own.stride >= first && p % own.stride < first + count;
    ASSERT_EQ(of_run[p], within ? derivative[p] : 0) << p;
  }
}

TEST_P(DisjunctionKernel, GivesMinusOneWhereASampleHasNoPointInTheArea) {
  const std::size_t stride = padded(1), count = stride;
  const std::vector<float> x(stride, -1.0f), e(stride, 1e6f), ones(stride, 1.0f);
  std::vector<float> values(stride), derivative(stride);
  const Points points{x.data(), x.data(), 1, stride, count};
  disjunction_kernel::values(points, e.data(), {0, 0, 31, 31}, values.data());
  disjunction_kernel::add_derivatives(points, e.data(), {0, 0, 31, 31}, ones.data(), derivative.data());
  EXPECT_THAT(values, testing::Each(-1));
  EXPECT_THAT(derivative, testing::Each(0));
}

TEST_P(DisjunctionKernel, StaysANumberWherePsiIsLarge) {
  const std::size_t stride = padded(1), points = 2;
  const std::vector<float> places(points * stride, 2.0f), e(points * stride, std::exp(40.0f)),
      ones(stride, 1.0f);
  std::vector<float> values(stride), derivative(points * stride);
  const Points both{places.data(), places.data(), points, stride, 1};
  disjunction_kernel::values(both, e.data(), {0, 0, 3, 3}, values.data());
  disjunction_kernel::add_derivatives(both, e.data(), {0, 0, 3, 3}, ones.data(), derivative.data());
  EXPECT_EQ(values[0], 1);
  EXPECT_NEAR(derivative[0], 0, 1e-12);
}

}  // namespace
}  // namespace ocelli::internal::disjunction_kernel_test
