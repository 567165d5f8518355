#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"

namespace ocelli::internal {

/// Whether the name has the extension of one of image_formats(), in any case.
bool has_image_extension(const std::filesystem::path& path);

/// Whether it has the extension of an unsupported image format: heic heif avif jxl psd. Such files
/// get an error that explains this.
bool has_other_image_extension(const std::filesystem::path& path);

/// Whether it is an image file: by its name, or by its first bytes if the name has no extension or a
/// meaningless one ("photo", "photo.jpg_large").
bool is_image_file(const std::filesystem::path& path);

/// Whether files or folders with this name are left by a system, a file manager or another program: hidden
/// ones (.DS_Store, ._a.jpg, .ipynb_checkpoints), Thumbs.db, desktop.ini, __MACOSX, @eaDir and the like. No
/// listing of a folder includes them.
bool is_left_by_system(const std::filesystem::path& path);

/// What a listing does not include.
struct PassedOver {
  std::size_t by_systems = 0;  ///< system files and folders
  std::size_t others = 0;      ///< files of other kinds than the one listed
  std::size_t up_to_date = 0;  ///< inputs with complete results that are not older
  std::string first_by_systems{}, first_other{};

  void add(const PassedOver& more);
  friend bool operator==(const PassedOver&, const PassedOver&) = default;
};

/// "skipped in folders: 2 system files (._a.jpg, ...) and 1 file that is not an image (notes.txt)"; empty if
/// no files were skipped there.
std::string to_string(const PassedOver& passed_over);

/// The content of a folder and its subfolders.
struct FolderListing {
  std::vector<std::filesystem::path> files;
  std::vector<Problem> problems;  ///< subfolders that cannot be read
  PassedOver passed_over{};
};

/// All files with matching names in a folder and its subfolders, in natural order of their paths
/// (natural_less()), the same on every machine.
///
/// System files (is_left_by_system()) and other files are skipped and counted. Links to folders are not
/// followed, so there are no loops. An empty result is not an error. Throws Error(Kind::input) naming the
/// folder when it is missing or cannot be listed.
FolderListing list_folder(const std::filesystem::path& folder,
                          bool (*is_wanted)(const std::filesystem::path&));

/// The same for image files.
FolderListing list_image_folder(const std::filesystem::path& folder);

/// Only the files, for callers that ignore unreadable subfolders.
std::vector<std::filesystem::path> list_images(const std::filesystem::path& folder);

}  // namespace ocelli::internal
