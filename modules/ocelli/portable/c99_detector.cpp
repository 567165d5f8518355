#include "ocelli/portable/c99_header.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/features/haar/haar_feature.hpp"
#include "ocelli/portable/c99_detector_text.hpp"
#include "ocelli/portable/c99_text.hpp"

namespace ocelli::internal {
namespace {

using c99::braces;
using c99::Cells;
using c99::digits;
using c99::literal;

/// How far fixed point and single precision may differ at the edge of a bin, in 2^-12 bins: the loss below
/// 2^-12 of the normalized response, of the bin's low edge and of the position itself, plus three roundings
/// to 24 bits.
int bin_margin(const BinnedFeature& feature, int bins) {
  const double scale = feature.scale, low = std::abs(feature.low);
  const double lost = 2 * scale + 1, rounded = (low * scale + 3.0 * bins) / 4096;
  return static_cast<int>(std::min(std::ceil(lost + rounded) + 1, 2048.0));
}

std::string feature_tables(const Cascade& cascade, const std::string& name) {
  Cells features, corner_cells;
  for (const BinnedFeature& feature : cascade.parts().features) {
    for (const WeightedCorner& corner : corners(feature.feature))
      c99::add_corner(corner.x, corner.y, corner.weight, corner_cells);
    const c99::Real low = c99::real(feature.low), scale = c99::real(feature.scale);
    const auto coarse_low =
        static_cast<std::int64_t>(std::floor(std::ldexp(static_cast<double>(feature.low), 12)));
    const bool fits = std::abs(coarse_low) <= std::numeric_limits<std::int32_t>::max() && scale.exponent < 0;
    require(fits, Kind::usage, "the bins of a feature are out of range or too fine for the integers of C99");
    features.push_back(
        braces({digits(corner_cells.size()), digits(coarse_low), digits(low.mantissa), digits(scale.mantissa),
                digits(low.exponent), digits(scale.exponent), digits(bin_margin(feature, cascade.bins()))}));
  }
  return c99::table("ocelli_corner", name + "_corners", corner_cells) +
         c99::table("ocelli_feature", name + "_features", features);
}

std::string stage_table(const std::string& name, std::span<const CascadeStage> stages,
                        c99::ScoreScale scale) {
  Cells cells;
  for (const CascadeStage& stage : stages)
    cells.push_back(braces({digits(stage.end), "INT64_C(" + digits(scale.threshold(stage.threshold)) + ")"}));
  return c99::table("ocelli_stage", name, cells);
}

std::string vote_table(const std::string& name, std::span<const float> votes, c99::ScoreScale scale) {
  Cells cells;
  for (const float vote : votes) cells.push_back(digits(scale.vote(vote)));
  return c99::table("ocelli_vote", name, cells);
}

std::string exit_table(const std::string& name, const VerifierParts& parts) {
  const float max = 128 * static_cast<float>(parts.trees());  // no sum is greater
  Cells cells;
  for (const CascadeStage& exit : parts.exits) {
    const float threshold = std::clamp(std::ceil(exit.threshold), -max, max);
    cells.push_back(braces({digits(exit.end), digits(static_cast<std::int32_t>(threshold))}));
  }
  return c99::table("ocelli_exit", name, cells);
}

std::string cascade_tables(const Cascade& cascade, bool is_verified, const std::string& name) {
  const CascadeParts& parts = cascade.parts();
  const double directions = parts.symmetric ? 2 : 1;
  const c99::ScoreScale scale =
      c99::score_scale(parts.tables, directions * c99::max_score(parts.tables, parts.cells()));
  const float min_variance = parts.min_deviation * parts.min_deviation;
  const std::size_t grid_stages = is_verified ? candidate_options({}, cascade).scan.grid_stages : 0;
  std::string text = feature_tables(cascade, name) + stage_table(name + "_stages", parts.stages, scale) +
                     vote_table(name + "_votes", parts.tables, scale);
  text += "static const ocelli_cascade " + name + "_cascade = {\n";
  const std::string comma = ", ";
  text += "  " + digits(parts.width) + comma + digits(parts.height) + ",  /* pixels of the window */\n";
  text += "  " + digits(parts.bins) + comma + digits(parts.joint) + comma + digits(parts.cells()) +
          ",  /* bins, features and votes of a weak classifier */\n";
  text += "  " + digits(static_cast<int>(parts.symmetric)) + ",  /* whether mirror images count too */\n";
  text += "  " + digits(parts.stages.size()) + comma + digits(grid_stages) +
          ",  /* stages, and those of the grid (0: fewer than half) */\n";
  text += "  " + digits(scale.bits) + ",  /* bits of a score below 1 */\n";
  text += "  " + c99::text(c99::real(1.0F / static_cast<float>(parts.width * parts.height))) +
          ",  /* 1 / pixels */\n";
  text += "  " + c99::text(c99::real(min_variance)) + ",  /* least variance of a window's pixels, " +
          digits(min_variance) + " */\n";
  text += "  " + name + "_stages, " + name + "_features, " + name + "_corners, " + name + "_votes};\n";
  return text;
}

int numbers_of_largest_map(const NetworkParts& network) {
  const std::vector<NetworkMapSize> maps = input_maps(network);
  return std::ranges::max_element(maps, {}, &NetworkMapSize::numbers)->numbers();
}

/// The memory that the header needs for a look: the crop, a larger one, three bytes per channel, and two maps
/// of the network.
std::size_t bytes_of_verifier(const Verifier& verifier) {
  constexpr int kCorners = 2 * Verifier::kCorner;
  const int width = verifier.parts().width, height = verifier.parts().height;
  return static_cast<std::size_t>(width * height + (width + kCorners) * (height + kCorners)) +
         3 * verifier.channels().gradients().size() +
         (verifier.parts().network
              ? 4 * static_cast<std::size_t>(numbers_of_largest_map(verifier.parts().network->parts))
              : 0);
}

std::string weights_of(const LogOdds& odds) {
  return literal(odds.weight) + ", " + literal(odds.cascade_weight) + ", " + literal(odds.offset);
}

std::string network_tables(const VerifierNetwork& network, const std::string& name) {
  std::string text;
  Cells layers;
  const std::vector<NetworkMapSize> maps = input_maps(network.parts);
  const auto add = [&](const NetworkLayer& layer, const std::string& width, const std::string& height) {
    const std::string own = name + "_layer_" + digits(layers.size());
    Cells weights, biases;
    for (const std::int8_t weight : layer.weights) weights.push_back(digits(weight));
    for (const std::int32_t bias : layer.biases) biases.push_back(digits(bias));
    text += c99::table("int8_t", own + "_weights", weights) + c99::table("int32_t", own + "_biases", biases);
    layers.push_back(braces({width, height, digits(maps[layers.size()].channels), digits(layer.outputs),
                             digits(static_cast<int>(layer.pools)), digits(layer.shift), own + "_weights",
                             own + "_biases"}));
  };
  for (const NetworkLayer& layer : network.parts.convolutions)
    add(layer, digits(maps[layers.size()].width), digits(maps[layers.size()].height));
  for (const NetworkLayer& layer : network.parts.dense) add(layer, "0", "0");
  text += c99::table("ocelli_layer", name + "_layers", layers);
  text += "static const ocelli_network " + name + "_network = {\n";
  text += "  " + digits(layers.size()) + ", " + digits(numbers_of_largest_map(network.parts)) +
          ",  /* layers, and numbers of the largest map */\n";
  text += "  " + weights_of(network.log_odds) + ",  /* of the log-odds */\n";
  text += "  " + name + "_layers};\n";
  return text;
}

std::string verifier_tables(const VerifierParts& parts, const std::string& name) {
  Cells nodes, votes;
  for (const VerifierNode& node : parts.nodes)
    nodes.push_back(digits(node.feature & 0xff) + "," + digits(node.feature >> 8) + "," +
                    digits(node.threshold));
  for (const std::int8_t vote : parts.votes) votes.push_back(digits(vote));
  std::string text =
      c99::table("uint8_t", name + "_nodes", nodes) + c99::table("int8_t", name + "_leaves", votes);
  if (!parts.exits.empty()) text += exit_table(name + "_exits", parts);
  if (parts.network) text += network_tables(*parts.network, name);
  text += "static const ocelli_verifier " + name + "_verifier = {\n";
  text += "  " + digits(parts.width) + ", " + digits(parts.height) + ",  /* pixels of a crop */\n";
  text += "  " + digits(parts.depth) + ", " + digits(parts.trees()) + ",  /* depth of a tree, trees */\n";
  text += "  " + digits(parts.exits.size()) + ",  /* exits */\n";
  text += "  " + weights_of(parts.log_odds) + ",  /* of the log-odds */\n";
  text += "  " + (parts.exits.empty() ? std::string("0") : name + "_exits") + ", " + name + "_nodes, " +
          name + "_leaves, " + (parts.network ? "&" + name + "_network" : std::string("0")) + "};\n";
  return text;
}

/// The shapes that the search for landmarks starts from, in order.
Cells landmark_starts(const LandmarkShape& mean) {
  Cells cells;
  for (const float tilt : LandmarkRegressor::kStartTilts) {
    for (const std::int32_t number : ShapeTransform::rotation(tilt)(mean)) cells.push_back(digits(number));
  }
  return cells;
}

std::string landmark_tables(const LandmarkParts& parts, const std::string& name) {
  const auto cells_of = [](const auto& numbers) {
    Cells cells;
    for (const auto number : numbers) cells.push_back(digits(number));
    return cells;
  };
  Cells pixels, nodes;
  for (const LandmarkPixel& pixel : parts.pixels)
    pixels.push_back(braces({digits(pixel.x), digits(pixel.y), digits(pixel.landmark)}));
  for (const LandmarkNode& node : parts.nodes)
    nodes.push_back(braces({digits(node.first), digits(node.second), digits(node.threshold)}));
  const std::string comma = ", ", own = name + "_landmark";
  std::string text = c99::table("int32_t", own + "_mean", cells_of(parts.mean)) +
                     c99::table("int32_t", own + "_starts", landmark_starts(parts.mean)) +
                     c99::table("int32_t", own + "_scales", cells_of(parts.scales)) +
                     c99::table("ocelli_landmark_pixel", own + "_pixels", pixels) +
                     c99::table("ocelli_landmark_node", own + "_nodes", nodes) +
                     c99::table("int8_t", own + "_leaves", cells_of(parts.leaves));
  text += "static const ocelli_landmark_trees " + name + "_landmarks = {\n";
  text += "  " + digits(parts.depth) + ",  /* depth of a tree */\n";
  text += "  " + digits(parts.stages()) + comma + digits(parts.pixels_per_stage()) + comma +
          digits(parts.trees_per_stage()) + ",  /* stages, and their pixels and trees */\n";
  text += "  " + own + "_mean, " + own + "_starts, " + own + "_scales, " + own + "_pixels, " + own +
          "_nodes, " + own + "_leaves};\n";
  return text;
}

/// Bytes of the working memory for landmarks: OCELLI_LANDMARK_BYTES.
constexpr std::size_t kLandmarkBytes = std::size_t{6} * LandmarkCrop::kSide +
                                       std::size_t{LandmarkCrop::kSide} * LandmarkCrop::kSide +
                                       LandmarkRegressor::kMaxPixels;

}  // namespace

std::string c99_header(const DetectorModel& model, std::string_view file_name) {
  const std::string name = c99::identifier(file_name);
  const CascadeParts& parts = model.cascade.parts();
  require(parts.shapes.empty(), Kind::usage, [&] {
    return "the model finds objects of " + std::to_string(parts.shapes.size()) +
           " shapes, and the C99 header supports one; train one with --shapes 1";
  });
  std::string tables = cascade_tables(model.cascade, model.verifier.has_value(), name);
  if (model.verifier) tables += verifier_tables(model.verifier->parts(), name);
  const cv::Size window(parts.width, parts.height);
  const cv::Size margin =
      (model.verifier ? candidate_options({}, model.cascade).scan : ScanOptions()).margin(window);
  const std::size_t verifier_bytes =
      std::max(model.verifier ? bytes_of_verifier(*model.verifier) : 0, model.landmarks ? kLandmarkBytes : 0);
  tables += "static const ocelli_detector " + name + "_detector = {&" + name + "_cascade, " +
            (model.verifier ? "&" + name + "_verifier" : std::string("0")) + ", " + literal(parts.min_score) +
            "};\n";
  std::vector<std::string_view> shared = {c99::k_arithmetic, c99::k_real,    c99::k_cascade, c99::k_windows,
                                          c99::k_work,       c99::k_pyramid, c99::k_scan,    c99::k_group,
                                          c99::k_network,    c99::k_verify,  c99::k_detect};
  if (model.landmarks) {
    shared.push_back(c99::k_landmarks);
    tables += landmark_tables(model.landmarks->parts(), name);
  }
  return c99::text(c99::DetectorHeader{.name = name,
                                       .label = parts.label,
                                       .parts = shared,
                                       .tables = tables,
                                       .function = "ocelli_detect",
                                       .work_bytes = "OCELLI_WORK_BYTES(width, height, " +
                                                     digits(2 * margin.width) + ", " +
                                                     digits(2 * margin.height) + ", " + digits(parts.height) +
                                                     ", " + digits(verifier_bytes) + ")",
                                       .window_width = parts.width,
                                       .has_landmarks = model.landmarks.has_value()});
}

}  // namespace ocelli::internal
