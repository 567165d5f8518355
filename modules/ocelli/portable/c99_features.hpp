#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/features/feature_set.hpp"

/// Internal to portable.
namespace ocelli::internal::c99 {

/// What the features of a classifier add to a header.
struct FeatureText {
  std::vector<std::string_view> parts;  ///< of the runtime, in the order of their use
  std::string code;      ///< tables, and the function NAME_columns() that reads `sample` and writes `codes`
  std::size_t room = 0;  ///< bytes of working memory that its argument `room` points to
};

/// Throws  Error(Kind::usage) with the reason when C99 cannot represent the features.
FeatureText feature_text(const FeatureSet& features, const std::string& name);

/// NAME_columns() with this body.
std::string columns_function(const std::string& name, const std::string& body);
/// A multiple of 8 bytes.
inline std::size_t aligned(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

/// feature_text() for one kind.
FeatureText text_of(const TemplateFeatures& features, const std::string& name);
FeatureText text_of(const OrientationFeatures& features, const std::string& name);
FeatureText text_of(const BinaryPatternFeatures& features, const std::string& name);
FeatureText text_of(const ColorFeatures& features, const std::string& name);
FeatureText text_of(const ChannelTemplates& features, const std::string& name);

}  // namespace ocelli::internal::c99
