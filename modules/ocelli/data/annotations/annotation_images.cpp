#include "ocelli/data/annotations/annotation_images.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/annotations/photo_search.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// What became of one image.
struct Located {
  std::optional<PhotoSearch::Found> found;
  std::string problem;
};

Located locate(PhotoSearch& search, const AnnotatedImage& image, const OtherNames& others) try {
  if (auto there = search.find_as_written(image.path.native())) return {PhotoSearch::Found{*there, true}, {}};
  std::vector<std::string> names = {image.path.string()};
  if (others) std::ranges::move(others(image), std::back_inserter(names));
  for (const std::string& name : names) {
    if (auto found = search.find(name)) {
      found->is_as_written = found->is_as_written && name == names.front();
      return {std::move(found), {}};
    }
  }
  return {};
} catch (const Error& error) {
  if (error.kind() != Kind::input) throw;
  return {{}, error.message()};
}

/// Takes back guesses that several names share, or that another image has under its own name.
void refuse_shared_guesses(std::vector<Located>& all) {
  struct Claims {
    int as_written = 0, guessed = 0;
  };
  std::map<fs::path, Claims> claims;
  for (const Located& one : all) {
    if (!one.found) continue;
    Claims& of_file = claims[one.found->path];
    ++(one.found->is_as_written ? of_file.as_written : of_file.guessed);
  }
  for (Located& one : all) {
    if (!one.found || one.found->is_as_written) continue;
    const Claims& of_file = claims[one.found->path];
    if (of_file.as_written > 0) {
      one = {};
    } else if (of_file.guessed > 1) {
      one.problem = "the only image that it could be, " + one.found->path.string() + ", could be that of " +
                    std::to_string(of_file.guessed) + " names";
      one.found.reset();
    }
  }
}

std::string not_found(const AnnotatedImage& image, const std::vector<fs::path>& folders,
                      const PhotoSearch& search, bool has_trees) {
  const bool is_plain = image.path.is_absolute() || (folders.size() == 1 && !has_trees);
  return "no such image: " + (is_plain ? (folders.front() / image.path).string()
                                       : image.path.string() + ", searched in " + search.places());
}

}  // namespace

std::string own_stem(const AnnotatedImage& image) { return fs::path(image.source).stem().string(); }

void find_images(Annotations& annotations, const std::vector<fs::path>& folders,
                 const AnnotationReading& reading, const OtherNames& others) {
  PhotoSearch search(folders, reading.images);
  std::vector<Located> located(annotations.images.size());
  for (std::size_t i = 0; i < located.size(); ++i) {
    if (!annotations.images[i].strip_cell) located[i] = locate(search, annotations.images[i], others);
  }
  refuse_shared_guesses(located);

  std::vector<AnnotatedImage> found;
  std::size_t guessed = 0, missing = 0;
  std::string first_guess;
  for (std::size_t i = 0; i < located.size(); ++i) {
    AnnotatedImage& image = annotations.images[i];
    if (image.strip_cell) {
      found.push_back(std::move(image));
    } else if (located[i].found) {
      if (!located[i].found->is_as_written && ++guessed == 1)
        first_guess = in_quotes(image.path.string()) + " is " + located[i].found->path.string();
      image.path = located[i].found->path;
      found.push_back(std::move(image));
    } else {
      ++missing;
      annotations.problems.push_back(
          {place(image.source, image.line), located[i].problem.empty()
                                                ? not_found(image, folders, search, !reading.images.empty())
                                                : located[i].problem});
    }
  }
  annotations.images = std::move(found);
  if (guessed > 0) {
    annotations.notes.push_back(
        std::to_string(guessed) + (guessed == 1 ? " image was" : " images were") +
        " found under another path or name than the annotations give: " + first_guess);
  }
  if (missing > 0 && reading.images.empty())
    annotations.notes.emplace_back("--images FOLDER names a folder to search for images");
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
