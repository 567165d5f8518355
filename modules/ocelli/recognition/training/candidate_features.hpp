#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/boosting/pools/column_pool.hpp"
#include "ocelli/boosting/trees/tree_shape.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/features/feature_set.hpp"
#include "ocelli/features/templates/template_dictionary.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The kinds of features, separated by |.
std::string_view candidate_kinds();

/// The trees whose leaves a classifier may use.
struct TreePoolOptions {
  std::size_t trees = 100;
  std::size_t leaves = 32;  ///< maximum per tree
};

/// The candidate features of a classifier.
struct CandidateOptions {
  /// From candidate_kinds(), separated by commas. auto: choose_features().
  std::string kind = "auto";
  std::string templates = "auto";  ///< side:count, separated by commas; auto: template_counts()
  TemplateDictionaryOptions dictionary = {};
  PlaceMasks masks = {};
  BallPoolOptions balls = {};
  GaussianPoolOptions gaussians = {};
  TreePoolOptions trees = {};
  ChannelTemplateOptions channel_templates = {};

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;
  /// The kinds listed in `kind`.
  std::vector<std::string> kinds() const;
  /// Whether one of the kinds uses the colors of images.
  bool use_colors() const;
  /// The templates to learn. For auto: 1,000 with a side of 7 pixels; together with other kinds, where all
  /// templates are used, 100 of 7 and 50 of 11 pixels.
  std::vector<PatchCount> template_counts() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("features", self.kind,
          "kind of features, or several kinds separated by commas; auto: the kind with the lowest validation "
          "error, for images templates or orientations",
          option::some_of(candidate_kinds()).basic());
    visit("templates", self.templates,
          "templates to choose from, as SIDE:COUNT, several separated by commas (auto: 7:1000, together with "
          "other kinds 7:100,11:50)",
          option::any().basic());
    visit("mask-grid", self.masks.grid, "place masks along each side of the image",
          option::from(1).to(16).fixed());
    visit("mask-sigma", self.masks.sigma, "standard deviation of a place mask",
          option::above(0).in("pixels"));
    visit("mask-reach", self.masks.reach, "radius of a place mask",
          option::above(0).in("deviations from its center").fixed());
    visit("components", self.balls.components, "principal components for balls, and for Gaussians of images",
          option::from(1).fixed());
    visit("centers", self.balls.centers, "anchor points of balls", option::from(1).fixed());
    visit("radii", self.balls.radii, "balls per anchor point", option::from(1).to(255).fixed());
    visit("gaussians", self.gaussians.anchors, "number of Gaussian functions, which are centered at samples",
          option::from(1).to(GaussianFeatures::kMaxAnchors).fixed());
    visit("gaussian-width", self.gaussians.width, "width of the Gaussian functions",
          option::above(0).in("median distances between samples").fixed());
    visit("pool-trees", self.trees.trees, "trees whose leaves are features",
          option::from(1).to(10'000).fixed());
    visit("pool-leaves", self.trees.leaves, "maximum number of leaves of these trees",
          option::from(2).to(kMaxTreeLeaves).fixed());
    ChannelTemplateOptions::describe(self.channel_templates, visit);
  }
};

/// The features that a training chooses from: their columns, and the features for chosen columns.
class CandidateFeatures {
 public:
  CandidateFeatures() = default;
  CandidateFeatures(const CandidateFeatures&) = delete;
  CandidateFeatures& operator=(const CandidateFeatures&) = delete;
  virtual ~CandidateFeatures() = default;

  virtual const ColumnPool& pool() const = 0;
  virtual FeatureSet features(std::span<const std::uint64_t> groups) const = 0;
};

/// Checks the memory for precomputed columns before computing anything: one byte per column and sample.
/// Throws  Error(Kind::training) naming both sizes when that exceeds `memory` bytes.
void require_room(std::size_t columns, std::size_t samples, std::uint64_t memory);

/// Candidates over `samples`. Patches, ranges, anchors and trees (by boost_trees()) are learned from
/// `originals`, a subset of `samples` or the samples that they were made from. Both must outlive the result.
/// Throws  Error(Kind::training) when the kind does not suit the samples, or from require_room() with
/// physical_memory().
/// Memory  for templates, linear and products, features x samples bytes.
std::unique_ptr<CandidateFeatures> make_candidates(const Samples& originals, const Samples& samples,
                                                   const CandidateOptions& options, std::uint64_t seed);

}  // namespace ocelli::internal
