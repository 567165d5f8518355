#include "ocelli/features/gaussians/gaussian_features.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/value_codec.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {
namespace {

/// Added to the Gaussian of an anchor with itself. Anything below its square root is noise.
constexpr double kGaussianNoise = 1e-3;
constexpr std::size_t kMaxFitted = 4000;
/// Minimum range of a byte, for columns that hardly differ between samples.
constexpr float kMinRange = 1e-4F;

/// Where the rows of columns begin, and the end. A row has one number per anchor up to the column's own.
std::vector<std::size_t> row_begins(const std::vector<std::uint32_t>& chosen) {
  std::vector<std::size_t> begins(chosen.size() + 1);
  for (std::size_t c = 0; c < chosen.size(); ++c) begins[c + 1] = begins[c] + chosen[c] + 1;
  return begins;
}

const SampleValues& checked_anchors(const SampleValues& anchors, std::size_t dimensions) {
  require(dimensions > 0 && static_cast<std::size_t>(anchors.cols()) == dimensions && anchors.allFinite(),
          Kind::model, "anchors of Gaussians need a finite coordinate for each scale");
  require(anchors.rows() > 0 && static_cast<std::size_t>(anchors.rows()) <= GaussianFeatures::kMaxAnchors,
          Kind::model, "Gaussians need 1 to 5,000 anchors");
  return anchors;
}

const std::vector<float>& checked_factors(const std::vector<float>& factors,
                                          const std::vector<std::uint32_t>& chosen, std::size_t numbers,
                                          std::size_t anchors) {
  require(std::ranges::all_of(chosen, [=](std::uint32_t column) { return column < anchors; }), Kind::model,
          "a column of Gaussians refers to an unknown anchor");
  require(chosen.size() <= anchors, Kind::model, "there are more columns of Gaussians than anchors");
  require(factors.size() == numbers &&
              std::ranges::all_of(factors, [](float factor) { return std::isfinite(factor); }),
          Kind::model, "each column of Gaussians needs a finite factor for each anchor up to its own");
  return factors;
}

/// Scales inputs to a mean of 0 and a standard deviation of 1.
std::vector<InputScale> input_scales(const Samples& samples) {
  std::vector<InputScale> scales;
  for (Eigen::Index input = 0; input < samples.values.cols(); ++input) {
    const Eigen::VectorXd values = samples.values.col(input).cast<double>();
    const double mean = values.mean(), deviation = std::sqrt((values.array() - mean).square().mean());
    scales.push_back({static_cast<float>(mean), deviation > 0 ? static_cast<float>(1 / deviation) : 0});
  }
  return scales;
}

/// Randomly drawn samples, as points.
SampleValues drawn_points(const Samples& samples, const std::optional<PrincipalComponents>& components,
                          const std::vector<InputScale>& scales, const GaussianPoolOptions& options) {
  std::vector<std::uint32_t> rows(samples.count());
  std::iota(rows.begin(), rows.end(), 0U);
  Random random(hash(options.seed, {samples.count()}));
  const std::size_t count = std::min(options.anchors, rows.size());
  for (std::size_t i = 0; i < count; ++i) std::swap(rows[i], rows[i + random.below(rows.size() - i)]);
  rows.resize(count);
  const SampleValues chosen = samples.values(rows, Eigen::all);
  SampleValues points = components ? components->project(chosen) : chosen;
  for (std::size_t c = 0; c < scales.size(); ++c) {
    auto column = points.col(static_cast<Eigen::Index>(c));
    column = column.unaryExpr([&](float value) { return scales[c].scaled(value); }).eval();
  }
  return points;
}

/// Squared distances between all anchors.
Eigen::MatrixXd squared_distances(const SampleValues& anchors) {
  const DistanceTable table(anchors);
  Eigen::MatrixXd all(anchors.rows(), anchors.rows());
  parallel_for(Eigen::Index{0}, anchors.rows(), [&](Eigen::Index a) {
    std::vector<float> distances(table.stride());
    table.measure({anchors.row(a).data(), table.dimensions()}, distances);
    all.col(a) = Eigen::Map<const Eigen::VectorXf>(distances.data(), anchors.rows()).template cast<double>();
  });
  return all;
}

double median_distance(const Eigen::MatrixXd& squared) {
  std::vector<double> pairs;
  for (Eigen::Index a = 0; a < squared.cols(); ++a) {
    for (Eigen::Index b = 0; b < a; ++b) pairs.push_back(squared(b, a));
  }
  if (pairs.empty()) return 0;
  const auto middle = pairs.begin() + static_cast<std::ptrdiff_t>(pairs.size() / 2);
  std::ranges::nth_element(pairs, middle);
  return std::sqrt(*middle);
}

/// The rows of L^-1, each up to its diagonal.
std::vector<float> orthonormal_rows(const Eigen::MatrixXd& squared, double width) {
  const Eigen::Index count = squared.rows();
  Eigen::MatrixXd gaussians = (squared / (-2 * width * width)).array().exp();
  gaussians.diagonal().array() += kGaussianNoise;
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(gaussians);  // in place
  const Eigen::MatrixXd inverse = factor.matrixL().solve(Eigen::MatrixXd::Identity(count, count));
  std::vector<float> rows;
  for (Eigen::Index j = 0; j < count; ++j) {
    for (Eigen::Index a = 0; a <= j; ++a) rows.push_back(static_cast<float>(inverse(j, a)));
  }
  return rows;
}

}  // namespace

GaussianFeatures::GaussianFeatures(std::optional<PrincipalComponents> components,
                                   std::vector<InputScale> scales, SampleValues anchors, float width,
                                   std::vector<std::uint32_t> chosen, std::vector<float> factors,
                                   std::vector<Binning> binnings)
    : components_(std::move(components)),
      scales_(std::move(scales)),
      anchors_(std::move(anchors)),
      width_(width),
      chosen_(std::move(chosen)),
      factors_(std::move(factors)),
      binnings_(std::move(binnings)),
      begins_(row_begins(chosen_)),
      distances_(checked_anchors(anchors_, scales_.size())),
      product_(checked_factors(factors_, chosen_, begins_.back(), static_cast<std::size_t>(anchors_.rows())),
               begins_) {
  require(!components_ || components_->size() == scales_.size(), Kind::model,
          "Gaussians need a scale for each principal component");
  require(std::isfinite(width_) && width_ > 0, Kind::model, "Gaussians need a positive width");
  require(binnings_.size() == chosen_.size(), Kind::model, "each column of Gaussians needs a binning");
  require(std::ranges::all_of(
              scales_, [](const InputScale& s) { return std::isfinite(s.mean) && std::isfinite(s.factor); }),
          Kind::model, "inputs of Gaussians need finite scales");
}

void GaussianFeatures::values(std::span<const float> sample, std::span<float> values) const {
  thread_local std::vector<float> point, gaussians, products;
  point.assign(sample.begin(), sample.end());
  if (components_) {
    point.resize(scales_.size());
    components_->project(sample, point);
  }
  for (std::size_t i = 0; i < point.size(); ++i) point[i] = scales_[i].scaled(point[i]);
  gaussians.resize(distances_.stride());
  distances_.measure(point, gaussians);
  // In double: rounded to float, the results of all libraries and runtimes are equal.
  for (std::size_t a = 0; a < distances_.size(); ++a)
    gaussians[a] = static_cast<float>(std::exp(static_cast<double>(gaussians[a] * exponent())));
  products.resize(product_.stride());
  product_.multiply(gaussians, products);
  std::copy_n(products.begin(), values.size(), values.begin());
}

void GaussianFeatures::encode(std::span<const float> sample, std::span<std::uint8_t> codes) const {
  thread_local std::vector<float> columns;
  columns.resize(groups());
  values(sample, columns);
  for (std::size_t c = 0; c < columns.size(); ++c) codes[c] = binnings_[c].bin(columns[c], 256);
}

GaussianFeatures GaussianFeatures::select(std::span<const std::uint32_t> groups) const {
  std::vector<std::uint32_t> chosen;
  std::vector<float> factors;
  std::vector<Binning> binnings;
  for (const std::uint32_t g : groups) {
    chosen.push_back(chosen_[g]);
    factors.insert(factors.end(), row(g).begin(), row(g).end());
    binnings.push_back(binnings_[g]);
  }
  const Eigen::Index used = chosen.empty() ? 1 : Eigen::Index{std::ranges::max(chosen)} + 1;
  return {components_,        scales_, anchors_.topRows(used), width_, std::move(chosen), std::move(factors),
          std::move(binnings)};
}

GaussianFeatures GaussianFeatures::with_fitted_binnings(const Samples& samples) const {
  const std::size_t step = (samples.count() + kMaxFitted - 1) / kMaxFitted;
  const std::size_t count = (samples.count() + step - 1) / step;
  SampleValues all(count, groups());
  parallel_for(std::size_t{0}, count, [&](std::size_t i) {
    values(samples.row(i * step), {all.row(static_cast<Eigen::Index>(i)).data(), groups()});
  });
  std::vector<Binning> fitted;
  for (Eigen::Index c = 0; c < all.cols(); ++c) {
    const float min = all.col(c).minCoeff(), max = all.col(c).maxCoeff();
    fitted.push_back(Binning::bytes(min, std::max(max, min + kMinRange)));
  }
  return {components_, scales_, anchors_, width_, chosen_, factors_, std::move(fitted)};
}

std::size_t GaussianFeatures::multiply_adds() const {
  const std::size_t projection = components_ ? inputs() * scales_.size() : 0;
  return projection + static_cast<std::size_t>(anchors_.size()) + factors_.size();
}

bool operator==(const GaussianFeatures& a, const GaussianFeatures& b) {
  return a.components_ == b.components_ && a.scales_ == b.scales_ && a.anchors_ == b.anchors_ &&
         a.width_ == b.width_ && a.chosen_ == b.chosen_ && a.factors_ == b.factors_ &&
         a.binnings_ == b.binnings_;
}

GaussianFeatures GaussianFeatures::unpack(const Packed& packed) {
  return {format::unpack_components(packed.components()),
          format::unpack_each(*packed.scales(),
                              [](const schema::InputScale& scale) {
                                return InputScale{scale.mean(), scale.factor()};
                              }),
          format::unpack_rows(*packed.anchors(), packed.scales()->size()),
          packed.width(),
          format::unpack(*packed.chosen()),
          format::unpack_numbers(*packed.factors()),
          format::unpack_binnings(*packed.binnings())};
}

flatbuffers::Offset<schema::GaussianFeatures> GaussianFeatures::pack(
    flatbuffers::FlatBufferBuilder& builder) const {
  const auto components = format::pack_components(builder, components_);
  const auto scales = builder.CreateVectorOfStructs(format::pack_each(
      scales_, [](const InputScale& scale) { return schema::InputScale(scale.mean, scale.factor); }));
  const auto anchors = format::pack_rows(builder, anchors_);
  const auto chosen = builder.CreateVector(chosen_);
  const auto factors = builder.CreateVector(factors_);
  const auto binnings = format::pack_binnings(builder, binnings_);
  return schema::CreateGaussianFeatures(builder, components, scales, anchors, width_, chosen, factors,
                                        binnings);
}

void GaussianPoolOptions::validate() const {
  require(anchors >= 1 && anchors <= GaussianFeatures::kMaxAnchors, Kind::usage,
          "the number of Gaussians must be from 1 to 5,000");
  require(width > 0, Kind::usage, "Gaussians need a positive width");
  require(components >= 1, Kind::usage, "Gaussians need points of at least one component");
}

GaussianFeatures gaussian_candidates(const Samples& samples, const GaussianPoolOptions& options) {
  options.validate();
  std::optional<PrincipalComponents> components;
  if (samples.shape && samples.width() > options.components)
    components = PrincipalComponents::of(samples.values, options.components);
  std::vector<InputScale> scales =
      components ? std::vector<InputScale>(options.components) : input_scales(samples);
  SampleValues anchors = drawn_points(samples, components, scales, options);
  const Eigen::MatrixXd squared = squared_distances(anchors);
  const double width = options.width * median_distance(squared);
  require(width > 0, Kind::training, "Gaussians need samples that differ", "--features");
  std::vector<std::uint32_t> every(static_cast<std::size_t>(anchors.rows()));
  std::iota(every.begin(), every.end(), 0U);
  std::vector<Binning> unknown(every.size());
  const GaussianFeatures raw(std::move(components), std::move(scales), std::move(anchors),
                             static_cast<float>(width), std::move(every), orthonormal_rows(squared, width),
                             std::move(unknown));
  return raw.with_fitted_binnings(samples);
}

InputShares GaussianFeatures::input_shares(std::size_t) const { return shares_of_all(inputs()); }

}  // namespace ocelli::internal
