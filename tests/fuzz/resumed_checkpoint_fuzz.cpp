// Checkpoints of every kind, changed and trained on with.

#include "fuzz/resumed_checkpoint.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ocelli::internal::test::resume_as_the_fuzzer_says(ocelli::internal::test::tiny_kinds(), {data, size});
  return 0;
}
