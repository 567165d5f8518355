#include "ocelli/data/pdf/pdf_document.hpp"

#include <poppler-global.h>
#include <poppler-image.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <opencv2/core.hpp>
#include <string>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::pdf {
namespace {

/// By default, Poppler reports faults to stderr.
void silence_poppler() {
  poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
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

/// One channel of a picture with identical channels.
cv::Mat first_channel(const cv::Mat& bgr) {
  cv::Mat gray;
  cv::extractChannel(bgr, gray, 0);
  return gray;
}

}  // namespace

Document::Document(std::span<const std::byte> file) {
  silence_poppler();
  document_.reset(poppler::document::load_from_raw_data(reinterpret_cast<const char*>(file.data()),
                                                        static_cast<int>(file.size())));
  require(document_ != nullptr, Kind::input, "cannot be read: the PDF is damaged or truncated");
  require(!document_->is_locked(), Kind::input, "is encrypted: save it without a password first");
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

cv::Mat Document::draw(std::size_t page, double dots_per_inch, Colors colors) const {
  const auto format = colors == Colors::gray ? poppler::image::format_gray8 : poppler::image::format_bgr24;
  poppler::page_renderer renderer;
  renderer.set_image_format(format);
  renderer.set_render_hint(poppler::page_renderer::antialiasing);
  renderer.set_render_hint(poppler::page_renderer::text_antialiasing);
  const poppler::image drawn = renderer.render_page(page_at(page).get(), dots_per_inch, dots_per_inch);
  require(drawn.is_valid() && drawn.format() == format, Kind::input, "cannot be rendered");
  if (colors == Colors::gray) return to_mat(drawn, 1);
  cv::Mat picture = to_mat(drawn, 3);
  return is_gray(picture) ? first_channel(picture) : picture;
}

}  // namespace ocelli::internal::pdf
