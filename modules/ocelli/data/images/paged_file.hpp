#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/image_resolution.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/data/pdf/pdf_words.hpp"

namespace ocelli::internal {

/// A file with pages: PDF, TIFF with any number of images, or any image that decode_gray() accepts, as one
/// page. Detected from the content.
///
/// Opening finds the pages. Each is decoded on request, so that memory does not grow with their number. The
/// libraries write nothing to stderr: failures are in the Error. Use from one thread at a time. PDF pages are
/// rendered by a separate process (PdfFile).
/// Throws  Error(Kind::input) naming the file when it is empty, truncated, damaged, encrypted, of another
/// kind, has no pages, or exceeds the limits; Error(Kind::canceled) on limits.stop.
class PagedFile {
 public:
  explicit PagedFile(const std::filesystem::path& path, const InputLimits& limits = {});
  /// The same for a file in memory; `name` is for messages.
  PagedFile(std::vector<std::byte> bytes, std::string name, const InputLimits& limits = {});
  PagedFile(PagedFile&&) noexcept;
  PagedFile& operator=(PagedFile&&) noexcept;
  ~PagedFile();

  std::size_t pages() const;
  bool is_pdf() const;

  /// Page `page`, from 0, with 8 bits, and its decoder's warning. A page of a PDF is rendered at 300 dots per
  /// inch, or at the highest resolution within limits.max_pixels. A page rendered in color is stored as gray
  /// if it has no colors.
  /// Throws  Error(Kind::input) naming the file and the page when the page is damaged or exceeds the limits;
  /// Error(Kind::canceled) on limits.stop; Error(Kind::usage) when there is no such page.
  DecodedImage read(std::size_t page, Decoding decoding = Colors::gray) const;
  cv::Mat gray(std::size_t page) const;

  /// The text that a page of a PDF contains, for the image that read() returns. No words for other files.
  PdfWords words(std::size_t page) const;

  /// The resolution of the image that read() returns, if the file states one. It is always known for a PDF.
  /// Nothing for a page that cannot be read.
  std::optional<Resolution> resolution(std::size_t page) const;

  /// Implemented by each kind of file.
  class Pages;

 private:
  std::unique_ptr<const Pages> pages_;
};

}  // namespace ocelli::internal
