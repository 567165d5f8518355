#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ocelli/features/feature_set.hpp"
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
  std::string color_planes = {};  ///< of color images: Cb and Cr, samples x 2 x height x width, in double
};

using Indices = std::vector<std::size_t>;
inline std::int64_t extent(std::size_t size) { return static_cast<std::int64_t>(size); }
/// 0 .. count - 1.
Indices counted(std::size_t count);
/// A constant filled into samples x the columns of the constant, with as many samples as `like` has.
std::string for_each_sample(Graph& graph, const std::string& constant, std::size_t columns,
                            const std::string& like);
/// Columns of samples x columns.
std::string gathered(Graph& graph, const std::string& values, const Indices& chosen);

/// Binning::bin() of each column, minus 128.
std::string binned(Graph& graph, const std::string& values, const std::vector<Binning>& binnings);

/// Adds the operators that compute features like encode(), including the rounding of its operations.
/// Throws  Error(Kind::usage) with the reason for features that ONNX has no operators for.
Columns add_features(Graph& graph, const FeatureSet& features, const Sample& sample);

/// add_features() for trees. The nodes that a sample has reached, one per tree, step down together, so that
/// branches may test two inputs and share their targets.
Columns add_trees(Graph& graph, const TreeFeatures& features, const std::string& row);

/// add_features() for Gaussians. Sums have the order of the program: another order would lead to other bytes.
Columns add_gaussians(Graph& graph, const GaussianFeatures& features, const std::string& point);

/// add_features() for features of image cells, in double, where their integers are exact.
Columns add_orientations(Graph& graph, const OrientationFeatures& features, const Sample& image);
Columns add_binary_patterns(Graph& graph, const BinaryPatternFeatures& features, const Sample& image);
Columns add_colors(Graph& graph, const ColorFeatures& features, const Sample& image);
Columns add_channel_templates(Graph& graph, const ChannelTemplates& features, const Sample& image);

/// Adds the input of a classifier of color images: samples x 3 x height x width, red, green and blue.
Sample add_color_image(Graph& graph, ImageShape shape);

/// add_features() for templates. Those with the same mask and side form one convolution of the part of the
/// image that the mask shows.
Columns add_templates(Graph& graph, const TemplateFeatures& features, const std::string& image);

}  // namespace ocelli::internal::onnx
