#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/image_resolution.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli {

/// A picture (8-bit) that is made when it is wanted, by any number of threads at once. Throws Error(Kind::input) when it
/// cannot be had.
struct Picture {
  std::function<DecodedImage(Colours)> image;
  std::function<std::optional<Resolution>()> resolution = {};  ///< where the picture's file states one
};

/// One image to look at, or one sample of other values.
struct Item {
  std::string
      input;  ///< how results name it: "a.jpg", "clip.mp4#17", "digits.idx#17", "cam:0#3", "scan.pdf#0"
  /// A file yet to be decoded, a frame (8-bit), a page of a file, a sample's values, or why there is none of them.
  std::variant<std::filesystem::path, cv::Mat, Picture, std::vector<float>, Error> content;
  InputLimits limits = {};  ///< on decoding a file
  /// Of a frame: how many a second its video has, 0 where it does not say. Nothing for what is no frame of a video.
  std::optional<double> video_rate = {};
};

/// Where images come from, pulled one at a time so that nothing is opened before it is wanted.
///
/// An input that cannot be had is an item with its error, and the items after it still come. Not for use by
/// two threads at once.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// The next item, or nothing at the end.
  virtual std::optional<Item> next() = 0;

  /// How many items there are from first to last, when that is known by now.
  virtual std::optional<std::size_t> total() const { return std::nullopt; }
};

/// The item's image in grey, as detectors want it, or in colour (one channel for grey files), as people do.
/// Throws the item's own error, Error(Kind::input) when its file cannot be decoded or asks for more than the item's limits,
/// Error(Kind::cancelled) on their stop, or Error(Kind::image) for a sample that is no image.
DecodedImage decoded_grey(const Item& item);
cv::Mat colour_image(const Item& item);

/// The resolution of that image, where its file states one.
/// Throws Error(Kind::input) when the file cannot be read.
std::optional<Resolution> resolution_of(const Item& item);

}  // namespace ocelli
