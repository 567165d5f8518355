#pragma once

#include <cstddef>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>

#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/data/pdf/pdf_words.hpp"

namespace ocelli::internal {

/// A PDF file rendered by a separate process, ocelli-pdf-renderer.
///
/// Poppler cannot be interrupted. A small file can keep it busy for hours, make it use all memory, or crash
/// it. A process can be killed at any moment, has a memory limit, and does not crash the caller. After a
/// kill, a new one is started for the next page. Use from one thread at a time.
/// Throws  Error(Kind::input) naming the file, or file and page, when it is damaged, encrypted, has no pages
/// or exceeds the limits; Error(Kind::canceled) on limits.stop.
/// Cost    about 20 ms to start the process; a page is sent through a socket at some GB per second.
class PdfFile {
 public:
  /// The bytes are copied to memory shared with the renderer. limits.pdf is how the file is opened.
  PdfFile(std::span<const std::byte> bytes, std::string name, const InputLimits& limits);
  ~PdfFile();
  PdfFile(const PdfFile&) = delete;
  PdfFile& operator=(const PdfFile&) = delete;

  std::size_t pages() const { return pages_; }

  /// Page `page`, from 0, at 300 dots per inch or at the highest resolution within limits.max_pixels, in
  /// 8-bit gray, or in BGR unless it contains no colors. A warning says if an image on it is damaged.
  DecodedImage draw(std::size_t page, Colors colors) const;

  /// The text in the page, at the resolution that draw() uses.
  PdfWords words(std::size_t page) const;

  /// The resolution that draw() uses.
  double dots_per_inch(std::size_t page) const;

 private:
  class Renderer;

  void remove_invisible_text();
  /// Starts a new renderer; returns its number of pages.
  std::size_t start() const;
  Renderer& renderer() const;
  std::string place(std::size_t page) const;
  bool has_damaged_jpeg(std::size_t page) const;

  std::string name_;
  InputLimits limits_;
  int file_ = -1;
  std::size_t pages_ = 0;
  mutable std::unique_ptr<Renderer> renderer_;
};

}  // namespace ocelli::internal
