// Models from bytes that nobody checked before: refused by one Error, or good enough to score a window.

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/core/error.hpp"
#include "ocelli/model_io/payload.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    // Behind the checksum, which nothing that is made up would pass.
    const ocelli::Model model = ocelli::format::parse_model({bytes.begin(), bytes.end()});
    const ocelli::Cascade& cascade = std::get<ocelli::DetectorModel>(model).cascade;
    cascade.score(cv::Mat(cascade.height(), cascade.width(), CV_8UC1, cv::Scalar(128)));
  } catch (const ocelli::Error&) {
  }
  return 0;
}
