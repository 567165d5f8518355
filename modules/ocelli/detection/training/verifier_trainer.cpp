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

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/detection/training/network_trainer.hpp"
#include "ocelli/detection/training/verifier_samples.hpp"
#include "ocelli/detection/training/verifier_trees.hpp"
#include "ocelli/metrics/logistic_fit.hpp"

namespace ocelli::internal {
namespace {

/// With fewer samples of a class, results are meaningless.
constexpr std::size_t kMinSamples = 50;
/// The number of object samples that copies should reach if there are few objects.
constexpr double kWantedObjects = 20'000;
constexpr int kMinTrees = 64, kMaxMiningTrees = 1024;  ///< of a round other than the last
constexpr double kEasierThan = 0.01;                   ///< share of held-out objects
constexpr double kEasierForNetwork = 0.05;             ///< the same, for the network's own negatives
constexpr int kMiningShare = 3;            ///< of the network's passes, one in three before mining
constexpr double kNetworkMebibytes = 300;  ///< for the layers of a batch
constexpr float kDefaultOdds = 4;          ///< log-odds of an object
/// The last stage's threshold is lowered by this much: windows just below it are judged better by trees than
/// by a sum of so few weak classifiers. With more, time grows faster than the number of objects found.
constexpr float kLastStageRoom = 0.4F;

/// Negatives of all rounds so far. Images are searched in every round, so a picture that is not degraded
/// yields the same ones again.
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

/// The weight that gives a typical (median) object log-odds of `kDefaultOdds`.
float plain_weight(float weight, float VerifierSample::*sum, const VerifierSamples& objects) {
  if (objects.empty()) return weight;
  std::vector<float> sums;
  for (const VerifierSample& object : objects) sums.push_back(object.*sum);
  const float middle = quantile(std::move(sums), 0.5);
  return middle > 0 ? kDefaultOdds / middle : weight;
}

/// If hardly any false alarms remain to distinguish from objects, only scales sums to the usual range.
/// `weight`: approximately the right one.
LogOdds fitted_odds(float weight, float VerifierSample::*sum, const VerifierSamples& objects,
                    const VerifierSamples& negatives) {
  if (objects.size() < kMinSamples || negatives.size() < kMinSamples)
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

void require_samples(const VerifierSamples& samples, const char* what) {
  require(samples.size() >= kMinSamples, Kind::training, [&] {
    return "the cascade finds only " + std::to_string(samples.size()) + " " + what +
           "; training its verifier requires at least " + std::to_string(kMinSamples);
  });
}

/// The number of samples of each object at each size.
int copies_of(const VerifierOptions& options, std::uint32_t images) {
  if (options.copies) return *options.copies;
  const double wanted = kWantedObjects / (VerifierSampleFinder::kSizes.size() * std::max(images, 1U));
  return static_cast<int>(std::clamp(wanted, 2.0, 12.0));
}

/// The number of trees of a round's verifier. Rounds before the last only mine: each has half as many trees
/// as the next, at most kMaxMiningTrees.
int trees_of(const VerifierOptions& options, int round) {
  const int rounds_left = options.rounds - 1 - round;
  const int trees = options.trees.value();
  if (rounds_left == 0) return trees;
  const int half = std::min(trees / 2, kMaxMiningTrees);
  return std::max(std::min(trees, kMinTrees), half >> (rounds_left - 1));
}

PoseOptions varied(PoseOptions poses, const VerifierOptions& options, std::uint32_t images) {
  poses.samples_per_object = copies_of(options, images);
  return poses;
}

PoseOptions as_marked(PoseOptions poses) {
  poses.samples_per_object = 1;
  return poses;
}

void add(Fingerprint& print, const VerifierSamples& samples) {
  print.add(samples.size());
  for (const VerifierSample& sample : samples)
    print.add(sample.cascade_score).add(std::span<const std::uint8_t>(sample.channels));
}

void add(Fingerprint& print, const CascadeParts& cascade) {
  print.add(std::span<const float>(cascade.tables)).add(cascade.symmetric).add(cascade.stages.size());
  for (const CascadeStage& stage : cascade.stages) print.add(stage.end).add(stage.threshold);
}

/// The training of a verifier, step by step. Its state records the finished steps.
class VerifierTraining {
 public:
  /// Collects the objects.
  VerifierTraining(const VerifierOptions& options, const Cascade& cascade, const VerifierData& data,
                   const PoseOptions& poses, std::uint64_t seed, const VerifierWatch& watch)
      : options_(options),
        cascade_(cascade),
        data_(data),
        seed_(seed),
        watch_(watch),
        changes_{
            .degraded = options.degraded, .truncation = options.truncation, .occlusion = options.occlusion},
        poses_(as_marked(poses)),
        finder_(cascade, changes_),
        objects_(
            finder_.objects(data.objects, varied(poses, options, data.objects.count), seed, watch.progress)),
        held_out_(finder_.objects(data.held_out_objects, poses_, seed, watch.progress)) {
    require_samples(objects_, "objects");
    require_samples(held_out_, "held-out objects");
    state_.fingerprint = fingerprint();
  }

  void resume(const VerifierState& from) {
    require(
        from.fingerprint == state_.fingerprint, Kind::model,
        "the checkpoint's verifier is from different options or data; use the same ones to resume, or start "
        "over");
    require_fit(from, bounds());
    const int last = bounds().last_mined(from);
    for (std::size_t round = 0; round < from.found.size(); ++round) {
      VerifierSamples samples = finder_.found_before(data_.negatives, from.found[round],
                                                     round_seed(static_cast<int>(round)), watch_.progress);
      if (static_cast<int>(round) <= last) {
        negatives_.add(std::move(samples));
      } else {
        begun_ = {std::move(samples), from.searched};
      }
    }
    state_ = from;
  }

  Verifier run() {
    const int rounds = static_cast<int>(state_.found.size());
    for (int round = std::max(0, rounds - 1); round < options_.rounds; ++round) {
      mine(round);
      grow_trees(round);
    }
    return finished();
  }

 private:
  std::uint64_t fingerprint() const {
    Fingerprint print;
    VerifierOptions::describe(options_,
                              [&](const char*, const auto& member, auto&&...) { print.add(member); });
    add(print, cascade_.parts());
    add(print, objects_);
    add(print, held_out_);
    print.add(data_.negatives.count).add(data_.negatives_fingerprint).add(seed_);
    return print.value();
  }

  VerifierBounds bounds() const {
    VerifierBounds bounds{.images = data_.negatives.count,
                          .negatives = static_cast<std::size_t>(options_.negatives),
                          .trees = {},
                          .depth = options_.depth,
                          .features = finder_.channels().size(),
                          .max_vote = static_cast<float>(options_.shrinkage)};
    for (int round = 0; round < options_.rounds; ++round)
      bounds.trees.push_back(static_cast<std::size_t>(trees_of(options_, round)));
    return bounds;
  }

  std::uint64_t round_seed(int round) const { return hash(seed_, {static_cast<std::uint64_t>(round)}); }

  std::string to_string(int round) const {
    return "round " + std::to_string(round + 1) + " of " + std::to_string(options_.rounds);
  }

  TreeShape shape() const {
    return {.picture = finder_.channels().picture(),
            .depth = options_.depth,
            .shrinkage = static_cast<float>(options_.shrinkage)};
  }

  void save() const {
    if (watch_.checkpoint) watch_.checkpoint(state_);
  }

  /// Selects new samples that the trees of the previous round accept as objects.
  std::function<bool(const VerifierSample&)> hard(int round) const {
    if (round == 0) return [](const VerifierSample&) { return true; };
    const VerifierParts parts = complete(shape(), state_.trees);
    const float bound = quantile(sums(parts, parts.trees(), held_out_), kEasierThan);
    return [this, verifier = std::make_shared<const Verifier>(parts), bound](const VerifierSample& sample) {
      return !negatives_.holds(sample) && sum_of(*verifier, sample) >= bound;
    };
  }

  void mine(int round) {
    if (bounds().last_mined(state_) >= round) return;
    state_.found.resize(static_cast<std::size_t>(round) + 1);
    const NegativeSearch search{.images = data_.negatives,
                                .max = static_cast<std::size_t>(options_.negatives),
                                .hard = hard(round),
                                .seed = round_seed(round),
                                .task = "mining for the verifier, " + to_string(round)};
    const auto keep = [&](const VerifierSamples& samples, std::uint32_t searched) {
      state_.found.back() = places_of(samples);
      state_.searched = searched;
    };
    VerifierSamples found = finder_.negatives(search, std::exchange(begun_, {}), watch_.progress,
                                              [&](const FoundNegatives& so_far) {
                                                keep(so_far.samples, so_far.searched);
                                                save();
                                              });
    keep(found, data_.negatives.count);
    state_.trees.clear();
    negatives_.add(std::move(found));
    require_samples(negatives_.samples(), "false alarms");
    save();
  }

  void grow_trees(int round) {
    const auto wanted = static_cast<std::size_t>(trees_of(options_, round));
    if (state_.trees.size() == wanted) return;
    const TreeGrowth growth{.options = {.depth = options_.depth,
                                        .order = BinOrder::ordered,
                                        .weight_trimming = options_.weight_trimming,
                                        .feature_share = options_.feature_share,
                                        .seed = seed_},
                            .shrinkage = static_cast<float>(options_.shrinkage)};
    VerifierReport report{.round = static_cast<std::size_t>(round) + 1,
                          .rounds = static_cast<std::size_t>(options_.rounds),
                          .objects = objects_.size(),
                          .negatives = negatives_.samples().size(),
                          .trees = wanted,
                          .loss = 0};
    grow(state_.trees, wanted, {objects_, negatives_.samples(), finder_.channels()}, growth,
         [&](double loss) {
           report.loss = loss;
           save();
           if (watch_.progress)
             watch_.progress({"growing the verifier's trees, " + to_string(round), state_.trees.size(),
                              wanted, "loss " + std::to_string(loss)});
         });
    if (watch_.round) watch_.round(report);
  }

  NetworkSamples network_samples() const {
    const cv::Size picture = finder_.channels().picture();
    NetworkSamples samples{.width = picture.width / GradientChannels::kCell,
                           .height = picture.height / GradientChannels::kCell,
                           .planes = {},
                           .objects = objects_.size()};
    for (const VerifierSamples* some : {&std::as_const(objects_), &negatives_.samples()})
      for (const VerifierSample& sample : *some) samples.planes.push_back(sample.channels.data());
    return samples;
  }

  NetworkOptions network_options(int passes) const {
    return {.passes = passes, .symmetric = cascade_.parts().symmetric, .seed = seed_};
  }

  /// Adds the negatives that a network takes for objects, after a short training on those that trees take for
  /// objects. `parts`: the trees.
  void mine_for_network(VerifierParts parts) {
    const int passes = std::max(1, options_.network_passes.value() / kMiningShare);
    const TrainedNetwork trained = train_network(network_samples(), network_options(passes), {},
                                                 {.progress = watch_.progress, .checkpoint = {}});
    parts.network = {.parts = trained.network.parts(), .log_odds = {.weight = trained.weight}};
    set_exits(parts, held_out_);
    const VerifierSampleFinder looking(cascade_, changes_, Verifier(std::move(parts)));
    std::vector<float> scores;
    for (const VerifierSample& object :
         looking.objects(data_.held_out_objects, poses_, seed_, watch_.progress))
      scores.push_back(object.network);
    const float bound = quantile(std::move(scores), kEasierForNetwork);
    const NegativeSearch search{.images = data_.negatives,
                                .max = static_cast<std::size_t>(options_.negatives),
                                .hard =
                                    [&](const VerifierSample& sample) {
                                      return !negatives_.holds(sample) && sample.network >= bound;
                                    },
                                .seed = round_seed(options_.rounds),
                                .task = "mining for the verifier's network"};
    negatives_.add(looking.negatives(search, {}, watch_.progress, {}));
  }

  VerifierNetwork fitted_network() {
    const std::optional<NetworkState> from = state_.network;
    const TrainedNetwork trained =
        train_network(network_samples(), network_options(options_.network_passes.value()), from,
                      {.progress = watch_.progress, .checkpoint = [&](const NetworkState& network) {
                         state_.network = network;
                         save();
                       }});
    return {.parts = trained.network.parts(), .log_odds = {.weight = trained.weight}};
  }

  Verifier finished() {
    VerifierParts parts = complete(shape(), state_.trees);
    const float bound = quantile(sums(parts, parts.trees(), held_out_), kLostAtExits);
    if (options_.network_passes) {
      mine_for_network(parts);
      parts.network = fitted_network();
    }
    const Verifier trees(parts);
    // As in the detector, with test-time augmentation.
    const VerifierSampleFinder looking(cascade_, changes_, trees);
    const NegativeSearch search{
        .images = data_.held_out_negatives,
        .max = 1'000'000,
        .hard = [&](const VerifierSample& sample) { return sum_of(trees, sample) >= bound; },
        .seed = seed_,
        .task = "searching held-out images for false alarms"};
    const VerifierSamples false_alarms = looking.negatives(search, {}, watch_.progress, {});
    set_weights(parts, looking.objects(data_.held_out_objects, poses_, seed_, watch_.progress), false_alarms);
    set_exits(parts, held_out_);
    return Verifier(std::move(parts));
  }

  const VerifierOptions& options_;
  const Cascade& cascade_;
  const VerifierData& data_;
  std::uint64_t seed_;
  const VerifierWatch& watch_;
  PictureChanges changes_;
  PoseOptions poses_;  ///< of held-out objects
  VerifierSampleFinder finder_;
  VerifierSamples objects_, held_out_;
  KnownNegatives negatives_;  ///< of finished mining rounds
  FoundNegatives begun_;      ///< of the current mining round
  VerifierState state_;
};

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
    const ObjectDetector detector(first, candidate_options({}, first));
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
                        const PoseOptions& poses, std::uint64_t seed,
                        const std::optional<VerifierState>& from, const VerifierWatch& watch,
                        std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  VerifierTraining training(options, cascade, data, poses, seed, watch);
  if (from) training.resume(*from);
  return training.run();
}

double verifier_mebibytes(const VerifierOptions& options, std::size_t images, std::size_t objects,
                          cv::Size window) {
  const FilteredChannels channels(Verifier::crop_size(window));
  const double pictures = static_cast<double>(VerifierSampleFinder::kSizes.size() * objects) *
                          copies_of(options, static_cast<std::uint32_t>(images));
  const double negatives = static_cast<double>(options.rounds) * options.negatives;
  const double network = options.network_passes ? kNetworkMebibytes : 0;
  return network + (pictures + negatives) *
                       static_cast<double>(channels.size() + channels.gradients().size()) / (1 << 20);
}

}  // namespace ocelli::internal
