#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "memory_training.hpp"
#include "module.hpp"
#include "ocelli/baselines/algorithms/baseline_algorithms.hpp"
#include "ocelli/core/option_lookup.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"

namespace ocelli::internal::python {
namespace {

py::bytes learned_bytes(const std::string& algorithm, const FloatArray& values, const LabelArray& labels,
                        std::vector<std::string> classes, const std::optional<std::pair<int, int>>& shape,
                        const std::optional<WeightArray>& weights, const py::dict& options,
                        const py::dict& functions) {
  const std::vector<std::byte> file = serialize(
      learn_classifier(algorithm, values, labels, std::move(classes), shape, weights, options, functions));
  return {reinterpret_cast<const char*>(file.data()), file.size()};
}

std::vector<std::string> names_of_algorithms() {
  std::vector<std::string> names;
  for (const auto& algorithm : classifier_algorithms()) names.push_back(algorithm->name());
  return names;
}

}  // namespace
}  // namespace ocelli::internal::python

PYBIND11_MODULE(_native, module) {
  using namespace ocelli::internal::python;
  ocelli::internal::baselines::add_baselines();
  ocelli::internal::offer_constants();
  module.doc() = "The compiled part of the laboratory; use the package ocelli_lab, which wraps it.";
  add_errors(module);
  module.def("classifier_algorithms", &names_of_algorithms);
  module.def("takes_sample_weights", [](const std::string& algorithm) {
    return ocelli::internal::classifier_algorithm(algorithm)->takes_sample_weights();
  });
  module.def("learn_classifier", &learned_bytes, pybind11::arg("algorithm"), pybind11::arg("values"),
             pybind11::arg("labels"), pybind11::arg("classes"), pybind11::arg("shape"),
             pybind11::arg("sample_weights"), pybind11::arg("options"), pybind11::arg("observer"));
}
