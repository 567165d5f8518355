#include "ocelli/boosting/multilayer/hidden_layer.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/core/parallel.hpp"

namespace ocelli::internal {

HiddenLayer::HiddenLayer(const PointPlaces& places, std::size_t features)
    : points_(places.points),
      samples_(places.samples),
      stride_(disjunction_kernel::padded(places.samples)),
      x_(points_ * stride_, -1.0f),
      y_(points_ * stride_, -1.0f),
      psi_(features, std::vector<float>(points_ * stride_, 0.0f)),
      exponentials_(features, std::vector<float>(points_ * stride_, 1.0f)) {
  for (std::size_t k = 0; k < points_; ++k) {
    const auto from = static_cast<std::ptrdiff_t>(k * samples_),
               to = static_cast<std::ptrdiff_t>(k * stride_);
    std::copy_n(places.x.begin() + from, samples_, x_.begin() + to);
    std::copy_n(places.y.begin() + from, samples_, y_.begin() + to);
  }
}

void HiddenLayer::add(std::size_t feature, std::span<const std::uint8_t> bytes, std::uint8_t bin,
                      float weight) {
  parallel_for(std::size_t{0}, points_, [&](std::size_t k) {
    const std::span<const std::uint8_t> own = bytes.subspan(k * samples_, samples_);
    float* const psi = psi_[feature].data() + k * stride_;
    float* const e = exponentials_[feature].data() + k * stride_;
    for (std::size_t i = 0; i < samples_; ++i) {
      psi[i] += own[i] >= bin ? weight : -weight;
      e[i] = std::exp(std::min(psi[i], kLargestPsi));
    }
  });
}

}  // namespace ocelli::internal
