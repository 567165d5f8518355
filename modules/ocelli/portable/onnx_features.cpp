#include "ocelli/portable/onnx_features.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "ocelli/core/require.hpp"

namespace ocelli::internal::onnx {
namespace {

/// Each sample's values at these indices. OpenCV 4.6 cannot gather more than one value, and a product with
/// zeros and ones is exact.
std::string chosen_values(Graph& graph, const std::string& values, std::size_t count, const Indices& chosen) {
  std::vector<float> choice(count * chosen.size());
  for (std::size_t c = 0; c < chosen.size(); ++c) choice[chosen[c] * chosen.size() + c] = 1;
  return graph.add("MatMul", {values, graph.reals(choice, {extent(count), extent(chosen.size())})});
}

/// InputRange::scaled() of each value.
std::string scaled(Graph& graph, const std::string& values, const std::vector<InputRange>& ranges) {
  std::vector<float> lows, spans, varies;
  for (const InputRange& range : ranges) {
    const bool wide = range.low < range.high;
    lows.push_back(range.low);
    spans.push_back(wide ? range.high - range.low : 1);
    varies.push_back(wide ? 1 : 0);
  }
  const std::string above = graph.add("Sub", {values, graph.row(lows)});
  const std::string doubled = graph.add("Mul", {above, graph.scalar(2)});
  const std::string share = graph.add("Div", {doubled, graph.row(spans)});
  const std::string centered = graph.add("Sub", {share, graph.scalar(1)});
  const std::string clipped = graph.clip(centered, -1, 1);
  const bool all_vary = std::ranges::find(varies, 0.0f) == varies.end();
  return all_vary ? clipped : graph.add("Mul", {clipped, graph.row(varies)});
}

/// signed_unit_byte(), minus 128.
std::string signed_steps(Graph& graph, const std::string& numbers) {
  const std::string place = graph.add("Mul", {numbers, graph.scalar(127)});
  const std::string code = graph.add("Floor", {graph.add("Add", {place, graph.scalar(128.5f)})});
  return graph.add("Sub", {code, graph.scalar(128)});
}

/// Adds the operators of one kind of features.
struct Writer {
  Graph& graph;
  const Sample& given;
  const std::string& sample;  ///< a row of values

  Columns operator()(const LinearFeatures& features) const {
    const Indices chosen(features.chosen().begin(), features.chosen().end());
    const std::string numbers = scaled(graph, sample, features.ranges());
    return {signed_steps(graph, chosen_values(graph, numbers, features.inputs(), chosen)),
            counted(features.groups())};
  }

  Columns operator()(const ProductFeatures& features) const {
    Indices first, second;
    for (const InputPair& pair : features.pairs()) {
      first.push_back(pair.first);
      second.push_back(pair.second);
    }
    const std::string numbers = scaled(graph, sample, features.ranges());
    const std::string left = chosen_values(graph, numbers, features.inputs(), first);
    const std::string right = chosen_values(graph, numbers, features.inputs(), second);
    return {signed_steps(graph, graph.add("Mul", {left, right})), counted(features.groups())};
  }

  /// The sign of threshold - value is 1 exactly when the value is below. OpenCV 4.6 has no common form of
  /// comparisons.
  Columns operator()(const StumpFeatures& features) const {
    Indices inputs;
    std::vector<float> thresholds;
    for (const ThresholdStump& stump : features.stumps()) {
      inputs.push_back(stump.input);
      thresholds.push_back(stump.threshold);
    }
    const std::string values = chosen_values(graph, sample, features.inputs(), inputs);
    const std::string above = graph.add("Sub", {values, graph.row(thresholds)});
    const std::string below = graph.add("Relu", {graph.add("Sign", {graph.add("Neg", {above})})});
    const std::string codes = graph.add("Mul", {below, graph.scalar(255)});
    return {graph.add("Sub", {codes, graph.scalar(128)}), counted(features.groups())};
  }

  Columns operator()(const TemplateFeatures& features) const {
    return add_templates(graph, features, given.value);
  }

  /// Points outside a ball have bytes of 128: the steps of the point times 1 or 0. The columns of 1 come
  /// last.
  Columns operator()(const BallFeatures& features) const {
    const std::string point = features.components() ? projected(*features.components()) : sample;
    const std::string inside = inside_balls(features, point);
    const std::string steps = signed_steps(graph, scaled(graph, point, features.ranges()));
    const std::string coordinates = graph.add("Mul", {graph.add("Unsqueeze", {inside}, {{"axes", Sizes{2}}}),
                                                      graph.add("Unsqueeze", {steps}, {{"axes", Sizes{1}}})});
    const std::string ones = graph.add("Mul", {inside, graph.scalar(127)});
    Columns columns;
    columns.value =
        graph.add("Concat", {graph.add("Flatten", {coordinates}, {{"axis", 1}}), ones}, {{"axis", 1}});
    for (std::size_t c = 0; c < features.groups() * features.width(); ++c) {
      if (c % features.width() < features.dimensions()) columns.order.push_back(c);
    }
    for (std::size_t b = 0; b < features.groups(); ++b)
      columns.order.push_back(b * features.width() + features.dimensions());
    return columns;
  }

  Columns operator()(const DisjunctionFeatures& /*features*/) const {
    throw Error(Kind::usage,
                "ONNX does not support multi-layer models: they use interest points, whose number "
                "and positions differ from "
                "image to image");
  }

  Columns operator()(const TreeFeatures& features) const { return add_trees(graph, features, sample); }
  Columns operator()(const OrientationFeatures& features) const {
    return add_orientations(graph, features, given);
  }
  Columns operator()(const BinaryPatternFeatures& features) const {
    return add_binary_patterns(graph, features, given);
  }
  Columns operator()(const ColorFeatures& features) const { return add_colors(graph, features, given); }
  Columns operator()(const ChannelTemplates& features) const {
    return add_channel_templates(graph, features, given);
  }

  Columns operator()(const GaussianFeatures& features) const {
    return add_gaussians(graph, features, features.components() ? projected(*features.components()) : sample);
  }

  Columns operator()(const CombinedFeatures& features) const {
    std::vector<std::string> values;
    Columns columns;
    for (std::size_t p = 0; p < features.parts().size(); ++p) {
      const std::vector<std::size_t> numbers = features.features_of(p);
      const Columns own = add_features(graph, features.parts()[p].features, given);
      values.push_back(own.value);
      for (const std::size_t c : own.order) columns.order.push_back(numbers[c]);
    }
    columns.value = graph.add("Concat", values, {{"axis", 1}});
    return columns;
  }

 private:
  std::string projected(const PrincipalComponents& components) const {
    const Eigen::VectorXf& mean = components.mean();
    const SampleValues turned = components.components().transpose();
    const std::string centered =
        graph.add("Sub", {sample, graph.row(std::vector<float>(mean.begin(), mean.end()))});
    return graph.add("MatMul",
                     {centered, graph.reals({turned.data(), turned.data() + turned.size()},
                                            {extent(components.inputs()), extent(components.size())})});
  }

  /// Samples x balls: 1 if the ball contains the point, 0 otherwise.
  std::string inside_balls(const BallFeatures& features, const std::string& point) const {
    std::vector<float> anchors, squares;
    for (const Ball& ball : features.balls()) {
      const auto anchor = features.anchors().row(static_cast<Eigen::Index>(ball.anchor));
      anchors.insert(anchors.end(), anchor.begin(), anchor.end());
      squares.push_back(ball.squared_radius());
    }
    const Sizes sizes{1, extent(features.groups()), extent(features.dimensions())};
    const std::string apart = graph.add(
        "Sub", {graph.add("Unsqueeze", {point}, {{"axes", Sizes{1}}}), graph.reals(anchors, sizes)});
    const std::string distances =
        graph.add("ReduceSum", {graph.add("Mul", {apart, apart})}, {{"axes", Sizes{2}}, {"keepdims", 0}});
    const std::string beyond = graph.add("Sub", {distances, graph.row(squares)});
    return graph.add("Relu", {graph.add("Sign", {graph.add("Neg", {beyond})})});
  }
};

}  // namespace

std::string binned(Graph& graph, const std::string& values, const std::vector<Binning>& binnings) {
  std::vector<float> lows, scales;
  for (const Binning& binning : binnings) {
    lows.push_back(binning.low);
    scales.push_back(binning.scale);
  }
  const std::string above = graph.add("Sub", {values, graph.row(lows)});
  const std::string place = graph.add("Mul", {above, graph.row(scales)});
  const std::string code = graph.add("Floor", {graph.clip(place, 0, 255)});
  return graph.add("Sub", {code, graph.scalar(128)});
}

Indices counted(std::size_t count) {
  Indices order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

std::string for_each_sample(Graph& graph, const std::string& constant, std::size_t columns,
                            const std::string& like) {
  const std::string samples = graph.add(
      "Slice", {graph.add("Shape", {like}), graph.integers({0}), graph.integers({1}), graph.integers({0})});
  const std::string sizes = graph.add("Concat", {samples, graph.integers({extent(columns)})}, {{"axis", 0}});
  return graph.add("Expand", {constant, sizes});
}

std::string gathered(Graph& graph, const std::string& values, const Indices& chosen) {
  return graph.add("Gather", {values, graph.integers(Sizes(chosen.begin(), chosen.end()))}, {{"axis", 1}});
}

Columns add_features(Graph& graph, const FeatureSet& features, const Sample& sample) {
  // Features of images use them as they are. The parts of combined features convert them as needed.
  const bool flattened =
      sample.is_image && !image_shape(features) && !std::holds_alternative<CombinedFeatures>(features);
  const std::string row = flattened ? graph.add("Flatten", {sample.value}, {{"axis", 1}}) : sample.value;
  return std::visit(Writer{graph, sample, row}, features);
}

}  // namespace ocelli::internal::onnx
