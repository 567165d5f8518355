#include "ocelli/recognition/training/training_samples.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/data/samples/size_normalisation.hpp"
#include "ocelli/data/samples/split.hpp"

namespace ocelli {
namespace {

TrainingSamples part(const Samples& samples, const SamplePreparation& preparation) {
  const auto count = static_cast<std::uint32_t>(samples.count());
  const Split split = split_by_blocks(count, {preparation.validation, 1, preparation.seed});
  Samples originals = take(samples, split.training);
  require_every_class(originals, "the samples to learn from");
  Samples learnt = preparation.copies > 0
                       ? expand(originals, preparation.copies, preparation.deformation, preparation.seed)
                       : originals;
  const std::size_t training = learnt.count();
  if (split.validation.empty()) return {std::move(originals), std::move(learnt), training};
  return {std::move(originals), join(learnt, take(samples, split.validation)), training};
}

}  // namespace

void SamplePreparation::validate() const {
  require(validation >= 0 && validation < 1, Kind::usage, "must be at least 0 and below 1", "--validation");
  require(copies >= 0, Kind::usage, "must not be negative", "--copies");
  require(ink_side == 0 || (ink_side >= kLeastInkSide && ink_side <= kMostInkSide), Kind::usage,
          "must be 0, or 4 to 1024", "--ink-side");
  deformation.validate();
}

TrainingSamples prepare(const Samples& samples, const SamplePreparation& preparation) {
  require(!samples.labels.empty(), Kind::training, "samples need labels to be learnt from");
  if (preparation.ink_side == 0) return part(samples, preparation);
  return part(frame_ink(samples, preparation.ink_side), preparation);
}

TrainingSamples thinned(const TrainingSamples& samples, std::size_t count, std::uint64_t seed) {
  const auto all = static_cast<std::uint32_t>(samples.originals.count());
  std::vector<std::uint32_t> rows = permutation(all, seed);
  rows.resize(std::min<std::size_t>(count, all));
  std::ranges::sort(rows);
  Samples few = take(samples.originals, rows);
  rows.resize(samples.validation());
  std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(samples.training));
  if (rows.empty()) return {few, few, few.count()};
  Samples with_validation = join(few, take(samples.all, rows));
  const std::size_t training = few.count();
  return {std::move(few), std::move(with_validation), training};
}

}  // namespace ocelli
