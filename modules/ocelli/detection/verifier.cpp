#include "ocelli/detection/verifier.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>
#include <span>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/detection/model_checks.hpp"
#include "ocelli/imaging/quarter_turn.hpp"
#include "ocelli/imaging/tilt.hpp"

namespace ocelli::internal {
namespace {

void check_trees(const VerifierParts& parts, std::size_t channels) {
  check_model(parts.depth >= 1 && parts.depth <= Verifier::kMaxDepth,
              "its verifier's trees have a depth out of range");
  const std::size_t trees = parts.trees();
  check_model(trees > 0 && trees <= Verifier::kMaxTrees &&
                  parts.votes.size() == trees * parts.leaves_per_tree() &&
                  parts.nodes.size() == trees * parts.nodes_per_tree(),
              "its verifier's numbers of nodes and leaves do not match");
  check_model(std::ranges::all_of(parts.nodes, [=](const VerifierNode& n) { return n.feature < channels; }),
              "a node of its verifier has a channel out of range");
}

void check_exits(const VerifierParts& parts) {
  std::size_t end = 0;
  for (const CascadeStage& exit : parts.exits) {
    check_model(exit.end > end && exit.end <= parts.trees() && std::isfinite(exit.threshold),
                "the exits of its verifier are out of order or range");
    end = exit.end;
  }
}

FilteredChannels checked_channels(const VerifierParts& parts) {
  try {
    return FilteredChannels({parts.width, parts.height});
  } catch (const Error&) {
    throw Error(Kind::model, "the crops of its verifier have a size out of range");
  }
}

/// The sum of the votes of trees begin .. end - 1. The depth is a compile-time constant: each level takes
/// only a few instructions, and a loop over levels is a third slower.
template <int Depth = Verifier::kMaxDepth>
int sum_of_trees(const VerifierParts& parts, std::size_t begin, std::size_t end,
                 std::span<const std::uint8_t> channels) {
  if constexpr (Depth > 1) {
    if (parts.depth < Depth) return sum_of_trees<Depth - 1>(parts, begin, end, channels);
  }
  constexpr std::size_t kLeaves = std::size_t{1} << Depth, kNodes = kLeaves - 1;
  const VerifierNode* nodes = parts.nodes.data() + begin * kNodes;
  const std::int8_t* votes = parts.votes.data() + begin * kLeaves;
  int sum = 0;
  for (std::size_t tree = begin; tree < end; ++tree, nodes += kNodes, votes += kLeaves) {
    std::size_t place = 0;
    for (int level = 0; level < Depth; ++level)
      place = 2 * place + 1 + (channels[nodes[place].feature] > nodes[place].threshold ? 1 : 0);
    sum += votes[place - kNodes];
  }
  return sum;
}

/// Boxes that are shifted, smaller and larger than an object's. Steps from 0.04 to 0.08 of its size work
/// equally well.
std::array<Box, 6> around(const Box& object) {
  constexpr float kStep = 0.06F, kZoom = 1.1F;
  const auto moved = [&](float dx, float dy) {
    return Box{object.x + dx * object.w, object.y + dy * object.h, object.w, object.h};
  };
  const auto zoomed = [&](float by) {
    return Box{object.x + object.w * (1 - by) / 2, object.y + object.h * (1 - by) / 2, object.w * by,
               object.h * by};
  };
  return {moved(-kStep, 0), moved(kStep, 0), moved(0, -kStep),
          moved(0, kStep),  zoomed(kZoom),   zoomed(1 / kZoom)};
}

cv::Size larger(cv::Size crop) {
  return {crop.width + 2 * Verifier::kCorner, crop.height + 2 * Verifier::kCorner};
}

/// The part of the image that the larger crop covers.
Box larger(const Box& part, cv::Size crop) {
  const float across = Verifier::kCorner * part.w / static_cast<float>(crop.width),
              down = Verifier::kCorner * part.h / static_cast<float>(crop.height);
  return {part.x - across, part.y - down, part.w + 2 * across, part.h + 2 * down};
}

/// Log-odds of the first evaluation, of trees or of a network, below which at most one detection in eight is
/// an object. Further evaluations hardly ever change that.
constexpr double kUnlikely = -2;

/// Log-odds of the trees' first evaluation above which the network's first evaluation may be the last one.
constexpr double kLikely = 2;

/// Log-odds of the network's first evaluation below which no other box around it shows an object.
constexpr double kHopeless = 0;

/// Log-odds of the network above which further evaluations only change the order of objects.
constexpr double kCertain = 10;

/// Crops a part of the picture and turns it upright. The result has its size.
void crop_upright(const CropSource& source, const Box& part, cv::Mat& result, Verifier::Scratch& scratch) {
  if (source.quarters == 0) return crop(source.pyramid, part, result, scratch.taps);
  scratch.turned.create(turned(result.size(), source.quarters), CV_8UC1);
  crop(source.pyramid, part, scratch.turned, scratch.taps);
  turn(scratch.turned, 4 - source.quarters, result);
}

bool in_range(const LogOdds& odds) {
  const auto is_weight = [](float weight) { return std::abs(weight) <= 1000; };
  return is_weight(odds.weight) && is_weight(odds.cascade_weight) && is_weight(odds.offset);
}

/// log(1 + exp(x)) without overflow.
float softplus(double x) { return static_cast<float>(std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)))); }

}  // namespace

Verifier::Verifier(VerifierParts parts)
    : parts_(std::move(parts)),
      channels_(checked_channels(parts_)),
      filters_(std::ranges::any_of(parts_.nodes, [&](const VerifierNode& node) {
        return node.feature >= channels_.gradients().size();
      })) {
  check_trees(parts_, channels_.size());
  check_exits(parts_);
  check_model(in_range(parts_.log_odds), "the weights of its verifier are out of range");
  if (!parts_.network) return;
  const VerifierNetwork& network = *parts_.network;
  check_model(in_range(network.log_odds), "the weights of its verifier's network are out of range");
  network_.emplace(network.parts);  // checks its sizes, so that nothing overflows below
  check_model(network.parts.width * GradientChannels::kCell == parts_.width &&
                  network.parts.height * GradientChannels::kCell == parts_.height,
              "its verifier's network is for crops of another size");
}

cv::Size Verifier::crop_size(cv::Size window) {
  const double margins = 2.0 * kMargin * std::max(window.width, window.height);
  const double longer = std::max(window.width, window.height) + margins;
  const auto side = [&](int length) {
    const double share = (length + margins) / longer;
    const int grain = GradientChannels::kOrientationCell;
    return static_cast<int>(std::lround(share * kLongerSide / grain)) * grain;
  };
  return {side(window.width), side(window.height)};
}

Box CropSource::surroundings(const Box& object) const {
  cv::Size2f margin;
  if (window.empty()) {
    margin.width = margin.height = Verifier::kMargin * std::max(object.w, object.h);
  } else {
    // The shares of the window's sides.
    const cv::Size own = turned(window, quarters);
    const float pixels = Verifier::kMargin * static_cast<float>(std::max(own.width, own.height));
    margin = {pixels / static_cast<float>(own.width) * object.w,
              pixels / static_cast<float>(own.height) * object.h};
  }
  return {object.x - margin.width, object.y - margin.height, object.w + 2 * margin.width,
          object.h + 2 * margin.height};
}

void Verifier::prepare(Pyramid& pyramid, const Box& largest) const {
  Box max = largest;
  for (const Box& box : around(largest)) max = box.w > max.w ? box : max;
  const Box part = CropSource(pyramid).surroundings(max);
  // Both have the same number of image pixels per crop pixel, but rounding may put them on either side of an
  // octave.
  prepare_crop(pyramid, part, channels_.picture());
  prepare_crop(pyramid, larger(part, channels_.picture()), larger(channels_.picture()));
}

std::optional<int> Verifier::sum(std::span<const std::uint8_t> channels) const {
  int sum = 0;
  std::size_t done = 0;
  for (const CascadeStage& exit : parts_.exits) {
    sum += sum_of_trees(parts_, done, exit.end, channels);
    if (static_cast<float>(sum) < exit.threshold) return std::nullopt;
    done = exit.end;
  }
  return sum + sum_of_trees(parts_, done, parts_.trees(), channels);
}

std::optional<int> Verifier::votes_of_channels(Scratch& scratch) const {
  if (!filters_) return sum(scratch.channels);
  scratch.all_channels.resize(channels_.size() + FilteredChannels::kSlack);
  channels_.filter(scratch.channels, scratch.all_channels, scratch.filters);
  return sum(scratch.all_channels);
}

std::optional<int> Verifier::votes(const CropSource& source, const Box& box, Scratch& scratch) const {
  crop_channels(source, box, channels_.gradients(), scratch);
  return votes_of_channels(scratch);
}

int Verifier::network_score(Scratch& scratch) const {
  const auto bytes = static_cast<std::size_t>(ConvolutionalNetwork::kPlanes) *
                     GradientChannels::cells(channels_.picture(), GradientChannels::kCell);
  return network_->score(std::span<const std::uint8_t>(scratch.channels).first(bytes), scratch.network);
}

int Verifier::network_score(const CropSource& source, const Box& box, Scratch& scratch) const {
  crop_channels(source, box, channels_.gradients(), scratch);
  return network_score(scratch);
}

template <class Score>
int Verifier::sum_of_mirrored(const CropSource& source, const Box& box, Scratch& scratch,
                              const Score& score) const {
  const cv::Size picture = channels_.picture();
  scratch.crop.create(picture, CV_8UC1);
  scratch.larger.create(larger(picture), CV_8UC1);
  crop_upright(source, larger(source.surroundings(box), turned(picture, source.quarters)), scratch.larger,
               scratch);
  int sum = 0;
  for (const Tilt tilt : {Tilt::left, Tilt::right}) {
    tilt_mirrored(scratch.larger, tilt, scratch.crop);
    channels_.gradients().compute(scratch.crop, scratch.channels, scratch.gradients);
    sum += score();
  }
  return sum;
}

Verifier::SurestBox Verifier::surest_box(const CropSource& source, const Box& object, int first,
                                         Scratch& scratch) const {
  SurestBox surest{object, first};
  for (const Box& box : around(object)) {
    const int own = votes(source, box, scratch).value_or(first);
    if (own > surest.votes) surest = {box, own};
  }
  return surest;
}

double Verifier::tree_votes(const CropSource& source, const SurestBox& surest, int first, bool symmetric,
                            Scratch& scratch) const {
  if (!symmetric) return surest.votes;
  const int mirrored = sum_of_mirrored(source, surest.box, scratch,
                                       [&] { return votes_of_channels(scratch).value_or(first); });
  return (surest.votes + mirrored / 2.0) / 2;
}

double Verifier::network_mean(const CropSource& source, const Box& box, int straight, bool symmetric,
                              Scratch& scratch) const {
  if (!symmetric) return straight;
  return (straight + sum_of_mirrored(source, box, scratch, [&] { return network_score(scratch); })) / 3.0;
}

std::optional<Verifier::Evaluation> Verifier::evaluate(const CropSource& source, const Box& object,
                                                       bool symmetric, Scratch& scratch) const {
  const std::optional<int> first = votes(source, object, scratch);
  if (!first) return std::nullopt;
  const SurestBox surest = surest_box(source, object, *first, scratch);
  Evaluation evaluation{tree_votes(source, surest, *first, symmetric, scratch)};
  if (network_) {
    const int straight = network_score(source, surest.box, scratch);
    evaluation.network = network_mean(source, surest.box, straight, symmetric, scratch);
  }
  return evaluation;
}

Verifier::Judged Verifier::judged(const CropSource& source, const Box& object, float cascade_score, int first,
                                  bool symmetric, Scratch& scratch) const {
  const auto by_trees = [&](double votes) { return parts_.log_odds(votes, cascade_score); };
  const auto by_network = [&](double sum) { return parts_.network->log_odds(sum, cascade_score); };
  if (by_trees(first) < kUnlikely) return {object, by_trees(first)};
  if (network_) {
    const double odds = by_network(network_score(scratch));
    if (odds < kHopeless || (odds > kCertain && by_trees(first) > kLikely)) return {object, odds};
  }
  const SurestBox surest = surest_box(source, object, first, scratch);
  if (!network_) return {surest.box, by_trees(tree_votes(source, surest, first, symmetric, scratch))};
  const int straight = network_score(source, surest.box, scratch);
  const double odds = by_network(straight);
  if (odds < kUnlikely || odds > kCertain) return {surest.box, odds};
  return {surest.box, by_network(network_mean(source, surest.box, straight, symmetric, scratch))};
}

std::optional<Verifier::Rescored> Verifier::score(const CropSource& source, const Box& object,
                                                  float cascade_score, bool symmetric,
                                                  Scratch& scratch) const {
  const std::optional<int> first = votes(source, object, scratch);
  if (!first) return std::nullopt;
  const Judged result = judged(source, object, cascade_score, *first, symmetric, scratch);
  return Rescored{result.box, softplus(result.log_odds)};
}

void crop_channels(const CropSource& source, const Box& object, const GradientChannels& channels,
                   Verifier::Scratch& scratch) {
  scratch.crop.create(channels.picture(), CV_8UC1);
  scratch.channels.resize(channels.size());
  crop_upright(source, source.surroundings(object), scratch.crop, scratch);
  channels.compute(scratch.crop, scratch.channels, scratch.gradients);
}

float probability_of(float verifier_score) { return -std::expm1(-verifier_score); }

}  // namespace ocelli::internal
