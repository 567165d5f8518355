#pragma once

#include <cstdint>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

struct ImageHeader;
struct Resolution;

/// A format of image files, with everything that other code needs to know about it. To add one, write a
/// source, declare its function here and list it in image_formats.cpp.
struct ImageFormat {
  std::string_view name;                  ///< "jpeg"
  std::vector<std::string_view> endings;  ///< of file names, in lower case: ".jpg"
  /// Bytes that every file begins with and no text does, if a line of text contains them.
  std::string_view mark = {};
  bool has_pages = false;  ///< a file may contain several images, and only its decoder knows their size

  /// Whether a file begins like those of this format; 18 bytes are enough.
  bool (*begins)(Bytes front) = nullptr;
  /// The content of the header; nothing if it is damaged.
  std::optional<ImageHeader> (*header)(Bytes file) = nullptr;
  /// The EXIF orientation, 1 to 8, from the data before the pixels if possible. Null if the format has none.
  int (*orientation)(Bytes file) = nullptr;
  /// Whether the file is truncated (ends_early()). Null if the decoder reports that.
  bool (*ends_early)(Bytes file, const ImageHeader& header) = nullptr;
  /// Like read_resolution(). Null if the format has none.
  std::optional<Resolution> (*resolution)(Bytes file) = nullptr;
  /// Decodes a file in memory to 8 or 16 bits, upright. Transparent pixels are blended over white, or keep
  /// their stored colors. Nothing is written to stderr: errors that the decoder recovers from are in the
  /// warning. `name` is for messages.
  /// Throws  Error(Kind::input) naming the file when it cannot be decoded or exceeds the limits;
  /// Error(Kind::canceled) on limits.stop.
  DecodedImage (*decode)(Bytes file, Decoding decoding, const InputLimits& limits,
                         const std::string& name) = nullptr;
};

/// Every supported format.
std::span<const ImageFormat> image_formats();

/// The format of a file by its first bytes; null for all others.
const ImageFormat* format_of(Bytes front);

/// The same by the extension of its name, in any case.
const ImageFormat* format_named(const std::filesystem::path& path);

/// "png, jpeg, ...".
std::string image_format_names();

/// The parts of image_formats(), each in a source of its own.
ImageFormat png_format();
ImageFormat jpeg_format();
ImageFormat bmp_format();
ImageFormat pnm_format();
ImageFormat tiff_format();
ImageFormat webp_format();
ImageFormat gif_format();
ImageFormat jpeg2000_format();

/// Decodes a BMP, PNM or JPEG 2000 file with OpenCV. OpenCV identifies them by the same first bytes, so none
/// of its many other decoders is tried.
DecodedImage decode_by_opencv(Bytes file, Decoding decoding, const InputLimits& limits,
                              const std::string& name);

/// A header with only the size; nothing for a size that no image has.
std::optional<ImageHeader> header_of_size(std::int64_t width, std::int64_t height);

/// For the formats that state a resolution (image_resolution.cpp).
std::optional<Resolution> png_resolution(Bytes file);
std::optional<Resolution> jpeg_resolution(Bytes file);
std::optional<Resolution> bmp_resolution(Bytes file);
std::optional<Resolution> tiff_resolution(Bytes file);

/// The offsets of a TIFF file's image directories, in order; at least one.
/// Throws  Error(Kind::input) naming the file when it is truncated or damaged, or has no directory or more
/// than limits.max_pages.
/// Source  TIFF 6.0 section 2; BigTIFF.
std::vector<std::uint64_t> tiff_directories(Bytes file, const InputLimits& limits, const std::string& name);

/// Decodes the image with its directory at offset `directory` to 8 bits, rotated as the file specifies.
///
/// Its size is what libtiff reads from the directory, the same that it decodes with. The warning also reports
/// wrong checksums. Throws like ImageFormat::decode.
DecodedImage decode_tiff(Bytes file, std::uint64_t directory, Decoding decoding, const InputLimits& limits,
                         const std::string& name);

/// The interface of the plugin "codecs": OpenCV's imgcodecs, which links more than a hundred libraries.
class ImageCodecs {
 public:
  static constexpr std::string_view kName = "codecs";

  virtual ~ImageCodecs() = default;

  /// Decodes an image file in memory, one row of bytes, like cv::imdecode() with these flags. Returns an
  /// empty image when it is damaged. `why` receives OpenCV's message, if any.
  virtual cv::Mat decode(const cv::Mat& bytes, int flags, std::string& why) const = 0;
};

}  // namespace ocelli::internal
