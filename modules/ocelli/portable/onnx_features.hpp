#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ocelli/features/feature_set.hpp"
#include "ocelli/features/templates/template_features.hpp"
#include "ocelli/portable/onnx_graph.hpp"

/// Internal to portable.
namespace ocelli::internal::onnx {

/// The bytes of a classifier's columns, less 128, in a graph.
struct Columns {
  std::string value;               ///< samples x columns
  std::vector<std::size_t> order;  ///< the number of each among the features' columns
};

/// The input of a graph: samples x 1 x height x width, gray levels 0 .. 255, for images; samples x inputs for
/// tables.
struct Sample {
  std::string value;
  bool is_image = false;
};

/// Binning::bin() of each column, minus 128.
std::string binned(Graph& graph, const std::string& values, const std::vector<Binning>& binnings);

/// Adds the operators that compute features like encode(), including the rounding of its operations.
/// Throws  Error(Kind::usage) with the reason for features that ONNX has no operators for.
Columns add_features(Graph& graph, const FeatureSet& features, const Sample& sample);

/// add_features() for templates. Those with the same mask and side form one convolution of the part of the
/// image that the mask shows.
Columns add_templates(Graph& graph, const TemplateFeatures& features, const std::string& image);

}  // namespace ocelli::internal::onnx
