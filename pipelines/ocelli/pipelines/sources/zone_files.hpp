#pragma once

#include <filesystem>
#include <opencv2/core/types.hpp>
#include <optional>
#include <vector>

#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// Where the zones of pages are: nowhere, in one file for all pages, or in a folder with a file for each
/// page. That of the page scan.png is scan.uzn, scan.xml, scan.alto or scan.json (parse_zones()), that of the
/// first page of book.pdf is book.pdf#0.uzn.
class ZoneFiles {
 public:
  /// No zones: pages are read as a whole.
  ZoneFiles() = default;
  /// A file, which is read here, or a folder. Throws  Error(Kind::input) naming what cannot be read.
  explicit ZoneFiles(const std::filesystem::path& file_or_folder);
  /// The files beside the pages.
  static ZoneFiles beside_pages();

  bool are_known() const { return !of_all_.empty() || folder_.has_value(); }

  /// The zones of a page, in pixels. Empty if none are known.
  /// Throws  Error(Kind::input) naming a page that has no file, or a file that cannot be read.
  std::vector<cv::Rect> of(const Item& item) const;

 private:
  std::vector<cv::Rect> of_all_;
  std::optional<std::filesystem::path> folder_;  ///< empty: that of the page
};

}  // namespace ocelli::internal
