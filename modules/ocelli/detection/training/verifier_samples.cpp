#include "ocelli/detection/training/verifier_samples.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/detection/training/degradation.hpp"

namespace ocelli {
namespace {

/// What a picture of an object shows, in widths of the object.
constexpr double kScene = 2.4;
/// A group of windows shows the object when it overlaps it so much.
constexpr float kOnObject = 0.4F;
/// Images that are decoded and scanned between two reports.
constexpr std::uint32_t kImageBlock = 256;
/// Sets the random numbers of pictures apart from those of poses and ranks.
constexpr std::uint64_t kPicture = 3;
/// The same for what of objects is hidden.
constexpr std::uint64_t kHidden = 4;

void append(VerifierSamples& all, VerifierSamples&& more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Calls find(i) for each i, side by side, and joins what is found, in order.
template <class Find>
VerifierSamples find_in_all(std::uint32_t first, std::uint32_t end, const Find& find) {
  std::vector<VerifierSamples> found(end - first);
  parallel_for(first, end, [&](std::uint32_t i) { found[i - first] = find(i); });
  VerifierSamples all;
  for (VerifierSamples& samples : found) append(all, std::move(samples));
  return all;
}

/// Each object with what is around it.
PositiveImages scenes(const PositiveImages& images, std::uint32_t first, std::uint32_t end) {
  return {end - first, [&images, first](std::uint32_t i) {
            PositiveImage image = images.load(first + i);
            for (WindowPose& pose : image.objects) pose.width *= kScene;
            return image;
          }};
}

/// Keeps the samples of the lowest ranks.
void keep_lowest(VerifierSamples& samples, std::size_t most) {
  std::ranges::sort(samples, {}, &VerifierSample::rank);
  if (samples.size() > most) samples.resize(most);
}

}  // namespace

VerifierSampleFinder::VerifierSampleFinder(const Cascade& cascade, const PictureChanges& changes,
                                           std::optional<Verifier> looks)
    : VerifierSampleFinder(cascade, before_verifier({}, cascade), changes, std::move(looks)) {}

VerifierSampleFinder::VerifierSampleFinder(const Cascade& cascade, const DetectOptions& detection,
                                           const PictureChanges& changes, std::optional<Verifier> looks)
    : scanner_(std::make_shared<const Cascade>(cascade), detection.scan),
      group_(detection.group),
      channels_(Verifier::crop_size({cascade.width(), cascade.height()})),
      changes_(changes),
      looks_(std::move(looks)) {}

template <class Choose>
VerifierSamples VerifierSampleFinder::find(cv::Mat grey, std::uint64_t key, const Choose& choose) const {
  Random random(key);
  if (random.uniform() < changes_.degraded) {
    grey = grey.clone();
    degrade(grey, random);
  }
  const auto memory = memories_.borrow();
  const std::vector<Detection> found =
      group(scanner_.scan(grey, (*memory).scan), group_, scanner_.cascade().label(), (*memory).group);
  VerifierSamples samples;
  if (found.empty()) return samples;
  Pyramid& pyramid = (*memory).pyramid;
  pyramid.assign(grey);
  pyramid.prepare_octaves(16);
  for (const Detection& detection : found) {
    if (!choose(found, detection)) continue;
    crop_channels(pyramid, detection.box, channels_.gradients(), (*memory).crop);
    samples.push_back({0, detection.score, (*memory).crop.channels});
    if (looks_) {
      const Verifier::Looks looks =
          *looks_->looks(pyramid, detection.box, scanner_.cascade().parts().symmetric, (*memory).crop);
      samples.back().votes = static_cast<float>(looks.votes);
      samples.back().network = static_cast<float>(looks.network);
    }
  }
  return samples;
}

ObjectPicture VerifierSampleFinder::changed(const ObjectPicture& whole, const TrainingWindows& others,
                                            Random random) const {
  if (random.uniform() < changes_.cut) return cut(whole, random);
  if (random.uniform() >= changes_.covered) return whole;
  const auto other = static_cast<std::uint32_t>(random.below(others.size()));
  return cover(whole, others.image(other), random);
}

VerifierSamples VerifierSampleFinder::objects_of_size(double size, const PositiveImages& images,
                                                      const PoseOptions& poses, std::uint64_t seed) const {
  const auto side = [=](int length) { return static_cast<int>(std::lround(kScene * size * length)); };
  const int width = side(scanner_.cascade().width()), height = side(scanner_.cascade().height());
  const auto margin = [](int whole) { return static_cast<float>(whole * (1 - 1 / kScene) / 2); };
  const Box object{margin(width), margin(height), static_cast<float>(width / kScene),
                   static_cast<float>(height / kScene)};
  VerifierSamples all;
  for (std::uint32_t first = 0; first < images.count; first += kImageBlock) {
    const std::uint32_t end = std::min(images.count, first + kImageBlock);
    const TrainingWindows pictures =
        cut_positives(scenes(images, first, end), width, height, poses, hash(seed, {first}));
    append(all, find_in_all(0, static_cast<std::uint32_t>(pictures.size()), [&](std::uint32_t i) {
             const ObjectPicture picture =
                 changed({pictures.image(i), object}, pictures, Random(hash(seed, {first, i, kHidden})));
             const auto nearest = [&](const std::vector<Detection>& found, const Detection& one) {
               const float own = overlap(one.box, picture.object);
               return own >= kOnObject && std::ranges::none_of(found, [&](const Detection& other) {
                        const float its = overlap(other.box, picture.object);
                        return its > own || (its == own && &other < &one);
                      });
             };
             return find(picture.grey, hash(seed, {first, i, kPicture}), nearest);
           }));
  }
  return all;
}

VerifierSamples VerifierSampleFinder::objects(const PositiveImages& images, const PoseOptions& poses,
                                              std::uint64_t seed, const ProgressSink& progress) const {
  VerifierSamples all;
  std::size_t done = 0;
  for (const double size : kSizes) {
    if (progress)
      progress({"collecting objects", done, kSizes.size(), std::to_string(all.size()) + " found"});
    append(all, objects_of_size(size, images, poses, hash(seed, {done++})));
  }
  return all;
}

VerifierSamples VerifierSampleFinder::negatives(const NegativeImages& images, std::size_t most,
                                                const std::function<bool(const VerifierSample&)>& hard,
                                                std::uint64_t seed, const ProgressSink& progress,
                                                const std::string& task) const {
  VerifierSamples all;
  for (std::uint32_t first = 0; first < images.count; first += kImageBlock) {
    if (progress) progress({task, first, images.count, std::to_string(all.size()) + " found"});
    append(all, find_in_all(first, std::min(images.count, first + kImageBlock), [&](std::uint32_t image) {
             const std::vector<Box> objects = images.objects ? images.objects(image) : std::vector<Box>();
             const auto beside_objects = [&](const std::vector<Detection>&, const Detection& one) {
               return std::ranges::none_of(
                   objects, [&](const Box& box) { return overlap(box, one.box) >= kBesideObject; });
             };
             VerifierSamples found = find(images.load(image), hash(seed, {image, kPicture}), beside_objects);
             std::erase_if(found, [&](const VerifierSample& sample) { return !hard(sample); });
             for (std::size_t k = 0; k < found.size(); ++k) found[k].rank = hash(seed, {image, k});
             return found;
           }));
    if (all.size() > 2 * most) keep_lowest(all, most);
  }
  keep_lowest(all, most);
  return all;
}

}  // namespace ocelli
