#include "ocelli/pipelines/source.hpp"

#include "ocelli/data/image_file.hpp"
#include "ocelli/imaging/image.hpp"

namespace ocelli {
namespace {

using Decode = cv::Mat (*)(const std::filesystem::path&);

cv::Mat image(const Item& item, Decode decode) {
  if (const auto* error = std::get_if<Error>(&item.content)) throw *error;
  if (const auto* frame = std::get_if<cv::Mat>(&item.content)) return *frame;
  if (const auto* picture = std::get_if<Picture>(&item.content)) return (*picture)();
  if (const auto* file = std::get_if<std::filesystem::path>(&item.content)) return decode(*file);
  throw Error(Kind::image, "is a row of values, not an image", item.input);
}

}  // namespace

cv::Mat grey_image(const Item& item) { return to_grey(image(item, read_grey)); }

cv::Mat colour_image(const Item& item) { return image(item, read_image); }

}  // namespace ocelli
