#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/data/images/image_resolution.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli::internal {

/// A picture (8-bit) that is computed on demand, by any number of threads at once. Throws Error(Kind::input)
/// when it is not available.
struct Picture {
  std::function<DecodedImage(Decoding)> image;
  std::function<std::optional<Resolution>()> resolution = {};  ///< if the picture's file states one
  std::filesystem::path pdf = {};  ///< the PDF file of which it is a page, empty otherwise
  std::size_t page = 0;            ///< of that file, from 0
};

/// One image, or one sample of other values.
struct Item {
  std::string
      input;  ///< the name in results: "a.jpg", "clip.mp4#17", "digits.idx#17", "cam:0#3", "scan.pdf#0"
  /// A file to decode, a frame (8-bit), a page of a file, a sample's values, or the error.
  std::variant<std::filesystem::path, cv::Mat, Picture, std::vector<float>, Error> content;
  InputLimits limits = {};  ///< for decoding a file
  /// Of a frame: the frame rate of its video, 0 if unknown. Nothing for items that are not frames of a video.
  std::optional<double> video_rate = {};
  /// The input that this is the image, a page or a frame of, such as "scan.pdf", and the folder in which that
  /// was found, empty if none was searched. Sources of INPUT arguments say so.
  std::string file = {}, folder = {};
  /// The file of its results in a folder, relative to it and without an extension, if results go there
  /// (named_items()).
  std::string output = {};
};

/// A source of images, pulled one at a time so that nothing is opened early.
///
/// An input that cannot be read is an item with its error, and the items after it still follow. Not
/// thread-safe.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// The next item, or nothing at the end.
  virtual std::optional<Item> next() = 0;

  /// Passes over the next item, without decoding it where that is possible; false at the end.
  virtual bool skip() { return next().has_value(); }

  /// The total number of items, if known by now.
  virtual std::optional<std::size_t> total() const { return std::nullopt; }

  /// What the folders opened so far hold besides the items.
  virtual PassedOver passed_over() const { return {}; }
};

/// The item's image in gray, for detectors, or in color (one channel for gray files), for display and for
/// classifiers of colors. Throws the item's own error, Error(Kind::input) when its file cannot be decoded or
/// exceeds the item's limits, Error(Kind::canceled) on their stop, or Error(Kind::image) for a sample that is
/// not an image.
DecodedImage decoded_gray(const Item& item, Transparency transparency = Transparency::over_white);
DecodedImage decoded_colors(const Item& item);
cv::Mat color_image(const Item& item);

/// The resolution of that image, if its file states one.
/// Throws Error(Kind::input) when the file cannot be read.
std::optional<Resolution> resolution_of(const Item& item);

}  // namespace ocelli::internal
