#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ocelli/core/require.hpp"
#include "pipelines/model_files/tiny_trainings.hpp"

namespace ocelli::internal::test {

/// A checkpoint of one of these kinds with fields of the fuzzer's choice, sealed anew and trained on with:
/// refused by one Error, or trained to the end.
inline void resume_as_the_fuzzer_says(const std::vector<TinyKind>& kinds,
                                      std::span<const std::uint8_t> data) {
  const auto below = [&data](std::size_t n) {
    std::size_t number = 0;
    for (std::size_t span = 1; span < n && !data.empty(); span *= 256, data = data.subspan(1)) {
      number = number * 256 + data.front();
    }
    return number % n;
  };
  const TinyTraining& training = tiny_training_of(kinds[below(kinds.size())]);
  try {
    training.resume(training.doctored(below));
  } catch (const Error&) {
  }
}

}  // namespace ocelli::internal::test
