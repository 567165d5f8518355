#include "ocelli/pipelines/pages.hpp"

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/data/paged_file.hpp"
#include "ocelli/pipelines/file_ending.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

/// A file of pages that many threads look at: a PagedFile is for one at a time, so it is opened as often as is needed.
class SharedPages {
 public:
  explicit SharedPages(fs::path path) : path_(std::move(path)) {
    idle_.emplace_back(path_);
    count_ = idle_.back().pages();
  }

  std::size_t count() const { return count_; }

  cv::Mat grey(std::size_t page) {
    PagedFile file = take();
    cv::Mat picture = file.grey(page);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(file));
    return picture;
  }

 private:
  PagedFile take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return PagedFile(path_);
    PagedFile file = std::move(idle_.back());
    idle_.pop_back();
    return file;
  }

  fs::path path_;
  std::mutex mutex_;
  std::vector<PagedFile> idle_;
  std::size_t count_ = 0;
};

class Pages final : public Source {
 public:
  explicit Pages(const fs::path& path)
      : path_(path),
        file_(std::make_shared<SharedPages>(path)),
        is_file_itself_(!ends_in(path, {".pdf"}) && file_->count() == 1) {}

  std::optional<Item> next() override {
    if (given_ == file_->count()) return std::nullopt;
    const std::size_t page = given_++;
    if (is_file_itself_) return Item{path_.string(), path_};
    return Item{path_.string() + "#" + std::to_string(page),
                Picture([file = file_, page] { return file->grey(page); })};
  }

  std::optional<std::size_t> total() const override { return file_->count(); }

 private:
  fs::path path_;
  std::shared_ptr<SharedPages> file_;
  bool is_file_itself_;
  std::size_t given_ = 0;
};

}  // namespace

bool has_page_extension(const fs::path& path) { return ends_in(path, {".pdf", ".tif", ".tiff"}); }

std::unique_ptr<Source> open_pages(const fs::path& path) { return std::make_unique<Pages>(path); }

}  // namespace ocelli
