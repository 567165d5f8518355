#include "ocelli/recognition/training/candidate_features.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/boosting/pools/ball_pool.hpp"
#include "ocelli/boosting/pools/dense_pool.hpp"
#include "ocelli/boosting/pools/stump_pool.hpp"
#include "ocelli/boosting/trees/tree_boost.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/recognition/training/feature_choice.hpp"

namespace ocelli::internal {
namespace {

/// The total physical memory of this machine in bytes.
std::uint64_t physical_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::vector<std::uint32_t> narrowed(std::span<const std::uint64_t> groups) {
  return {groups.begin(), groups.end()};
}

/// Features that are all computed in advance.
class ComputedFeatures final : public CandidateFeatures {
 public:
  ComputedFeatures(FeatureSet all, const Samples& samples)
      : all_(std::move(all)), responses_(respond(all_, samples)), pool_(responses_, width(all_)) {}

  const ColumnPool& pool() const override { return pool_; }
  FeatureSet features(std::span<const std::uint64_t> groups) const override {
    return select(all_, narrowed(groups));
  }

 private:
  FeatureSet all_;
  BinnedResponses responses_;
  DensePool pool_;
};

class Stumps final : public CandidateFeatures {
 public:
  explicit Stumps(const Samples& samples) : pool_(samples) {}

  const ColumnPool& pool() const override { return pool_; }
  FeatureSet features(std::span<const std::uint64_t> groups) const override { return pool_.features(groups); }

 private:
  StumpPool pool_;
};

class Balls final : public CandidateFeatures {
 public:
  Balls(const Samples& samples, BallFeatures candidates) : pool_(samples, std::move(candidates)) {}

  const ColumnPool& pool() const override { return pool_; }
  FeatureSet features(std::span<const std::uint64_t> groups) const override {
    return pool_.candidates().select(narrowed(groups));
  }

 private:
  BallPool pool_;
};

TemplateFeatures patch_candidates(const Samples& originals, const CandidateOptions& options,
                                  std::uint64_t seed) {
  require(originals.shape.has_value(), Kind::training,
          "templates require images; use other features for tables", "--features");
  TemplateDictionaryOptions dictionary = options.dictionary;
  dictionary.seed = seed;
  std::vector<ImagePatch> patches;
  for (const PatchCount wanted : options.template_counts()) {
    std::ranges::move(learn_patches(originals, wanted, dictionary), std::back_inserter(patches));
  }
  return all_templates(originals, options.masks, std::move(patches));
}

BallFeatures balls(const Samples& originals, BallPoolOptions options, std::uint64_t seed) {
  options.seed = seed;
  return ball_candidates(originals, options);
}

GaussianFeatures gaussians(const Samples& originals, const CandidateOptions& options, std::uint64_t seed) {
  GaussianPoolOptions pool = options.gaussians;
  pool.components = options.balls.components;
  pool.seed = seed;
  return gaussian_candidates(originals, pool);
}

/// The leaves of boosted trees, each tree a group.
TreeFeatures tree_candidates(const Samples& originals, const TreePoolOptions& options, std::uint64_t seed) {
  const TreeBoostState boosted =
      boost_trees({originals, originals.count()},
                  {.rounds = options.trees, .shape = {.leaves = options.leaves}, .seed = seed});
  std::vector<TreeBranches> trees;
  for (const VotingTree& tree : boosted.trees) trees.push_back(tree.branches);
  require(!trees.empty(), Kind::training, "no tree separates the classes");
  return {originals.width(), options.leaves, trees};
}

FeatureSet features_of_kind(std::string_view kind, const Samples& originals, const CandidateOptions& options,
                            std::uint64_t seed) {
  if (kind == ColorFeatures::kKind) return ColorFeatures::all(originals);
  if (kind == ChannelTemplates::kKind && options.channel_templates.use_colors())
    return channel_template_candidates(originals, options.channel_templates, seed);
  if (originals.has_colors()) return features_of_kind(kind, gray_levels(originals), options, seed);
  if (kind == TemplateFeatures::kKind) return patch_candidates(originals, options, seed);
  if (kind == TreeFeatures::kKind) return tree_candidates(originals, options.trees, seed);
  if (kind == GaussianFeatures::kKind) return gaussians(originals, options, seed);
  if (kind == ChannelTemplates::kKind)
    return channel_template_candidates(originals, options.channel_templates, seed);
  return all_features(kind, originals);
}

FeatureSet computed_features(const Samples& originals, const CandidateOptions& options, std::uint64_t seed) {
  const std::vector<std::string> kinds = options.kinds();
  if (kinds.size() == 1) return features_of_kind(kinds.front(), originals, options, seed);
  std::vector<FeaturePart> parts;
  parts.reserve(kinds.size());
  for (const std::string& kind : kinds) parts.push_back({features_of_kind(kind, originals, options, seed)});
  return CombinedFeatures(parts);
}

/// Kinds that compute columns only when a round needs them, have several columns per group, or choose among
/// other kinds.
constexpr std::array<std::string_view, 4> kNotCombined = {"auto", "stumps", "trees", "balls"};

}  // namespace

std::string_view candidate_kinds() {
  static const std::string words = [] {
    std::string countable;
    for (const std::string_view kind : countable_kinds()) (countable += kind) += '|';
    return "auto|templates|" + countable + "channel-templates|stumps|trees|balls|gaussians";
  }();
  return words;
}

std::vector<std::string> CandidateOptions::kinds() const { return comma_separated(kind); }

bool CandidateOptions::use_colors() const {
  return std::ranges::any_of(kinds(), [&](const std::string& one) {
    return one == ColorFeatures::kKind || (one == ChannelTemplates::kKind && channel_templates.use_colors());
  });
}

void CandidateOptions::validate() const {
  check_options(*this);
  const std::vector<std::string> all = kinds();
  require(std::set(all.begin(), all.end()).size() == all.size(), Kind::usage, "lists a kind twice",
          "--features");
  for (const std::string_view alone : kNotCombined) {
    require(
        all.size() == 1 || std::ranges::find(all, alone) == all.end(), Kind::usage,
        [&] { return std::string(alone) + " cannot be combined with other features"; }, "--features");
  }
  template_counts();
  parse_channel_kinds(channel_templates.channels);
}

std::vector<PatchCount> CandidateOptions::template_counts() const {
  if (templates != "auto") return parse_patch_counts(templates);
  if (kinds().size() == 1) return {{.side = 7, .count = 1000}};
  return {{.side = 7, .count = 100}, {.side = 11, .count = 50}};
}

void require_room(std::size_t columns, std::size_t samples, std::uint64_t memory) {
  if (columns == 0 || samples <= memory / columns) return;
  const auto mebibytes = [](std::uint64_t bytes) { return std::to_string(bytes >> 20) + " MiB"; };
  throw Error(Kind::training,
              std::to_string(columns) + " columns of " + std::to_string(samples) +
                  " samples, a byte each, take " + mebibytes(columns * samples) +
                  " of memory, but this machine has " + mebibytes(memory) +
                  "; use fewer samples or copies, or other features",
              "--features");
}

std::unique_ptr<CandidateFeatures> make_candidates(const Samples& originals, const Samples& samples,
                                                   const CandidateOptions& options, std::uint64_t seed) {
  options.validate();
  require(samples.count() > 0, Kind::training, "there are no samples");
  if (options.kind == "auto") {
    CandidateOptions resolved = options;
    resolved.kind = default_features(originals, seed).front().kind;
    return make_candidates(originals, samples, resolved, seed);
  }
  if (options.kind == "stumps") return std::make_unique<Stumps>(samples);
  if (options.kind == "balls") {
    return std::make_unique<Balls>(samples, balls(originals, options.balls, seed));
  }
  FeatureSet all = computed_features(originals, options, seed);
  require_room(columns(all), samples.count(), physical_memory());
  return std::make_unique<ComputedFeatures>(std::move(all), samples);
}

}  // namespace ocelli::internal
