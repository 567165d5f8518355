#include "ocelli/data/paged_file.hpp"

#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-image.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/data/byte_reading.hpp"
#include "ocelli/data/image_file.hpp"

namespace ocelli {

class PagedFile::Pages {
 public:
  virtual ~Pages() = default;
  virtual std::size_t count() const = 0;
  virtual cv::Mat grey(std::size_t page) const = 0;
};

namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;  // poppler counts them in an int
constexpr std::size_t kMostPages = 100'000;

std::string page_name(const std::string& file, std::size_t page) {
  return file + ", page " + std::to_string(page + 1);
}

class OneImage : public PagedFile::Pages {
 public:
  OneImage(std::vector<std::byte> bytes, std::string name)
      : bytes_(std::move(bytes)), name_(std::move(name)) {
    require(!bytes_.empty(), Kind::input, "is empty", name_);
  }

  std::size_t count() const override { return 1; }
  cv::Mat grey(std::size_t) const override { return decode_grey(bytes_, name_); }

 private:
  std::vector<std::byte> bytes_;
  std::string name_;
};

/// The images of a TIFF file are a chain, and its header says where it begins: each is decoded from a copy of the file
/// that begins with it.
class TiffImages : public PagedFile::Pages {
 public:
  TiffImages(std::vector<std::byte> bytes, std::string name)
      : bytes_(std::move(bytes)),
        name_(std::move(name)),
        endian_(has_at(bytes_, 0, "II") ? Endian::little : Endian::big) {
    find_directories();
  }

  std::size_t count() const override { return directories_.size(); }

  cv::Mat grey(std::size_t page) const override {
    std::vector<std::byte> file = bytes_;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t shift = 8 * (endian_ == Endian::little ? i : 3 - i);
      file[4 + i] = static_cast<std::byte>(directories_[page] >> shift & 0xFF);
    }
    return decode_grey(file, count() == 1 ? name_ : page_name(name_, page));
  }

 private:
  /// Source  TIFF 6.0 section 2.
  void find_directories() {
    std::unordered_set<std::int64_t> seen;
    for (std::int64_t at = number_at(bytes_, 4, 4, endian_); at != 0;) {
      require(seen.insert(at).second, Kind::input, "is damaged: its pages follow each other in a circle",
              name_);
      require(directories_.size() < kMostPages, Kind::input, "has too many pages", name_);
      const std::int64_t entries = number_at(bytes_, static_cast<std::size_t>(at), 2, endian_);
      const std::int64_t next_at = at + 2 + 12 * entries;
      require(next_at + 4 <= static_cast<std::int64_t>(bytes_.size()), Kind::input, "is cut short", name_);
      directories_.push_back(static_cast<std::uint32_t>(at));
      at = number_at(bytes_, static_cast<std::size_t>(next_at), 4, endian_);
    }
    require(!directories_.empty(), Kind::input, "has no pages", name_);
  }

  std::vector<std::byte> bytes_;
  std::string name_;
  Endian endian_;
  std::vector<std::uint32_t> directories_;
};

/// Poppler writes what it finds wrong to stderr unless told otherwise.
void silence_poppler() {
  poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
}

class PdfPages : public PagedFile::Pages {
 public:
  PdfPages(std::vector<std::byte> bytes, std::string name)
      : bytes_(std::move(bytes)), name_(std::move(name)) {
    silence_poppler();
    const auto size = static_cast<int>(bytes_.size());
    document_.reset(
        poppler::document::load_from_raw_data(reinterpret_cast<const char*>(bytes_.data()), size));
    require(document_ != nullptr, Kind::input, "cannot be read: the PDF is damaged or cut short", name_);
    require(!document_->is_locked(), Kind::input, "is encrypted: save it without a password first", name_);
    require(document_->pages() > 0, Kind::input, "has no pages", name_);
    require(count() <= kMostPages, Kind::input, "has too many pages", name_);
  }

  std::size_t count() const override { return static_cast<std::size_t>(document_->pages()); }

  cv::Mat grey(std::size_t index) const override {
    const std::string where = page_name(name_, index);
    const std::unique_ptr<const poppler::page> page(document_->create_page(static_cast<int>(index)));
    require(page != nullptr, Kind::input, "cannot be read: the PDF is damaged", where);
    const double dots_per_inch = resolution_for(page->page_rect(), where);
    poppler::page_renderer renderer;
    renderer.set_image_format(poppler::image::format_gray8);
    renderer.set_render_hint(poppler::page_renderer::antialiasing);
    renderer.set_render_hint(poppler::page_renderer::text_antialiasing);
    const poppler::image drawn = renderer.render_page(page.get(), dots_per_inch, dots_per_inch);
    require(drawn.is_valid() && drawn.format() == poppler::image::format_gray8, Kind::input,
            "cannot be drawn", where);
    return to_mat(drawn);
  }

 private:
  static double resolution_for(const poppler::rectf& size, const std::string& where) {
    constexpr double kDotsPerInch = 300, kPointsPerInch = 72, kLongestSide = 32'000;
    const double width = size.width() / kPointsPerInch, height = size.height() / kPointsPerInch;
    require(std::isfinite(width * height) && width > 0 && height > 0, Kind::input, "has no size", where);
    const double most = std::min(std::sqrt(0.99 * static_cast<double>(kMostPixels) / (width * height)),
                                 kLongestSide / std::max(width, height));
    const double least = 2 / std::min(width, height);
    require(least <= most, Kind::input, "is too long and narrow to be drawn", where);
    return std::clamp(kDotsPerInch, least, most);
  }

  static cv::Mat to_mat(const poppler::image& drawn) {
    cv::Mat grey(drawn.height(), drawn.width(), CV_8UC1);
    for (int y = 0; y < grey.rows; ++y)
      std::memcpy(grey.ptr(y), drawn.const_data() + std::ptrdiff_t{y} * drawn.bytes_per_row(),
                  static_cast<std::size_t>(grey.cols));
    return grey;
  }

  std::vector<std::byte> bytes_;  // the document reads on in them
  std::string name_;
  std::unique_ptr<const poppler::document> document_;
};

/// PDF readers take a file whose first mark comes after some other bytes.
bool is_pdf(Bytes file) {
  constexpr std::size_t kFront = 1024;
  const Bytes front = file.first(std::min(file.size(), kFront));
  constexpr std::string_view kMark = "%PDF-";
  const std::span<const std::byte> mark = std::as_bytes(std::span(kMark));
  return std::search(front.begin(), front.end(), mark.begin(), mark.end()) != front.end();
}

std::unique_ptr<const PagedFile::Pages> open_pages(std::vector<std::byte> bytes, std::string name) {
  if (is_pdf(bytes)) return std::make_unique<PdfPages>(std::move(bytes), std::move(name));
  if (has_at(bytes, 0, "II*\0"sv) || has_at(bytes, 0, "MM\0*"sv))
    return std::make_unique<TiffImages>(std::move(bytes), std::move(name));
  return std::make_unique<OneImage>(std::move(bytes), std::move(name));
}

}  // namespace

PagedFile::PagedFile(const std::filesystem::path& path)
    : PagedFile(read_file(path, kMostBytes), path.string()) {}

PagedFile::PagedFile(std::vector<std::byte> bytes, std::string name)
    : pages_(open_pages(std::move(bytes), std::move(name))) {}

PagedFile::PagedFile(PagedFile&&) noexcept = default;
PagedFile& PagedFile::operator=(PagedFile&&) noexcept = default;
PagedFile::~PagedFile() = default;

std::size_t PagedFile::pages() const { return pages_->count(); }

cv::Mat PagedFile::grey(std::size_t page) const {
  require(page < pages(), Kind::usage,
          "there is no page " + std::to_string(page + 1) + " among " + std::to_string(pages()));
  return pages_->grey(page);
}

}  // namespace ocelli
