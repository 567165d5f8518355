#include "ocelli/recognition/training/training_samples.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/samples/size_normalization.hpp"
#include "ocelli/samples/split.hpp"

namespace ocelli::internal {
namespace {

std::shared_ptr<const Samples> shared(Samples samples) {
  return std::make_shared<const Samples>(std::move(samples));
}

TrainingSamples part(const std::shared_ptr<const Samples>& samples, const SamplePreparation& preparation) {
  const auto count = static_cast<std::uint32_t>(samples->count());
  auto [training, validation] = split_by_blocks(count, {preparation.validation, 1, preparation.seed});
  const auto originals = validation.empty() ? samples : shared(take(*samples, training));
  require_every_class(*originals, "the samples to learn from");
  if (preparation.augmentation > 0) {
    Samples learned = expand(*originals, preparation.augmentation, preparation.deformation, preparation.seed);
    const std::size_t learned_count = learned.count();
    if (!validation.empty()) learned = join(std::move(learned), take(*samples, validation));
    return {originals, shared(std::move(learned)), learned_count};
  }
  if (validation.empty()) return {originals, originals, count};
  std::ranges::copy(validation, std::back_inserter(training));
  return {originals, shared(take(*samples, training)), originals->count()};
}

}  // namespace

void SamplePreparation::validate() const { check_options(*this); }

TrainingSamples prepare(const Samples& samples, const SamplePreparation& preparation) {
  require(!samples.labels.empty(), Kind::training, "training requires labels");
  if (preparation.normalized_side)
    return part(shared(frame_ink(samples, *preparation.normalized_side)), preparation);
  return part(std::shared_ptr<const Samples>(std::shared_ptr<const Samples>(), &samples), preparation);
}

TrainingSamples thinned(const TrainingSamples& samples, std::size_t count, std::uint64_t seed) {
  const auto all = static_cast<std::uint32_t>(samples.originals().count());
  std::vector<std::uint32_t> rows = permutation(all, seed);
  rows.resize(std::min<std::size_t>(count, all));
  std::ranges::sort(rows);
  const auto few = shared(take(samples.originals(), rows));
  if (samples.validation() == 0) return {few, few, few->count()};
  rows.resize(rows.size() + samples.validation());
  std::iota(rows.begin() + static_cast<std::ptrdiff_t>(few->count()), rows.end(),
            static_cast<std::uint32_t>(samples.training()));
  return {few, shared(take(samples.all(), rows)), few->count()};
}

}  // namespace ocelli::internal
