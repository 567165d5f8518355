#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/data/pdf/pdf_access.hpp"

namespace ocelli::internal {

/// What is done with pages of PDF files that contain text. The words are those of OCRmyPDF, except keep.
enum class ExistingText : std::uint8_t {
  skip,   ///< such pages are not read: their own text is the result
  redo,   ///< invisible text is removed, and what has no visible text is read
  keep,   ///< what has no text is read
  force,  ///< the page is read as a picture, which replaces it
};
constexpr auto names_of(ExistingText) {
  return std::array{std::pair{ExistingText::skip, "skip"}, std::pair{ExistingText::redo, "redo"},
                    std::pair{ExistingText::keep, "keep"}, std::pair{ExistingText::force, "force"}};
}

/// The options for PDF files, for the program and for Python.
struct PdfOptions {
  ExistingText existing_text = ExistingText::skip;
  std::string password;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit(
        "existing-text", self.existing_text,
        "treatment of PDF pages that contain text (skip does not read them, redo removes invisible text and "
        "reads what has no visible text, keep reads what has no text, force reads the page as a picture, "
        "which replaces it)",
        option::any().basic());
    visit("password", self.password, "password of encrypted PDF files", option::any().value("text"));
  }

  PdfAccess access() const { return {password, existing_text == ExistingText::redo}; }
};

}  // namespace ocelli::internal
