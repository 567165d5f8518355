#include "ocelli/data/annotations/annotation_images.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/photo_search.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// The result of locating one image.
struct Located {
  std::optional<PhotoSearch::Found> found;
  std::string problem;
};

/// Common folders for images next to annotations or above them, whatever the format.
std::vector<fs::path> default_image_folders(const fs::path& beside) {
  std::vector<fs::path> found;
  for (const fs::path& place : {beside, beside / "..", beside / ".." / ".."}) {
    for (const char* name : {"images", "Images", "image", "img", "imgs", "JPEGImages"}) {
      fs::path folder = (place / name).lexically_normal();
      std::error_code failure;
      if (fs::is_directory(folder, failure)) found.push_back(std::move(folder));
    }
  }
  return found;
}

/// Searches for images as the annotations name them, then in the usual folders.
class ImageFinder {
 public:
  ImageFinder(const std::vector<fs::path>& folders, const AnnotationReading& reading, const fs::path& beside)
      : folders_(folders),
        trees_(reading.images),
        default_trees_(default_image_folders(beside)),
        search_(folders, reading.images),
        default_search_({(beside / "..").lexically_normal()}, default_trees_) {}

  /// An ambiguous name is a problem only if no other name is unambiguous.
  Located locate(const AnnotatedImage& image, const OtherNames& others) {
    if (auto there = search_.find_as_written(image.path.native()))
      return {PhotoSearch::Found{*there, true}, {}};
    std::vector<std::string> names = {image.path.string()};
    if (others) std::ranges::move(others(image), std::back_inserter(names));
    Located located;
    for (const std::string& name : names) {
      if (attempt(located, [&] { return search_.find(name); })) {
        located.found->is_as_written = located.found->is_as_written && name == names.front();
        return located;
      }
    }
    for (const std::string& name : names) {
      if (attempt(located, [&] { return default_search_.find_meant(name); })) break;
    }
    return located;
  }

  std::string not_found(const AnnotatedImage& image) const {
    std::vector<fs::path> trees = trees_;
    trees.insert(trees.end(), default_trees_.begin(), default_trees_.end());
    const bool is_plain = image.path.is_absolute() || (folders_.size() == 1 && trees.empty());
    return "no such image: " +
           (is_plain ? (folders_.front() / image.path).string()
                     : image.path.string() + ", searched in " + PhotoSearch(folders_, trees).places());
  }

 private:
  static bool attempt(Located& located, const auto& find) {
    try {
      located.found = find();
    } catch (const Error& error) {
      if (error.kind() != Kind::input) throw;
      if (located.problem.empty()) located.problem = error.message();
    }
    return located.found.has_value();
  }

  std::vector<fs::path> folders_, trees_, default_trees_;
  PhotoSearch search_, default_search_;
};

/// A name without its extension, in lower case. Names with the same result are one image.
std::string bare_image_name(const fs::path& image) {
  const fs::path name = image.lexically_normal();
  return in_lower_case(
      (name.parent_path() / (has_image_extension(name) ? name.stem() : name.filename())).string());
}

/// The annotations that name a file.
struct Claims {
  int as_written = 0, guessed = 0;
  std::set<std::string> names{};  ///< bare
};

/// Whether a guess may be an image that others name, too: only its extension or case differs, and its boxes
/// show that it is not another image without any.
bool may_share(const AnnotatedImage& image, const Claims& claims) {
  return claims.names.size() == 1 && (!image.objects.empty() || !image.path.has_extension());
}

/// Rejects guesses that several names share, or that another image has under its own name.
void refuse_shared_guesses(const std::vector<AnnotatedImage>& images, std::vector<Located>& all) {
  std::map<fs::path, Claims> claims;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].found) continue;
    Claims& of_file = claims[all[i].found->path];
    ++(all[i].found->is_as_written ? of_file.as_written : of_file.guessed);
    of_file.names.insert(bare_image_name(images[i].path));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    Located& one = all[i];
    if (!one.found || one.found->is_as_written) continue;
    const Claims& of_file = claims[one.found->path];
    if (may_share(images[i], of_file)) continue;
    if (of_file.as_written > 0) {
      one = {};
    } else if (of_file.guessed > 1) {
      one.problem = "the only matching image, " + one.found->path.string() + ", also matches " +
                    std::to_string(of_file.guessed) + " names";
      one.found.reset();
    }
  }
}

/// The located images, each once.
class FoundImages {
 public:
  void add(AnnotatedImage image) {
    const auto [entry, is_new] = places_.try_emplace(image.path, images_.size());
    if (is_new || image.strip_cell) {
      images_.push_back(std::move(image));
    } else {
      std::ranges::move(image.objects, std::back_inserter(images_[entry->second].objects));
    }
  }

  std::vector<AnnotatedImage> take() && { return std::move(images_); }

 private:
  std::map<fs::path, std::size_t> places_;
  std::vector<AnnotatedImage> images_;
};

}  // namespace

std::string own_stem(const AnnotatedImage& image) { return fs::path(image.source).stem().string(); }

void find_images(Annotations& annotations, const std::vector<fs::path>& folders,
                 const AnnotationReading& reading, const OtherNames& others) {
  if (annotations.images.empty()) return;
  ImageFinder finder(folders, reading, fs::path(annotations.images.front().source).parent_path());
  std::vector<Located> located(annotations.images.size());
  for (std::size_t i = 0; i < located.size(); ++i) {
    if (!annotations.images[i].strip_cell) located[i] = finder.locate(annotations.images[i], others);
  }
  refuse_shared_guesses(annotations.images, located);

  FoundImages found;
  std::size_t guessed = 0, missing = 0;
  std::string first_guess;
  for (std::size_t i = 0; i < located.size(); ++i) {
    AnnotatedImage& image = annotations.images[i];
    if (image.strip_cell) {
      found.add(std::move(image));
    } else if (located[i].found) {
      if (!located[i].found->is_as_written && ++guessed == 1)
        first_guess = in_quotes(image.path.string()) + " is " + located[i].found->path.string();
      image.path = located[i].found->path;
      found.add(std::move(image));
    } else {
      ++missing;
      annotations.problems.push_back({place(image.source, image.line), located[i].problem.empty()
                                                                           ? finder.not_found(image)
                                                                           : located[i].problem});
    }
  }
  annotations.images = std::move(found).take();
  if (guessed > 0) {
    annotations.notes.push_back(
        std::to_string(guessed) + (guessed == 1 ? " image was" : " images were") +
        " found under another path or name than the annotations give: " + first_guess);
  }
  if (missing > 0 && reading.images.empty())
    annotations.notes.emplace_back("use --images FOLDER to search a folder for images");
}

ImageExtent extent_of(const fs::path& image) {
  const auto extent = read_image_extent(read_file(image, kMaxImageBytes));
  require(extent.has_value(), Kind::input, "is not an image in a supported format, or is damaged",
          image.native());
  return *extent;
}

void scale_to_pixels(Annotations& annotations) {
  std::erase_if(annotations.images, [&](AnnotatedImage& image) {
    if (image.objects.empty()) return false;
    try {
      const ImageExtent extent = extent_of(image.path);
      const auto width = static_cast<float>(extent.width), height = static_cast<float>(extent.height);
      for (AnnotatedObject& object : image.objects) {
        Box& box = object.box;
        box = {box.x * width, box.y * height, box.w * width, box.h * height};
      }
      std::ranges::move(drop_outside(image, extent.width, extent.height),
                        std::back_inserter(annotations.problems));
      return image.objects.empty();
    } catch (const Error& error) {
      if (error.kind() == Kind::canceled) throw;
      annotations.problems.push_back({error.where(), error.message()});
      return true;
    }
  });
}

}  // namespace ocelli::internal
