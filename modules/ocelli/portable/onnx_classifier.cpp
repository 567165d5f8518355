#include "ocelli/portable/onnx_classifier.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <variant>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/portable/onnx_features.hpp"
#include "ocelli/portable/onnx_graph.hpp"

namespace ocelli::internal {
namespace {

using onnx::Columns;
using onnx::Graph;

std::string number_text(double number) { return nlohmann::json(number).dump(); }

onnx::Sample add_sample(Graph& graph, const Classifier& classifier) {
  if (!classifier.shape()) {
    const auto values = static_cast<std::int64_t>(inputs(classifier.features()));
    return {graph.input("row", {onnx::kBatch, values})};
  }
  const ImageShape shape = *classifier.shape();
  return {.value = graph.input("image", {onnx::kBatch, 1, shape.height, shape.width}), .is_image = true};
}

void add_scores(Graph& graph, const Classifier& classifier, const Columns& columns) {
  const Eigen::VectorXf& middle = classifier.middle_scores();
  const auto classes = static_cast<std::int64_t>(middle.size());
  std::vector<float> steps;
  for (Eigen::Index k = 0; k < middle.size(); ++k) {
    for (const std::size_t c : columns.order)
      steps.push_back(classifier.steps()(k, static_cast<Eigen::Index>(c)));
  }
  const std::string weights = graph.reals(steps, {classes, static_cast<std::int64_t>(columns.order.size())});
  const std::string scores = graph.add(
      "Gemm", {columns.value, weights, graph.row({middle.begin(), middle.end()})}, {{"transB", 1}}, "scores");
  graph.add("ArgMax", {scores}, {{"axis", 1}, {"keepdims", 0}}, "label");
  graph.output("scores", onnx::Element::real, {onnx::kBatch, classes});
  graph.output("label", onnx::Element::integer, {onnx::kBatch});
}

std::string input_description(const Classifier& classifier) {
  if (!classifier.shape()) return "Input: rows of values as in the training table, without the label. ";
  std::string text = "Input: gray images, levels 0 to 255, of the size that the graph names. ";
  if (classifier.normalized_side() > 0) {
    text +=
        "The caller normalizes size and center first, bright ink on black: the longer side of the ink's "
        "bounding box to " +
        number_text(classifier.normalized_side()) + " pixels, its center of mass to the image center. ";
  }
  return text;
}

onnx::About about(const ClassifierModel& model, std::string_view name) {
  const Classifier& classifier = model.classifier;
  onnx::About about{std::string(name), input_description(classifier), {}};
  about.description +=
      "Outputs: the score of each class and the number of the best, from 0. " + model.card.description;
  about.properties.emplace_back("classes", nlohmann::json(classifier.classes()).dump());
  if (classifier.normalized_side() > 0) {
    about.properties.emplace_back("normalized_side", number_text(classifier.normalized_side()));
  }
  return about;
}

}  // namespace

std::string onnx_file(const ClassifierModel& model, std::string_view name) {
  Graph graph;
  const onnx::Sample sample = add_sample(graph, model.classifier);
  add_scores(graph, model.classifier, add_features(graph, model.classifier.features(), sample));
  require(model.classifier.tilt() == 0, Kind::usage,
          "its scores are means over rotated images, which ONNX does not support; train one without --tilt");
  return graph.model(about(model, name));
}

}  // namespace ocelli::internal
