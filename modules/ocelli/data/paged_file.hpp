#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

namespace ocelli {

/// A file of pages: PDF, TIFF with any number of images, or any image that decode_grey() takes as its one page. Told apart
/// by content.
///
/// Opening finds the pages; each is decoded when it is asked for, so that memory does not grow with their number. Libraries
/// below stay silent: what went wrong is in the Error. One thread at a time.
/// Throws  Error(Kind::input) naming the file when it is empty, cut short, damaged, encrypted, of another kind, has no
///         page, or more than a hundred thousand.
class PagedFile {
 public:
  explicit PagedFile(const std::filesystem::path& path);
  /// The same for a file held in memory; `name` is for messages.
  PagedFile(std::vector<std::byte> bytes, std::string name);
  PagedFile(PagedFile&&) noexcept;
  PagedFile& operator=(PagedFile&&) noexcept;
  ~PagedFile();

  std::size_t pages() const;

  /// Page `page`, from 0, as 8-bit grey. A page of a PDF is drawn at 300 dots an inch, or at as many fewer as keep it
  /// within kMostPixels.
  /// Throws  Error(Kind::input) naming the file and the page when the page is damaged; Error(Kind::usage) when there is no
  ///         such page.
  cv::Mat grey(std::size_t page) const;

  /// What a kind of file has to tell of its pages.
  class Pages;

 private:
  std::unique_ptr<const Pages> pages_;
};

}  // namespace ocelli
