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
#include "ocelli/data/pdf/pdf_words.hpp"

namespace ocelli::internal {

/// A picture (8-bit) that is computed on demand, by any number of threads at once.
/// Throws  Error(Kind::input) when it is not available.
struct Picture {
  std::function<DecodedImage(Decoding)> image;
  std::function<std::optional<Resolution>()> resolution = {};  ///< if the picture's file states one
  std::filesystem::path pdf = {};        ///< the PDF file that contains it; otherwise empty
  std::size_t page = 0;                  ///< in that file, from 0
  PdfAccess access = {};                 ///< to that file
  std::function<PdfWords()> words = {};  ///< the text that the page of a PDF file contains
};

/// One image, or one sample of other values.
struct Item {
  /// The name in results: "a.jpg", "clip.mp4#17", "digits.idx#17", "cam:0#3", "scan.pdf#0".
  std::string input;
  /// A file to decode, a frame (8-bit), a page of a file, a sample's values, or the error.
  std::variant<std::filesystem::path, cv::Mat, Picture, std::vector<float>, Error> content;
  InputLimits limits = {};  ///< for decoding a file
  /// For a frame, the frame rate of its video, 0 if unknown. Empty for items that are not video frames.
  std::optional<double> video_rate = {};
  std::size_t frame = 0;  ///< for a frame, its number in the video
  /// The input that contains this image, page or frame, such as "scan.pdf", and the folder where it was
  /// found, empty if none was searched. Set by sources of INPUT arguments.
  std::string file = {}, folder = {};
  /// The result file, relative to the output folder and without an extension, if results go to a folder
  /// (named_items()).
  std::string output = {};
};

/// A source of images, pulled one at a time so that nothing is opened early.
///
/// An input that cannot be read is an item with its error, and the following items are still returned. Not
/// thread-safe.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// The next item, or nothing at the end.
  virtual std::optional<Item> next() = 0;

  /// Skips the next item, without decoding it if possible; false at the end.
  virtual bool skip() { return next().has_value(); }

  /// The total number of items, if known yet.
  virtual std::optional<std::size_t> total() const { return std::nullopt; }

  /// Other files found in the folders opened so far.
  virtual PassedOver passed_over() const { return {}; }
};

/// Decodes the item's image in gray, for detectors, or in color (one channel for gray files), for display and
/// for color classifiers.
/// Throws  the item's own error, Error(Kind::input) when its file cannot be decoded or exceeds the item's
/// limits, Error(Kind::canceled) when the limits' stop is requested, or Error(Kind::image) for a sample that
/// is not an image.
DecodedImage decoded_gray(const Item& item, Decoding decoding = Colors::gray);
DecodedImage decoded_colors(const Item& item);
cv::Mat color_image(const Item& item);

/// The resolution of that image, if stated in its file.
/// Throws  Error(Kind::input) when the file cannot be read.
std::optional<Resolution> resolution_of(const Item& item);

}  // namespace ocelli::internal
