#include <cstdint>
#include <cstdlib>
#include <vector>

#include "ocelli/data/images/bmp_pixels.hpp"
#include "ocelli/data/images/image_formats.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

/// The header size fits one byte in files that Ocelli and OpenCV read.
bool begins_as_bmp(Bytes front) {
  using namespace std::string_view_literals;
  return has_at(front, 0, "BM") && has_at(front, 15, "\0\0\0"sv);
}

std::optional<ImageHeader> read_bmp_header(Bytes file) {
  constexpr std::int64_t kCoreHeader = 12;
  if (little(file, 14, 4) == kCoreHeader) return header_of_size(little(file, 18, 2), little(file, 20, 2));
  // Negative: rows run from top to bottom.
  const auto height = static_cast<std::int32_t>(little(file, 22, 4));
  return header_of_size(static_cast<std::int32_t>(little(file, 18, 4)), std::abs(std::int64_t{height}));
}

bool bmp_ends_early(Bytes file, const ImageHeader& header) {
  constexpr std::int64_t kCoreHeader = 12;
  const bool is_core = little(file, 14, 4) == kCoreHeader;
  const std::int64_t bits = is_core ? little(file, 24, 2) : little(file, 28, 2);
  const bool is_run_length = !is_core && (little(file, 30, 4) == 1 || little(file, 30, 4) == 2);
  if (is_run_length) return false;
  const std::int64_t row = (header.width * bits + 31) / 32 * 4;
  return little(file, 10, 4) + row * header.height > static_cast<std::int64_t>(file.size());
}

DecodedImage decode_bmp(Bytes file, Decoding decoding, const InputLimits& limits, const std::string& name) {
  if (has_bmp_masks(file) || (decoding.is_over_white() && has_bmp_alpha(file)))
    return decode_bmp_masks(file, decoding, limits, name);
  if (!has_bmp_runs(file)) return decode_by_opencv(file, decoding, limits, name);
  std::string warning;
  const std::vector<std::byte> plain = without_bmp_runs(file, name, warning);
  DecodedImage image = decode_by_opencv(plain, decoding, limits, name);
  image.warning = std::move(warning);
  return image;
}

}  // namespace

ImageFormat bmp_format() {
  return {.name = "bmp",
          .endings = {".bmp"},
          .begins = begins_as_bmp,
          .header = read_bmp_header,
          .ends_early = bmp_ends_early,
          .resolution = bmp_resolution,
          .decode = decode_bmp};
}

}  // namespace ocelli::internal
