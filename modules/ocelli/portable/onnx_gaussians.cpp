#include <span>
#include <vector>

#include "ocelli/portable/onnx_features.hpp"

namespace ocelli::internal::onnx {
namespace {

/// Sums of a loop's terms, samples x columns, from the first row of both factors to the last. `moving` is
/// rows x samples; `fixed` is rows x columns. The term of a row is term(body, moving row, fixed row).
template <class Term>
std::string summed_in_order(Graph& graph, const std::string& moving, const std::string& fixed,
                            std::size_t columns, const std::string& like, const Term& term) {
  Graph body = graph.body();
  const Sizes sums{kBatch, extent(columns)};
  const std::string so_far = body.input("sums_so_far", sums);
  const std::string number = body.input("of_samples", {kBatch});
  const std::string numbers = body.input("of_columns", {extent(columns)});
  const std::string own = term(body, body.add("Unsqueeze", {number}, {{"axes", Sizes{1}}}), numbers);
  body.output(body.add("Add", {so_far, own}), Element::real, sums);
  const std::string zeros = for_each_sample(graph, graph.reals({0}, {1, 1}), columns, like);
  return graph.add("Scan", {zeros, moving, fixed},
                   {{"body", body.finished_body()}, {"num_scan_inputs", std::int64_t{2}}});
}

std::string turned(Graph& graph, const std::string& matrix) {
  return graph.add("Transpose", {matrix}, {{"perm", Sizes{1, 0}}});
}

/// Each coordinate minus its mean, times its factor.
std::string standardized(Graph& graph, const std::vector<InputScale>& scales, const std::string& point) {
  std::vector<float> means, factors;
  for (const InputScale& scale : scales) {
    means.push_back(scale.mean);
    factors.push_back(scale.factor);
  }
  return graph.add("Mul", {graph.add("Sub", {point, graph.row(means)}), graph.row(factors)});
}

/// Samples x anchors.
std::string squared_distances(Graph& graph, const SampleValues& anchors, const std::string& point) {
  const SampleValues by_coordinate = anchors.transpose();
  const std::string fixed = graph.reals({by_coordinate.data(), by_coordinate.data() + by_coordinate.size()},
                                        {by_coordinate.rows(), by_coordinate.cols()});
  const auto square = [](Graph& body, const std::string& coordinate, const std::string& of_anchors) {
    const std::string apart = body.add("Sub", {coordinate, of_anchors});
    return body.add("Mul", {apart, apart});
  };
  return summed_in_order(graph, turned(graph, point), fixed, static_cast<std::size_t>(anchors.rows()), point,
                         square);
}

/// The factors of all columns, anchors x columns, and 0 beyond a column's anchors.
std::string factors_of(Graph& graph, const GaussianFeatures& features, std::size_t anchors) {
  std::vector<float> factors(anchors * features.groups());
  for (std::size_t c = 0; c < features.groups(); ++c) {
    const std::span<const float> row = features.row(c);
    for (std::size_t a = 0; a < row.size(); ++a) factors[a * features.groups() + c] = row[a];
  }
  return graph.reals(factors, {extent(anchors), extent(features.groups())});
}

}  // namespace

Columns add_gaussians(Graph& graph, const GaussianFeatures& features, const std::string& point) {
  const auto anchors = static_cast<std::size_t>(features.anchors().rows());
  const std::string scaled = standardized(graph, features.scales(), point);
  const std::string distances = squared_distances(graph, features.anchors(), scaled);
  const std::string exponents = graph.add("Mul", {distances, graph.scalar(features.exponent())});
  // In double, so that rounding makes the results of all exponential functions equal.
  const std::string gaussians =
      graph.cast(graph.add("Exp", {graph.cast(exponents, Element::wide)}), Element::real);
  const auto product = [](Graph& body, const std::string& gaussian, const std::string& factors) {
    return body.add("Mul", {gaussian, factors});
  };
  const std::string columns =
      summed_in_order(graph, turned(graph, gaussians), factors_of(graph, features, anchors),
                      features.groups(), point, product);
  std::vector<Binning> binnings;
  for (std::size_t c = 0; c < features.groups(); ++c) binnings.push_back(features.binning(c));
  return {binned(graph, columns, binnings), counted(features.groups())};
}

}  // namespace ocelli::internal::onnx
