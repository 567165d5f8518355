#include "ocelli/portable/c99_features.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <variant>

#include "ocelli/core/require.hpp"
#include "ocelli/portable/c99_text.hpp"

namespace ocelli::internal::c99 {
namespace {

FeatureText text_of(const StumpFeatures& features, const std::string& name) {
  Cells stumps;
  for (const auto& [input, threshold] : features.stumps())
    stumps.push_back(braces({digits(input), literal(threshold)}));
  return {{k_columns},
          table("ocelli_stump", name + "_stumps", stumps) +
              columns_function(name, "  ocelli_stump_columns(" + name + "_stumps, " + digits(stumps.size()) +
                                         ", sample, codes);\n")};
}

FeatureText scaled_text(std::span<const InputRange> ranges, const Cells& inputs, const std::string& name) {
  Cells cells;
  for (const auto& [low, high] : ranges) cells.push_back(braces({literal(low), literal(high - low)}));
  return {{k_columns},
          table("ocelli_range", name + "_ranges", cells) + table("ocelli_inputs", name + "_inputs", inputs) +
              columns_function(name, "  ocelli_scaled_columns(" + name + "_ranges, " + name + "_inputs, " +
                                         digits(inputs.size()) + ", sample, codes);\n")};
}

FeatureText text_of(const LinearFeatures& features, const std::string& name) {
  Cells inputs;
  for (const std::uint32_t input : features.chosen())
    inputs.push_back(braces({digits(input), "OCELLI_NO_INPUT"}));
  return scaled_text(features.ranges(), inputs, name);
}

FeatureText text_of(const ProductFeatures& features, const std::string& name) {
  Cells inputs;
  for (const auto& [first, second] : features.pairs())
    inputs.push_back(braces({digits(first), digits(second)}));
  return scaled_text(features.ranges(), inputs, name);
}

FeatureText text_of(const TreeFeatures& features, const std::string& name) {
  Cells branches, roots;
  for (std::size_t t = 0; t < features.groups(); ++t) {
    roots.push_back(digits(branches.size()));
    for (const TreeBranch& b : features.tree(t))
      branches.push_back(
          braces({digits(b.first), digits(b.second), literal(b.first_scale), literal(b.second_scale),
                  literal(b.threshold), digits(b.below), digits(b.above)}));
  }
  return {{k_trees},
          table("ocelli_branch", name + "_branches", branches) + table("uint32_t", name + "_roots", roots) +
              columns_function(name, "  ocelli_tree_columns(" + name + "_branches, " + name + "_roots, " +
                                         digits(roots.size()) + ", " + digits(features.width()) +
                                         ", sample, codes);\n")};
}

FeatureText text_of(const GaussianFeatures& features, const std::string& name) {
  require(!features.components(), Kind::usage,
          "C99 does not support Gaussians of principal components, which images have");
  Cells scales, points, lengths, factors, binnings;
  for (const auto& [mean, factor] : features.scales())
    scales.push_back(braces({literal(mean), literal(factor)}));
  for (const float coordinate : features.anchors().reshaped<Eigen::RowMajor>())
    points.push_back(literal(coordinate));
  for (std::size_t c = 0; c < features.groups(); ++c) {
    const std::span<const float> row = features.row(c);
    lengths.push_back(digits(row.size()));
    for (const float factor : row) factors.push_back(literal(factor));
    binnings.push_back(braces({literal(features.binning(c).low), literal(features.binning(c).scale)}));
  }
  const std::size_t anchors = static_cast<std::size_t>(features.anchors().rows());
  return {{k_exponential, k_gaussians},
          table("ocelli_scale", name + "_scales", scales) + table("float", name + "_points", points) +
              table("uint32_t", name + "_lengths", lengths) + table("float", name + "_factors", factors) +
              table("ocelli_binning", name + "_binnings", binnings) + "static const ocelli_gaussians " +
              name + "_gaussians = {" + digits(scales.size()) + ", " + digits(anchors) + ", " +
              digits(lengths.size()) + ", " + literal(features.exponent()) + ", " + name + "_scales, " +
              name + "_points, " + name + "_lengths, " + name + "_factors, " + name + "_binnings};\n" +
              columns_function(name, "  ocelli_gaussian_columns(&" + name +
                                         "_gaussians, sample, (float *)(void *)room, codes);\n"),
          (scales.size() + anchors) * sizeof(float)};
}

/// The features of each part write their bytes one after the other; the combined columns are some of them.
FeatureText text_of(const CombinedFeatures& features, const std::string& name) {
  FeatureText all;
  std::string calls;
  std::size_t begin = 0, of_parts = 0;
  const std::size_t own = aligned(features.groups());
  std::vector<std::size_t> begins;
  for (std::size_t p = 0; p < features.parts().size(); ++p) {
    const FeatureSet& part = features.parts()[p].features;
    const std::string of_part = name + "_" + digits(p);
    const FeatureText text = feature_text(part, of_part);
    all.parts.insert(all.parts.end(), text.parts.begin(), text.parts.end());
    all.code += text.code;
    calls += "  " + of_part + "_columns(sample, room + " + digits(own) + ", room + " + digits(begin) + ");\n";
    begins.push_back(begin);
    begin += columns(part);
    of_parts = std::max(of_parts, text.room);
  }
  Cells places;
  for (std::size_t g = 0; g < features.groups(); ++g)
    places.push_back(digits(begins[features.part_of(g)] + features.number_in_part(g)));
  all.code += table("uint32_t", name + "_places", places) +
              columns_function(name, "  int32_t i;\n" + calls + "  for (i = 0; i < " + digits(places.size()) +
                                         "; ++i) codes[i] = room[" + name + "_places[i]];\n");
  all.room = own + of_parts;
  return all;
}

template <class Other>
FeatureText text_of(const Other& /*features*/, const std::string& /*name*/) {
  throw Error(Kind::usage, "C99 does not support classifiers of " + std::string(Other::kKind));
}

}  // namespace

std::string columns_function(const std::string& name, const std::string& body) {
  const std::string unused = body.find("room") == std::string::npos ? "  (void)room;\n" : "";
  // Declarations come first, because older compilers require it.
  return "static inline void " + name + "_columns(const float *sample, uint8_t *room, uint8_t *codes) {\n" +
         body + unused + "}\n\n";
}

FeatureText feature_text(const FeatureSet& features, const std::string& name) {
  return std::visit([&](const auto& some) { return text_of(some, name); }, features);
}

}  // namespace ocelli::internal::c99
