#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// Limit for the size of an image file, in bytes.
inline constexpr std::uint64_t kMaxImageBytes = std::uint64_t{1} << 29;

/// Converts 16-bit values to 8 bits (in_eight_bits()), with its note.
/// Throws  Error(Kind::input) for values of another type.
void to_bytes(DecodedImage& image, const std::string& name);

/// Decodes an image file in memory to 8 bits. `name` is for messages.
///
/// Accepts any of image_formats(), detected from the content. 16-bit values are scaled to 8 bits. If the
/// image's own maximum is below 16384, apart from a few hot pixels, they are scaled by that, with a note.
/// Transparent pixels are blended over white (over_white()), unless `decoding` specifies otherwise. The EXIF
/// orientation is applied. Gray from the decoder may differ from converted color by rounding. Headers are
/// checked before decoding. Decoders write nothing to stderr: failures are in the Error, recovered errors in
/// the warning.
/// Throws  Error(Kind::input) naming the file when it is empty, truncated, damaged, of another kind, or
/// exceeds the limits; Error(Kind::canceled) on limits.stop.
DecodedImage decode(std::span<const std::byte> bytes, Decoding decoding, const std::string& name,
                    const InputLimits& limits = {});

/// The same from a file. Also throws when the file cannot be read.
DecodedImage read_image_file(const std::filesystem::path& path, Decoding decoding,
                             const InputLimits& limits = {});

/// The same for training and evaluation, which must not use damaged pixels: a decoder warning is an
/// Error(Kind::input) here.
cv::Mat decode_gray(std::span<const std::byte> bytes, const std::string& name,
                    const InputLimits& limits = {});
cv::Mat decode_image(std::span<const std::byte> bytes, const std::string& name,
                     const InputLimits& limits = {});
cv::Mat read_gray(const std::filesystem::path& path, const InputLimits& limits = {});
cv::Mat read_image(const std::filesystem::path& path, const InputLimits& limits = {});

/// The image that an annotation refers to: the whole file, or one cell of a strip, read without the rest.
/// read_whole_gray() keeps the note on how it was read.
DecodedImage read_whole_gray(const AnnotatedImage& image, const InputLimits& limits = {});
cv::Mat read_gray(const AnnotatedImage& image, const InputLimits& limits = {});

struct PngOptions {
  bool bilevel = false;  ///< one bit per pixel, for pictures with values 0 and 255 only
  int compression = 1;   ///< 0 (none) to 9 (smallest)
};

/// The image as a PNG file, with the bytes that cv::imencode() writes.
/// Requires  gray, BGR or BGRA of 8 bits, or of 16 for PNG; at least one pixel.
/// Throws    Error(Kind::output) when it cannot be encoded, like encode_jpeg().
std::vector<unsigned char> encode_png(const cv::Mat& picture, PngOptions options = {});

/// The image as a JPEG file, with a quality from 0 to 100.
std::vector<unsigned char> encode_jpeg(const cv::Mat& picture, int quality);

}  // namespace ocelli::internal
