#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/core/new_file.hpp"
#include "ocelli/data/images/image_resolution.hpp"
#include "ocelli/pipelines/output/invisible_font.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli {

/// A PDF file of pictures with what was read on them, which is not seen but found and copied: each word lies on its box,
/// along its line's baseline.
///
/// Pages are written as they come, so memory does not grow with their number (but for some 40 bytes each). A picture of
/// black and white alone is kept as it is, any other as JPEG (coded_picture()). A page is as large as page_resolution()
/// says, at most 200 inches. Where the text was read on the picture turned, the page is shown so: the picture is the same,
/// the page says that it is to be turned (/Rotate), and the text lies on it as it is seen. The bytes are a function of the
/// pages alone.
/// Source    PDF 32000-1:2008 (PDF 1.7).
class SearchablePdf {
 public:
  /// Throws Error(Kind::output) naming the path when no file can be made there, here and below.
  explicit SearchablePdf(const std::filesystem::path& path);

  /// `resolution`: what the picture's file states, if anything.
  /// Requires  8-bit grey or BGR, at least one pixel; `text` read in a picture of the same size.
  void add(const cv::Mat& picture, const PageText& text, const std::optional<Resolution>& resolution = {});

  std::size_t pages() const { return pages_.size(); }

  /// Ends the file and puts it in its place. Requires  at least one page. Without this, there is no file.
  void finish();

 private:
  using Number = std::size_t;  ///< of an object of the file

  Number reserve();
  void write(std::string_view text);
  void write_object(Number number, std::string_view content);
  void write_stream(Number number, std::string_view entries, std::string_view data);
  void write_picture(Number number, const cv::Mat& picture);
  void write_fonts(Number number);

  NewFile file_;
  std::uint64_t written_ = 0;           ///< bytes
  std::vector<std::uint64_t> offsets_;  ///< where each object begins, object 1 first; 0: not yet written
  std::vector<Number> pages_;
  InvisibleFont font_;
  Number catalog_, page_tree_, fonts_;
};

}  // namespace ocelli
