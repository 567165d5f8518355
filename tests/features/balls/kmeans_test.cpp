#include "ocelli/features/balls/kmeans.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "data/expect_error.hpp"
#include "features/random_samples.hpp"
#include "features/with_threads.hpp"

namespace ocelli::internal::kmeans_test {
namespace {

/// Points in tight groups, far apart: point i belongs to group i % groups.
SampleValues planted(std::size_t points, std::size_t groups) {
  const SampleValues homes = 100 * test::normal_values(groups, 6, 1);
  SampleValues values = test::normal_values(points, 6, 2);
  for (Eigen::Index i = 0; i < values.rows(); ++i) values.row(i) += homes.row(i % homes.rows());
  return values;
}

double plain_inertia(const SampleValues& points, const SampleValues& centers) {
  double sum = 0;
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    sum += (centers.rowwise() - points.row(i)).rowwise().squaredNorm().minCoeff();
  }
  return sum;
}

TEST(KMeans, FindsPlantedGroups) {
  constexpr std::size_t kGroups = 12;
  const Clusters found = kmeans(planted(600, kGroups), {.centers = kGroups});
  EXPECT_EQ(std::set(found.nearest.begin(), found.nearest.begin() + kGroups).size(), kGroups);
  for (std::size_t i = 0; i < 600; ++i) ASSERT_EQ(found.nearest[i], found.nearest[i % kGroups]);
}

TEST(KMeans, NeverRaisesTheInertia) {
  const SampleValues points = test::normal_values(900, 5, 3);
  for (const Clusters& found : {kmeans(points, {.centers = 40}), spherical_kmeans(points, {.centers = 40})}) {
    EXPECT_GT(found.inertia.size(), 3u);
    EXPECT_TRUE(std::ranges::is_sorted(found.inertia, std::greater()));
    EXPECT_NEAR(found.inertia.back(), plain_inertia(points, found.centers), 1e-5 * found.inertia.back());
  }
}

TEST(KMeans, EndsWithEachCentreInTheMiddleOfItsPoints) {
  const SampleValues points = test::normal_values(300, 2, 4);
  const Clusters found = kmeans(points, {.centers = 6, .iterations = 1000});
  ASSERT_LT(found.inertia.size(), 1000u);
  for (std::uint32_t c = 0; c < 6; ++c) {
    Eigen::RowVector2d sum(0, 0);
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
      if (found.nearest[i] == c) sum += points.row(i).cast<double>();
    }
    const auto count = static_cast<double>(std::ranges::count(found.nearest, c));
    EXPECT_LT((sum / count - found.centers.row(c).cast<double>()).norm(), 1e-5);
  }
}

TEST(KMeans, MovesCentresThatNobodyIsNearestTo) {
  SampleValues points = SampleValues::Zero(200, 2);
  for (Eigen::Index i = 0; i < 4; ++i) points(i, 0) = static_cast<float>(10 * (i + 1));
  const Clusters found = kmeans(points, {.centers = 5});
  EXPECT_EQ(found.inertia.back(), 0);
}

TEST(SphericalKMeans, KeepsCentresOfLengthOneAndTakesTheLargestInnerProduct) {
  const SampleValues points = test::normal_values(500, 9, 5);
  const Clusters found = spherical_kmeans(points, {.centers = 20});
  for (Eigen::Index c = 0; c < 20; ++c) EXPECT_NEAR(found.centers.row(c).norm(), 1, 1e-6);
  const SampleValues products = points * found.centers.transpose();
  for (Eigen::Index i = 0; i < 500; ++i) {
    EXPECT_NEAR(products(i, found.nearest[i]), products.row(i).maxCoeff(), 1e-5);
  }
}

TEST(KMeans, DoesNotDependOnTheNumberOfThreads) {
  const SampleValues points = test::normal_values(3000, 10, 6);
  const auto find = [&] { return kmeans(points, {.centers = 50}); };
  const Clusters one = test::with_threads(1, find), three = test::with_threads(3, find);
  EXPECT_EQ(one.centers, three.centers);
  EXPECT_EQ(one.nearest, three.nearest);
  EXPECT_EQ(one.inertia, three.inertia);
}

TEST(KMeans, DependsOnTheSeed) {
  const SampleValues points = test::normal_values(300, 4, 7);
  EXPECT_NE(kmeans(points, {.centers = 9, .seed = 1}).centers,
            kmeans(points, {.centers = 9, .seed = 2}).centers);
}

TEST(KMeans, RefusesMoreCentresThanPoints) {
  const SampleValues points = test::normal_values(5, 2, 8);
  EXPECT_EQ(test::error_of([&] { kmeans(points, {.centers = 6}); }).kind(), Kind::training);
  EXPECT_EQ(test::error_of([&] { kmeans(points, {.centers = 0}); }).kind(), Kind::usage);
  EXPECT_EQ(test::error_of([&] { kmeans(points, {.centers = 2, .iterations = 0}); }).kind(), Kind::usage);
}

}  // namespace
}  // namespace ocelli::internal::kmeans_test
