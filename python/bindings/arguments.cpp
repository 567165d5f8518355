#include "arguments.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/core/object_size.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"

namespace ocelli::python {
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
  return py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value);
}

/// (60, 15) as the text of an ObjectSize.
std::string size_text(const py::handle& value, const std::string& name) {
  const auto sides = value.cast<std::vector<py::object>>();
  require(sides.size() == 2, Kind::usage, "must be a width or (width, height)", name);
  return text_of(sides[0]) + "x" + text_of(sides[1]);
}

std::string names_of(const std::vector<Option>& table) {
  std::string names;
  for (const Option& option : table) names += (names.empty() ? "" : ", ") + with(option.name, '-', '_');
  return names;
}

void set_option(const std::vector<Option>& table, const std::string& name, const py::handle& value) {
  const auto option = std::ranges::find(table, with(name, '_', '-'), &Option::name);
  require(
      option != table.end(), Kind::usage, [&] { return "is no option; there are: " + names_of(table); },
      name);
  if (value.is_none()) return;
  if (!is_several(value)) return option->set(text_of(value));
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

std::vector<Option> joined(std::vector<Option> table, const std::vector<Option>& more) {
  table.insert(table.end(), more.begin(), more.end());
  return table;
}

void set_options(const std::vector<Option>& table, const py::dict& values) {
  for (const auto& [name, value] : values) set_option(table, name.cast<std::string>(), value);
}

py::dict options_dict(const OptionList& options) {
  py::dict all;
  for (const auto& [name, value] : options) all[py::str(with(name, '-', '_'))] = value;
  return all;
}

py::list options_list(const std::vector<Option>& table) {
  py::list all;
  for (const Option& option : table) all.append(option);
  return all;
}

Model model_of(const py::handle& path_or_bytes) {
  if (!py::isinstance<py::bytes>(path_or_bytes)) return load_model(path_of(path_or_bytes));
  const std::string_view text = py::reinterpret_borrow<py::bytes>(path_or_bytes);
  if (is_xml(text)) return xml_model(text);
  return load_model(std::as_bytes(std::span(text)), "the bytes of the model");
}

Half half_named(const std::string& name) {
  if (name == "even") return Half::even;
  if (name == "odd") return Half::odd;
  require(
      name == "all", Kind::usage, [&] { return "must be all, even or odd, not '" + name + "'"; }, "half");
  return Half::all;
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
  py::dict all;
  all["description"] = card.description, all["trained_by"] = card.trained_by, all["data"] = data;
  all["options"] = options_dict(card.options), all["seed"] = card.seed, all["figures"] = figures;
  all["licence"] = card.licence;
  return all;
}

}  // namespace ocelli::python
