#include "ocelli/features/points/disjunction_features.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr int kMaxImageSide = 4096;

void require_sound(const LocalFeature& feature, int side) {
  for (const WaveletVote& vote : feature) {
    require(is_balanced_inside(vote.wavelet, side, side), Kind::model, "a wavelet is outside the windows");
    require(std::isfinite(vote.threshold) && std::isfinite(vote.weight), Kind::model,
            "a wavelet's vote is not finite");
  }
}

/// An area without points.
constexpr disjunction_kernel::Area kNowhere{1, 1, 0, 0};

void add(disjunction_kernel::Areas& areas, const disjunction_kernel::Area& area) {
  areas.left.push_back(area.left);
  areas.top.push_back(area.top);
  areas.right.push_back(area.right);
  areas.bottom.push_back(area.bottom);
}

}  // namespace

DisjunctionFeatures::DisjunctionFeatures(ImageShape shape, PointWindowOptions windows,
                                         std::vector<LocalFeature> local,
                                         std::vector<Disjunction> disjunctions)
    : shape_(shape),
      windows_(windows),
      local_(std::move(local)),
      disjunctions_(std::move(disjunctions)),
      corners_(local_.size()),
      groups_(local_.size()) {
  require(shape_.width > 0 && shape_.height > 0 && shape_.width <= kMaxImageSide &&
              shape_.height <= kMaxImageSide,
          Kind::model, "its images have no pixels, or too many");
  try {
    windows_.validate();
  } catch (const Error& error) {
    throw Error(Kind::model, "its interest points are invalid: " + std::string(error.what()));
  }
  for (std::size_t d = 0; d < local_.size(); ++d) {
    require_sound(local_[d], windows_.side);
    for (const WaveletVote& vote : local_[d]) corners_[d].push_back(corners(vote.wavelet));
  }
  for (std::uint32_t g = 0; g < disjunctions_.size(); ++g) {
    const auto& [feature, area] = disjunctions_[g];
    require(feature < local_.size(), Kind::model, "a disjunction refers to an unknown local feature");
    require(area.width > 0 && area.height > 0 && area.x + area.width <= shape_.width &&
                area.y + area.height <= shape_.height,
            Kind::model, "a disjunction's area is outside the image");
    add(groups_[feature].areas, disjunction_kernel::edges(area));
    groups_[feature].columns.push_back(g);
  }
  for (Group& group : groups_) {
    while (group.areas.count() % disjunction_kernel::kPadding != 0) add(group.areas, kNowhere);
  }
}

SampleValues DisjunctionFeatures::local_responses(const PointWindows& windows) const {
  const auto points = static_cast<Eigen::Index>(windows.points().size());
  SampleValues psi = SampleValues::Zero(static_cast<Eigen::Index>(local_.size()), points);
  std::vector<float> z(windows.points().size());
  for (std::size_t d = 0; d < local_.size(); ++d) {
    auto row = psi.row(static_cast<Eigen::Index>(d));
    for (std::size_t v = 0; v < local_[d].size(); ++v) {
      const WaveletVote& vote = local_[d][v];
      windows.respond(corners_[d][v], z);
      for (Eigen::Index k = 0; k < points; ++k) {
        row[k] += z[static_cast<std::size_t>(k)] >= vote.threshold ? vote.weight : -vote.weight;
      }
    }
  }
  return psi;
}

void DisjunctionFeatures::encode(std::span<const float> sample, std::span<std::uint8_t> codes) const {
  thread_local PointWindows windows;
  thread_local std::vector<float> x, y, values;
  windows.assign(sample, shape_, windows_);
  x.clear();
  y.clear();
  for (const InterestPoint& point : windows.points()) {
    x.push_back(static_cast<float>(point.x));
    y.push_back(static_cast<float>(point.y));
  }
  const SampleValues e = local_responses(windows).cwiseMin(kLargestPsi).array().exp();
  for (std::size_t d = 0; d < groups_.size(); ++d) {
    const auto& [areas, columns] = groups_[d];
    values.resize(areas.count());
    disjunction_kernel::values(areas, x, y, {e.row(static_cast<Eigen::Index>(d)).data(), x.size()},
                               values.data());
    for (std::size_t j = 0; j < columns.size(); ++j) codes[columns[j]] = signed_unit_byte(values[j]);
  }
}

DisjunctionFeatures DisjunctionFeatures::select(std::span<const std::uint32_t> groups) const {
  std::vector<Disjunction> chosen;
  chosen.reserve(groups.size());
  for (const std::uint32_t g : groups) chosen.push_back(disjunctions_[g]);
  return {shape_, windows_, local_, std::move(chosen)};
}

std::size_t DisjunctionFeatures::wavelets() const {
  std::size_t count = 0;
  for (const LocalFeature& feature : local_) count += feature.size();
  return count;
}

std::size_t DisjunctionFeatures::multiply_adds() const {
  std::size_t of_point = disjunctions_.size();
  for (const auto& wavelets : corners_) {
    for (const std::vector<WeightedCorner>& wavelet : wavelets) of_point += wavelet.size();
  }
  return static_cast<std::size_t>(windows_.points.count) * of_point;
}

InputShares DisjunctionFeatures::input_shares(std::size_t group) const {
  const PlaceArea& area = disjunctions_[group].area;
  return shares_of_area({area.x, area.y, area.width, area.height}, shape());
}

}  // namespace ocelli::internal
