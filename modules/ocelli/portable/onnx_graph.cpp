#include "ocelli/portable/onnx_graph.hpp"

namespace ocelli::internal::onnx {
namespace {

constexpr std::int64_t kFormatVersion = 5, kLearningOperatorSet = 2;
constexpr std::string_view kLearningDomain = "ai.onnx.ml";

bool is_learning_operator(std::string_view type) { return type == "LabelEncoder"; }

Message tensor(const std::string& name, const Sizes& sizes, Element element) {
  Message message;
  for (const std::int64_t size : sizes) message.number(1, size);
  message.number(2, static_cast<std::int64_t>(element)).bytes(8, name);
  return message;
}

Message value_info(std::string_view name, Element element, const Sizes& sizes) {
  Message shape;
  for (const std::int64_t size : sizes) {
    Message dimension;
    if (size == kBatch) {
      dimension.bytes(2, "batch");
    } else {
      dimension.number(1, size);
    }
    shape.message(1, dimension);
  }
  const Message type =
      Message().message(1, Message().number(1, static_cast<std::int64_t>(element)).message(2, shape));
  return Message().bytes(1, name).message(2, type);
}

/// Writes an attribute's value and its type.
struct AttributeValue {
  Message& message;

  void operator()(std::int64_t value) const { message.number(3, value).number(20, 2); }
  void operator()(float value) const { message.real(2, value).number(20, 1); }
  void operator()(const Sizes& values) const {
    for (const std::int64_t value : values) message.number(8, value);
    message.number(20, 7);
  }
  void operator()(const Texts& values) const {
    for (const std::string& value : values) message.bytes(9, value);
    message.number(20, 8);
  }
  void operator()(const Body& body) const { message.message(6, body.graph).number(20, 5); }
};

}  // namespace

std::string Graph::input(std::string name, const Sizes& sizes, Element element) {
  graph_.message(11, value_info(name, element, sizes));
  return name;
}

std::string Graph::reals(const std::vector<float>& values, const Sizes& sizes) {
  std::string name = fresh("constant"), raw;
  for (const float value : values) raw += little_endian(value);
  graph_.message(5, tensor(name, sizes, Element::real).bytes(9, raw));
  return name;
}

std::string Graph::wides(const std::vector<double>& values, const Sizes& sizes) {
  std::string name = fresh("constant"), raw;
  for (const double value : values) raw += little_endian(value);
  graph_.message(5, tensor(name, sizes, Element::wide).bytes(9, raw));
  return name;
}

std::string Graph::integers(const Sizes& values) {
  return integers(values, {static_cast<std::int64_t>(values.size())});
}

std::string Graph::integers(const Sizes& values, const Sizes& sizes) {
  std::string name = fresh("constant");
  Message message = tensor(name, sizes, Element::integer);
  for (const std::int64_t value : values) message.number(7, value);
  graph_.message(5, message);
  return name;
}

std::string Graph::add(std::string_view type, const std::vector<std::string>& inputs,
                       const std::vector<Attribute>& attributes, std::string name) {
  if (name.empty()) name = fresh(type);
  Message node;
  for (const std::string& value : inputs) node.bytes(1, value);
  node.bytes(2, name).bytes(3, name).bytes(4, type);
  for (const Attribute& attribute : attributes) {
    Message message;
    message.bytes(1, attribute.name);
    std::visit(AttributeValue{message}, attribute.value);
    node.message(5, message);
  }
  if (is_learning_operator(type)) {
    node.bytes(7, kLearningDomain);
    uses_learning_operators_ = true;
  }
  graph_.message(1, node);
  return name;
}

std::string Graph::clip(const std::string& value, float low, float high) {
  if (operator_set_ == kBasicSet) return add("Clip", {value}, {{"min", low}, {"max", high}});
  return add("Clip", {value, scalar(low), scalar(high)});
}

Graph Graph::body() {
  Graph body(operator_set_);
  body.prefix_ = fresh("body") + "_";
  return body;
}

Body Graph::finished_body() {
  Message graph = graph_;
  return {graph.bytes(2, prefix_)};
}

void Graph::output(std::string_view name, Element element, const Sizes& sizes) {
  graph_.message(12, value_info(name, element, sizes));
}

std::string Graph::model(const About& about) const {
  Message graph = graph_;
  graph.bytes(2, about.name);
  Message message;
  message.number(1, kFormatVersion).bytes(2, "Ocelli").bytes(6, about.description).message(7, graph);
  message.message(8, Message().bytes(1, "").number(2, operator_set_));
  if (uses_learning_operators_)
    message.message(8, Message().bytes(1, kLearningDomain).number(2, kLearningOperatorSet));
  for (const auto& [key, value] : about.properties) {
    message.message(14, Message().bytes(1, key).bytes(2, value));
  }
  return message.encoded();
}

}  // namespace ocelli::internal::onnx
