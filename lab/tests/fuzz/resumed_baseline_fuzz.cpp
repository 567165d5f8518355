// Mutated checkpoints of every baseline, resumed.

#include "fuzz/resumed_checkpoint.hpp"
#include "model_files/tiny_baselines.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ocelli::internal::test::resume_as_the_fuzzer_says(ocelli::internal::test::tiny_baselines(), {data, size});
  return 0;
}
