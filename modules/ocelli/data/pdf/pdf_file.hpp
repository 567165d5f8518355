#pragma once

#include <cstddef>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>

#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"

namespace ocelli {

/// A PDF file whose pages are drawn by a process of its own, ocelli-pdf-renderer.
///
/// Poppler has no way to be interrupted, and a small file can keep it busy for hours, make it take all memory, or crash it.
/// A process can be ended at any moment, has a limit on its memory, and takes nobody with it. One that was ended is started
/// anew for the next page. One thread at a time.
/// Throws  Error(Kind::input) naming the file, or file and page, when it is damaged, encrypted, has no pages or asks for more
///         than the limits; Error(Kind::cancelled) on limits.stop.
/// Cost    starting the process takes about 20 ms; a page goes through a socket at some GB a second.
class PdfFile {
 public:
  /// The bytes are copied to memory shared with the renderer.
  PdfFile(std::span<const std::byte> bytes, std::string name, const InputLimits& limits);
  ~PdfFile();
  PdfFile(const PdfFile&) = delete;
  PdfFile& operator=(const PdfFile&) = delete;

  std::size_t pages() const { return pages_; }

  /// Page `page`, from 0, at 300 dots an inch, or at as many fewer as keep it within limits.max_pixels: in 8-bit grey, or in
  /// BGR unless it is grey all over.
  cv::Mat draw(std::size_t page, Colours colours) const;

  /// The resolution at which draw() does so.
  double dots_per_inch(std::size_t page) const;

 private:
  class Renderer;

  /// A new renderer, and how many pages it sees.
  std::size_t start() const;
  Renderer& renderer() const;
  std::string place(std::size_t page) const;

  std::string name_;
  InputLimits limits_;
  int file_ = -1;
  std::size_t pages_ = 0;
  mutable std::unique_ptr<Renderer> renderer_;
};

}  // namespace ocelli
