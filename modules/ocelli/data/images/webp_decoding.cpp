#include "ocelli/data/images/webp_decoding.hpp"

#include <webp/decode.h>

#include <cstdint>
#include <new>
#include <opencv2/imgproc.hpp>

#include "ocelli/data/images/alpha_blending.hpp"
#include "ocelli/data/images/image_orientation.hpp"

namespace ocelli::internal {
namespace {

const std::uint8_t* data_of(Bytes file) { return reinterpret_cast<const std::uint8_t*>(file.data()); }

void require_success(::VP8StatusCode status, const std::string& name) {
  if (status == VP8_STATUS_OUT_OF_MEMORY) throw std::bad_alloc();
  require(status != VP8_STATUS_NOT_ENOUGH_DATA && status != VP8_STATUS_SUSPENDED, Kind::input, "is truncated",
          name);
  require(status == VP8_STATUS_OK, Kind::input, "cannot be decoded: it is damaged", name);
}

}  // namespace

DecodedImage decode_webp(Bytes file, Decoding decoding, const InputLimits& limits, const std::string& name) {
  ::WebPDecoderConfig codec;
  require(::WebPInitDecoderConfig(&codec) != 0, Kind::input,
          "cannot be decoded: libwebp is older than the version this program was built with", name);
  require_success(::WebPGetFeatures(data_of(file), file.size(), &codec.input), name);
  require(codec.input.has_animation == 0, Kind::input,
          "is an animation, which is not supported; save one of its frames as PNG first", name);
  require_pixels(codec.input.width, codec.input.height, limits, name);

  const bool with_alpha = decoding.is_over_white() && codec.input.has_alpha != 0;
  cv::Mat pixels(codec.input.height, codec.input.width, with_alpha ? CV_8UC4 : CV_8UC3, cv::Scalar::all(0));
  codec.output.colorspace = with_alpha ? MODE_BGRA : MODE_BGR;
  codec.output.is_external_memory = 1;
  codec.output.u.RGBA = {.rgba = pixels.data,
                         .stride = static_cast<int>(pixels.step),
                         .size = pixels.total() * pixels.elemSize()};
  require_success(::WebPDecode(data_of(file), file.size(), &codec), name);
  if (with_alpha) pixels = blended_over_white(pixels);
  if (decoding.colors == Colors::gray) cv::cvtColor(pixels, pixels, cv::COLOR_BGR2GRAY);
  return {oriented(pixels, webp_orientation(file))};
}

}  // namespace ocelli::internal
