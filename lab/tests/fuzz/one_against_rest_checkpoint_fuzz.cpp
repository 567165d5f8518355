// Checkpoints of one-vs-rest training.

#include "fuzz/checkpoint_round_trip.hpp"
#include "ocelli/baselines/one_against_rest.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ocelli::internal::test::read_and_save_again<ocelli::internal::baselines::OneAgainstRestState>({data, size});
  return 0;
}
