#include "ocelli/features/tabular/principal_components.hpp"

#include <gmock/gmock.h>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::principal_components_test {
namespace {

/// Points in a plane of a space of 9 dimensions, far from its origin.
SampleValues plane(std::size_t points) {
  const SampleValues basis = test::normal_values(2, 9, 1);
  return (test::normal_values(points, 2, 2) * basis).rowwise() + 5 * test::normal_values(1, 9, 3).row(0);
}

TEST(PrincipalComponents, AreOrthonormal) {
  const SampleValues c = PrincipalComponents::of(test::normal_values(500, 12, 4), 7).components();
  EXPECT_TRUE((c * c.transpose()).isIdentity(1e-5f));
}

TEST(PrincipalComponents, RebuildPointsOfAPlane) {
  const SampleValues points = plane(5000);
  const PrincipalComponents two = PrincipalComponents::of(points, 2);
  const SampleValues rebuilt = (two.project(points) * two.components()).rowwise() + two.mean().transpose();
  EXPECT_TRUE(rebuilt.isApprox(points, 1e-5f));
}

TEST(PrincipalComponents, ComeByFallingVariance) {
  const SampleValues points = test::normal_values(800, 6, 5) * test::normal_values(6, 6, 6);
  const SampleValues projected = PrincipalComponents::of(points, 6).project(points);
  const Eigen::RowVectorXf variances = projected.colwise().squaredNorm();
  for (Eigen::Index c = 1; c < 6; ++c) EXPECT_LT(variances[c], variances[c - 1]);
  EXPECT_LT(projected.colwise().mean().norm(), 1e-4);
}

TEST(PrincipalComponents, HaveTheirLargestEntryPositive) {
  const SampleValues components = PrincipalComponents::of(test::normal_values(300, 8, 7), 8).components();
  for (Eigen::Index c = 0; c < 8; ++c) {
    EXPECT_EQ(components.row(c).maxCoeff(), components.row(c).cwiseAbs().maxCoeff());
  }
}

TEST(PrincipalComponents, ProjectManyAsEach) {
  const SampleValues points = test::normal_values(50, 10, 8);
  const PrincipalComponents components = PrincipalComponents::of(points, 3);
  const SampleValues all = components.project(points);
  for (Eigen::Index i = 0; i < 50; ++i) {
    Eigen::RowVectorXf one(3);
    components.project({points.row(i).data(), 10}, {one.data(), 3});
    EXPECT_EQ(one, all.row(i));
  }
}

TEST(PrincipalComponents, AreTheSameForAnyNumberOfThreads) {
  const SampleValues points = test::normal_values(9000, 10, 9);
  const auto act = [&] { return PrincipalComponents::of(points, 4); };
  EXPECT_EQ(test::with_threads(1, act), test::with_threads(3, act));
}

TEST(PrincipalComponents, RefuseWhatCannotBe) {
  const auto kind = [](auto&& make) { return test::error_of(make).kind(); };
  const SampleValues points = test::normal_values(20, 3, 10);
  EXPECT_EQ(kind([&] { PrincipalComponents::of(points, 4); }), Kind::usage);
  EXPECT_EQ(kind([&] { PrincipalComponents::of(points, 0); }), Kind::usage);
  EXPECT_EQ(kind([&] { PrincipalComponents::of(points.topRows(1), 1); }), Kind::training);
  EXPECT_EQ(kind([&] { PrincipalComponents(Eigen::VectorXf::Zero(4), points); }), Kind::model);
}

}  // namespace
}  // namespace ocelli::internal::principal_components_test
