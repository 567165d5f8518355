#include "ocelli/data/pdf/pdf_document.hpp"

#include <poppler-global.h>
#include <poppler-image.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <opencv2/core.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::pdf {
namespace {

/// Whether Poppler has reported that image data are damaged.
std::atomic<bool> g_has_damaged_image = false;

/// The image decoders' names in Poppler's messages. It reports many other faults that change no page.
bool is_of_image(const std::string& message) {
  constexpr std::array<std::string_view, 6> kDecoders = {"JPX",       "JBIG2",      "CCITTFax",
                                                         "jpeg data", "LZW stream", "flate stream"};
  return std::ranges::any_of(kDecoders,
                             [&](std::string_view name) { return message.find(name) != std::string::npos; });
}

/// By default, Poppler reports faults to stderr.
void listen_to_poppler() {
  poppler::set_debug_error_function(
      [](const std::string& message, void*) {
        if (is_of_image(message)) g_has_damaged_image = true;
      },
      nullptr);
}

double resolution_for(const poppler::rectf& size, std::int64_t max_pixels) {
  constexpr double kDotsPerInch = 300, kPointsPerInch = 72, kLongestSide = 32'000;
  const double width = size.width() / kPointsPerInch, height = size.height() / kPointsPerInch;
  require(std::isfinite(width * height) && width > 0 && height > 0, Kind::input, "has an invalid page size");
  const double max = std::min(std::sqrt(0.99 * static_cast<double>(max_pixels) / (width * height)),
                              kLongestSide / std::max(width, height));
  const double min = 2 / std::min(width, height);
  require(min <= max, Kind::input, "is too long and narrow to be rendered");
  return std::clamp(kDotsPerInch, min, max);
}

cv::Mat to_mat(const poppler::image& drawn, int channels) {
  cv::Mat picture(drawn.height(), drawn.width(), CV_8UC(channels));
  for (int y = 0; y < picture.rows; ++y)
    std::memcpy(picture.ptr(y), drawn.const_data() + std::ptrdiff_t{y} * drawn.bytes_per_row(),
                static_cast<std::size_t>(picture.cols) * picture.elemSize());
  return picture;
}

bool is_gray(const cv::Mat& bgr) {
  return std::all_of(bgr.begin<cv::Vec3b>(), bgr.end<cv::Vec3b>(),
                     [](const cv::Vec3b& pixel) { return pixel[0] == pixel[1] && pixel[1] == pixel[2]; });
}

/// The size of a page as it is shown, in points. poppler::page::page_rect() is that before its /Rotate.
cv::Size2d shown_size(const poppler::page& page) {
  const poppler::rectf rect = page.page_rect();
  const poppler::page::orientation_enum way = page.orientation();
  const bool on_side = way == poppler::page::landscape || way == poppler::page::seascape;
  return on_side ? cv::Size2d(rect.height(), rect.width()) : cv::Size2d(rect.width(), rect.height());
}

/// A box in pixels: at least one pixel wide and high, within the page.
cv::Rect pixel_box(const poppler::rectf& box, double scale, const cv::Size& page) {
  const auto at = [&](double points) { return std::clamp(points * scale, -1e6, 1e6); };
  const int x = cvRound(at(box.left())), y = cvRound(at(box.top()));
  const cv::Rect whole(x, y, std::max(1, cvRound(at(box.right())) - x),
                       std::max(1, cvRound(at(box.bottom())) - y));
  return whole & cv::Rect({}, page);
}

std::string utf8(const poppler::ustring& text, std::size_t begin, std::size_t length) {
  poppler::ustring part;
  part.assign(text, begin, length);
  const poppler::byte_array bytes = part.to_utf8();
  return {bytes.begin(), bytes.end()};
}

/// Poppler has a box for each code point.
PdfWord as_word(const poppler::text_box& box, double scale, const cv::Size& page) {
  constexpr auto is_surrogate = [](auto unit) { return (unit & 0xFC00) == 0xD800; };
  PdfWord word{
      {}, box.rotation() & 3, box.has_font_info() ? box.get_font_size() * scale : 0, box.has_space_after()};
  const poppler::ustring text = box.text();
  std::size_t number = 0;
  for (std::size_t i = 0, length = 1; i < text.size(); i += length, ++number) {
    length = is_surrogate(text[i]) && i + 1 < text.size() ? 2 : 1;
    const cv::Rect place = pixel_box(box.char_bbox(number), scale, page);
    const bool is_blank = text[i] <= ' ' || text[i] == 0xA0;
    if (!place.empty() && !is_blank) word.glyphs.push_back({utf8(text, i, length), place});
  }
  return word;
}

/// One channel of a picture with identical channels.
cv::Mat first_channel(const cv::Mat& bgr) {
  cv::Mat gray;
  cv::extractChannel(bgr, gray, 0);
  return gray;
}

}  // namespace

Document::Document(std::span<const std::byte> file, const std::string& password) {
  listen_to_poppler();
  document_.reset(poppler::document::load_from_raw_data(reinterpret_cast<const char*>(file.data()),
                                                        static_cast<int>(file.size()), password, password));
  require(document_ != nullptr, Kind::input, "cannot be read: the PDF is damaged or truncated");
  require(!document_->is_locked(), Kind::input, [&] {
    return std::string(
        password.empty()
            ? "is encrypted; open it with --password of 'ocelli ocr', or save it without a password"
            : "has another password than the one given");
  });
  require(document_->pages() > 0, Kind::input, "has no pages");
}

std::size_t Document::pages() const { return static_cast<std::size_t>(document_->pages()); }

std::unique_ptr<const poppler::page> Document::page_at(std::size_t page) const {
  std::unique_ptr<const poppler::page> found(document_->create_page(static_cast<int>(page)));
  require(found != nullptr, Kind::input, "cannot be read: the PDF is damaged");
  return found;
}

double Document::dots_per_inch(std::size_t page, std::int64_t max_pixels) const {
  return resolution_for(page_at(page)->page_rect(), max_pixels);
}

DecodedImage Document::draw(std::size_t page, double dots_per_inch, Colors colors) const {
  const auto format = colors == Colors::gray ? poppler::image::format_gray8 : poppler::image::format_bgr24;
  poppler::page_renderer renderer;
  renderer.set_image_format(format);
  renderer.set_render_hint(poppler::page_renderer::antialiasing);
  renderer.set_render_hint(poppler::page_renderer::text_antialiasing);
  g_has_damaged_image = false;
  const poppler::image drawn = renderer.render_page(page_at(page).get(), dots_per_inch, dots_per_inch);
  require(drawn.is_valid() && drawn.format() == format, Kind::input, "cannot be rendered");
  const std::string warning = g_has_damaged_image ? kDamagedImage : "";
  if (colors == Colors::gray) return {to_mat(drawn, 1), warning};
  cv::Mat picture = to_mat(drawn, 3);
  return {is_gray(picture) ? first_channel(picture) : picture, warning};
}

PdfWords Document::words(std::size_t page, double dots_per_inch) const {
  constexpr double kPointsPerInch = 72;
  const double scale = dots_per_inch / kPointsPerInch;
  const std::unique_ptr<const poppler::page> opened = page_at(page);
  const cv::Size2d size = shown_size(*opened);
  PdfWords found{
      {cvRound(std::floor(size.width * scale + 0.5)), cvRound(std::floor(size.height * scale + 0.5))}, {}};
  for (const poppler::text_box& box : opened->text_list(poppler::page::text_list_include_font)) {
    PdfWord word = as_word(box, scale, found.size);
    if (!word.glyphs.empty()) found.words.push_back(std::move(word));
  }
  return found;
}

}  // namespace ocelli::internal::pdf
