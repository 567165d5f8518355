#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <vector>

#include "ocelli/detection.hpp"
#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/convolutional_network.hpp"
#include "ocelli/features/channels/filtered_channels.hpp"
#include "ocelli/imaging/crop.hpp"
#include "ocelli/imaging/pyramid.hpp"

namespace ocelli::internal {

/// A split on one channel value. Values up to the threshold go left.
struct VerifierNode {
  std::uint16_t feature = 0;
  std::uint8_t threshold = 0;

  friend bool operator==(const VerifierNode&, const VerifierNode&) = default;
};

/// The log-odds that a detection is an object: a linear function of two scores.
struct LogOdds {
  float weight = 1;          ///< of the sum of the trees' votes, or of the network's score
  float cascade_weight = 0;  ///< of the cascade's score for the group
  float offset = 0;

  double operator()(double sum, float cascade_score) const {
    return static_cast<double>(weight) * sum + static_cast<double>(cascade_weight) * cascade_score + offset;
  }

  friend bool operator==(const LogOdds&, const LogOdds&) = default;
};

/// A network that rescores the detections that the trees do not reject, and the calibration of its scores.
struct VerifierNetwork {
  NetworkParts parts;
  LogOdds log_odds = {};

  friend bool operator==(const VerifierNetwork&, const VerifierNetwork&) = default;
};

/// The parameters of a verifier. Its trees are complete: the children of node i are 2 i + 1 and 2 i + 2, and
/// those of the last row are leaves. Votes are integers, so sums do not depend on the order or the machine.
/// One byte per vote is enough: more precision makes no measurable difference.
struct VerifierParts {
  int width = 0, height = 0;        ///< of the crops, in pixels
  int depth = 0;                    ///< of each tree
  std::vector<VerifierNode> nodes;  ///< trees x (2^depth - 1)
  std::vector<std::int8_t> votes;   ///< of the leaves: trees x 2^depth
  std::vector<CascadeStage> exits;  ///< a crop with a lower sum after the first `end` trees is rejected
  LogOdds log_odds = {};            ///< for the sum of votes
  std::optional<VerifierNetwork> network = {};

  std::size_t nodes_per_tree() const { return (std::size_t{1} << depth) - 1; }
  std::size_t leaves_per_tree() const { return std::size_t{1} << depth; }
  std::size_t trees() const { return votes.size() / leaves_per_tree(); }

  friend bool operator==(const VerifierParts&, const VerifierParts&) = default;
};

/// The picture to crop from, and how many quarters its objects are turned clockwise. Crops are turned
/// upright.
struct CropSource {
  // A picture of upright objects is the usual source.
  CropSource(const Pyramid& picture, int turns = 0,  // NOLINT(google-explicit-constructor)
             cv::Size window_of_shapes = {})
      : pyramid(picture), quarters(turns), window(window_of_shapes) {}

  const Pyramid& pyramid;
  int quarters;
  /// Boxes of any shape are stretched to that of this window. Empty: all boxes have its shape.
  cv::Size window;

  /// The object's box with its margin: the part of the image to crop.
  Box surroundings(const Box& object) const;
};

/// The rescoring stage: accepts or rejects the detections of a cascade and computes their probability.
///
/// The cascade evaluates millions of windows per megapixel, the verifier only a few hundred groups of
/// windows. So the cascade can be loose and keep nearly every object, and the verifier can afford larger
/// crops.
///
/// For each detection:
///   1. Crop the box with a margin of kMargin, and compute its gradient channels and their box filters.
///   2. Sum the votes of the boosted trees. Reject the detection at the first exit it fails.
///   3. Test-time augmentation: repeat step 2 on six shifted and scaled boxes and keep the best box; if
///      mirrored objects are objects too, average with two tilted mirror images of it.
///   4. If there is a network, its mean score on the best box and its mirror images replaces the trees'
///      votes.
///   5. Convert to log-odds, and the log-odds to a score: log(1 + exp(log-odds)).
/// Evaluation stops after step 2 if the detection is very unlikely, or if the network is certain of it.
///
/// Thread-safe: immutable; each caller has its own Scratch.
/// Units   boxes in source pixels; votes are integers from -kMaxVote to kMaxVote.
/// Throws  Error(Kind::model) on construction, with the reason, if a size, index or number is out of range.
/// Cost    about 25 microseconds per evaluation of the trees: one, or seven to nine if the first is
/// undecided. Then one to four evaluations of the network.
/// Source  docs/algorithms.md, "Detector".
class Verifier {
 public:
  /// The margin on each side of an object, as a share of its longer side.
  static constexpr float kMargin = 0.2F;
  /// The longer side of a crop, in pixels.
  static constexpr int kLongerSide = 56;
  /// The border of a crop that its tilted mirror image needs, in pixels.
  static constexpr int kCorner = 4;
  static constexpr int kMaxDepth = 8;
  static constexpr int kMaxVote = 127;
  static constexpr std::size_t kMaxTrees = 20'000;

  explicit Verifier(VerifierParts parts);

  const VerifierParts& parts() const { return parts_; }
  const FilteredChannels& channels() const { return channels_; }
  const std::optional<ConvolutionalNetwork>& network() const { return network_; }
  /// Whether its trees also use filtered channels. The trees of older models use only gradient channels.
  bool filters() const { return filters_; }

  /// The size of crops for objects of a window's shape.
  static cv::Size crop_size(cv::Size window);
  /// Working memory of one caller.
  struct Scratch {
    cv::Mat crop, larger, turned;
    CropScratch taps;
    std::vector<std::uint8_t> channels;  ///< of gradients
    std::vector<std::uint8_t> all_channels;
    GradientChannels::Scratch gradients;
    FilteredChannels::Scratch filters;
    ConvolutionalNetwork::Scratch network;
  };

  /// The scores of a detection after test-time augmentation.
  struct Evaluation {
    double votes = 0;    ///< sum over the trees
    double network = 0;  ///< mean score of the network; 0 without one
  };

  /// A detection with its new score, and the surest of the boxes that were evaluated.
  struct Rescored {
    Box box;
    float score = 0;
  };

  /// Steps 1 to 5: returns the score of a detection, or nothing if it is rejected. probability_of() converts
  /// the score to a probability. `symmetric`: mirrored objects are also objects (CascadeParts::symmetric).
  /// Requires  a pyramid prepared by prepare().
  std::optional<Rescored> score(const CropSource& source, const Box& object, float cascade_score,
                                bool symmetric, Scratch& scratch) const;

  /// Steps 1 to 4 without early exits: returns the scores of a detection, or nothing if the trees reject its
  /// own box.
  ///
  /// Trees: the maximum over the box and six shifted, smaller and larger boxes, because a cascade places
  /// boxes less precisely than the trees need. If `symmetric`, the mean of that maximum and of the mean over
  /// two mirror images of the best box, tilted to either side (tilt_mirrored()). A rejected mirror image
  /// counts as the first evaluation.
  /// Network: the mean over the best box and these mirror images.
  ///
  /// Requires  a pyramid prepared by prepare().
  std::optional<Evaluation> evaluate(const CropSource& source, const Box& object, bool symmetric,
                                     Scratch& scratch) const;
  /// Prepares a pyramid for objects of the window's shape and up to this size. For other shapes, prepare all
  /// octaves.
  void prepare(Pyramid& pyramid, const Box& largest) const;

  /// Step 2: returns the sum of the trees' votes, or nothing if an exit rejects the channels.
  /// Requires  the channels of FilteredChannels or, unless filters(), only the gradient channels.
  std::optional<int> sum(std::span<const std::uint8_t> channels) const;

 private:
  std::optional<int> votes(const CropSource& source, const Box& box, Scratch& scratch) const;
  /// Uses the crop's gradient channels in `scratch`.
  std::optional<int> votes_of_channels(Scratch& scratch) const;

  /// The log-odds of a detection, and the surest box.
  struct Judged {
    Box box;
    double log_odds;
  };

  struct SurestBox {
    Box box;
    int votes;
  };
  /// The box with the most votes. `first`: the votes for `object`.
  SurestBox surest_box(const CropSource& source, const Box& object, int first, Scratch& scratch) const;
  /// The sum of score() over the two tilted mirror images of the box. Their gradients are in `scratch`.
  template <class Score>
  int sum_of_mirrored(const CropSource& source, const Box& box, Scratch& scratch, const Score& score) const;
  /// `first`: the votes for `object`. The gradients of its crop are in `scratch`.
  Judged judged(const CropSource& source, const Box& object, float cascade_score, int first, bool symmetric,
                Scratch& scratch) const;
  /// The trees' part of an Evaluation. A rejected mirror image counts as `first`.
  double tree_votes(const CropSource& source, const SurestBox& surest, int first, bool symmetric,
                    Scratch& scratch) const;
  /// Uses the crop's gradient channels in `scratch`.
  int network_score(Scratch& scratch) const;
  int network_score(const CropSource& source, const Box& box, Scratch& scratch) const;
  /// The network's part of an Evaluation. `straight`: the score of the box itself.
  double network_mean(const CropSource& source, const Box& box, int straight, bool symmetric,
                      Scratch& scratch) const;

  VerifierParts parts_;
  FilteredChannels channels_;
  bool filters_;
  std::optional<ConvolutionalNetwork> network_;
};

/// Computes the gradient channels of an object's crop, which verifiers are trained on: `channels.size()`
/// bytes.
void crop_channels(const CropSource& source, const Box& object, const GradientChannels& channels,
                   Verifier::Scratch& scratch);

/// The probability that a detection with the given verifier score is an object.
float probability_of(float verifier_score);

}  // namespace ocelli::internal
