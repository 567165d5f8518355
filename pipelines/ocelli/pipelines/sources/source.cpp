#include "ocelli/pipelines/sources/source.hpp"

#include "ocelli/core/file.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal {
namespace {

DecodedImage decoded(const Item& item, Decoding decoding) {
  if (const auto* error = std::get_if<Error>(&item.content)) throw *error;
  if (const auto* frame = std::get_if<cv::Mat>(&item.content)) {
    if (!frame->empty()) require_pixels(frame->cols, frame->rows, item.limits, item.input);
    return {.pixels = *frame, .colors = *frame};
  }
  if (const auto* picture = std::get_if<Picture>(&item.content)) return picture->image(decoding);
  if (const auto* file = std::get_if<std::filesystem::path>(&item.content))
    return read_image_file(*file, decoding, item.limits);
  throw Error(Kind::image, "is a row of values, not an image", item.input);
}

/// Records report both in one field.
DecodedImage with_note_as_warning(DecodedImage image) {
  if (image.note.empty()) return image;
  image.warning += (image.warning.empty() ? "" : "; ") + image.note;
  image.note.clear();
  return image;
}

}  // namespace

DecodedImage decoded_gray(const Item& item, Decoding decoding) {
  DecodedImage image = with_note_as_warning(decoded(item, decoding));
  image.pixels = to_gray(image.pixels, decoding.transparency);
  if (decoding.colors == Colors::both) image.colors = to_eight_bits(image.colors);
  return image;
}

DecodedImage decoded_colors(const Item& item) {
  DecodedImage image = with_note_as_warning(decoded(item, Colors::as_stored));
  image.pixels = to_eight_bits(image.pixels);
  return image;
}

cv::Mat color_image(const Item& item) { return decoded_colors(item).pixels; }

std::optional<Resolution> resolution_of(const Item& item) {
  if (const auto* picture = std::get_if<Picture>(&item.content))
    return picture->resolution ? picture->resolution() : std::nullopt;
  const auto* file = std::get_if<std::filesystem::path>(&item.content);
  return file == nullptr ? std::nullopt : read_resolution(read_file(*file, kMaxImageBytes));
}

}  // namespace ocelli::internal
