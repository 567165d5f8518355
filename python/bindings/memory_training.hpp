#pragma once

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "interruption.hpp"
#include "ocelli/recognition/classifier_model.hpp"

/// Training from Python.
namespace ocelli::internal::python {

using FloatArray = py::array_t<float, py::array::c_style | py::array::forcecast>;
using LabelArray = py::array_t<std::uint16_t, py::array::c_style | py::array::forcecast>;
using WeightArray = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Runs train(observer, stop) with the callbacks of Python.
template <class Train>
auto train(const py::dict& functions, Train&& work) {
  Callbacks callbacks;
  const TrainingObserver observer = observer_of(functions, callbacks);
  return run_interruptibly(callbacks, [&](const std::stop_token& stop) { return work(observer, stop); });
}

std::vector<std::string> option_names(const py::dict& options);

/// Trains on samples in memory: values (n, inputs) with labels (n,), which are class numbers.
/// Throws  Error(Kind::usage) for arrays that do not match and for invalid options; what training throws.
ClassifierModel learn_classifier(const std::string& algorithm, const FloatArray& values,
                                 const LabelArray& labels, std::vector<std::string> classes,
                                 const std::optional<std::pair<int, int>>& shape,
                                 const std::optional<WeightArray>& weights, const py::dict& options,
                                 const py::dict& functions);

}  // namespace ocelli::internal::python
