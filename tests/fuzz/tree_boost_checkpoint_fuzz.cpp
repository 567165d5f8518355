// Checkpoints of boosted trees.

#include "fuzz/checkpoint_round_trip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ocelli::internal::test::read_and_save_again<ocelli::internal::TreeBoostState>({data, size});
  return 0;
}
