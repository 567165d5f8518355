#pragma once

#include <string>

#include "ocelli/features/templates/template_features.hpp"
#include "ocelli/portable/onnx_features.hpp"

/// Internal to portable.
namespace ocelli::internal::onnx {

/// add_features() of templates: those of one mask and side are one convolution of the part of the image that
/// the mask shows.
Columns add_templates(Graph& graph, const TemplateFeatures& features, const std::string& image);

}  // namespace ocelli::internal::onnx
