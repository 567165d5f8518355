#include "ocelli/text/correction/place_model.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::place_model_test {
namespace {

TEST(LineFrame, TellsPlacesInXHeightsAboveASlopingBaseline) {
  const LineFrame frame{100, 0.1, 20};
  // The box's middle is at x = 10, where the baseline is at 101.
  const GlyphPlace place = frame.place({5, 71, 10, 30});
  EXPECT_FLOAT_EQ(place.top, 1.5F);
  EXPECT_FLOAT_EQ(place.bottom, 0);
  EXPECT_FLOAT_EQ(place.width, 0.5F);
}

const std::vector<GlyphPlace> kPlaces = {{1, 0, 0.5F}, {1.2F, 0, 0.7F}, {1.5F, 0, 0.9F}, {1.5F, 0, 0.9F}};
const std::vector<std::uint16_t> kLabels = {0, 0, 1, 1};

TEST(PlaceModel, HasTheMeansAndDeviationsOfItsPlaces) {
  const PlaceModel model = fit_places(kPlaces, kLabels, 2, 0.05F);
  EXPECT_FLOAT_EQ(model.classes()[0].mean.top, 1.1F);
  EXPECT_NEAR(model.classes()[0].deviation.top, 0.1, 1e-5);
  EXPECT_FLOAT_EQ(model.classes()[1].deviation.top, 0.05F);
}

/// A model of one class.
PlaceModel model_of(const PlaceDistribution& distribution) { return PlaceModel(std::vector{distribution}); }

TEST(PlaceModel, HasTheLogarithmOfANormalDensityUpToAConstant) {
  const PlaceModel model = model_of({{1, 0, 0.5F}, {0.1F, 0.2F, 0.5F}});
  const float at_mean = model.log_density(0, {1, 0, 0.5F});
  EXPECT_NEAR(at_mean, -std::log(0.1 * 0.2 * 0.5), 1e-5);
  EXPECT_NEAR(model.log_density(0, {1.2F, 0, 0.5F}), at_mean - 2, 1e-5);
  EXPECT_NEAR(model.log_density(0, {1, -0.2F, 1.0F}), at_mean - 1, 1e-5);
}

TEST(PlaceModel, LetsNoPlaceCountForMoreThanSomeDeviations) {
  const PlaceModel model = model_of({{1, 0, 0.5F}, {0.1F, 0.2F, 0.5F}});
  EXPECT_EQ(model.log_density(0, {9, 0, 0.5F}), model.log_density(0, {90, 0, 0.5F}));
}

TEST(PlaceModel, TellsSmallLettersFromCapitalsOfTheSameShape) {
  const PlaceModel model = fit_places(kPlaces, kLabels, 2, 0.05F);
  EXPECT_GT(model.log_density(0, {1.1F, 0, 0.6F}), model.log_density(1, {1.1F, 0, 0.6F}));
  EXPECT_LT(model.log_density(0, {1.5F, 0, 0.9F}), model.log_density(1, {1.5F, 0, 0.9F}));
}

TEST(PlaceModel, GivesAClassWithoutAPlaceAWideOne) {
  const PlaceModel model = fit_places(kPlaces, kLabels, 3, 0.05F);
  EXPECT_GE(model.classes()[2].deviation.top, 1);
}

TEST(PlaceModel, RefusesWhatIsNoDistribution) {
  EXPECT_THROW(model_of({{1, 0, 0}, {0, 1, 1}}), Error);
  EXPECT_THROW(model_of({{std::numeric_limits<float>::quiet_NaN(), 0, 0}, {1, 1, 1}}), Error);
}

}  // namespace
}  // namespace ocelli::internal::place_model_test
