#include "ocelli/portable/onnx_table.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include "ocelli/portable/onnx_features.hpp"

namespace ocelli::internal::onnx {
namespace {

/// The numeric inputs of a table, samples x inputs, and where their values go among those of a sample.
struct Numbers {
  std::string values;
  Indices inputs;
};

/// 1 for the category of each text, 0 for the others: samples x categories.
std::string add_categories(Graph& graph, const std::string& texts,
                           const std::vector<std::string>& categories) {
  Sizes numbers;
  for (std::size_t c = 0; c < categories.size(); ++c) numbers.push_back(extent(c));
  const std::string number = graph.add(
      "LabelEncoder", {texts},
      {{"keys_strings", categories}, {"values_int64s", numbers}, {"default_int64", std::int64_t{-1}}});
  return graph.cast(graph.add("Equal", {number, graph.integers(numbers)}), Element::real);
}

/// Replaces gaps, and appends the marks of all numbers: samples x twice the inputs.
std::string filled(Graph& graph, const Numbers& numbers, const TableColumns& columns) {
  std::vector<float> fills;
  for (const std::size_t input : numbers.inputs) fills.push_back(columns.fills[input]);
  const std::string is_gap = graph.add("IsNaN", {numbers.values});
  const std::string values = graph.add("Where", {is_gap, graph.row(fills), numbers.values});
  return graph.add("Concat", {values, graph.cast(is_gap, Element::real)}, {{"axis", 1}});
}

/// The graph's inputs: one for all numbers, or one per column.
TableInputs declared(Graph& graph, const TableColumns& columns, Numbers& numbers,
                     std::vector<std::string>& texts) {
  TableInputs inputs;
  texts.resize(columns.inputs());
  if (columns.categories.empty()) {
    numbers = {graph.input("row", {kBatch, extent(columns.inputs())}), counted(columns.inputs())};
    inputs.names = {"row"};
    return inputs;
  }
  std::vector<std::string> each;
  inputs.names = input_names(columns);
  for (std::size_t input = 0; input < columns.inputs(); ++input) {
    const bool is_text = columns.is_text(input);
    const std::string name =
        graph.input(inputs.names[input], {kBatch, 1}, is_text ? Element::text : Element::real);
    if (is_text) {
      texts[input] = name;
    } else {
      each.push_back(name);
      numbers.inputs.push_back(input);
    }
  }
  if (!each.empty()) numbers.values = graph.add("Concat", each, {{"axis", 1}});
  return inputs;
}

}  // namespace

std::vector<std::string> input_names(const TableColumns& columns) {
  std::vector<std::string> names;
  std::set<std::string> taken{"scores", "label", "probabilities"};
  for (std::size_t c = 0; c < columns.roles.size(); ++c) {
    if (columns.roles[c] != ColumnRole::input) continue;
    std::string name = columns.names.empty() || columns.names[c].empty() ? "column_" + std::to_string(c + 1)
                                                                         : columns.names[c];
    while (!taken.insert(name).second) name += "_";
    names.push_back(name);
  }
  return names;
}

TableInputs add_table(Graph& graph, const TableColumns& columns) {
  Numbers numbers;
  std::vector<std::string> texts;
  TableInputs inputs = declared(graph, columns, numbers, texts);
  const std::size_t count = numbers.inputs.size();
  std::vector<std::string> parts;
  if (count > 0) parts.push_back(columns.fills.empty() ? numbers.values : filled(graph, numbers, columns));
  std::size_t next_text = columns.fills.empty() ? count : 2 * count, next_number = 0;
  Indices order;
  for (std::size_t input = 0; input < columns.inputs(); ++input) {
    if (columns.is_text(input)) {
      parts.push_back(add_categories(graph, texts[input], columns.categories[input]));
      for (std::size_t c = 0; c < columns.categories[input].size(); ++c) order.push_back(next_text++);
      continue;
    }
    order.push_back(next_number);
    if (columns.has_mark(input)) order.push_back(count + next_number);
    ++next_number;
  }
  const std::string all = parts.size() == 1 ? parts[0] : graph.add("Concat", parts, {{"axis", 1}});
  inputs.values = gathered(graph, all, order);
  return inputs;
}

}  // namespace ocelli::internal::onnx
