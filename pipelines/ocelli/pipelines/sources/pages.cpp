#include "ocelli/pipelines/sources/inputs.hpp"

#include <fstream>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/file_names.hpp"
#include "ocelli/data/images/image_formats.hpp"
#include "ocelli/data/images/image_header.hpp"
#include "ocelli/data/images/paged_file.hpp"
#include "ocelli/pipelines/sources/pdf_protection.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// A file of pages that many threads read. A PagedFile supports one thread at a time, so it is opened as
/// often as needed.
class SharedPages {
 public:
  SharedPages(fs::path path, const InputLimits& limits) : path_(std::move(path)), limits_(limits) {
    idle_.emplace_back(path_, limits_);
    count_ = idle_.back().pages();
    is_pdf_ = idle_.back().is_pdf();
  }

  std::size_t count() const { return count_; }
  bool is_pdf() const { return is_pdf_; }

  DecodedImage read(std::size_t page, Decoding decoding) {
    PagedFile file = take();
    DecodedImage picture = file.read(page, decoding);
    give_back(std::move(file));
    return picture;
  }

  PdfWords words(std::size_t page) {
    PagedFile file = take();
    PdfWords words = file.words(page);
    give_back(std::move(file));
    return words;
  }

  std::optional<Resolution> resolution(std::size_t page) {
    PagedFile file = take();
    const std::optional<Resolution> stated = file.resolution(page);
    give_back(std::move(file));
    return stated;
  }

 private:
  PagedFile take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return PagedFile(path_, limits_);
    PagedFile file = std::move(idle_.back());
    idle_.pop_back();
    return file;
  }

  void give_back(PagedFile file) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(file));
  }

  fs::path path_;
  InputLimits limits_;
  std::mutex mutex_;
  std::vector<PagedFile> idle_;
  std::size_t count_ = 0;
  bool is_pdf_ = false;
};

/// Not a document, whatever its extension.
bool is_image(const fs::path& path) {
  std::vector<char> front(65536);
  std::ifstream stream(path, std::ios::binary);
  stream.read(front.data(), static_cast<std::streamsize>(front.size()));
  front.resize(static_cast<std::size_t>(stream.gcount()));
  const auto bytes = std::as_bytes(std::span(front));
  const ImageFormat* const format = format_of(bytes);
  return format != nullptr && (format->has_pages || format->header(bytes));
}

class Pages final : public Source {
 public:
  Pages(const fs::path& path, const InputLimits& limits)
      : path_(path),
        limits_(limits),
        file_(std::make_shared<SharedPages>(path, limits)),
        is_file_itself_(file_->count() == 1 && is_image(path)) {
    if (file_->is_pdf()) check_protection(path, limits.pdf);
  }

  std::optional<Item> next() override {
    if (given_ == file_->count()) return std::nullopt;
    const std::size_t page = given_++;
    if (is_file_itself_) return Item{path_.string(), path_, limits_};
    Picture picture{[file = file_, page](Decoding decoding) { return file->read(page, decoding); },
                    [file = file_, page] { return file->resolution(page); }};
    if (file_->is_pdf()) {
      picture.pdf = path_;
      picture.page = page;
      picture.access = limits_.pdf;
      picture.words = [file = file_, page] { return file->words(page); };
    }
    return Item{path_.string() + "#" + std::to_string(page), std::move(picture)};
  }

  std::optional<std::size_t> total() const override { return file_->count(); }

 private:
  fs::path path_;
  InputLimits limits_;
  std::shared_ptr<SharedPages> file_;
  bool is_file_itself_;
  std::size_t given_ = 0;
};

}  // namespace

bool has_page_extension(const fs::path& path) {
  const ImageFormat* const format = format_named(path);
  return ends_in(path, {".pdf"}) || (format != nullptr && format->has_pages);
}

std::unique_ptr<Source> open_pages(const fs::path& path, const InputLimits& limits) {
  return std::make_unique<Pages>(path, limits);
}

}  // namespace ocelli::internal
