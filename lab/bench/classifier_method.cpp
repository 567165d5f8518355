#include "classifier_method.hpp"

namespace ocelli::internal::bench {

Samples within_work(const Samples& samples, double most_work, std::uint64_t seed) {
  const auto work = static_cast<double>(samples.count() * samples.width() * samples.classes.size());
  if (work <= most_work) return samples;
  return random_parts(samples, most_work / work, seed).training;
}

}  // namespace ocelli::internal::bench
