#pragma once

#include <poppler-document.h>
#include <poppler-page.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <span>

#include "ocelli/data/images/decoded_image.hpp"

namespace ocelli::pdf {

/// A PDF file held in memory, which must stay there, drawn by Poppler in this process. Poppler stays silent.
///
/// A hostile file may keep it busy for ever or make it take any amount of memory or abort: programs leave it to a process of
/// its own (PdfFile).
/// Throws  Error(Kind::input) without a place, here and below.
class Document {
 public:
  explicit Document(std::span<const std::byte> file);

  std::size_t pages() const;

  /// 300, or as many fewer as keep page `page`, from 0, within max_pixels.
  double dots_per_inch(std::size_t page, std::int64_t max_pixels) const;

  /// The page in 8-bit grey, or in BGR unless it is grey all over.
  cv::Mat draw(std::size_t page, double dots_per_inch, Colours colours) const;

 private:
  std::unique_ptr<const poppler::page> page_at(std::size_t page) const;

  std::unique_ptr<const poppler::document> document_;
};

}  // namespace ocelli::pdf
