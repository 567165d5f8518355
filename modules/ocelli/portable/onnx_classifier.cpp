#include "ocelli/portable/onnx_classifier.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <variant>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/portable/onnx_features.hpp"
#include "ocelli/portable/onnx_graph.hpp"
#include "ocelli/portable/onnx_table.hpp"

namespace ocelli::internal {
namespace {

using onnx::Columns;
using onnx::Graph;

std::string number_text(double number) { return nlohmann::json(number).dump(); }

/// Whether operator set 10 has all operators of these features.
struct IsBasic {
  bool operator()(const CombinedFeatures& features) const {
    return std::ranges::all_of(features.parts(),
                               [&](const FeaturePart& part) { return std::visit(*this, part.features); });
  }
  template <class Features>
  bool operator()(const Features& /*features*/) const {
    using std::is_same_v;
    return is_same_v<Features, LinearFeatures> || is_same_v<Features, ProductFeatures> ||
           is_same_v<Features, StumpFeatures> || is_same_v<Features, TemplateFeatures> ||
           is_same_v<Features, BallFeatures>;
  }
};

std::int64_t operator_set_of(const ClassifierModel& model) {
  const bool is_basic = !model.table && std::visit(IsBasic(), model.classifier.features());
  return is_basic ? Graph::kBasicSet : Graph::kSetWithGathers;
}

onnx::Sample add_sample(Graph& graph, const ClassifierModel& model) {
  const Classifier& classifier = model.classifier;
  if (model.table) return {add_table(graph, *model.table).values};
  if (!classifier.shape()) {
    const auto values = static_cast<std::int64_t>(inputs(classifier.features()));
    return {graph.input("row", {onnx::kBatch, values})};
  }
  const ImageShape shape = *classifier.shape();
  if (classifier.uses_colors()) return add_color_image(graph, shape);
  return {.value = graph.input("image", {onnx::kBatch, 1, shape.height, shape.width}), .is_image = true};
}

std::string add_scores(Graph& graph, const Classifier& classifier, const Columns& columns) {
  const Eigen::VectorXf& middle = classifier.middle_scores();
  const auto classes = static_cast<std::int64_t>(middle.size());
  std::vector<float> steps;
  for (Eigen::Index k = 0; k < middle.size(); ++k) {
    for (const std::size_t c : columns.order)
      steps.push_back(classifier.steps()(k, static_cast<Eigen::Index>(c)));
  }
  const std::string weights = graph.reals(steps, {classes, static_cast<std::int64_t>(columns.order.size())});
  return graph.add("Gemm", {columns.value, weights, graph.row({middle.begin(), middle.end()})},
                   {{"transB", 1}}, "scores");
}

/// Whether the program accepts each row of a table, samples x 1: its values are finite and not too large.
std::string add_row_check(Graph& graph, const std::string& row) {
  const float beyond = std::nextafter(Classifier::kLargestValue, std::numeric_limits<float>::infinity());
  const std::string is_sound = graph.add("Less", {graph.add("Abs", {row}), graph.scalar(beyond)});
  const std::string least = graph.add("ReduceMin", {graph.cast(is_sound, onnx::Element::real)},
                                      {{"axes", onnx::Sizes{1}}, {"keepdims", 0}});
  return graph.add("Less", {graph.scalar(0), least});
}

/// The best class, or -1 for a row that the program refuses.
void add_label(Graph& graph, const ClassifierModel& model, const std::string& scores,
               const std::string& row) {
  const std::vector<onnx::Attribute> of_columns{{"axis", 1}, {"keepdims", 0}};
  if (!model.table) {
    graph.add("ArgMax", {scores}, of_columns, "label");
    return;
  }
  graph.add("Where",
            {add_row_check(graph, row), graph.add("ArgMax", {scores}, of_columns), graph.integers({-1})}, {},
            "label");
}

void add_outputs(Graph& graph, const ClassifierModel& model, const std::string& scores,
                 const std::string& row) {
  const double temperature = model.classifier.temperature();
  const auto classes = static_cast<std::int64_t>(model.classifier.classes().size());
  add_label(graph, model, scores, row);
  graph.output("scores", onnx::Element::real, {onnx::kBatch, classes});
  graph.output("label", onnx::Element::integer, {onnx::kBatch});
  if (temperature == 0) return;
  const std::string odds = graph.add("Div", {scores, graph.scalar(static_cast<float>(temperature))});
  graph.add("Softmax", {odds}, {{"axis", 1}}, "probabilities");
  graph.output("probabilities", onnx::Element::real, {onnx::kBatch, classes});
}

std::string input_description(const ClassifierModel& model) {
  const Classifier& classifier = model.classifier;
  if (model.table && !model.table->categories.empty())
    return "Inputs: the columns of the training table, one value per sample. A missing number is NaN, a "
           "missing text is empty. ";
  if (model.table)
    return "Input: rows of values as in the training table, without the label. A missing number is NaN. ";
  if (!classifier.shape()) return "Input: rows of values as in the training table, without the label. ";
  if (classifier.uses_colors())
    return "Input: images of red, green and blue planes, levels 0 to 255, of the size that the graph names. ";
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
  onnx::About about{std::string(name), input_description(model), {}};
  about.description +=
      "Outputs: the score of each class and the number of the best, from 0. " + model.card.description;
  about.properties.emplace_back("classes", nlohmann::json(classifier.classes()).dump());
  if (model.table)
    about.properties.emplace_back("columns", nlohmann::json(onnx::input_names(*model.table)).dump());
  if (classifier.normalized_side() > 0) {
    about.properties.emplace_back("normalized_side", number_text(classifier.normalized_side()));
  }
  return about;
}

}  // namespace

std::string onnx_file(const ClassifierModel& model, std::string_view name) {
  if (model.table) model.table->require_plain_inputs();
  require(model.classifier.tilt() == 0, Kind::usage,
          "its scores are means over rotated images, which ONNX does not support; train one without --tilt");
  Graph graph(operator_set_of(model));
  const onnx::Sample sample = add_sample(graph, model);
  const std::string scores =
      add_scores(graph, model.classifier, add_features(graph, model.classifier.features(), sample));
  add_outputs(graph, model, scores, sample.value);
  return graph.model(about(model, name));
}

}  // namespace ocelli::internal
