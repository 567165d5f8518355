#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "ocelli/boosting/pools/pool_labels.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/samples/augmentation.hpp"
#include "ocelli/samples/samples.hpp"
#include "ocelli/samples/size_normalization.hpp"

namespace ocelli::internal {

/// The title of these options in help.
inline constexpr std::string_view kPreparationTitle = "Preparation of the samples";
inline constexpr const char* kSeedHelp = "seed of the random numbers";

/// Shared descriptions of options, for structs with the members `validation`, or `augmentation` and
/// `deformation`.
template <class Self, class Visit>
void describe_validation(Self& self, Visit&& visit) {
  visit("validation", self.validation, "share of the samples held out to measure the error after each round",
        option::from(0).below(1).basic().under(kPreparationTitle));
}
template <class Self, class Visit>
void describe_augmentation(Self& self, Visit&& visit) {
  visit("augmentation", self.augmentation, "number of deformed copies of each training image to add",
        option::from(0).basic().under(kAugmentationTitle));
  DeformationOptions::describe(self.deformation, visit);
}

/// Preparation of the samples before training, for all algorithms.
struct SamplePreparation {
  /// Share of the samples held out to measure errors after each round.
  double validation = 0;
  int augmentation = 0;  ///< deformed copies of each sample to add to the training samples
  DeformationOptions deformation = {};
  /// frame_ink() normalizes all images to this side, in training and in use. Empty: none.
  std::optional<double> normalized_side = {};
  std::uint64_t seed = 1;

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    describe_validation(self, visit);
    visit("normalized-side", self.normalized_side, "scale the ink of each image to this size and center it",
          option::from(kMinNormalizedSide)
              .to(kMaxNormalizedSide)
              .in("pixels")
              .or_none(0)
              .under(kPreparationTitle));
    describe_augmentation(self, visit);
    visit("seed", self.seed, kSeedHelp, option::any().basic().under(kPreparationTitle));
  }
};

/// The options of a boosting algorithm: its own, and those shared by all.
template <class Boost>
struct PreparedBoosting {
  Boost boost;
  SamplePreparation preparation;

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const {
    boost.validate();
    preparation.validate();
  }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    Boost::describe(self.boost, visit);
    SamplePreparation::describe(self.preparation, visit);
  }
};

/// Samples split for training: the originals to learn from, and all samples whose columns are needed
/// (originals, their copies, then validation samples). If both sets are the same, they share memory.
class TrainingSamples {
 public:
  /// Requires  the first rows of `all` are the originals, and training <= all->count().
  TrainingSamples(std::shared_ptr<const Samples> originals, std::shared_ptr<const Samples> all,
                  std::size_t training)
      : originals_(std::move(originals)), all_(std::move(all)), training_(training) {}

  const Samples& originals() const { return *originals_; }
  const Samples& all() const { return *all_; }
  std::size_t training() const { return training_; }
  std::size_t validation() const { return all_->count() - training_; }
  PoolLabels labels() const { return {all_->labels, training_, all_->classes.size(), all_->weights}; }

 private:
  std::shared_ptr<const Samples> originals_, all_;
  std::size_t training_;
};

/// Prepares samples for training. The result refers to the samples if they need no preparation.
/// Requires  the samples outlive the result.
/// Throws    Error(Kind::training) for samples without labels, a class without a training sample, or tables
/// when an option requires images.
TrainingSamples prepare(const Samples& samples, const SamplePreparation& preparation);

/// The same with `count` randomly drawn originals, in their order, and no copies.
/// Requires  count > 0.
TrainingSamples thinned(const TrainingSamples& samples, std::size_t count, std::uint64_t seed);

}  // namespace ocelli::internal
