// Checkpoints of the mixed norm.

#include "fuzz/checkpoint_round_trip.hpp"
#include "ocelli/baselines/mixed_norm.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ocelli::internal::test::read_and_save_again<ocelli::internal::baselines::MixedNormState>({data, size});
  return 0;
}
