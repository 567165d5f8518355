#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ocelli::internal {

/// Finds photos by the names in annotation files and lists.
///
/// Tries, in this order:
/// 1. the path as written, in the first folder that has it
/// 2. with backslashes as separators and without a drive letter
/// 3. the longest suffix of the path that matches anything, in all folders and trees: as written, in another
/// case or another composition of its letters (NFC, NFD), with another image extension or none, or as the
/// same number with more or fewer leading zeros
///
/// A URL (file:, http:, gs:) stands for its path, and "%20" for a blank.
class PhotoSearch {
 public:
  /// `folders` are searched directly, `trees` with their subfolders.
  explicit PhotoSearch(std::vector<std::filesystem::path> folders,
                       std::span<const std::filesystem::path> trees = {});

  struct Found {
    std::filesystem::path path;
    bool is_as_written = false;  ///< except for separators
  };

  /// The photo with that name, or nothing. Throws Error(Kind::input), without a place, naming the photos when
  /// the name is ambiguous.
  std::optional<Found> find(std::string_view name);

  /// The same, but a path as written in one folder does not take precedence over that in another.
  std::optional<Found> find_meant(std::string_view name);

  /// The same for only the path as written.
  std::optional<std::filesystem::path> find_as_written(std::string_view name) const;

  /// "set, images and in .".
  std::string places() const;

 private:
  using Paths = std::vector<std::filesystem::path>;
  /// The files of one folder or tree by name, and image files also by stem and by the number that the stem
  /// is.
  struct Shelf {
    std::multimap<std::string, std::filesystem::path> by_name, by_stem, by_number;

    void add(const std::filesystem::path& file);
  };
  /// How much a file may differ from a name.
  enum class Likeness { same, other_case, other_extension, same_number };

  const Shelf& shelf(const std::filesystem::path& folder);
  const Paths& subfolders(const std::filesystem::path& folder, std::span<const std::filesystem::path> parts);
  void list_trees();
  std::optional<Found> find_end(const std::string& meaning, std::string_view name);
  Paths candidates(std::span<const std::filesystem::path> parts, Likeness likeness);

  Paths folders_, trees_;
  std::map<std::filesystem::path, Shelf> shelves_;
  std::map<std::pair<std::filesystem::path, std::filesystem::path>, Paths> subfolders_;
  std::optional<Shelf> in_trees_;
};

}  // namespace ocelli::internal
