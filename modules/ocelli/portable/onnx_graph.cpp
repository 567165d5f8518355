#include "ocelli/portable/onnx_graph.hpp"

namespace ocelli::internal::onnx {
namespace {

constexpr std::int64_t kFormatVersion = 5, kOperatorSet = 10;

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
};

}  // namespace

std::string Graph::input(std::string name, const Sizes& sizes) {
  graph_.message(11, value_info(name, Element::real, sizes));
  return name;
}

std::string Graph::reals(const std::vector<float>& values, const Sizes& sizes) {
  std::string name = fresh("constant"), raw;
  for (const float value : values) raw += little_endian(value);
  graph_.message(5, tensor(name, sizes, Element::real).bytes(9, raw));
  return name;
}

std::string Graph::integers(const Sizes& values) {
  std::string name = fresh("constant");
  Message message = tensor(name, {static_cast<std::int64_t>(values.size())}, Element::integer);
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
  graph_.message(1, node);
  return name;
}

void Graph::output(std::string_view name, Element element, const Sizes& sizes) {
  graph_.message(12, value_info(name, element, sizes));
}

std::string Graph::model(const About& about) const {
  Message graph = graph_;
  graph.bytes(2, about.name);
  Message message;
  message.number(1, kFormatVersion).bytes(2, "Ocelli").bytes(6, about.description).message(7, graph);
  message.message(8, Message().bytes(1, "").number(2, kOperatorSet));
  for (const auto& [key, value] : about.properties) {
    message.message(14, Message().bytes(1, key).bytes(2, value));
  }
  return message.encoded();
}

}  // namespace ocelli::internal::onnx
