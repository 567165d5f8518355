#pragma once

#include <poppler-document.h>
#include <poppler-page.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>

#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/pdf/pdf_words.hpp"

namespace ocelli::internal::pdf {

/// A PDF file in memory (not copied), rendered by Poppler in this process. Poppler writes nothing to stderr.
///
/// A malicious file may keep it busy forever, make it use any amount of memory, or make it abort. Programs
/// use a separate process (PdfFile).
/// Throws  Error(Kind::input) without a place, like its member functions.
class Document {
 public:
  /// `password`: of the owner or the user of an encrypted file.
  explicit Document(std::span<const std::byte> file, const std::string& password = {});

  std::size_t pages() const;

  /// 300, or the highest resolution that keeps page `page`, from 0, within max_pixels.
  double dots_per_inch(std::size_t page, std::int64_t max_pixels) const;

  /// The page in 8-bit gray, or in BGR unless it contains no colors. If Poppler cannot decode an image on it,
  /// a warning says so. Poppler is silent about JPEG data that end early.
  DecodedImage draw(std::size_t page, double dots_per_inch, Colors colors) const;

  /// The size of the page that draw() renders, and the text in it.
  PdfWords words(std::size_t page, double dots_per_inch) const;

 private:
  std::unique_ptr<const poppler::page> page_at(std::size_t page) const;

  std::unique_ptr<const poppler::document> document_;
};

}  // namespace ocelli::internal::pdf
