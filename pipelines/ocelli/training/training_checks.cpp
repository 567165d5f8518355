#include "ocelli/training/training_checks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <opencv2/core.hpp>

#include "ocelli/core/median.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/detection/training/positives.hpp"
#include "ocelli/training/object_shapes.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kAdvisedObjects = 200, kFewObjects = 100;
constexpr std::size_t kAdvisedNegatives = 500, kFewNegatives = 10;
constexpr double kWindowFactor = 1.25;  ///< between the aspect ratios of window and median box

/// Whether two pictures of the same extent have the same pixels there, except for illumination.
bool look_alike(const cv::Mat& a, const cv::Mat& b) {
  constexpr double kMinCorrelation = 0.9;
  cv::Mat_<double> one = a, other = b;
  one -= cv::mean(one)[0];
  other -= cv::mean(other)[0];
  const double norm = cv::norm(one) * cv::norm(other);
  return norm > 0 && one.dot(other) >= kMinCorrelation * norm;
}

/// The first object of a positive image with the same pixels at the same place in the negative one, if any.
const AnnotatedObject* shown_object(const AnnotatedImage& negative, const AnnotatedImage& positive,
                                    const InputLimits& limits) {
  constexpr int kSide = 24;
  const cv::Mat without = read_gray(negative, limits), with = read_gray(positive, limits);
  const float x = static_cast<float>(without.cols) / static_cast<float>(with.cols);
  const float y = static_cast<float>(without.rows) / static_cast<float>(with.rows);
  for (const AnnotatedObject& object : positive.objects) {
    const Box& box = object.box;
    const Box same{box.x * x, box.y * y, box.w * x, box.h * y};
    if (look_alike(crop_window(with, pose_around(box, kSide, kSide), kSide, kSide),
                   crop_window(without, pose_around(same, kSide, kSide), kSide, kSide)))
      return &object;
  }
  return nullptr;
}

std::string listed(const AnnotatedImage& image) {
  return image.path.string() + (image.strip_cell ? "#" + std::to_string(image.strip_cell->index) : "");
}

Problem problem_of(const AnnotatedImage& negative, const AnnotatedImage& positive,
                   const AnnotatedObject& object) {
  return {listed(negative), "this negative image shows the object of " + listed(positive) + ", marked in " +
                                positive.source + ":" + std::to_string(object.line)};
}

}  // namespace

void require_contrast(const TrainingImages& images, const std::vector<std::filesystem::path>& files) {
  if (!std::ranges::all_of(images.sketches, &ImageSketch::is_flat)) return;
  std::string names;
  for (const std::filesystem::path& file : files) names += (names.empty() ? "" : ", ") + file.string();
  throw Error(Kind::training,
              "each of its " + std::to_string(images.images.size()) +
                  " images has a single gray level; there is nothing to learn from them",
              names);
}

void drop_shown_objects(TrainingImages& negatives, const TrainingImages& positives,
                        const InputLimits& limits) {
  std::vector<ImageSketch> all = positives.sketches;
  all.insert(all.end(), negatives.sketches.begin(), negatives.sketches.end());
  const auto first = static_cast<std::uint32_t>(positives.images.size());
  std::vector<bool> shows(negatives.images.size(), false);
  for (const auto& [a, b] : find_near_copies(all)) {
    if (a >= first || b < first || shows[b - first]) continue;
    const AnnotatedImage &positive = positives.images[a], &negative = negatives.images[b - first];
    const AnnotatedObject* object = shown_object(negative, positive, limits);
    if (object == nullptr) continue;
    shows[b - first] = true;
    negatives.problems.push_back(problem_of(negative, positive, *object));
  }
  negatives.keep_if([&](std::size_t i) { return !shows[i]; });
}

std::vector<std::uint32_t> near_copies(const TrainingImages& positives) {
  return group_pairs(static_cast<std::uint32_t>(positives.images.size()),
                     find_near_copies(positives.sketches));
}

std::size_t keep_together(Split& split, const std::vector<std::uint32_t>& groups) {
  std::vector<bool> validates(groups.size(), false);
  for (const std::uint32_t i : split.validation) validates[i] = true;
  std::map<std::uint32_t, std::vector<std::uint32_t>> members;
  for (std::uint32_t i = 0; i < groups.size(); ++i) members[groups[i]].push_back(i);

  std::size_t sizes[2] = {split.training.size(), split.validation.size()}, parted = 0;
  const std::size_t min[2] = {(sizes[0] + 1) / 2, (sizes[1] + 1) / 2};
  for (const auto& [first, group] : members) {
    const auto held_out =
        static_cast<std::size_t>(std::ranges::count_if(group, [&](std::uint32_t i) { return validates[i]; }));
    const std::size_t there[2] = {group.size() - held_out, held_out};
    if (there[0] == 0 || there[1] == 0) continue;
    const std::size_t to = there[1] > there[0] ? 1 : 0, from = 1 - to;
    if (sizes[from] < min[from] + there[from]) {
      parted += group.size();
      continue;
    }
    sizes[from] -= there[from];
    sizes[to] += there[from];
    for (const std::uint32_t i : group) validates[i] = to == 1;
  }
  split = {};
  for (std::uint32_t i = 0; i < groups.size(); ++i)
    (validates[i] ? split.validation : split.training).push_back(i);
  return parted;
}

std::vector<std::string> warnings_of_few(const TrainingImages& positives, const TrainingImages& negatives) {
  std::vector<std::string> warnings;
  const std::size_t objects = positives.objects();
  if (objects < kFewObjects) {
    warnings.push_back("Warning: only " + count_of(objects, "object") + " to learn from; " +
                       std::to_string(kAdvisedObjects) +
                       " or more, in different photos, are recommended. A model trained on so few overfits.");
  }
  if (negatives.images.size() < kFewNegatives) {
    warnings.push_back("Warning: only " + count_of(negatives.images.size(), "image") +
                       " without the object; " + std::to_string(kAdvisedNegatives) +
                       " or more are recommended. What they do not show will cause false alarms.");
  }
  return warnings;
}

std::vector<std::string> copies_note(const TrainingImages& positives,
                                     const std::vector<std::uint32_t>& groups, std::size_t parted) {
  std::size_t copies = 0, example = groups.size();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i] == i) continue;
    ++copies;
    example = std::min(example, i);
  }
  if (copies == 0) return {};
  const std::string found = std::to_string(copies) + " of " + std::to_string(groups.size()) +
                            " images are near-duplicates of others, such as " +
                            listed(positives.images[example]) + " of " +
                            listed(positives.images[groups[example]]);
  if (parted == 0)
    return {found + ". Duplicates stay together: all are used for training, or all for setting thresholds."};
  return {"Warning: " + found + ". " + std::to_string(parted) +
          " of them are too many for one part, so thresholds are also set on training images, and "
          "the share of objects kept is too optimistic. Add photos of other places and days."};
}

std::optional<std::string> shape_warning(const TrainingImages& positives) {
  const ShapeSpread spread = spread_of(box_shapes(positives));
  if (!spread.is_wide()) return std::nullopt;
  return "Warning: the boxes have very different shapes, from " + shape_text(spread.narrowest) + " to " +
         shape_text(spread.widest) + " wide per height; " + std::to_string(spread.unlike) + " of " +
         std::to_string(spread.boxes) + " differ from the median, " + shape_text(spread.median) +
         ", by more than " + shape_text(ShapeSpread::kUnlikeFactor) +
         " times. A detector of one shape learns such objects with much of the background around them, finds "
         "few of them, and takes long to train. Detectors of Ocelli's own learn several (--shapes auto). "
         "Otherwise label views or poses of one shape each (front, side) as classes and train a detector for "
         "each with --class, or box a part that always has the same shape, such as the head.";
}

std::optional<std::string> window_warning(int width, int height, const TrainingImages& positives) {
  const std::vector<double> shapes = box_shapes(positives);
  if (shapes.empty()) return std::nullopt;
  const double middle = median(shapes), own = static_cast<double>(width) / height;
  const double factor = ratio_between(own, middle);
  if (factor <= kWindowFactor) return std::nullopt;
  return "Warning: --width " + std::to_string(width) + " --height " + std::to_string(height) +
         " is a window " + shape_text(own) + " wide per height, but the median box is " + shape_text(middle) +
         ": " + std::to_string(std::lround(100 * (1 - 1 / factor))) +
         " % of the window shows the background beside the object or, for samples without any, their "
         "repeated edge. Omit --height, or use --height " +
         std::to_string(std::max(1L, std::lround(width / middle))) + ".";
}

std::optional<std::string> notes_summary(const TrainingImages& images) {
  if (images.notes.empty()) return std::nullopt;
  return "Note: " + std::to_string(images.notes.size()) + " of " + std::to_string(images.images.size()) +
         " images of " + images.name + " are read with a note, such as " + images.notes.front().where + ": " +
         images.notes.front().message + ".";
}

std::optional<std::string> mixed_classes(const ClassCounts& counts, const std::vector<std::string>& chosen) {
  if (!chosen.empty() || counts.size() < 2) return std::nullopt;
  return "Warning: objects of " + std::to_string(counts.size()) +
         " classes are trained as one: " + to_string(counts) + ". --class selects one class.";
}

}  // namespace ocelli::internal
