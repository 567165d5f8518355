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

namespace ocelli {

/// A file of pages: PDF, TIFF with any number of images, or any image that decode_grey() takes as its one page. Told apart
/// by content.
///
/// Opening finds the pages; each is decoded when it is asked for, so that memory does not grow with their number. Libraries
/// below stay silent: what went wrong is in the Error. One thread at a time.
/// PDF pages are drawn by a process of its own (PdfFile).
/// Throws  Error(Kind::input) naming the file when it is empty, cut short, damaged, encrypted, of another kind, has no
///         page, or asks for more than the limits; Error(Kind::cancelled) on limits.stop.
class PagedFile {
 public:
  explicit PagedFile(const std::filesystem::path& path, const InputLimits& limits = {});
  /// The same for a file held in memory; `name` is for messages.
  PagedFile(std::vector<std::byte> bytes, std::string name, const InputLimits& limits = {});
  PagedFile(PagedFile&&) noexcept;
  PagedFile& operator=(PagedFile&&) noexcept;
  ~PagedFile();

  std::size_t pages() const;

  /// Page `page`, from 0, with 8 bits, and what was found wrong with it. A page of a PDF is drawn at 300 dots an inch, or
  /// at as many fewer as keep it within limits.max_pixels; drawn in colour, it is stored as grey when it has no other.
  /// Throws  Error(Kind::input) naming the file and the page when the page is damaged or asks for more than the limits;
  ///         Error(Kind::cancelled) on limits.stop; Error(Kind::usage) when there is no such page.
  DecodedImage read(std::size_t page, Colours colours = Colours::grey) const;
  cv::Mat grey(std::size_t page) const;

  /// The resolution of the picture that read() makes, where the file states one: that of a PDF is always known. Nothing for
  /// a page that cannot be had.
  std::optional<Resolution> resolution(std::size_t page) const;

  /// What a kind of file has to tell of its pages.
  class Pages;

 private:
  std::unique_ptr<const Pages> pages_;
};

}  // namespace ocelli
