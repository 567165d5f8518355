#include "ocelli/data/images/paged_file.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/byte_reading.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_formats.hpp"
#include "ocelli/data/images/tiff_fields.hpp"
#include "ocelli/data/pdf/pdf_file.hpp"

namespace ocelli::internal {

class PagedFile::Pages {
 public:
  virtual ~Pages() = default;
  virtual std::size_t count() const = 0;
  virtual bool is_pdf() const { return false; }
  virtual DecodedImage read(std::size_t page, Decoding decoding) const = 0;
  virtual PdfWords words(std::size_t) const { return {}; }
  virtual std::optional<Resolution> resolution(std::size_t page) const = 0;
};

namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;  // Poppler counts them in an int

std::string page_name(const std::string& file, std::size_t page) {
  return file + ", page " + std::to_string(page + 1);
}

class OneImage : public PagedFile::Pages {
 public:
  OneImage(std::vector<std::byte> bytes, std::string name, const InputLimits& limits)
      : bytes_(std::move(bytes)), name_(std::move(name)), limits_(limits) {
    require(!bytes_.empty(), Kind::input, "is empty", name_);
  }

  std::size_t count() const override { return 1; }
  DecodedImage read(std::size_t, Decoding decoding) const override {
    return decode(bytes_, decoding, name_, limits_);
  }
  std::optional<Resolution> resolution(std::size_t) const override { return read_resolution(bytes_); }

 private:
  std::vector<std::byte> bytes_;
  std::string name_;
  InputLimits limits_;
};

class TiffImages : public PagedFile::Pages {
 public:
  TiffImages(std::vector<std::byte> bytes, std::string name, const InputLimits& limits)
      : bytes_(std::move(bytes)),
        name_(std::move(name)),
        limits_(limits),
        directories_(tiff_directories(bytes_, limits_, name_)) {}

  std::size_t count() const override { return directories_.size(); }

  DecodedImage read(std::size_t page, Decoding decoding) const override {
    const std::string where = count() == 1 ? name_ : page_name(name_, page);
    DecodedImage image = decode_tiff(bytes_, directories_[page], decoding, limits_, where);
    to_bytes(image, where);
    return image;
  }

  std::optional<Resolution> resolution(std::size_t page) const override {
    return read_tiff_resolution(bytes_, directories_[page]);
  }

 private:
  std::vector<std::byte> bytes_;
  std::string name_;
  InputLimits limits_;
  std::vector<std::uint64_t> directories_;
};

class PdfPages : public PagedFile::Pages {
 public:
  PdfPages(Bytes bytes, std::string name, const InputLimits& limits)
      : file_(bytes, std::move(name), limits) {}

  std::size_t count() const override { return file_.pages(); }
  bool is_pdf() const override { return true; }
  DecodedImage read(std::size_t page, Decoding decoding) const override {
    if (decoding.colors != Colors::both)
      return file_.draw(page, decoding.is_gray() ? Colors::gray : Colors::as_stored);
    return with_gray(file_.draw(page, Colors::as_stored), Colors::both, kWeightsOfPoppler);
  }

  PdfWords words(std::size_t page) const override { return file_.words(page); }

  std::optional<Resolution> resolution(std::size_t page) const override try {
    const double dots_per_inch = file_.dots_per_inch(page);
    return Resolution{dots_per_inch, dots_per_inch};
  } catch (const Error& error) {
    if (error.kind() == Kind::canceled) throw;
    return std::nullopt;
  }

 private:
  PdfFile file_;
};

/// PDF readers accept a file with other bytes before the header.
bool is_pdf(Bytes file) {
  constexpr std::size_t kFront = 1024;
  const Bytes front = file.first(std::min(file.size(), kFront));
  constexpr std::string_view kMark = "%PDF-";
  const std::span<const std::byte> mark = std::as_bytes(std::span(kMark));
  return std::search(front.begin(), front.end(), mark.begin(), mark.end()) != front.end();
}

std::unique_ptr<const PagedFile::Pages> open_pages(std::vector<std::byte> bytes, std::string name,
                                                   const InputLimits& limits) {
  if (is_pdf(bytes)) return std::make_unique<PdfPages>(bytes, std::move(name), limits);
  if (is_tiff(bytes)) return std::make_unique<TiffImages>(std::move(bytes), std::move(name), limits);
  return std::make_unique<OneImage>(std::move(bytes), std::move(name), limits);
}

}  // namespace

PagedFile::PagedFile(const std::filesystem::path& path, const InputLimits& limits)
    : PagedFile(read_file(path, kMaxBytes), path.string(), limits) {}

PagedFile::PagedFile(std::vector<std::byte> bytes, std::string name, const InputLimits& limits)
    : pages_(open_pages(std::move(bytes), std::move(name), limits)) {}

PagedFile::PagedFile(PagedFile&&) noexcept = default;
PagedFile& PagedFile::operator=(PagedFile&&) noexcept = default;
PagedFile::~PagedFile() = default;

std::size_t PagedFile::pages() const { return pages_->count(); }

bool PagedFile::is_pdf() const { return pages_->is_pdf(); }

DecodedImage PagedFile::read(std::size_t page, Decoding decoding) const {
  require(page < pages(), Kind::usage, [&] {
    return "page " + std::to_string(page + 1) + " is out of range; the number of pages is " +
           std::to_string(pages());
  });
  return pages_->read(page, decoding);
}

PdfWords PagedFile::words(std::size_t page) const {
  return page < pages() ? pages_->words(page) : PdfWords{};
}

cv::Mat PagedFile::gray(std::size_t page) const { return read(page).pixels; }

std::optional<Resolution> PagedFile::resolution(std::size_t page) const {
  return page < pages() ? pages_->resolution(page) : std::nullopt;
}

}  // namespace ocelli::internal
