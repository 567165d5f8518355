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
/// A column has one byte per sample; its Binning gives the value of a byte, which learning and scoring
/// use. All groups have the same width (1 for single features); those of
/// group g are the columns g * width .. g * width + width - 1.
///
/// A new kind is a class with the members of LinearFeatures or, where its Parts describe themselves, of
/// ColorFeatures, and its name here, at the end.
using FeatureSet =
    std::variant<LinearFeatures, ProductFeatures, StumpFeatures, TemplateFeatures, BallFeatures,
                 DisjunctionFeatures, TreeFeatures, OrientationFeatures, GaussianFeatures, CombinedFeatures,
                 ChannelTemplates, BinaryPatternFeatures, ColorFeatures>;

struct FeaturePart {
  FeatureSet features;
};

/// "linear", "templates" and so on.
std::string_view kind(const FeatureSet& set);
/// The shape of the images that the features use; none if they use any values.
std::optional<ImageShape> image_shape(const FeatureSet& set);
/// The number of raw values of a sample that they use. Of color images, all kinds but colors use
/// the gray levels alone.
std::size_t inputs(const FeatureSet& set);
std::size_t groups(const FeatureSet& set);
std::size_t width(const FeatureSet& set);
std::size_t columns(const FeatureSet& set);
const Binning& binning(const FeatureSet& set, std::size_t column);

/// The bytes of all columns of one sample.
/// Requires  at least inputs(set) values, of which it takes the
/// first; columns(set) codes.
void encode(const FeatureSet& set, std::span<const float> sample, std::span<std::uint8_t> codes);

/// The inputs that a group reads, and how much of it depends on each.
InputShares input_shares(const FeatureSet& set, std::size_t group);

/// Multiply-adds to compute the columns of one sample; an upper bound where some are skipped.
std::size_t multiply_adds(const FeatureSet& set);

/// Selects these groups, in this order.
FeatureSet select(const FeatureSet& set, std::span<const std::uint32_t> groups);

/// The same features, whose bytes are refitted to the responses of these samples; those of kinds with
/// given bytes are as they were.
FeatureSet with_fitted_binnings(const FeatureSet& set, const Samples& samples);

/// The kinds that have a finite set of features for given samples: those with a function all(samples).
std::vector<std::string_view> countable_kinds();
/// All features of a kind.
/// Requires  one of countable_kinds().
FeatureSet all_features(std::string_view kind, const Samples& samples);

/// The bytes of all columns of all samples, in parallel.
/// Throws  Error(Kind::input) unless the samples have inputs(set) values, or are colored images and these
/// their first plane.
/// Cost    samples x columns bytes, and 64 x columns bytes per thread.
BinnedResponses respond(const FeatureSet& set, const Samples& samples);

}  // namespace ocelli::internal
