#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

#include "ocelli/features/feature_set.hpp"

/// Internal to features.
namespace ocelli::internal {

/// Calls visit(std::type_identity<Features>()) for each kind of features, in the order of FeatureSet.
template <class Visit>
void for_each_kind(Visit&& visit) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (visit(std::type_identity<std::variant_alternative_t<I, FeatureSet>>()), ...);
  }
  (std::make_index_sequence<std::variant_size_v<FeatureSet>>());
}

}  // namespace ocelli::internal
