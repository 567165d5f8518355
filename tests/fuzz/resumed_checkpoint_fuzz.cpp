// Checkpoints of every kind with fields of the fuzzer's choice, sealed anew and trained on with: refused by
// one Error, or trained to the end.

#include <cstddef>
#include <cstdint>
#include <span>

#include "ocelli/core/error.hpp"
#include "pipelines/model_files/tiny_trainings.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::span<const std::uint8_t> rest(data, size);
  const auto below = [&rest](std::size_t n) {
    std::size_t number = 0;
    for (std::size_t span = 1; span < n && !rest.empty(); span *= 256, rest = rest.subspan(1)) {
      number = number * 256 + rest.front();
    }
    return number % n;
  };
  const ocelli::internal::test::TinyTraining& training =
      ocelli::internal::test::tiny_training_of(below(ocelli::internal::test::tiny_kinds().size()));
  try {
    training.resume(training.doctored(below));
  } catch (const ocelli::Error&) {
  }
  return 0;
}
