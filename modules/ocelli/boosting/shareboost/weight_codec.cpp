#include "ocelli/boosting/shareboost/weight_codec.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/core/error.hpp"

namespace ocelli::internal::format {

std::vector<double> numbers(const ClassWeights& weights) {
  return {weights.data(), weights.data() + weights.size()};
}

ClassWeights weights_of(std::span<const double> values, std::size_t classes, std::size_t groups,
                        std::size_t& width) {
  const std::size_t columns = values.size() / classes;
  if (width == 0 && groups > 0 && columns > 0) width = (columns - 1) / groups;
  const bool fits = values.size() % classes == 0 && columns == groups * width + 1;
  require(fits && (groups == 0 || width > 0), Kind::model,
          "its weights do not match its classes and columns");
  require(std::ranges::all_of(values, [](double w) { return std::isfinite(w); }), Kind::model,
          "a weight is not finite");
  return Eigen::Map<const ClassWeights>(values.data(), static_cast<Eigen::Index>(classes),
                                        static_cast<Eigen::Index>(columns));
}

}  // namespace ocelli::internal::format
