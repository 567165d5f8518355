#include "ocelli/detection/training/verifier_trainer.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ocelli/boosting/cascade/gentle_boost.hpp"
#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/detection/detector.hpp"
#include "ocelli/detection/training/network_trainer.hpp"
#include "ocelli/detection/training/verifier_samples.hpp"
#include "ocelli/metrics/logistic_fit.hpp"

namespace ocelli {
namespace {

/// Fewer samples of a class say nothing.
constexpr std::size_t kLeastSamples = 50;
/// Samples of objects that a training of few objects is filled up to.
constexpr double kWantedObjects = 20'000;
constexpr int kLeastTrees = 64, kMostMiningTrees = 1024;  ///< of a round that is not the last
constexpr double kLostAtExits = 0.001, kEasierThan = 0.01;
constexpr std::uint32_t kFirstExit = 16;
/// Of so many objects the quantile is sure enough to end a look by.
constexpr std::size_t kManyObjects = 2000;
constexpr double kDeviationsBelow = 4;
constexpr double kNetworkMebibytes = 300;  ///< of the layers of a batch
constexpr float kUsualOdds = 4;            ///< of an object, logs
/// The last stage's threshold is lowered by so much: what lies just below it is better judged by trees than by a sum of so few weak
/// classifiers. With more, time grows faster than the number of objects found.
constexpr float kLastStageRoom = 0.4F;

/// Negatives of all rounds so far. Images are looked through in every round, so a picture that is not degraded gives the same again.
class KnownNegatives {
 public:
  bool holds(const VerifierSample& sample) const { return fingerprints_.contains(fingerprint(sample)); }

  void add(VerifierSamples&& found) {
    for (VerifierSample& sample : found)
      if (fingerprints_.insert(fingerprint(sample)).second) samples_.push_back(std::move(sample));
  }

  const VerifierSamples& samples() const { return samples_; }

 private:
  static std::uint64_t fingerprint(const VerifierSample& sample) {
    return Fingerprint().add(std::span<const std::uint8_t>(sample.channels)).value();
  }

  VerifierSamples samples_;
  std::unordered_set<std::uint64_t> fingerprints_;
};

// --- Trees -------------------------------------------------------------------------------------------------------------------------

BinnedResponses responses_of(const VerifierSamples& objects, const VerifierSamples& negatives,
                             const FilteredChannels& channels) {
  const std::size_t count = objects.size() + negatives.size();
  BinnedResponses responses(channels.size(), count, 256);
  constexpr std::size_t kAtOnce = 64;  // samples, a cache line of each channel
  parallel_for(std::size_t{0}, (count + kAtOnce - 1) / kAtOnce, [&](std::size_t block) {
    const std::size_t begin = block * kAtOnce, end = std::min(count, begin + kAtOnce);
    std::vector<std::vector<std::uint8_t>> rows;
    rows.reserve(kAtOnce);
    for (std::size_t s = begin; s < end; ++s) {
      const VerifierSample& sample = s < objects.size() ? objects[s] : negatives[s - objects.size()];
      rows.push_back(channels.filtered(sample.channels));
    }
    for (std::size_t c = 0; c < channels.size(); ++c) {
      const auto column = responses.of(c).subspan(begin, rows.size());
      for (std::size_t i = 0; i < rows.size(); ++i) column[i] = rows[i][c];
    }
  });
  return responses;
}

/// Writes a tree in the form of complete trees: below a leaf there are only leaves with its vote. Votes of up to `most` become whole numbers
/// of up to Verifier::kMostVote.
class CompleteTree {
 public:
  CompleteTree(const RegressionTree& tree, float most, VerifierParts& parts)
      : tree_(tree),
        scale_(Verifier::kMostVote / most),
        parts_(parts),
        first_node_(parts.nodes.size()),
        first_leaf_(parts.votes.size()) {
    parts.nodes.resize(first_node_ + parts.nodes_per_tree());
    parts.votes.resize(first_leaf_ + parts.leaves_per_tree());
    write(0, 0, true);
  }

 private:
  void write(std::size_t place, std::int32_t child, bool root) {
    if (place >= parts_.nodes_per_tree()) {
      parts_.votes[first_leaf_ + place - parts_.nodes_per_tree()] =
          static_cast<std::int8_t>(std::lround(tree_.leaves[static_cast<std::size_t>(-child)] * scale_));
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
  float scale_;
  VerifierParts& parts_;
  std::size_t first_node_, first_leaf_;
};

VerifierParts grow(const VerifierOptions& options, int trees, const VerifierSamples& objects,
                   const VerifierSamples& negatives, const FilteredChannels& channels, std::uint64_t seed,
                   const ProgressSink& progress, const std::string& round) {
  const BinnedResponses responses = responses_of(objects, negatives, channels);
  const auto shrinkage = static_cast<float>(options.shrinkage);
  GentleBoost boost({responses, objects.size()},
                    {.depth = options.depth,
                     .order = BinOrder::ordered,
                     .weight_trimming = options.weight_trimming,
                     .feature_share = options.feature_share,
                     .seed = seed},
                    shrinkage);
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
                      .votes = {},
                      .exits = {},
                      .log_odds = {.weight = 2 * shrinkage / Verifier::kMostVote}};
  for (const RegressionTree& tree : boost.trees()) CompleteTree(tree, shrinkage, parts);
  return parts;
}

/// Of a verifier without exits.
float sum_of(const Verifier& verifier, const VerifierSample& sample) {
  return static_cast<float>(*verifier.sum(verifier.channels().filtered(sample.channels)));
}

/// The sums of samples after the first trees alone.
std::vector<float> sums(const VerifierParts& parts, std::size_t trees, const VerifierSamples& samples) {
  VerifierParts first = parts;
  first.nodes.resize(trees * parts.nodes_per_tree());
  first.votes.resize(trees * parts.leaves_per_tree());
  first.exits.clear();
  const Verifier verifier(std::move(first));
  std::vector<float> sums(samples.size());
  parallel_for(std::size_t{0}, samples.size(),
               [&](std::size_t i) { sums[i] = sum_of(verifier, samples[i]); });
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
void set_exits(VerifierParts& parts, const VerifierSamples& held_out) {
  for (std::uint32_t end = kFirstExit; end < parts.trees(); end *= 2)
    parts.exits.push_back({end, least_of_objects(sums(parts, end, held_out))});
}

/// Makes an object of the middle as sure as `kUsualOdds` says.
float plain_weight(float weight, float VerifierSample::*sum, const VerifierSamples& objects) {
  if (objects.empty()) return weight;
  std::vector<float> sums;
  for (const VerifierSample& object : objects) sums.push_back(object.*sum);
  const float middle = quantile(std::move(sums), 0.5);
  return middle > 0 ? kUsualOdds / middle : weight;
}

/// Where hardly any false alarm is left to be told from objects, sums are brought to the usual range alone. `weight`: about the right one.
LogOdds fitted_odds(float weight, float VerifierSample::*sum, const VerifierSamples& objects,
                    const VerifierSamples& negatives) {
  if (objects.size() < kLeastSamples || negatives.size() < kLeastSamples)
    return {plain_weight(weight, sum, objects)};
  std::vector<LogisticSample> samples;
  const auto add = [&](const VerifierSamples& some, bool positive) {
    for (const VerifierSample& sample : some)
      samples.push_back({weight * (sample.*sum), sample.cascade_score, positive});
  };
  add(objects, true);
  add(negatives, false);
  const LogisticWeights fitted = fit_logistic(samples);
  return {weight * static_cast<float>(fitted.first), static_cast<float>(fitted.second),
          static_cast<float>(fitted.offset)};
}

void set_weights(VerifierParts& parts, const VerifierSamples& objects, const VerifierSamples& negatives) {
  parts.log_odds = fitted_odds(parts.log_odds.weight, &VerifierSample::votes, objects, negatives);
  if (!parts.network) return;
  VerifierNetwork& network = *parts.network;
  network.log_odds = fitted_odds(network.log_odds.weight, &VerifierSample::network, objects, negatives);
}

VerifierNetwork fitted_network(const VerifierOptions& options, bool symmetric, const VerifierSamples& objects,
                               const VerifierSamples& negatives, const FilteredChannels& channels,
                               std::uint64_t seed, const ProgressSink& progress) {
  NetworkSamples samples{.width = channels.picture().width / GradientChannels::kCell,
                         .height = channels.picture().height / GradientChannels::kCell,
                         .planes = {},
                         .objects = objects.size()};
  for (const VerifierSamples* some : {&objects, &negatives})
    for (const VerifierSample& sample : *some) samples.planes.push_back(sample.channels.data());
  const TrainedNetwork trained = train_network(
      samples, {.passes = options.network_passes, .symmetric = symmetric, .seed = seed}, progress);
  return {.parts = trained.network.parts(), .log_odds = {.weight = trained.weight}};
}

void require_samples(const VerifierSamples& samples, const char* what) {
  require(samples.size() >= kLeastSamples, Kind::training, [&] {
    return "the cascade finds only " + std::to_string(samples.size()) + " " + what +
           " for its verifier to learn from, at least " + std::to_string(kLeastSamples) + " are needed";
  });
}

/// Samples of each object in each size.
int copies_of(const VerifierOptions& options, std::uint32_t images) {
  if (options.copies > 0) return options.copies;
  const double wanted = kWantedObjects / (VerifierSampleFinder::kSizes.size() * std::max(images, 1U));
  return static_cast<int>(std::clamp(wanted, 2.0, 12.0));
}

/// Of a round's verifier. Those before the last only mine: each has half as many as the next, and no more than kMostMiningTrees.
int trees_of(const VerifierOptions& options, int round) {
  const int rounds_left = options.rounds - 1 - round;
  if (rounds_left == 0) return options.trees;
  const int half = std::min(options.trees / 2, kMostMiningTrees);
  return std::max(std::min(options.trees, kLeastTrees), half >> (rounds_left - 1));
}

PoseOptions varied(PoseOptions poses, const VerifierOptions& options, std::uint32_t images) {
  poses.samples_per_object = copies_of(options, images);
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
  CascadeParts parts = first_stages(cascade, stages).parts();
  parts.stages.back().threshold -= kLastStageRoom;
  return Cascade(std::move(parts));
}

Verifier train_verifier(const VerifierOptions& options, const Cascade& cascade, const VerifierData& data,
                        const PoseOptions& poses, std::uint64_t seed, const ProgressSink& progress,
                        std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  const PictureChanges changes{.degraded = options.degraded, .cut = options.cut, .covered = options.covered};
  const VerifierSampleFinder finder(cascade, changes);
  const VerifierSamples objects =
      finder.objects(data.objects, varied(poses, options, data.objects.count), seed, progress);
  require_samples(objects, "objects");
  PoseOptions as_marked = poses;
  as_marked.samples_per_object = 1;
  const VerifierSamples held_out = finder.objects(data.held_out_objects, as_marked, seed, progress);
  require_samples(held_out, "held-out objects");

  KnownNegatives negatives;
  VerifierParts parts;
  for (int round = 0; round < options.rounds; ++round) {
    const std::string of = "round " + std::to_string(round + 1) + " of " + std::to_string(options.rounds);
    std::function<bool(const VerifierSample&)> hard = [](const VerifierSample&) { return true; };
    if (round > 0) {
      const float bound = quantile(sums(parts, parts.trees(), held_out), kEasierThan);
      hard = [&negatives, verifier = std::make_shared<const Verifier>(parts),
              bound](const VerifierSample& sample) {
        return !negatives.holds(sample) && sum_of(*verifier, sample) >= bound;
      };
    }
    negatives.add(finder.negatives(data.negatives, static_cast<std::size_t>(options.negatives), hard,
                                   hash(seed, {static_cast<std::uint64_t>(round)}), progress,
                                   "mining for the verifier, " + of));
    require_samples(negatives.samples(), "false alarms");
    parts = grow(options, trees_of(options, round), objects, negatives.samples(), finder.channels(), seed,
                 progress, of);
  }
  const float bound = quantile(sums(parts, parts.trees(), held_out), kLostAtExits);
  if (options.network_passes > 0)
    parts.network = fitted_network(options, cascade.parts().symmetric, objects, negatives.samples(),
                                   finder.channels(), seed, progress);
  const Verifier trees(parts);
  // As the detector will: by several looks.
  const VerifierSampleFinder looking(cascade, changes, trees);
  const VerifierSamples false_alarms = looking.negatives(
      data.held_out_negatives, 1'000'000,
      [&](const VerifierSample& sample) { return sum_of(trees, sample) >= bound; }, seed, progress,
      "looking for false alarms in held-out images");
  set_weights(parts, looking.objects(data.held_out_objects, as_marked, seed, progress), false_alarms);
  set_exits(parts, held_out);
  return Verifier(std::move(parts));
}

double verifier_mebibytes(const VerifierOptions& options, std::size_t images, std::size_t objects,
                          cv::Size window) {
  const FilteredChannels channels(Verifier::crop_size(window));
  const double pictures = static_cast<double>(VerifierSampleFinder::kSizes.size() * objects) *
                          copies_of(options, static_cast<std::uint32_t>(images));
  const double negatives = static_cast<double>(options.rounds) * options.negatives;
  const double network = options.network_passes > 0 ? kNetworkMebibytes : 0;
  return network + (pictures + negatives) *
                       static_cast<double>(channels.size() + channels.gradients().size()) / (1 << 20);
}

}  // namespace ocelli
