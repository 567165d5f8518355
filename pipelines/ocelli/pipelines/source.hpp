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

namespace ocelli {

/// A picture (8-bit) that is made when it is wanted, by any number of threads at once. Throws Error(Kind::input) when it
/// cannot be had.
using Picture = std::function<cv::Mat()>;

/// One image to look at, or one sample of other values.
struct Item {
  std::string
      input;  ///< how results name it: "a.jpg", "clip.mp4#17", "digits.idx#17", "cam:0#3", "scan.pdf#0"
  /// A file yet to be decoded, a frame (8-bit), a page of a file, a sample's values, or why there is none of them.
  std::variant<std::filesystem::path, cv::Mat, Picture, std::vector<float>, Error> content;
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
/// Throws the item's own error, Error(Kind::input) when its file cannot be decoded, or Error(Kind::image) for a sample
/// that is no image.
cv::Mat grey_image(const Item& item);
cv::Mat colour_image(const Item& item);

}  // namespace ocelli
