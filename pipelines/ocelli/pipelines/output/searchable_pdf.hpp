#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/new_file.hpp"
#include "ocelli/data/images/image_resolution.hpp"
#include "ocelli/data/pdf/pdf_assembly.hpp"
#include "ocelli/pipelines/output/invisible_font.hpp"
#include "ocelli/pipelines/output/picture_coding.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// A searchable PDF: pictures with their text as an invisible layer. Each word lies on its box, along the
/// baseline of its line.
///
/// Pages are written as they arrive, so memory does not grow with their number, except for about 40 bytes
/// each. The file is PDF/A-2b: colors are sRGB, the font is embedded, and the metadata declare it. The page
/// size follows from page_resolution(), up to 200 inches. If the text was read in the rotated picture, the
/// page is displayed rotated: the picture is unchanged, the page has a /Rotate entry, and the text matches
/// the display. The bytes depend only on the pages.
/// Source    PDF 32000-1:2008 (PDF 1.7); ISO 19005-2 (PDF/A-2).
class SearchablePdf {
 public:
  /// Throws  Error(Kind::output) naming the path when the file cannot be created, as do the functions below.
  explicit SearchablePdf(const std::filesystem::path& path);

  /// `resolution` is the one stated in the picture's file, if any.
  /// Requires  `text` read in a picture of the displayed size.
  void add(const CodedPicture& picture, const PageText& text,
           const std::optional<Resolution>& resolution = {});
  /// Adds a picture that is encoded here (coded_picture()).
  /// Requires  8-bit gray or BGR, at least one pixel.
  void add(const cv::Mat& picture, const PageText& text, const std::optional<Resolution>& resolution = {});

  /// Whether pages of this PDF file can be kept unchanged: qpdf can read it, and the output is not a pipe.
  bool can_keep(const std::filesystem::path& pdf, const PdfAccess& access = {}) const;
  /// Adds an unchanged page of a PDF file, with the text read on it, if any, as an invisible layer. If all
  /// pages of a single file are added, and nothing else, the rest of its content is kept too. PDF/A
  /// conformance is that of the original.
  /// Requires  can_keep(pdf).
  void keep(const std::filesystem::path& pdf, std::size_t page, const std::optional<PageText>& text,
            const std::optional<Resolution>& resolution, const PdfAccess& access = {});

  std::size_t pages() const { return pages_.size(); }

  /// Finishes the file and publishes it.
  /// Requires  at least one page. Without this call, no file is created.
  void finish();

 private:
  using Number = std::size_t;  ///< of an object of the file

  Number reserve();
  void write(std::string_view text);
  void write_object(Number number, std::string_view content);
  void write_stream(Number number, std::string_view entries, std::string_view data);
  void write_picture(Number number, const CodedPicture& picture);
  void write_fonts(Number number);
  Number write_font(std::size_t font);
  Number write_metadata();
  Number write_colors();
  void write_trailer();

  void add_page(Number content, const std::string& resources, cv::Size2d points, int quarters);

  std::filesystem::path path_;
  NewFile file_;
  std::vector<AssembledPage> plan_;
  std::uint64_t written_ = 0;           ///< bytes
  Fingerprint content_;                 ///< of what is written
  std::vector<std::uint64_t> offsets_;  ///< offset of each object, object 1 first; 0: not yet written
  std::vector<Number> pages_;
  InvisibleFont font_;
  Number catalog_, page_tree_, fonts_;
};

}  // namespace ocelli::internal
