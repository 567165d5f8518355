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

/// A split of one channel value: a value up to the threshold goes left.
struct VerifierNode {
  std::uint16_t feature = 0;
  std::uint8_t threshold = 0;

  friend bool operator==(const VerifierNode&, const VerifierNode&) = default;
};

/// What the log-odds of an object are made of.
struct LogOdds {
  float weight = 1;          ///< of what trees or a network come to
  float cascade_weight = 0;  ///< of the score of the group by the cascade
  float offset = 0;

  double operator()(double sum, float cascade_score) const {
    return static_cast<double>(weight) * sum + static_cast<double>(cascade_weight) * cascade_score + offset;
  }

  friend bool operator==(const LogOdds&, const LogOdds&) = default;
};

/// A network that decides on what the trees leave a chance, and what its scores mean.
struct VerifierNetwork {
  NetworkParts parts;
  LogOdds log_odds = {};

  friend bool operator==(const VerifierNetwork&, const VerifierNetwork&) = default;
};

/// The parameters of a verifier. Its trees are complete: the children of node i are 2 i + 1 and 2 i + 2, and
/// those of the last row are leaves. Votes are whole numbers, so that their sums are the same in any order
/// and on any machine. A byte each is enough: more changes nothing that can be measured.
struct VerifierParts {
  int width = 0, height = 0;        ///< of the crops that it looks at, in pixels
  int depth = 0;                    ///< of each tree
  std::vector<VerifierNode> nodes;  ///< trees x (2^depth - 1)
  std::vector<std::int8_t> votes;   ///< of the leaves: trees x 2^depth
  std::vector<CascadeStage> exits;  ///< a crop with a lower sum after the first `end` trees is rejected
  LogOdds log_odds = {};            ///< by the sum of votes
  std::optional<VerifierNetwork> network = {};

  std::size_t nodes_per_tree() const { return (std::size_t{1} << depth) - 1; }
  std::size_t leaves_per_tree() const { return std::size_t{1} << depth; }
  std::size_t trees() const { return votes.size() / leaves_per_tree(); }

  friend bool operator==(const VerifierParts&, const VerifierParts&) = default;
};

/// Looks again at what a cascade has found: boosted trees on the gradient channels of a crop with the object
/// and some of what is around it, and on what filters make of them.
///
/// A cascade can then be loose, so that it keeps nearly every object, as the verifier has the time that the
/// cascade has not: it looks at some hundred groups of windows a megapixel, where the cascade looks at
/// millions of windows. Immutable: may be shared among any number of threads.
class Verifier {
 public:
  /// What is around an object on each side, as a share of its longer side.
  static constexpr float kMargin = 0.2F;
  /// The longer side of a crop, in pixels.
  static constexpr int kLongerSide = 56;
  /// Pixels on each side of a crop that its tilted mirror image reaches over.
  static constexpr int kCorner = 4;
  static constexpr int kMaxDepth = 8;
  static constexpr int kMaxVote = 127;
  static constexpr std::size_t kMaxTrees = 20'000;

  /// Throws Error(Kind::model), with the reason, unless every size, index and number is in range.
  explicit Verifier(VerifierParts parts);

  const VerifierParts& parts() const { return parts_; }
  const FilteredChannels& channels() const { return channels_; }
  const std::optional<ConvolutionalNetwork>& network() const { return network_; }
  /// Whether its trees look at more than the gradients' channels. Those of older models do not.
  bool filters() const { return filters_; }

  /// The size of crops for objects of a window's shape.
  static cv::Size crop_size(cv::Size window);
  /// The part of the image that is cropped for an object.
  static Box surroundings(const Box& object);

  /// Working memory of one caller.
  struct Scratch {
    cv::Mat crop, larger;
    CropScratch taps;
    std::vector<std::uint8_t> channels;  ///< of gradients
    std::vector<std::uint8_t> all_channels;
    GradientChannels::Scratch gradients;
    FilteredChannels::Scratch filters;
    ConvolutionalNetwork::Scratch network;
  };

  /// What looks at an object came to.
  struct Looks {
    double votes = 0;    ///< of trees
    double network = 0;  ///< score of the network; 0 without one
  };

  /// The score of an object that a cascade gave a score, log(1 + exp(log-odds)), from which probability_of()
  /// has its probability; nothing when it is rejected. By looks(): of the network, where there is one, else
  /// of the trees; or by the first look of the trees or of the network alone where that makes an object very
  /// unlikely, or of the network where that is certain of one: it looks at the cascade's box, where the
  /// trees' first look makes an object likely, and else at the surest. Requires a pyramid prepared by
  /// prepare().
  /// Cost  about 25 microseconds a look: one, or seven or nine where the first leaves a chance and
  /// the network is not certain; and the network's for one to four looks.
  std::optional<float> score(const Pyramid& pyramid, const Box& object, float cascade_score, bool symmetric,
                             Scratch& scratch) const;

  /// Of trees, the greatest sum of votes of seven looks: at the box that the cascade gave, then, unless that
  /// is rejected, at boxes a little beside it, smaller and larger, as the cascade places boxes less exactly
  /// than the trees see. Where a mirrored object is an object too (`symmetric`, of the cascade), half of the
  /// result is the mean of two looks at the mirror image of the surest box, tilted to either side
  /// (tilt_mirrored()); one that is rejected counts what the first look came to. Of the network, the mean
  /// score of the surest box and these mirror images. Nothing when the first look rejects the object.
  /// Requires a pyramid prepared by prepare().
  std::optional<Looks> looks(const Pyramid& pyramid, const Box& object, bool symmetric,
                             Scratch& scratch) const;
  /// Prepares a pyramid for objects of up to this size.
  void prepare(Pyramid& pyramid, const Box& largest) const;

  /// The sum of the votes of the leaves that channels come to, or nothing when they are rejected on the way.
  /// Requires those of FilteredChannels, or, unless filters(), the gradients' alone.
  std::optional<int> sum(std::span<const std::uint8_t> channels) const;

 private:
  std::optional<int> votes(const Pyramid& pyramid, const Box& box, Scratch& scratch) const;
  /// Of the crop's gradients, which are in `scratch`.
  std::optional<int> votes_of_channels(Scratch& scratch) const;

  struct SurestLook {
    Box box;
    int votes;
  };
  /// Of the trees, after the first look, which came to `first`.
  SurestLook surest_look(const Pyramid& pyramid, const Box& object, int first, Scratch& scratch) const;
  /// The sum of look() at the box's mirror image, tilted to either side, whose gradients are in `scratch`.
  template <class Look>
  int sum_of_mirrored(const Pyramid& pyramid, const Box& box, Scratch& scratch, const Look& look) const;
  /// After the first look, which came to `first` and has the crop's gradients in `scratch`.
  double log_odds(const Pyramid& pyramid, const Box& object, float cascade_score, int first, bool symmetric,
                  Scratch& scratch) const;
  /// Of all looks: a mirror image that is rejected counts `first`.
  double tree_votes(const Pyramid& pyramid, const SurestLook& surest, int first, bool symmetric,
                    Scratch& scratch) const;
  /// Of the network, for the crop's gradients, which are in `scratch`.
  int network_score(Scratch& scratch) const;
  int network_score(const Pyramid& pyramid, const Box& box, Scratch& scratch) const;
  /// Of all looks at a box, of which the one at the box itself came to `straight`.
  double network_mean(const Pyramid& pyramid, const Box& box, int straight, bool symmetric,
                      Scratch& scratch) const;

  VerifierParts parts_;
  FilteredChannels channels_;
  bool filters_;
  std::optional<ConvolutionalNetwork> network_;
};

/// The gradients' channels of an object's crop, which verifiers learn from: `channels.size()` bytes.
void crop_channels(const Pyramid& pyramid, const Box& object, const GradientChannels& channels,
                   Verifier::Scratch& scratch);

/// The probability of an object with that score of a verifier.
float probability_of(float verifier_score);

}  // namespace ocelli::internal
