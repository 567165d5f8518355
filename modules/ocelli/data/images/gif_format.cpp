#include "ocelli/data/images/image_formats.hpp"

#include <gif_lib.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <opencv2/imgproc.hpp>
#include <span>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

std::optional<ImageHeader> read_gif_header(Bytes file) {
  return header_of_size(little(file, 6, 2), little(file, 8, 2));
}

/// The rest of a file, as giflib asks for it.
struct GifInput {
  Bytes rest;

  static int read(::GifFileType* gif, ::GifByteType* to, int count) {
    Bytes& rest = static_cast<GifInput*>(gif->UserData)->rest;
    const std::size_t given = std::min(rest.size(), static_cast<std::size_t>(count));
    std::memcpy(to, rest.data(), given);
    rest = rest.subspan(given);
    return static_cast<int>(given);
  }
};

struct CloseGif {
  void operator()(::GifFileType* gif) const { ::DGifCloseFile(gif, nullptr); }
};
using OpenGif = std::unique_ptr<::GifFileType, CloseGif>;

/// Decodes the first frame of a GIF file.
class GifDecoder {
 public:
  GifDecoder(Bytes file, const InputLimits& limits, const std::string& name)
      : input_{file}, limits_(limits), clock_(limits), name_(name) {
    int error = 0;
    gif_.reset(::DGifOpen(&input_, &GifInput::read, &error));
    if (!gif_) fail(error);
  }
  GifDecoder(const GifDecoder&) = delete;
  GifDecoder& operator=(const GifDecoder&) = delete;

  /// The frame on the screen of the file, BGRA: what the frame does not cover is transparent.
  cv::Mat first_frame() {
    cv::Mat screen(gif_->SHeight, gif_->SWidth, CV_8UC4, cv::Scalar::all(0));
    const int transparent = skip_to_frame();
    check(::DGifGetImageDesc(gif_.get()));
    const ::GifImageDesc& frame = gif_->Image;
    require_pixels(frame.Width, frame.Height, limits_, name_);
    read_colors(frame, transparent);
    std::vector<::GifPixelType> row(static_cast<std::size_t>(frame.Width));
    for (const int y : order_of_rows(frame)) {
      clock_.check(name_);
      check(::DGifGetLine(gif_.get(), row.data(), frame.Width));
      draw(row, frame.Left, frame.Top + y, screen);
    }
    return screen;
  }

  /// Whether another frame comes after the first one.
  bool is_animation() {
    ::GifRecordType record = UNDEFINED_RECORD_TYPE;
    do {
      if (::DGifGetRecordType(gif_.get(), &record) != GIF_OK) return false;
      if (record == EXTENSION_RECORD_TYPE) skip_extension();
    } while (record == EXTENSION_RECORD_TYPE);
    return record == IMAGE_DESC_RECORD_TYPE;
  }

 private:
  /// The index of the color that is transparent; negative if there is none.
  int skip_to_frame() {
    int transparent = NO_TRANSPARENT_COLOR;
    for (;;) {
      ::GifRecordType record = UNDEFINED_RECORD_TYPE;
      clock_.check(name_);
      check(::DGifGetRecordType(gif_.get(), &record));
      if (record == IMAGE_DESC_RECORD_TYPE) return transparent;
      require(record == EXTENSION_RECORD_TYPE, Kind::input, "has no pixels", name_);
      if (const int found = skip_extension(); found != NO_TRANSPARENT_COLOR) transparent = found;
    }
  }

  /// The transparent color that the extension states.
  int skip_extension() {
    int code = 0, transparent = NO_TRANSPARENT_COLOR;
    ::GifByteType* block = nullptr;
    check(::DGifGetExtension(gif_.get(), &code, &block));
    while (block != nullptr) {
      ::GraphicsControlBlock control{};
      const bool is_control = code == GRAPHICS_EXT_FUNC_CODE && block[0] == 4;
      if (is_control && ::DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
        transparent = control.TransparentColor;
      check(::DGifGetExtensionNext(gif_.get(), &block));
    }
    return transparent;
  }

  void read_colors(const ::GifImageDesc& frame, int transparent) {
    const ::ColorMapObject* const map = frame.ColorMap != nullptr ? frame.ColorMap : gif_->SColorMap;
    require(map != nullptr, Kind::input, "cannot be decoded: it has no colors", name_);
    for (int i = 0; i < std::min(map->ColorCount, kColors); ++i) {
      const ::GifColorType& color = map->Colors[i];
      colors_[static_cast<std::size_t>(i)] = {color.Blue, color.Green, color.Red, 255};
    }
    if (transparent >= 0 && transparent < kColors) colors_[static_cast<std::size_t>(transparent)][3] = 0;
  }

  /// Interlaced frames store every eighth row first, and then what is between them.
  static std::vector<int> order_of_rows(const ::GifImageDesc& frame) {
    struct Pass {
      int first, step;
    };
    constexpr Pass kPasses[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
    constexpr Pass kAll[] = {{0, 1}};
    std::vector<int> rows;
    for (const auto& [first, step] : frame.Interlace ? std::span<const Pass>(kPasses) : kAll) {
      for (int y = first; y < frame.Height; y += step) rows.push_back(y);
    }
    return rows;
  }

  /// Clipped to the screen.
  void draw(std::span<const ::GifPixelType> row, int left, int y, cv::Mat& screen) const {
    if (y >= screen.rows) return;
    auto* const out = screen.ptr<cv::Vec4b>(y);
    for (int x = 0; x < static_cast<int>(row.size()) && left + x < screen.cols; ++x)
      out[left + x] = colors_[row[static_cast<std::size_t>(x)]];
  }

  void check(int status) {
    if (status != GIF_OK) fail(gif_->Error);
  }

  [[noreturn]] void fail(int error) const {
    if (error == D_GIF_ERR_NOT_ENOUGH_MEM) throw std::bad_alloc();
    const bool is_short = error == D_GIF_ERR_EOF_TOO_SOON || error == D_GIF_ERR_READ_FAILED;
    throw Error(Kind::input, is_short ? "is truncated" : "cannot be decoded: it is damaged", name_);
  }

  static constexpr int kColors = 256;

  GifInput input_;
  const InputLimits& limits_;
  InputClock clock_;
  const std::string& name_;
  OpenGif gif_;
  std::vector<cv::Vec4b> colors_ = std::vector<cv::Vec4b>(kColors, {0, 0, 0, 255});
};

DecodedImage decode_gif(Bytes file, Decoding decoding, const InputLimits& limits, const std::string& name) {
  GifDecoder decoder(file, limits, name);
  cv::Mat pixels = decoder.first_frame();
  if (decoding.is_over_white())
    pixels = blended_over_white(pixels);
  else
    cv::cvtColor(pixels, pixels, cv::COLOR_BGRA2BGR);
  DecodedImage image = with_gray({pixels}, decoding.colors, kWeightsOfConversion);
  if (decoder.is_animation()) image.note = "is an animation; only its first frame is used";
  return image;
}

}  // namespace

ImageFormat gif_format() {
  return {.name = "gif",
          .endings = {".gif"},
          .mark = "GIF8",
          .begins = [](Bytes front) { return has_at(front, 0, "GIF87a") || has_at(front, 0, "GIF89a"); },
          .header = read_gif_header,
          .decode = decode_gif};
}

}  // namespace ocelli::internal
