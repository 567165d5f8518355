#include "ocelli/data/images/image_formats.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_header.hpp"
#include "ocelli/data/images/tiff_fields.hpp"
#include "ocelli/data/images/tiff_stream.hpp"

namespace ocelli::internal {
namespace {

/// How many rows libtiff decodes at once. Requesting fewer would decode the same rows again.
std::uint32_t rows_at_once(::TIFF* file, std::uint32_t height) {
  std::uint32_t rows = 0;
  ::TIFFGetFieldDefaulted(file, ::TIFFIsTiled(file) != 0 ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
  return std::clamp(rows, 1u, height);
}

/// Strips and tiles are decoded as a whole, whatever the image's size.
void require_memory(::TIFF* file, const InputLimits& limits, const std::string& name) {
  const std::uint64_t piece = ::TIFFIsTiled(file) != 0 ? ::TIFFTileSize64(file) : ::TIFFStripSize64(file);
  require(
      piece <= limits.max_bytes() / 4, Kind::input,
      [&] {
        return "needs " + std::to_string(piece >> 20) + " MB for one strip or tile, more than the " +
               std::to_string(limits.max_megabytes) + " MB allowed (--max-megabytes)";
      },
      name);
}

/// The pixels as red, green, blue and alpha, as stored.
class Raster {
 public:
  Raster(::TIFF* file, const TiffStream& stream, const std::string& name)
      : file_(file), desk_(stream), name_(name) {
    std::array<char, 1024> why{};
    constexpr int kGoOn = 0;
    require(
        ::TIFFRGBAImageOK(file, why.data()) != 0 &&
            ::TIFFRGBAImageBegin(&image_, file, kGoOn, why.data()) != 0,
        Kind::input, [&] { return std::string("cannot be decoded: ") + why.data(); }, name);
    image_.req_orientation = image_.orientation;
  }
  ~Raster() { ::TIFFRGBAImageEnd(&image_); }
  Raster(const Raster&) = delete;
  Raster& operator=(const Raster&) = delete;

  int width() const { return static_cast<int>(image_.width); }
  int height() const { return static_cast<int>(image_.height); }
  int orientation() const { return image_.orientation; }

  cv::Mat read(const InputClock& clock) {
    cv::Mat pixels(height(), width(), CV_8UC4, cv::Scalar::all(0));
    const std::uint32_t piece = rows_at_once(file_, image_.height);
    for (std::uint32_t y = 0; y < image_.height; y += piece) {
      clock.check(name_);
      image_.row_offset = static_cast<int>(y);
      const std::uint32_t rows = std::min(piece, image_.height - y);
      const int read =
          ::TIFFRGBAImageGet(&image_, pixels.ptr<std::uint32_t>(static_cast<int>(y)), image_.width, rows);
      require(
          read != 0, Kind::input, [&] { return "cannot be decoded: " + reason(desk_); }, name_);
    }
    return pixels;
  }

 private:
  ::TIFF* file_;
  const TiffStream& desk_;
  const std::string& name_;
  ::TIFFRGBAImage image_{};
};

bool is_gray(::TIFF* file) {
  std::uint16_t photometric = PHOTOMETRIC_RGB;
  ::TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric);
  return photometric == PHOTOMETRIC_MINISWHITE || photometric == PHOTOMETRIC_MINISBLACK;
}

/// Whether 0 is white.
bool is_negative(::TIFF* file) {
  std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
  ::TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric);
  return photometric == PHOTOMETRIC_MINISWHITE;
}

/// The alpha of gray and color images; nothing for opaque ones, or if their extra samples are not marked as
/// alpha. Four samples without extra ones are color and alpha.
std::optional<Alpha> alpha_of(::TIFF* file, const TiffStream& stream) {
  std::uint16_t samples = 1, count = 0, photometric = PHOTOMETRIC_SEPARATED;
  std::uint16_t* kinds = nullptr;
  ::TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
  ::TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric);
  ::TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &count, &kinds);
  const bool is_color = photometric == PHOTOMETRIC_RGB;
  if ((!is_color && !is_gray(file)) || samples != (is_color ? 4 : 2)) return std::nullopt;
  if (count == 0 || !stream.names_further_samples)
    return is_color ? std::optional(Alpha::straight) : std::nullopt;
  if (kinds[0] == EXTRASAMPLE_ASSOCALPHA) return Alpha::associated;
  return kinds[0] == EXTRASAMPLE_UNASSALPHA ? std::optional(Alpha::straight) : std::nullopt;
}

/// The same for a raster, in which libtiff has multiplied straight colors, but not grays, by alpha.
std::optional<Alpha> alpha_of_raster(::TIFF* file, const TiffStream& stream) {
  std::uint16_t planar = PLANARCONFIG_CONTIG;
  ::TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planar);
  const std::optional<Alpha> alpha = alpha_of(file, stream);
  if (is_gray(file)) return planar == PLANARCONFIG_CONTIG ? alpha : std::nullopt;
  return alpha && stream.names_further_samples ? Alpha::associated : alpha;
}

/// One channel for a gray file, BGR for any other.
cv::Mat as_stored(const cv::Mat& rgba, bool is_gray) {
  cv::Mat image(rgba.size(), is_gray ? CV_8UC1 : CV_8UC3);
  for (int y = 0; y < rgba.rows; ++y) {
    const unsigned char* pixel = rgba.ptr(y);
    unsigned char* place = image.ptr(y);
    for (int x = 0; x < rgba.cols; ++x, pixel += rgba.channels()) {
      if (is_gray) {
        *place++ = static_cast<unsigned char>(kWeightsOfOpenCvDecoders.gray(pixel[2], pixel[1], pixel[0]));
      } else {
        *place++ = pixel[2], *place++ = pixel[1], *place++ = pixel[0];
      }
    }
  }
  return image;
}

void require_numbers(::TIFF* file, const std::string& name) {
  std::uint16_t bits = 1, format = SAMPLEFORMAT_UINT;
  ::TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
  ::TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &format);
  require(bits <= 16 && format != SAMPLEFORMAT_IEEEFP, Kind::input,
          "has an unsupported pixel type; expected 8- or 16-bit integers", name);
}

/// The number of channels if all samples have 16 bits and are interleaved; 0 for any other image. A raster
/// would keep only the upper 8 bits, and 12-bit cameras store little there.
int deep_channels(::TIFF* file, const TiffStream& stream, bool with_alpha) {
  std::uint16_t bits = 1, samples = 1, planar = PLANARCONFIG_CONTIG, photometric = PHOTOMETRIC_SEPARATED;
  ::TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
  ::TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
  ::TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planar);
  ::TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric);
  if (bits != 16 || planar != PLANARCONFIG_CONTIG) return 0;
  if (with_alpha && alpha_of(file, stream)) return samples;
  if (is_gray(file)) return samples == 1 ? 1 : 0;
  return photometric == PHOTOMETRIC_RGB && samples == 3 ? 3 : 0;
}

/// Decodes strips and tiles of 16-bit samples.
class DeepPixels {
 public:
  DeepPixels(::TIFF* file, const InputClock& clock, const TiffStream& stream, const std::string& name)
      : file_(file), clock_(clock), stream_(stream), name_(name) {}

  cv::Mat read(cv::Size size, int channels) const {
    cv::Mat pixels(size, CV_16UC(channels), cv::Scalar::all(0));
    if (::TIFFIsTiled(file_) != 0)
      read_tiles(pixels);
    else
      read_rows(pixels);
    if (channels == 2 && is_negative(file_)) invert_grays(pixels);
    return pixels;
  }

 private:
  void refuse_unless(bool holds) const {
    require(
        holds, Kind::input, [&] { return "cannot be decoded: " + reason(stream_); }, name_);
  }

  /// Leaves alpha unchanged.
  static void invert_grays(cv::Mat& pixels) {
    cv::Mat gray;
    cv::extractChannel(pixels, gray, 0);
    cv::bitwise_not(gray, gray);
    cv::insertChannel(gray, pixels, 0);
  }

  void read_rows(cv::Mat& pixels) const {
    refuse_unless(::TIFFScanlineSize64(file_) == pixels.elemSize() * static_cast<std::uint64_t>(pixels.cols));
    for (int y = 0; y < pixels.rows; ++y) {
      clock_.check(name_);
      refuse_unless(::TIFFReadScanline(file_, pixels.ptr(y), static_cast<std::uint32_t>(y), 0) >= 0);
    }
  }

  /// Tiles at the right and lower edges extend beyond the image.
  void read_tiles(cv::Mat& pixels) const {
    std::uint32_t width = 0, height = 0;
    ::TIFFGetField(file_, TIFFTAG_TILEWIDTH, &width);
    ::TIFFGetField(file_, TIFFTAG_TILELENGTH, &height);
    refuse_unless(width > 0 && height > 0 &&
                  ::TIFFTileSize64(file_) == pixels.elemSize() * std::uint64_t{width} * height);
    cv::Mat tile(static_cast<int>(height), static_cast<int>(width), pixels.type());
    for (int y = 0; y < pixels.rows; y += tile.rows) {
      for (int x = 0; x < pixels.cols; x += tile.cols) {
        clock_.check(name_);
        refuse_unless(::TIFFReadTile(file_, tile.data, static_cast<std::uint32_t>(x),
                                     static_cast<std::uint32_t>(y), 0, 0) >= 0);
        const cv::Rect place = cv::Rect(x, y, tile.cols, tile.rows) & cv::Rect({}, pixels.size());
        tile(cv::Rect({}, place.size())).copyTo(pixels(place));
      }
    }
  }

  ::TIFF* file_;
  const InputClock& clock_;
  const TiffStream& stream_;
  const std::string& name_;
};

/// The pixels as stored, and their orientation.
struct StoredPixels {
  cv::Mat pixels;
  int orientation = 1;
  std::string note = {};  ///< from in_eight_bits()
};

/// Grays with 0 as white, in 8 bits. Without stretching, those with fewer than 16 bits would all be nearly
/// white.
StoredPixels stretched_negative(const cv::Mat& deep, int orientation) {
  EightBits bytes = in_eight_bits(deep);
  cv::bitwise_not(bytes.pixels, bytes.pixels);
  return {bytes.pixels, orientation, std::move(bytes.note)};
}

StoredPixels stored_pixels(::TIFF* file, Decoding decoding, const InputClock& clock, const TiffStream& stream,
                           const std::string& name) {
  if (const int channels = deep_channels(file, stream, decoding.is_over_white()); channels > 0) {
    std::uint32_t width = 0, height = 0;
    std::uint16_t orientation = 1;
    ::TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &width);
    ::TIFFGetField(file, TIFFTAG_IMAGELENGTH, &height);
    ::TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &orientation);
    const cv::Size size(static_cast<int>(width), static_cast<int>(height));
    cv::Mat pixels = DeepPixels(file, clock, stream, name).read(size, channels);
    if (channels == 1 && is_negative(file)) return stretched_negative(pixels, orientation);
    if (channels == 2 || channels == 4) pixels = blended_over_white(pixels, alpha_of(file, stream).value());
    if (channels >= 3) cv::cvtColor(pixels, pixels, cv::COLOR_RGB2BGR);
    return {pixels, orientation, {}};
  }
  Raster raster(file, stream, name);
  cv::Mat rgba = raster.read(clock);
  const std::optional<Alpha> alpha = decoding.is_over_white() ? alpha_of_raster(file, stream) : std::nullopt;
  if (alpha) rgba = blended_over_white(rgba, *alpha);
  return {as_stored(rgba, is_gray(file)), raster.orientation(), {}};
}

/// The position of the offset of the next directory; nothing if the file ends before it.
std::optional<std::size_t> end_of_fields(Bytes file, std::size_t directory, const TiffLayout& layout) {
  const std::uint64_t fields = layout.count_bytes == 2
                                   ? static_cast<std::uint64_t>(number_at(file, directory, 2, layout.endian))
                                   : layout.offset_at(file, directory);
  if (directory >= file.size() || fields > file.size() / layout.field_bytes) return std::nullopt;
  const std::size_t end = directory + layout.count_bytes + layout.field_bytes * fields;
  return end + layout.offset_bytes <= file.size() ? std::optional(end) : std::nullopt;
}

/// Whether zlib data have a wrong checksum at their end. Truncated data have none.
bool has_wrong_checksum(Bytes packed) {
  ::z_stream stream{};
  if (::inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::array<Bytef, 1 << 15> content{};
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_out = content.data();
    stream.avail_out = static_cast<uInt>(content.size());
    state = ::inflate(&stream, Z_NO_FLUSH);
  }
  ::inflateEnd(&stream);
  return state == Z_DATA_ERROR;
}

/// The same for any strip or tile of a file with Deflate compression. libtiff reads only as many pixels as it
/// needs, and then skips the checksum.
bool has_wrong_checksum(::TIFF* tiff, Bytes file, const InputClock& clock, const std::string& name) {
  std::uint16_t coding = COMPRESSION_NONE, order = FILLORDER_MSB2LSB;
  ::TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &coding);
  ::TIFFGetFieldDefaulted(tiff, TIFFTAG_FILLORDER, &order);
  if ((coding != COMPRESSION_ADOBE_DEFLATE && coding != COMPRESSION_DEFLATE) || order != FILLORDER_MSB2LSB)
    return false;
  const std::uint32_t pieces =
      ::TIFFIsTiled(tiff) != 0 ? ::TIFFNumberOfTiles(tiff) : ::TIFFNumberOfStrips(tiff);
  for (std::uint32_t piece = 0; piece < pieces; ++piece) {
    clock.check(name);
    const std::uint64_t at = ::TIFFGetStrileOffset(tiff, piece),
                        bytes = ::TIFFGetStrileByteCount(tiff, piece);
    if (at > file.size() || bytes > file.size() - at) continue;
    if (has_wrong_checksum(file.subspan(at, bytes))) return true;
  }
  return false;
}

std::optional<ImageHeader> read_tiff_header(Bytes file) {
  constexpr std::int64_t kWidth = 256, kHeight = 257;
  const TiffFields fields = first_tiff_directory(file);
  return header_of_size(fields.number(kWidth), fields.number(kHeight));
}

DecodedImage decode_first_page(Bytes file, Decoding decoding, const InputLimits& limits,
                               const std::string& name) {
  return decode_tiff(file, tiff_directories(file, limits, name)[0], decoding, limits, name);
}

}  // namespace

std::vector<std::uint64_t> tiff_directories(Bytes file, const InputLimits& limits, const std::string& name) {
  const TiffLayout layout = tiff_layout(file);
  std::vector<std::uint64_t> directories;
  std::unordered_set<std::uint64_t> seen;
  for (std::size_t at = layout.offset_at(file, layout.first_at); at != 0;) {
    require(seen.insert(at).second, Kind::input, "is damaged: its pages form a cycle", name);
    require(
        directories.size() < static_cast<std::size_t>(limits.max_pages), Kind::input,
        [&] {
          return "has more than the " + std::to_string(limits.max_pages) + " pages allowed (--max-pages)";
        },
        name);
    const std::optional<std::size_t> next_at = end_of_fields(file, at, layout);
    require(next_at.has_value(), Kind::input, "is truncated", name);
    directories.push_back(at);
    at = layout.offset_at(file, *next_at);
  }
  require(!directories.empty(), Kind::input, "has no pages", name);
  return directories;
}

DecodedImage decode_tiff(Bytes file, std::uint64_t directory, Decoding decoding, const InputLimits& limits,
                         const std::string& name) {
  const InputClock clock(limits);
  constexpr std::int64_t kExtraSamples = 338;
  TiffStream stream{
      .file = file,
      .at = 0,
      .fault = {},
      .names_further_samples = TiffFields(file, static_cast<std::size_t>(directory)).has(kExtraSamples),
      .warning = {}};
  const TiffFile opened = open_tiff(stream, limits);
  const bool is_open = opened && ::TIFFSetSubDirectory(opened.get(), directory) != 0;
  require(
      is_open, Kind::input, [&] { return "cannot be decoded: " + reason(stream); }, name);
  std::uint32_t width = 0, height = 0;
  ::TIFFGetField(opened.get(), TIFFTAG_IMAGEWIDTH, &width);
  ::TIFFGetField(opened.get(), TIFFTAG_IMAGELENGTH, &height);
  require_pixels(width, height, limits, name);
  require_memory(opened.get(), limits, name);
  require_numbers(opened.get(), name);

  StoredPixels stored = stored_pixels(opened.get(), decoding, clock, stream, name);
  require(
      !lacks_bytes(stream.fault), Kind::input, [&] { return "is truncated: " + stream.fault; }, name);
  std::string warning = stream.fault.empty() ? stream.warning : stream.fault;
  if (warning.empty() && has_wrong_checksum(opened.get(), file, clock, name))
    warning = "a checksum of its pixels does not match";
  return with_gray({oriented(stored.pixels, stored.orientation), std::move(warning), std::move(stored.note)},
                   decoding.colors);
}

ImageFormat tiff_format() {
  return {.name = "tiff",
          .endings = {".tif", ".tiff"},
          .has_pages = true,
          .begins = is_tiff,
          .header = read_tiff_header,
          .orientation = exif_orientation,
          .resolution = tiff_resolution,
          .decode = decode_first_page};
}

}  // namespace ocelli::internal
