#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ocelli/features/balls/distance_table.hpp"
#include "ocelli/features/input_share.hpp"
#include "ocelli/features/panel_product.hpp"
#include "ocelli/features/responses.hpp"
#include "ocelli/features/tabular/principal_components.hpp"
#include "ocelli/model_io/flatbuffers_fwd.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

namespace schema {
struct GaussianFeatures;
}

/// Converts an input or a component to a coordinate: (value - mean) * factor.
struct InputScale {
  float mean = 0, factor = 1;

  float scaled(float value) const { return (value - mean) * factor; }
  friend bool operator==(const InputScale&, const InputScale&) = default;
};

/// Gaussian functions of the distances to anchor samples, combined to be orthonormal over the anchors. A
/// linear classifier of all of them approximates a Gaussian kernel machine, but its run time does not grow
/// with the number of samples.
///
///   point     p: the sample, projected on principal components if there are any, with each coordinate
///             scaled
///   Gaussian  k_a = exp(-|p - v_a|^2 / (2 width^2)) for each anchor v_a
///   column j  row j of L^-1 times (k_0, ..., k_j), where L L^T = K + 0.001 I and K contains the
///             Gaussians of the anchors
///
/// Each column has its own binning. Gaussians of nearby anchors are nearly equal: without L^-1, bytes could
/// not represent their differences.
/// Source  Williams and Seeger 2001, Using the Nystroem method to speed up kernel machines.
class GaussianFeatures {
 public:
  static constexpr std::string_view kKind = "gaussians";
  static constexpr std::size_t kMaxAnchors = 5000;

  /// Selects the columns `chosen` of those of all anchors. `anchors` has one point per row. `factors` has
  /// chosen[c] + 1 numbers for each column c, stored consecutively.
  /// Throws  Error(Kind::model) when sizes do not match, a column has no anchor, there are more columns than
  /// anchors, a number is not finite, or the width is not positive.
  GaussianFeatures(std::optional<PrincipalComponents> components, std::vector<InputScale> scales,
                   SampleValues anchors, float width, std::vector<std::uint32_t> chosen,
                   std::vector<float> factors, std::vector<Binning> binnings);

  const std::optional<PrincipalComponents>& components() const { return components_; }
  const std::vector<InputScale>& scales() const { return scales_; }
  const SampleValues& anchors() const { return anchors_; }
  /// The factors of a column's Gaussians, those of the first anchors.
  std::span<const float> row(std::size_t column) const {
    return std::span(factors_).subspan(begins_[column], begins_[column + 1] - begins_[column]);
  }
  float gaussian_width() const { return width_; }
  /// The factor of a squared distance in the exponent.
  float exponent() const { return -1 / (2 * width_ * width_); }

  std::size_t inputs() const { return components_ ? components_->inputs() : scales_.size(); }
  std::size_t groups() const { return chosen_.size(); }
  std::size_t width() const { return 1; }
  const Binning& binning(std::size_t column) const { return binnings_[column]; }

  /// The columns' values before quantization to bytes.
  /// Requires  inputs() numbers, groups() values.
  void values(std::span<const float> sample, std::span<float> values) const;
  /// One byte per column; binning(column).value() is its value.
  /// Cost  one distance and one exponential per anchor, and anchors^2 / 2 multiply-adds.
  void encode(std::span<const float> sample, std::span<std::uint8_t> codes) const;
  /// Selects these groups, in this order, with only the anchors that they use.
  GaussianFeatures select(std::span<const std::uint32_t> groups) const;
  /// The same features with binnings that span the samples' values.
  GaussianFeatures with_fitted_binnings(const Samples& samples) const;

  /// Multiply-adds for one sample.
  std::size_t multiply_adds() const;
  /// The inputs that a group reads.
  InputShares input_shares(std::size_t) const;
  /// Calls visit(name, value) for each statistic that describes the features.
  template <class Visit>
  void properties(Visit&& visit) const {
    visit("anchors", anchors().rows());
    visit("gaussian_width", width_);
    visit("principal_components", components_.has_value());
  }

  /// How a model file stores them (feature_codec.hpp).
  using Packed = schema::GaussianFeatures;
  static GaussianFeatures unpack(const Packed& packed);
  flatbuffers::Offset<Packed> pack(flatbuffers::FlatBufferBuilder& builder) const;

  friend bool operator==(const GaussianFeatures& a, const GaussianFeatures& b);

 private:
  std::optional<PrincipalComponents> components_;
  std::vector<InputScale> scales_;
  SampleValues anchors_;
  float width_;
  std::vector<std::uint32_t> chosen_;
  std::vector<float> factors_;
  std::vector<Binning> binnings_;
  std::vector<std::size_t> begins_;  ///< of the rows of factors, and the end
  DistanceTable distances_;
  PanelProduct product_;
};

struct GaussianPoolOptions {
  std::size_t anchors = 1500;
  double width = 0.35;  ///< as a multiple of the median distance between anchors
  /// Images with more pixels are projected onto this many principal components.
  std::size_t components = 50;
  std::uint64_t seed = 1;

  void validate() const;
};

/// Columns of anchors drawn from the samples without replacement, or of all samples if there are fewer.
/// Inputs of tables are scaled to a standard deviation of 1; images are projected.
/// Throws  Error(Kind::training) when the anchors are all equal.
/// Cost    anchors^3 / 2 multiply-adds, which cannot be canceled (about ten seconds for the maximum number of
/// anchors), 26 anchors^2 bytes, and encode() of at most 4,000 samples.
GaussianFeatures gaussian_candidates(const Samples& samples, const GaussianPoolOptions& options);

}  // namespace ocelli::internal
