#include "ocelli/detection/training/verifier_trainer.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/boosting/cascade/gentle_boost.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/object_pool.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/detection/detector.hpp"
#include "ocelli/detection/training/degradation.hpp"
#include "ocelli/metrics/logistic_fit.hpp"

namespace ocelli {
namespace {

/// Widths of objects, in widths of the cascade's window. What is small is blurred when it is cropped.
constexpr double kSizes[] = {1.15, 1.7, 2.6};
/// What a picture of an object shows, in widths of the object.
constexpr double kScene = 2.4;
/// A group of windows shows the object when it overlaps it so much.
constexpr float kOnObject = 0.4F;
/// Images that are decoded and scanned between two reports.
constexpr std::uint32_t kImageBlock = 256;
/// Fewer samples of a class say nothing.
constexpr std::size_t kLeastSamples = 50;
/// Samples of objects that a training of few objects is filled up to.
constexpr double kWantedObjects = 20'000;
constexpr double kLostAtExits = 0.001, kEasierThan = 0.01;
constexpr std::uint32_t kFirstExit = 16;
/// Of so many objects the quantile is sure enough to end a look by.
constexpr std::size_t kManyObjects = 2000;
constexpr double kDeviationsBelow = 4;
constexpr float kUsualOdds = 4;  ///< of an object, logs
/// Sets the random numbers of pictures apart from those of poses and ranks.
constexpr std::uint64_t kPicture = 3;

/// What the cascade found in one place: its score and the channels of the crop.
struct Sample {
  std::uint64_t rank = 0;  ///< random
  float cascade_score = 0;
  std::vector<std::uint8_t> channels;
  float votes = 0;  ///< of the surest look of a verifier, if one looked
};

using Samples = std::vector<Sample>;

/// Finds samples in images as a detector with a verifier would.
class SampleFinder {
 public:
  /// `degraded`: the share of images that are degraded first. `looks`: a verifier without exits.
  SampleFinder(const Cascade& cascade, double degraded, std::optional<Verifier> looks = std::nullopt)
      : detector_(cascade, before_verifier({}, cascade)),
        channels_(Verifier::crop_size({cascade.width(), cascade.height()})),
        degraded_(degraded),
        looks_(std::move(looks)) {}

  const GradientChannels& channels() const { return channels_; }

  /// The candidates in an image that `choose` accepts. Whether and how the image is degraded depends on the key.
  template <class Choose>
  Samples find(cv::Mat grey, std::uint64_t key, const Choose& choose) const {
    Random random(key);
    if (random.uniform() < degraded_) {
      grey = grey.clone();
      degrade(grey, random);
    }
    const auto memory = memories_.borrow();
    const std::vector<Detection> found = detector_.detect(grey, (*memory).detector);
    Samples samples;
    if (found.empty()) return samples;
    Pyramid& pyramid = (*memory).pyramid;
    pyramid.assign(grey);
    pyramid.prepare_octaves(16);
    for (const Detection& detection : found) {
      if (!choose(found, detection)) continue;
      crop_channels(pyramid, detection.box, channels_, (*memory).crop);
      samples.push_back({0, detection.score, (*memory).crop.channels});
      if (looks_) samples.back().votes = looks_->surest_look(pyramid, detection.box, (*memory).crop)->votes;
    }
    return samples;
  }

 private:
  struct Memory {
    Detector::Scratch detector;
    Pyramid pyramid;
    Verifier::Scratch crop;
  };

  Detector detector_;
  GradientChannels channels_;
  double degraded_;
  std::optional<Verifier> looks_;
  mutable ObjectPool<Memory> memories_;
};

void append(Samples& all, Samples&& more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Calls find(i) for each i, side by side, and joins what is found, in order.
template <class Find>
Samples find_in_all(std::uint32_t first, std::uint32_t end, const Find& find) {
  std::vector<Samples> found(end - first);
  parallel_for(first, end, [&](std::uint32_t i) { found[i - first] = find(i); });
  Samples all;
  for (Samples& samples : found) append(all, std::move(samples));
  return all;
}

// --- Objects -----------------------------------------------------------------------------------------------------------------------

/// Each object with what is around it.
PositiveImages scenes(const PositiveImages& images, std::uint32_t first, std::uint32_t end) {
  return {end - first, [&images, first](std::uint32_t i) {
            PositiveImage image = images.load(first + i);
            for (WindowPose& pose : image.objects) pose.width *= kScene;
            return image;
          }};
}

/// In pictures of objects of that size.
Samples objects_of_size(const SampleFinder& finder, const PositiveImages& images, cv::Size window,
                        double size, const PoseOptions& poses, std::uint64_t seed) {
  const auto side = [=](int length) { return static_cast<int>(std::lround(kScene * size * length)); };
  const int width = side(window.width), height = side(window.height);
  const auto margin = [](int whole) { return static_cast<float>(whole * (1 - 1 / kScene) / 2); };
  const Box object{margin(width), margin(height), static_cast<float>(width / kScene),
                   static_cast<float>(height / kScene)};
  Samples all;
  for (std::uint32_t first = 0; first < images.count; first += kImageBlock) {
    const std::uint32_t end = std::min(images.count, first + kImageBlock);
    const TrainingWindows pictures =
        cut_positives(scenes(images, first, end), width, height, poses, hash(seed, {first}));
    append(all, find_in_all(0, static_cast<std::uint32_t>(pictures.size()), [&](std::uint32_t i) {
             const auto nearest = [&](const std::vector<Detection>& found, const Detection& one) {
               const float own = overlap(one.box, object);
               return own >= kOnObject && std::ranges::none_of(found, [&](const Detection& other) {
                        const float its = overlap(other.box, object);
                        return its > own || (its == own && &other < &one);
                      });
             };
             return finder.find(pictures.image(i), hash(seed, {first, i, kPicture}), nearest);
           }));
  }
  return all;
}

Samples find_objects(const SampleFinder& finder, const PositiveImages& images, cv::Size window,
                     const PoseOptions& poses, std::uint64_t seed, const ProgressSink& progress) {
  Samples all;
  std::size_t done = 0;
  for (const double size : kSizes) {
    if (progress)
      progress({"collecting objects", done, std::size(kSizes), std::to_string(all.size()) + " found"});
    append(all, objects_of_size(finder, images, window, size, poses, hash(seed, {done++})));
  }
  return all;
}

// --- Negatives ---------------------------------------------------------------------------------------------------------------------

/// Keeps the samples of the lowest ranks.
void keep_lowest(Samples& samples, std::size_t most) {
  std::ranges::sort(samples, {}, &Sample::rank);
  if (samples.size() > most) samples.resize(most);
}

/// At most so many candidates beside the objects of these images that `hard` accepts, drawn at random.
Samples find_negatives(const SampleFinder& finder, const NegativeImages& images,
                       const std::vector<std::uint32_t>& chosen, std::size_t most,
                       const std::function<bool(const Sample&)>& hard, std::uint64_t seed,
                       const ProgressSink& progress, const std::string& task) {
  Samples all;
  const auto count = static_cast<std::uint32_t>(chosen.size());
  for (std::uint32_t first = 0; first < count; first += kImageBlock) {
    if (progress) progress({task, first, count, std::to_string(all.size()) + " found"});
    append(all, find_in_all(first, std::min(count, first + kImageBlock), [&](std::uint32_t i) {
             const std::uint32_t image = chosen[i];
             const std::vector<Box> objects = images.objects ? images.objects(image) : std::vector<Box>();
             const auto beside_objects = [&](const std::vector<Detection>&, const Detection& one) {
               return std::ranges::none_of(
                   objects, [&](const Box& box) { return overlap(box, one.box) >= kBesideObject; });
             };
             Samples found = finder.find(images.load(image), hash(seed, {image, kPicture}), beside_objects);
             std::erase_if(found, [&](const Sample& sample) { return !hard(sample); });
             for (std::size_t k = 0; k < found.size(); ++k) found[k].rank = hash(seed, {image, k});
             return found;
           }));
    if (all.size() > 2 * most) keep_lowest(all, most);
  }
  keep_lowest(all, most);
  return all;
}

/// The images of each round: every image is in one.
std::vector<std::vector<std::uint32_t>> images_of_rounds(std::uint32_t images, int rounds,
                                                         std::uint64_t seed) {
  std::vector<std::vector<std::uint32_t>> parts(static_cast<std::size_t>(rounds));
  const std::vector<std::uint32_t> order = permutation(images, seed);
  for (std::size_t i = 0; i < order.size(); ++i) parts[i % parts.size()].push_back(order[i]);
  return parts;
}

std::vector<std::uint32_t> all_images(const NegativeImages& images) {
  std::vector<std::uint32_t> numbers(images.count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

// --- Trees -------------------------------------------------------------------------------------------------------------------------

BinnedResponses responses_of(const Samples& objects, const Samples& negatives, std::size_t channels) {
  BinnedResponses responses(channels, objects.size() + negatives.size(), 256);
  constexpr std::size_t kColumns = 64;  // a cache line of each sample
  parallel_for(std::size_t{0}, (channels + kColumns - 1) / kColumns, [&](std::size_t block) {
    const std::size_t end = std::min(channels, (block + 1) * kColumns);
    std::size_t s = 0;
    for (const Samples* samples : {&objects, &negatives}) {
      for (const Sample& sample : *samples) {
        for (std::size_t c = block * kColumns; c < end; ++c) responses.of(c)[s] = sample.channels[c];
        ++s;
      }
    }
  });
  return responses;
}

/// Writes a tree in the form of complete trees: below a leaf there are only leaves with its vote.
class CompleteTree {
 public:
  CompleteTree(const RegressionTree& tree, VerifierParts& parts)
      : tree_(tree), parts_(parts), first_node_(parts.nodes.size()), first_leaf_(parts.leaves.size()) {
    parts.nodes.resize(first_node_ + parts.nodes_per_tree());
    parts.leaves.resize(first_leaf_ + parts.leaves_per_tree());
    write(0, 0, true);
  }

 private:
  void write(std::size_t place, std::int32_t child, bool root) {
    if (place >= parts_.nodes_per_tree()) {
      parts_.leaves[first_leaf_ + place - parts_.nodes_per_tree()] =
          tree_.leaves[static_cast<std::size_t>(-child)];
      return;
    }
    if (child <= 0 && !root) {
      write(2 * place + 1, child, false);
      write(2 * place + 2, child, false);
      return;
    }
    const RegressionTree::Node& node = tree_.nodes[static_cast<std::size_t>(child)];
    int lowest_right = 0;
    while (lowest_right < 255 && holds(node.set, static_cast<std::uint8_t>(lowest_right))) ++lowest_right;
    parts_.nodes[first_node_ + place] = {static_cast<std::uint16_t>(node.feature),
                                         static_cast<std::uint8_t>(lowest_right - 1)};
    write(2 * place + 1, node.left, false);
    write(2 * place + 2, node.right, false);
  }

  const RegressionTree& tree_;
  VerifierParts& parts_;
  std::size_t first_node_, first_leaf_;
};

VerifierParts grow(const VerifierOptions& options, int trees, const Samples& objects,
                   const Samples& negatives, const GradientChannels& channels, std::uint64_t seed,
                   const ProgressSink& progress, const std::string& round) {
  const BinnedResponses responses = responses_of(objects, negatives, channels.size());
  GentleBoost boost({responses, objects.size()}, {.depth = options.depth,
                                                  .order = BinOrder::ordered,
                                                  .weight_trimming = options.weight_trimming,
                                                  .feature_share = options.feature_share,
                                                  .seed = seed});
  for (int t = 0; t < trees; ++t) {
    check_cancelled();
    if (progress && t % 16 == 0) {
      progress({"growing trees", static_cast<std::size_t>(t), static_cast<std::size_t>(trees),
                round + ", loss " + std::to_string(boost.loss())});
    }
    boost.step();
  }
  VerifierParts parts{.width = channels.picture().width,
                      .height = channels.picture().height,
                      .depth = options.depth,
                      .nodes = {},
                      .leaves = {},
                      .exits = {},
                      .tree_weight = 2};
  for (const RegressionTree& tree : boost.trees()) CompleteTree(tree, parts);
  return parts;
}

/// The sums of samples after the first trees alone.
std::vector<float> sums(const VerifierParts& parts, std::size_t trees, const Samples& samples) {
  VerifierParts first = parts;
  first.nodes.resize(trees * parts.nodes_per_tree());
  first.leaves.resize(trees * parts.leaves_per_tree());
  first.exits.clear();
  const Verifier verifier(std::move(first));
  std::vector<float> sums(samples.size());
  parallel_for(std::size_t{0}, samples.size(),
               [&](std::size_t i) { sums[i] = *verifier.sum(samples[i].channels); });
  return sums;
}

/// The largest value that at most this share of values is below.
float quantile(std::vector<float> values, double share) {
  const auto place = static_cast<std::size_t>(share * static_cast<double>(values.size()));
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(place));
  return values[place];
}

/// A sum that hardly any object falls below. The least of a few objects is no bound for others, so there it is also a few standard
/// deviations below the mean.
float least_of_objects(const std::vector<float>& sums) {
  const float least = quantile(sums, kLostAtExits);
  if (sums.size() >= kManyObjects) return least;
  const auto count = static_cast<double>(sums.size());
  const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / count;
  double squares = 0;
  for (const float sum : sums) squares += (sum - mean) * (sum - mean);
  return std::min(least, static_cast<float>(mean - kDeviationsBelow * std::sqrt(squares / count)));
}

/// After 16 trees, 32, 64 and so on.
void set_exits(VerifierParts& parts, const Samples& held_out) {
  for (std::uint32_t end = kFirstExit; end < parts.trees(); end *= 2)
    parts.exits.push_back({end, least_of_objects(sums(parts, end, held_out))});
}

/// The weight that makes an object of the middle as sure as `kUsualOdds` says.
float plain_weight(const Samples& objects) {
  std::vector<float> votes;
  for (const Sample& object : objects) votes.push_back(object.votes);
  const float middle = quantile(std::move(votes), 0.5);
  return middle > 0 ? kUsualOdds / middle : 1;
}

/// Where hardly any false alarm is left to be told from objects, sums of votes are brought to the usual range alone.
void set_weights(VerifierParts& parts, const Samples& objects, const Samples& negatives) {
  if (objects.size() < kLeastSamples || negatives.size() < kLeastSamples) {
    if (!objects.empty()) parts.tree_weight = plain_weight(objects);
    return;
  }
  std::vector<LogisticSample> samples;
  const auto add = [&](const Samples& some, bool positive) {
    for (const Sample& sample : some) samples.push_back({sample.votes, sample.cascade_score, positive});
  };
  add(objects, true);
  add(negatives, false);
  const LogisticWeights fitted = fit_logistic(samples);
  parts.tree_weight = static_cast<float>(fitted.first);
  parts.cascade_weight = static_cast<float>(fitted.second);
  parts.offset = static_cast<float>(fitted.offset);
}

void require_samples(const Samples& samples, const char* what) {
  require(samples.size() >= kLeastSamples, Kind::training, [&] {
    return "the cascade finds only " + std::to_string(samples.size()) + " " + what +
           " for its verifier to learn from, at least " + std::to_string(kLeastSamples) + " are needed";
  });
}

PoseOptions varied(PoseOptions poses, const VerifierOptions& options, std::uint32_t images) {
  poses.samples_per_object =
      options.copies > 0 ? options.copies
                         : static_cast<int>(std::clamp(
                               kWantedObjects / (std::size(kSizes) * std::max(images, 1U)), 2.0, 12.0));
  return poses;
}

}  // namespace

Cascade loosened(const Cascade& cascade, const NegativeImages& images, int candidates) {
  constexpr std::uint32_t kImages = 100;
  std::vector<cv::Mat> pictures;
  double megapixels = 0;
  for (std::uint32_t i = 0; i < std::min(images.count, kImages); ++i) {
    pictures.push_back(images.load(
        static_cast<std::uint32_t>(std::uint64_t{i} * images.count / std::min(images.count, kImages))));
    megapixels += static_cast<double>(pictures.back().total()) / 1e6;
  }
  const auto passes = [&](std::size_t stages) {
    const Cascade first = first_stages(cascade, stages);
    const Detector detector(first, before_verifier({}, first));
    std::vector<std::size_t> counts(pictures.size());
    parallel_for(std::size_t{0}, pictures.size(),
                 [&](std::size_t i) { counts[i] = detector.detect(pictures[i]).size(); });
    std::size_t all = 0;
    for (const std::size_t count : counts) all += count;
    return static_cast<double>(all) <= candidates * megapixels;
  };
  std::size_t stages = cascade.stages().size();
  while (stages > 1 && passes(stages - 1)) --stages;
  return first_stages(cascade, stages);
}

Verifier train_verifier(const VerifierOptions& options, const Cascade& cascade, const VerifierData& data,
                        const PoseOptions& poses, std::uint64_t seed, const ProgressSink& progress,
                        std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  const SampleFinder finder(cascade, options.degraded);
  const cv::Size window(cascade.width(), cascade.height());
  const Samples objects =
      find_objects(finder, data.objects, window, varied(poses, options, data.objects.count), seed, progress);
  require_samples(objects, "objects");
  PoseOptions as_marked = poses;
  as_marked.samples_per_object = 1;
  const Samples held_out = find_objects(finder, data.held_out_objects, window, as_marked, seed, progress);
  require_samples(held_out, "held-out objects");

  const auto all_rounds = images_of_rounds(data.negatives.count, options.rounds, seed);
  Samples negatives;
  VerifierParts parts;
  for (int round = 0; round < options.rounds; ++round) {
    const std::string of = "round " + std::to_string(round + 1) + " of " + std::to_string(options.rounds);
    std::function<bool(const Sample&)> hard = [](const Sample&) { return true; };
    if (round > 0) {
      const float bound = quantile(sums(parts, parts.trees(), held_out), kEasierThan);
      hard = [verifier = std::make_shared<const Verifier>(parts), bound](const Sample& sample) {
        return *verifier->sum(sample.channels) >= bound;
      };
    }
    append(negatives, find_negatives(finder, data.negatives, all_rounds[static_cast<std::size_t>(round)],
                                     static_cast<std::size_t>(options.negatives), hard, seed, progress,
                                     "mining for the verifier, " + of));
    require_samples(negatives, "false alarms");
    const int trees = std::max(std::min(options.trees, 64), options.trees >> (options.rounds - 1 - round));
    parts = grow(options, trees, objects, negatives, finder.channels(), seed, progress, of);
  }
  const float bound = quantile(sums(parts, parts.trees(), held_out), kLostAtExits);
  const Verifier trees(parts);
  const SampleFinder looking(cascade, options.degraded,
                             trees);  // as the detector will: the surest of several looks counts
  const Samples false_alarms = find_negatives(
      looking, data.held_out_negatives, all_images(data.held_out_negatives), 1'000'000,
      [&](const Sample& sample) { return *trees.sum(sample.channels) >= bound; }, seed, progress,
      "looking for false alarms in held-out images");
  set_weights(parts, find_objects(looking, data.held_out_objects, window, as_marked, seed, progress),
              false_alarms);
  set_exits(parts, held_out);
  return Verifier(std::move(parts));
}

}  // namespace ocelli
