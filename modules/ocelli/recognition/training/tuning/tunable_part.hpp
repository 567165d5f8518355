#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "ocelli/features/feature_set.hpp"

/// Internal to template tuning; not part of the module's interface.
namespace ocelli::internal {

/// Evaluates images one by one: the responses of a part, and their gradient with respect to the part's
/// parameters.
class PartEvaluator {
 public:
  virtual ~PartEvaluator() = default;

  virtual void respond(std::span<const float> image, std::span<float> responses) = 0;
  /// For the last image passed to respond(): gradient += sum over features f of pulls[f] * d response f / d
  /// parameters.
  virtual void add_gradient(std::span<const float> pulls, std::span<float> gradient) const = 0;
};

/// Features of one kind, with the parameters that tuning changes.
class TunablePart {
 public:
  virtual ~TunablePart() = default;

  /// An evaluator of the features after the last update(). It keeps a reference to the part.
  virtual std::unique_ptr<PartEvaluator> evaluator() const = 0;
  /// The parameters of the original features.
  virtual std::vector<float> parameters() const = 0;
  /// A good initial step size for the parameters.
  virtual double default_rate() const = 0;
  /// Normalizes the parameters. lengths[f] is the factor by which this divides the responses of feature f.
  virtual void normalize(std::span<float> parameters, std::span<float> lengths) const = 0;
  /// Sets the parameters, rounded to what the features can store.
  virtual void update(std::span<const float> parameters) = 0;
  virtual FeatureSet features() const = 0;
};

/// Scales weights to unit length. Returns the divisor: the length, or 1 if the weights are close to zero.
inline float scale_to_unit_length(std::span<float> weights) {
  float squares = 0;
  for (const float w : weights) squares += w * w;
  if (squares < 1e-12f) return 1;
  const float length = std::sqrt(squares);
  for (float& w : weights) w /= length;
  return length;
}

/// Templates and channel templates. Features that share a patch keep sharing it.
std::unique_ptr<TunablePart> tunable(const TemplateFeatures& features);
std::unique_ptr<TunablePart> tunable(const ChannelTemplates& features);
/// Features without parameters.
std::unique_ptr<TunablePart> untunable(FeatureSet features);

}  // namespace ocelli::internal
