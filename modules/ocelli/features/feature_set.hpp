#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "ocelli/features/balls/ball_features.hpp"
#include "ocelli/features/points/disjunction_features.hpp"
#include "ocelli/features/tabular/linear_features.hpp"
#include "ocelli/features/tabular/product_features.hpp"
#include "ocelli/features/tabular/stump_features.hpp"
#include "ocelli/features/templates/template_features.hpp"

namespace ocelli {

/// What a classifier looks at: groups of columns, computed from a sample's raw values.
///
/// A column is coded by one byte a sample; its Binning says what number a byte stands for, and that number is
/// what learning and scoring see. All groups have the same width (1 where features come alone); those of
/// group g are the columns g * width .. g * width + width - 1.
using FeatureSet = std::variant<LinearFeatures, ProductFeatures, StumpFeatures, TemplateFeatures,
                                BallFeatures, DisjunctionFeatures>;

/// Raw values that a sample must have.
std::size_t inputs(const FeatureSet& set);
std::size_t groups(const FeatureSet& set);
std::size_t width(const FeatureSet& set);
std::size_t columns(const FeatureSet& set);
const Binning& binning(const FeatureSet& set, std::size_t column);

/// The bytes of all columns of one sample. Requires  inputs(set) values, columns(set) codes.
void encode(const FeatureSet& set, std::span<const float> sample, std::span<std::uint8_t> codes);

/// Only these groups, in this order.
FeatureSet select(const FeatureSet& set, std::span<const std::uint32_t> groups);

/// The bytes of all columns of all samples, in parallel.
/// Throws  Error(Kind::input) when the samples do not have inputs(set) values.
/// Cost    samples x columns bytes, and 64 x columns bytes a thread.
BinnedResponses respond(const FeatureSet& set, const Samples& samples);

}  // namespace ocelli
