// Checkpoints of trainings for OpenCV from unchecked bytes: refused by one Error, or fit to be saved again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "fuzz/try_parse.hpp"
#include "ocelli/detection/training/opencv/opencv_checkpoint.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  ocelli::internal::OpenCvTrainingState state;
  bool parses = false;
  // Behind the checksum, which nothing that is made up would pass.
  ocelli::internal::fuzz::try_parse([&] {
    state = ocelli::internal::format::parse_opencv_checkpoint({bytes.begin(), bytes.end()});
    parses = true;
  });
  if (parses && ocelli::internal::load_opencv_checkpoint(serialize(state), "again") != state) std::abort();
  return 0;
}
