#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "ocelli/core/file_names.hpp"
#include "ocelli/core/option_lookup.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/training/detector_training.hpp"

// The options of a detector's training: what follows from the data, and what would have no effect.
namespace ocelli::internal {
namespace {

/// If few images set thresholds, each of them is a large share to lose.
constexpr int kLosslessWeak = 4;
/// More photos than this hardly improve the operating point; fewer than the other are not informative.
constexpr double kMaxHeldOut = 200;
constexpr std::size_t kMinNegativesToHoldOut = 10;
/// With fewer object images than the first, a verifier learns little. Beyond the last, more trees gain
/// nothing.
constexpr std::size_t kMinToVerify = 100, kMinTreeCount = 256, kDefaultTrees = 2048;

int trees_for(std::size_t images, bool is_asked) {
  if (images < kMinToVerify && !is_asked) return 0;
  return static_cast<int>(std::clamp(images, kMinTreeCount, kDefaultTrees));
}

/// Options that have no effect in combination with others, which `why` names.
struct IdleOptions {
  bool are_idle;
  const char* why;
  std::vector<std::string_view> names;
};

const std::vector<std::string_view> kVerifierOptions = {
    "verifier-depth",         "verifier-rounds",     "verifier-negatives",      "verifier-copies",
    "verifier-degraded",      "verifier-truncation", "verifier-occlusion",      "verifier-candidates",
    "verifier-feature-share", "verifier-shrinkage",  "verifier-network-passes", "verifier-weight-trimming"};

/// All options but the two that matter when landmarks alone are trained.
std::vector<std::string_view> names_without_landmarks() {
  static const OptionList all = listed(DetectorTraining{});
  std::vector<std::string_view> names;
  for (const auto& [name, value] : all)
    if (name != "landmarks" && name != "seed") names.push_back(name);
  return names;
}

std::vector<IdleOptions> idle_options(const DetectorTraining& job) {
  const bool for_opencv = job.runner() == DetectorRunner::opencv;
  return {
      {for_opencv,
       "has no effect on a cascade for OpenCV",
       {"lossless-weak", "joint", "bins", "min-deviation", "smoothing", "weight-capping", "backtrack",
        "false-alarms-per-image"}},
      {for_opencv, "has no effect on a cascade for OpenCV, which does not support verifiers",
       kVerifierOptions},
      {for_opencv, "has no effect on a cascade for OpenCV, which has no landmarks", {"landmarks"}},
      {for_opencv, "has no effect on a cascade for OpenCV, which has one shape", {"shapes"}},
      {job.trains_only_landmarks(), "has no effect with --landmarks only", names_without_landmarks()},
      {!for_opencv, "requires --for opencv", {"feature-kind", "tree-depth"}},
      {!for_opencv && job.verifier.trees == 0, "has no effect with --verifier-trees none", kVerifierOptions},
      {job.from_one.empty(),
       "requires --from-one",
       {"synthesized", "x-angle", "y-angle", "z-angle", "intensity-change", "invert", "transparent-level",
        "transparent-range"}},
      {job.cascade.empty(), "requires --cascade", {"shared-stages"}},
      {!job.cascade.empty(),
       "has no effect with --cascade, whose features all stages have",
       {"joint", "bins", "min-deviation"}},
      {!job.cascade.empty(), "has no effect with --cascade, which gives the shapes", {"shapes"}},
      {!job.cascade.empty() && !job.shared_stages,
       "has no effect with --cascade, which gives the stages",
       {"stages", "min-hit-rate", "lossless-weak", "max-false-alarm-rate", "cascade-false-alarm-rate",
        "max-weak-count", "features", "min-side", "smoothing", "weight-capping", "backtrack"}},
  };
}

void refuse_idle_options(const DetectorTraining& job) {
  const OptionList given = listed(job), defaults = listed(DetectorTraining{});
  for (const auto& [are_idle, why, names] : idle_options(job)) {
    if (are_idle) refuse_changed(given, defaults, names, why);
  }
}

}  // namespace

bool DetectorTraining::writes_xml() const { return ends_in(output, {".xml"}); }

DetectorRunner DetectorTraining::runner() const {
  return target.value_or(writes_xml() ? DetectorRunner::opencv : DetectorRunner::ocelli);
}

DetectorTraining DetectorTraining::resolved(std::size_t object_images, std::size_t plain_images) const {
  DetectorTraining job = *this;
  job.target = runner();
  if (!job.held_out) {
    job.held_out = plain_images < kMinNegativesToHoldOut
                       ? 0
                       : std::min(0.15, kMaxHeldOut / static_cast<double>(plain_images));
  }
  const auto all = static_cast<double>(object_images);
  if (!job.validation) job.validation = std::clamp(60 / all, 0.15, 0.3);
  const double kept = all * *job.validation, learned_from = all - kept;
  if (!job.poses.samples_per_object)
    job.poses.samples_per_object = static_cast<int>(std::clamp(1000 / learned_from, 3.0, 8.0));
  if (!job.trainer.lossless_weak)
    job.trainer.lossless_weak = !job.trainer.min_hit_rate && kept < 200 ? kLosslessWeak : 0;
  if (!job.trainer.min_hit_rate) {
    job.trainer.min_hit_rate = kept >= 200 ? 0.995 : std::max(0.95, std::floor(100 - 100 / kept) / 100);
  }
  const double samples = learned_from * *job.poses.samples_per_object;
  const auto fill = [samples](std::optional<int>& option, double a_sample, double min, double max) {
    if (!option) option = static_cast<int>(std::clamp(a_sample * samples, min, max));
  };
  fill(job.trainer.mined, 5, 4000, 20'000);
  fill(job.trainer.features, 5, 5000, 25'000);
  fill(job.trainer.max_weak_count, 0.05, 40, 150);
  if (!job.verifier.trees)
    job.verifier.trees =
        job.target == DetectorRunner::ocelli ? trees_for(object_images, !cascade.empty()) : 0;
  return job;
}

void DetectorTraining::validate() const {
  check_options(*this);
  refuse_idle_options(*this);
  const DetectorTraining filled = resolved(1, 1);
  filled.poses.validate();
  filled.trainer.validate();
  limits.validate();
  synthesis.validate();
  require(!trainer.label.empty(), Kind::usage, "must not be empty", "--label");
  require(cascade.empty() || shared_stages || verifier.trees != 0, Kind::usage,
          "trains a verifier, which --verifier-trees none disables", "--cascade");
  require(!ends_in(cascade, {".xml"}), Kind::usage, "must be an .ocelli file, not a cascade of OpenCV",
          "--cascade");
  require(!shared_stages || *shared_stages < trainer.stages, Kind::usage,
          "must be fewer than the stages of --stages", "--shared-stages");
  require(!trains_only_landmarks() || !cascade.empty(), Kind::usage,
          "only adds landmarks to a detector; name it with --cascade", "--landmarks");
  require(!trains_only_landmarks() || negatives.empty(), Kind::usage, "has no effect with --landmarks only",
          "--negatives");
  require(!trains_only_landmarks() || from_one.empty(), Kind::usage, "has no effect with --landmarks only",
          "--from-one");
  const bool for_opencv = filled.target == DetectorRunner::opencv;
  require(!for_opencv || verifier.trees.value_or(0) == 0, Kind::usage, "OpenCV does not support verifiers",
          "--verifier-trees");
  require(!for_opencv || writes_xml() || ends_in(output, {".ocelli"}), Kind::usage,
          "must end with .xml, which OpenCV loads, or with .ocelli", "--output");
  require(for_opencv || !writes_xml(), Kind::usage,
          "is XML, which only supports cascades for OpenCV; omit --for ocelli, or end the name with "
          ".ocelli",
          "--output");
}

}  // namespace ocelli::internal
