#pragma once

#include <string>
#include <vector>

#include "ocelli/portable/onnx_graph.hpp"
#include "ocelli/samples/table_columns.hpp"

/// Internal to portable.
namespace ocelli::internal::onnx {

/// The inputs of a graph for the rows of a table.
struct TableInputs {
  std::string values;              ///< samples x TableColumns::width(), as the program reads the rows
  std::vector<std::string> names;  ///< of the graph's inputs
};

/// Adds the inputs of a table: "row" if all of its columns are numbers, otherwise one input per column, with
/// the column's name. A gap is NaN in a number; an unknown text, such as "", has no category.
TableInputs add_table(Graph& graph, const TableColumns& columns);

/// The names of a table's inputs, "column_N" without a header.
std::vector<std::string> input_names(const TableColumns& columns);

}  // namespace ocelli::internal::onnx
