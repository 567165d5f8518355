#include "ocelli/training/training_sources.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/core.hpp>
#include <utility>

#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// The square around a face, rotated with it: its center, its side in pixels, and the angle from the image's
/// horizontal to the line through the eyes, in radians, clockwise on the screen.
struct FaceFrame {
  Point center;
  float side = 0;
  float angle = 0;
};

/// The framing of Viola and Jones, and of OpenCV's cascades, from landmarks: side = 2.73 max(eye distance,
/// distance from eyes to mouth / 1.06), the eyes centered and 0.377 sides below the top.
FaceFrame frame_face(const Eyes& eyes, const Point& mouth) {
  constexpr float kSideByEyes = 2.73f, kMouthByEyes = 1.06f, kEyesBelowTop = 0.377f;
  const Point middle{(eyes.left.x + eyes.right.x) / 2, (eyes.left.y + eyes.right.y) / 2};
  const float across = std::hypot(eyes.right.x - eyes.left.x, eyes.right.y - eyes.left.y);
  const float down = std::hypot(mouth.x - middle.x, mouth.y - middle.y);
  const float side = kSideByEyes * std::max(across, down / kMouthByEyes);
  const float angle = std::atan2(eyes.right.y - eyes.left.y, eyes.right.x - eyes.left.x);
  const float drop = (0.5f - kEyesBelowTop) * side;
  return {{middle.x - drop * std::sin(angle), middle.y + drop * std::cos(angle)}, side, angle};
}

/// Decodes every image once and drops those that fail, so that they are known before the training starts.
void keep_readable(TrainingImages& set, const InputLimits& limits) {
  struct DecodedOnce {
    std::vector<Problem> problems;
    std::string note;
    ImageSketch sketch;
    std::uint64_t fingerprint = 0;
    bool usable = false;
  };
  std::vector<DecodedOnce> results(set.images.size());
  parallel_for(std::size_t{0}, set.images.size(), [&](std::size_t i) {
    AnnotatedImage& image = set.images[i];
    try {
      const DecodedImage decoded = read_whole_gray(image, limits);
      const cv::Mat& gray = decoded.pixels;
      results[i].note = decoded.note;
      const std::size_t marked = image.objects.size();
      results[i].problems = drop_outside(image, gray.cols, gray.rows);
      results[i].usable = marked == 0 || !image.objects.empty();
      results[i].sketch = sketch(gray);
      results[i].fingerprint =
          Fingerprint().add(image.path.filename().string()).add(results[i].sketch.content).value();
    } catch (const Error& error) {
      if (error.kind() == Kind::canceled) throw;
      results[i].problems.push_back({error.where(), error.message()});
    }
  });
  std::vector<AnnotatedImage> usable;
  for (std::size_t i = 0; i < results.size(); ++i) {
    set.problems.insert(set.problems.end(), results[i].problems.begin(), results[i].problems.end());
    if (!results[i].usable) continue;
    if (!results[i].note.empty()) set.notes.push_back({set.images[i].path.string(), results[i].note});
    set.fingerprint = Fingerprint().add(set.fingerprint).add(results[i].fingerprint).value();
    set.sketches.push_back(results[i].sketch);
    usable.push_back(std::move(set.images[i]));
  }
  set.images = std::move(usable);
}

/// The window of an object: rotated and framed by its landmarks if they are known, otherwise upright around
/// its box.
WindowPose pose_of(const AnnotatedObject& object, int width, int height, BoxFit fit) {
  if (!object.eyes || !object.mouth) return pose_around(object.box, width, height, fit);
  const FaceFrame frame = frame_face(*object.eyes, *object.mouth);
  const float half = frame.side / 2;
  WindowPose pose =
      pose_around({frame.center.x - half, frame.center.y - half, frame.side, frame.side}, width, height);
  pose.rotation = frame.angle;
  return pose;
}

Annotations images_of_folder(const fs::path& folder) {
  Annotations annotations;
  FolderListing listing = list_image_folder(folder);
  annotations.problems = std::move(listing.problems);
  if (const std::string words = to_string(listing.passed_over); !words.empty())
    annotations.notes.push_back(folder.string() + ": " + words);
  for (const fs::path& path : listing.files)
    annotations.images.push_back({.path = path, .source = path.string()});
  return annotations;
}

/// The annotations under their file name, with only the objects of these classes.
TrainingImages named(const fs::path& path, Annotations annotations, const ClassNames& classes) {
  TrainingImages set{.name = path.stem().string(),
                     .images = std::move(annotations.images),
                     .sketches = {},
                     .problems = std::move(annotations.problems),
                     .notes = {},
                     .remarks = std::move(annotations.notes),
                     .classes = {}};
  set.classes = count_classes(set.images);
  keep_classes(set.images, classes);
  return set;
}

}  // namespace

std::size_t TrainingImages::objects() const {
  std::size_t count = 0;
  for (const AnnotatedImage& image : images) count += image.objects.size();
  return count;
}

TrainingImages read_positives(const fs::path& annotations, const ClassNames& classes,
                              const InputLimits& limits, const AnnotationReading& reading) {
  TrainingImages set = named(annotations, read_annotations(annotations, reading), classes);
  for (AnnotatedImage& image : set.images) {
    std::erase_if(image.objects, [](const auto& object) { return object.ignored; });
  }
  std::erase_if(set.images, [](const AnnotatedImage& image) { return image.objects.empty(); });
  keep_readable(set, limits);
  return set;
}

TrainingImages read_surroundings(const fs::path& annotations, const ClassNames& classes,
                                 const InputLimits& limits, const AnnotationReading& reading) {
  TrainingImages set = named(annotations, read_annotations(annotations, reading), classes);
  std::erase_if(set.images, [](const AnnotatedImage& image) {
    return image.strip_cell.has_value() || image.objects.empty();
  });
  keep_readable(set, limits);
  set.problems.clear();  // from reading the positives
  set.notes.clear();
  set.remarks.clear();
  return set;
}

TrainingImages read_landmarked(const fs::path& annotations, const ClassNames& classes,
                               const InputLimits& limits, const AnnotationReading& reading) {
  TrainingImages set = named(annotations, read_annotations(annotations, reading), classes);
  for (AnnotatedImage& image : set.images)
    std::erase_if(image.objects, [](const auto& object) { return !object.landmarks; });
  std::erase_if(set.images, [](const AnnotatedImage& image) { return image.objects.empty(); });
  keep_readable(set, limits);
  return set;
}

Box square_of_face(const AnnotatedObject& face) {
  const FaceFrame frame = frame_face(face.eyes.value(), face.mouth.value());
  return {frame.center.x - frame.side / 2, frame.center.y - frame.side / 2, frame.side, frame.side};
}

TrainingImages read_negatives(const fs::path& input, const ClassNames& classes, const InputLimits& limits,
                              const AnnotationReading& reading) {
  TrainingImages set = named(
      input, fs::is_directory(input) ? images_of_folder(input) : read_annotations(input, reading), classes);
  std::erase_if(set.images, [&](const AnnotatedImage& image) {
    if (image.objects.empty()) return false;
    set.problems.push_back(
        {image.source + ":" + std::to_string(image.line), "this negative image is annotated with an object"});
    return true;
  });
  keep_readable(set, limits);
  return set;
}

TrainingImages join(const std::vector<TrainingImages>& sets) {
  TrainingImages all;
  for (const TrainingImages& set : sets) {
    all.images.insert(all.images.end(), set.images.begin(), set.images.end());
    all.sketches.insert(all.sketches.end(), set.sketches.begin(), set.sketches.end());
    all.problems.insert(all.problems.end(), set.problems.begin(), set.problems.end());
    all.notes.insert(all.notes.end(), set.notes.begin(), set.notes.end());
    all.remarks.insert(all.remarks.end(), set.remarks.begin(), set.remarks.end());
    add(all.classes, set.classes);
    all.fingerprint = Fingerprint().add(all.fingerprint).add(set.fingerprint).value();
  }
  return all;
}

PositiveImages positive_images(const std::vector<AnnotatedImage>& images, int width, int height,
                               const InputLimits& limits, BoxFit fit) {
  const auto shared = std::make_shared<const std::vector<AnnotatedImage>>(images);
  return {static_cast<std::uint32_t>(images.size()), [=](std::uint32_t i) {
            PositiveImage positive{read_gray((*shared)[i], limits), {}};
            for (const AnnotatedObject& object : (*shared)[i].objects) {
              positive.objects.push_back(pose_of(object, width, height, fit));
            }
            return positive;
          }};
}

NegativeImages negative_images(const std::vector<AnnotatedImage>& images, int views,
                               const InputLimits& limits) {
  const auto shared = std::make_shared<const std::vector<AnnotatedImage>>(images);
  const auto count = static_cast<std::uint32_t>(images.size());
  return {.count = count * static_cast<std::uint32_t>(views),
          .load = [shared, count, limits](std::uint32_t i) {
            const std::uint32_t view = i / count;
            cv::Mat turned = read_gray((*shared)[i % count], limits), seen;
            if (view & 4) cv::transpose(turned.clone(), turned);
            if ((view & 3) == 0) return turned;
            cv::flip(turned, seen, (view & 3) == 1 ? 1 : (view & 3) == 2 ? 0 : -1);
            return seen;
          }};
}

NegativeImages surrounding_images(const std::vector<AnnotatedImage>& images, const InputLimits& limits) {
  const auto shared = std::make_shared<const std::vector<AnnotatedImage>>(images);
  return {.count = static_cast<std::uint32_t>(images.size()),
          .load = [shared, limits](std::uint32_t i) { return read_gray((*shared)[i], limits); },
          .objects =
              [shared](std::uint32_t i) {
                std::vector<Box> boxes;
                for (const AnnotatedObject& object : (*shared)[i].objects) boxes.push_back(object.box);
                return boxes;
              }};
}

NegativeImages join(const NegativeImages& first, const NegativeImages& second) {
  const std::uint32_t count = first.count;
  const auto in_either = [count](auto one, auto other) {
    return [=](std::uint32_t i) { return i < count ? one(i) : other(i - count); };
  };
  const auto objects = [](const NegativeImages& images) {
    return images.objects ? images.objects : [](std::uint32_t) { return std::vector<Box>(); };
  };
  return {.count = count + second.count,
          .load = in_either(first.load, second.load),
          .objects = in_either(objects(first), objects(second))};
}

}  // namespace ocelli::internal
