#include "arguments.hpp"

#include <pybind11/numpy.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "ocelli/core/object_size.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"

namespace ocelli::internal::python {
namespace {

std::string with(std::string name, char from, char to) {
  std::ranges::replace(name, from, to);
  return name;
}

std::string text_of(const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "yes" : "no";
  if (py::hasattr(value, "__fspath__")) return path_of(value).string();
  return py::str(value).cast<std::string>();
}

bool is_several(const py::handle& value) {
  if (py::isinstance<py::array>(value)) return py::reinterpret_borrow<py::array>(value).ndim() > 0;
  return py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value);
}

/// Whole numbers that Python computed as floats: "30" for 30.0.
std::string whole_text(const py::handle& value) {
  const bool is_whole = py::hasattr(value, "is_integer") && value.attr("is_integer")().cast<bool>();
  return text_of(is_whole ? py::module_::import("builtins").attr("int")(value)
                          : py::reinterpret_borrow<py::object>(value));
}

std::string text_for(const py::handle& value, const Option& option) {
  const bool takes_whole = option.shape == "whole number" || option.shape == ObjectSize::shape();
  return takes_whole ? whole_text(value) : text_of(value);
}

/// (60, 15) as the text of an ObjectSize.
std::string size_text(const py::handle& value, const std::string& name) {
  std::vector<py::object> sides;
  for (const py::handle& side : py::iter(value)) sides.push_back(py::reinterpret_borrow<py::object>(side));
  require(sides.size() == 2, Kind::usage, "must be a width or (width, height)", name);
  return whole_text(sides[0]) + "x" + whole_text(sides[1]);
}

py::object number(const std::string& text, const char* type) {
  return text.empty() ? py::none() : py::module_::import("builtins").attr(type)(text);
}

py::object value_of(const std::string& text, const std::string& shape) {
  if (text == "auto" || text == "none" || text == "model") return py::str(text);
  if (shape == "whole number") return number(text, "int");
  if (shape == "number") return number(text, "float");
  if (shape == "yes|no") return text.empty() ? py::object(py::none()) : py::bool_(text == "yes");
  return py::str(text);
}

/// "a, b" as a tuple.
py::tuple values_of(std::string_view text, const std::string& shape) {
  constexpr std::string_view kBetween = ", ";
  py::list values;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(kBetween), text.size());
    values.append(value_of(std::string(text.substr(0, end)), shape));
    text.remove_prefix(std::min(end + kBetween.size(), text.size()));
  }
  return py::tuple(values);
}

std::string names_of(const std::vector<Option>& table) {
  std::string names;
  for (const Option& option : table) names += (names.empty() ? "" : ", ") + argument_name(option.name);
  return names;
}

/// "minNeighbors" in the naming style of options: "min_neighbors".
std::string in_small_letters(const std::string& name) {
  std::string small;
  for (const char letter : name) {
    const bool is_capital = letter >= 'A' && letter <= 'Z';
    if (is_capital && !small.empty()) small += '_';
    small += is_capital ? static_cast<char>(letter - 'A' + 'a') : letter;
  }
  return small;
}

/// The option that was probably meant, by cv2's name or a mistyped one, for a message; empty if none.
std::string meant_by(const std::string& name, const std::vector<Option>& table) {
  const std::string small = in_small_letters(name), wanted = small == "scale_factor" ? "scale_step" : small;
  const std::string meant = nearest_option(table, wanted);
  return did_you_mean(meant.empty() ? meant : argument_name(meant));
}

void set_option(const std::vector<Option>& table, const std::string& name, const py::handle& value) {
  const Option* const option = find_option(table, name);
  require(
      option != nullptr, Kind::usage,
      [&] {
        const std::string meant = meant_by(name, table);
        return "unknown option" + (meant.empty() ? ";" : meant) + " the options are: " + names_of(table);
      },
      name);
  if (value.is_none()) return;
  if (!is_several(value)) return option->set(text_for(value, *option));
  if (option->shape == ObjectSize::shape()) return option->set(size_text(value, name));
  require(option->is_list, Kind::usage, "takes one value", name);
  for (const py::handle& item : value) option->set(text_of(item));
}

Model xml_model(std::string_view text) {
  OpenCvModel model{parse_cascade_xml(text, "cascade.xml"), {}};
  model.card.description = "Cascade in OpenCV's XML";
  return model;
}

}  // namespace

std::filesystem::path path_of(const py::handle& path) {
  return py::module_::import("os").attr("fsdecode")(path).cast<std::string>();
}

std::string argument_name(const std::string& option) {
  const std::string name = with(option, '-', '_');
  return name == "for" ? "for_" : name;
}

py::object typed(const Option& option) {
  if (option.is_list) return values_of(option.value, option.shape);
  return value_of(option.value, option.shape);
}

void set_options(const std::vector<Option>& table, const py::dict& values) {
  const std::vector<Option> own = offered(table);
  for (const auto& [name, value] : values) set_option(own, name.cast<std::string>(), value);
}

py::dict options_dict(const OptionList& options) {
  py::dict all;
  for (const auto& [name, value] : options) all[py::str(with(name, '-', '_'))] = value;
  return all;
}

py::dict options_dict(const std::vector<Option>& table) {
  py::dict all;
  for (const Option& option : table) all[py::str(argument_name(option.name))] = typed(option);
  return all;
}

py::list options_list(const std::vector<Option>& table) {
  py::list all;
  for (const Option& option : offered(table)) all.append(option);
  return all;
}

Model model_of(const py::handle& path_or_bytes) {
  if (!py::isinstance<py::bytes>(path_or_bytes)) return load_model(path_of(path_or_bytes));
  const std::string_view text = py::reinterpret_borrow<py::bytes>(path_or_bytes);
  if (is_cascade_text(text)) return xml_model(text);
  return load_model(std::as_bytes(std::span(text)), "the bytes of the model");
}

Half half_named(const std::string& name) {
  const std::optional<Half> half = enum_named<Half>(name);
  require(
      half.has_value(), Kind::usage, [&] { return "must be all, even or odd, got '" + name + "'"; }, "half");
  return *half;
}

py::dict card_dict(const ModelCard& card) {
  py::list data, figures;
  for (const DataSet& set : card.data) {
    py::dict row;
    row["name"] = set.name, row["role"] = set.role, row["images"] = set.images;
    row["objects"] = set.objects, row["checksum"] = set.checksum;
    data.append(row);
  }
  for (const Figure& figure : card.figures) {
    py::dict row;
    row["name"] = figure.name, row["value"] = figure.value, row["data"] = figure.data,
    row["command"] = figure.command;
    figures.append(row);
  }
  py::dict components, all;
  for (const ModelPart& component : card.components) components[component.name.c_str()] = component.text;
  all["description"] = card.description, all["components"] = components, all["trained_by"] = card.trained_by,
  all["data"] = data;
  all["options"] = options_dict(card.options), all["seed"] = card.seed, all["figures"] = figures;
  all["license"] = card.license;
  return all;
}

}  // namespace ocelli::internal::python
