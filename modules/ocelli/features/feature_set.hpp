#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "ocelli/features/balls/ball_features.hpp"
#include "ocelli/features/binary_patterns/binary_pattern_features.hpp"
#include "ocelli/features/channel_templates/channel_templates.hpp"
#include "ocelli/features/colors/color_features.hpp"
#include "ocelli/features/combined/combined_features.hpp"
#include "ocelli/features/gaussians/gaussian_features.hpp"
#include "ocelli/features/input_share.hpp"
#include "ocelli/features/orientations/orientation_features.hpp"
#include "ocelli/features/points/disjunction_features.hpp"
#include "ocelli/features/tabular/linear_features.hpp"
#include "ocelli/features/tabular/product_features.hpp"
#include "ocelli/features/tabular/stump_features.hpp"
#include "ocelli/features/tabular/tree_features.hpp"
#include "ocelli/features/templates/template_features.hpp"

namespace ocelli::internal {

/// The features of a classifier: groups of columns, computed from a sample's raw values.
///
/// A column has one byte per sample. Its Binning converts a byte to the value that learning and scoring use.
/// All groups have the same width (1 for single features). Group g consists of columns g * width .. g * width
/// + width - 1.
///
/// To add a kind, write a class with the members of LinearFeatures or, if its Parts describe themselves, of
/// ColorFeatures, and append its name to this list.
using FeatureSet =
    std::variant<LinearFeatures, ProductFeatures, StumpFeatures, TemplateFeatures, BallFeatures,
                 DisjunctionFeatures, TreeFeatures, OrientationFeatures, GaussianFeatures, CombinedFeatures,
                 ChannelTemplates, BinaryPatternFeatures, ColorFeatures>;

struct FeaturePart {
  FeatureSet features;
};

/// "linear", "templates" and so on.
std::string_view kind(const FeatureSet& set);
/// The shape of the images that the features use. Empty if they accept any values.
std::optional<ImageShape> image_shape(const FeatureSet& set);
/// The number of raw values of a sample that the features use. In color images, all kinds except colors use
/// only the gray levels.
std::size_t inputs(const FeatureSet& set);
std::size_t groups(const FeatureSet& set);
std::size_t width(const FeatureSet& set);
std::size_t columns(const FeatureSet& set);
const Binning& binning(const FeatureSet& set, std::size_t column);

/// Writes the bytes of all columns of one sample.
/// Requires  at least inputs(set) values (only the first ones are used); columns(set) codes.
void encode(const FeatureSet& set, std::span<const float> sample, std::span<std::uint8_t> codes);

/// The inputs that a group reads, and how much of it depends on each.
InputShares input_shares(const FeatureSet& set, std::size_t group);

/// Multiply-adds to compute the columns of one sample; an upper bound where some are skipped.
std::size_t multiply_adds(const FeatureSet& set);

/// Selects these groups, in this order.
FeatureSet select(const FeatureSet& set, std::span<const std::uint32_t> groups);

/// The same features with binnings refitted to the responses of these samples. Kinds with fixed binnings stay
/// unchanged.
FeatureSet with_fitted_binnings(const FeatureSet& set, const Samples& samples);

/// The kinds with a finite set of features for given samples: those with a function all(samples).
std::vector<std::string_view> countable_kinds();
/// All features of a kind.
/// Requires  one of countable_kinds().
FeatureSet all_features(std::string_view kind, const Samples& samples);

/// The bytes of all columns of all samples, in parallel.
/// Throws  Error(Kind::input) unless the samples have inputs(set) values, or are color images with
/// inputs(set) values in their first plane.
/// Cost    samples x columns bytes, and 64 x columns bytes per thread.
BinnedResponses respond(const FeatureSet& set, const Samples& samples);

}  // namespace ocelli::internal
