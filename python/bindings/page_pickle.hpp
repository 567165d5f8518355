#pragma once

#include <pybind11/pybind11.h>

#include <concepts>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/text/page_text.hpp"

/// The pickled form of a page: nested tuples of the members of its structs, in the order of fields_of().
namespace ocelli::internal::python {

namespace py = pybind11;

template <class Value, class Struct>
concept A = std::same_as<std::remove_const_t<Value>, Struct>;

auto fields_of(A<cv::Rect> auto& box) { return std::tie(box.x, box.y, box.width, box.height); }
auto fields_of(A<ReadGlyph> auto& glyph) { return std::tie(glyph.text, glyph.box, glyph.confidence); }
auto fields_of(A<ReadWord> auto& word) { return std::tie(word.glyphs, word.spelling, word.bold); }
auto fields_of(A<ReadLine> auto& line) {
  return std::tie(line.box, line.baseline, line.slope, line.x_height, line.words, line.language);
}
auto fields_of(A<ReadBlock> auto& block) { return std::tie(block.box, block.lines, block.from_file); }
auto fields_of(A<ReadCell> auto& cell) {
  return std::tie(cell.row, cell.column, cell.row_span, cell.column_span, cell.box, cell.text,
                  cell.confidence, cell.number);
}
auto fields_of(A<ReadTable> auto& table) {
  return std::tie(table.box, table.rows, table.columns, table.header_rows, table.cells, table.continues);
}
auto fields_of(A<PageText> auto& page) {
  return std::tie(page.width, page.height, page.blocks, page.quarters, page.language, page.tables_sought,
                  page.tables);
}

template <class Value>
inline constexpr bool is_vector = false;
template <class Item>
inline constexpr bool is_vector<std::vector<Item>> = true;

template <class Value>
inline constexpr bool is_optional = false;
template <class Item>
inline constexpr bool is_optional<std::optional<Item>> = true;

template <class Value>
py::object packed(const Value& value) {
  if constexpr (std::is_arithmetic_v<Value>) {
    return py::cast(value);
  } else if constexpr (std::is_enum_v<Value>) {
    return py::int_(static_cast<int>(value));
  } else if constexpr (std::same_as<Value, std::string>) {
    return py::bytes(value);
  } else if constexpr (is_optional<Value>) {
    return value ? packed(*value) : py::none();
  } else if constexpr (is_vector<Value>) {
    py::tuple items(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) items[i] = packed(value[i]);
    return items;
  } else {
    return std::apply([](const auto&... field) { return py::make_tuple(packed(field)...); },
                      fields_of(value));
  }
}

template <class Value>
void unpack(const py::handle& state, Value& value) {
  if constexpr (std::is_arithmetic_v<Value>) {
    value = state.cast<Value>();
  } else if constexpr (std::is_enum_v<Value>) {
    value = static_cast<Value>(state.cast<int>());
  } else if constexpr (std::same_as<Value, std::string>) {
    value = state.cast<std::string>();
  } else if constexpr (is_optional<Value>) {
    if (!state.is_none()) unpack(state, value.emplace());
  } else if constexpr (is_vector<Value>) {
    for (const py::handle& item : state) unpack(item, value.emplace_back());
  } else {
    const auto parts = state.cast<py::tuple>();
    const auto fields = fields_of(value);
    require(parts.size() == std::tuple_size_v<std::remove_const_t<decltype(fields)>>, Kind::usage,
            "the pickled page is from another version of ocelli: read it again");
    std::size_t next = 0;
    std::apply([&](auto&... field) { (unpack(parts[next++], field), ...); }, fields);
  }
}

/// Throws  Error(Kind::usage) for data pickled by another version.
inline PageText page_of(const py::tuple& state) {
  PageText page;
  unpack(state, page);
  return page;
}

}  // namespace ocelli::internal::python
