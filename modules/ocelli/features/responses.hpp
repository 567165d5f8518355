#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace ocelli::internal {

/// Quantizes a feature's real responses to bins of equal width: bin = clamp(floor((z - low) * scale), 0, bins
/// - 1).
struct Binning {
  float low = 0, scale = 1;

  std::uint8_t bin(float z, int bins) const;
  /// The center of a bin, the value that learners use for it.
  float value(std::uint8_t bin) const { return low + (static_cast<float>(bin) + 0.5f) / scale; }
  /// 256 bins: `first` is the value of the first bin, `last` that of the last.
  /// Requires  first < last.
  static Binning bytes(float first, float last) {
    const float step = (last - first) / 255;
    return {first - step / 2, 1 / step};
  }
  friend bool operator==(const Binning&, const Binning&) = default;
};

/// Feature responses as bin numbers, features x samples, one byte each: the input of histogram learners. All
/// bins are 0 initially.
///
/// Memory  features x samples bytes, allocated by the system on first write, so that filling them can be
/// canceled at any time, even when they take many gigabytes.
/// Throws  Error(Kind::training) naming their size when the system cannot allocate them.
class BinnedResponses {
 public:
  BinnedResponses(std::size_t features, std::size_t samples, int bins);

  std::size_t features() const { return binnings_.size(); }
  std::size_t samples() const { return samples_; }
  int bins() const { return bins_; }
  /// The bins of all samples for one feature.
  std::span<const std::uint8_t> of(std::size_t feature) const {
    return {bytes_.get() + feature * samples_, samples_};
  }
  std::span<std::uint8_t> of(std::size_t feature) { return {bytes_.get() + feature * samples_, samples_}; }
  const Binning& binning(std::size_t feature) const { return binnings_[feature]; }
  Binning& binning(std::size_t feature) { return binnings_[feature]; }

 private:
  struct Freed {
    void operator()(std::uint8_t* bytes) const { std::free(bytes); }
  };

  std::size_t samples_;
  int bins_;
  std::vector<Binning> binnings_;
  std::unique_ptr<std::uint8_t[], Freed> bytes_;
};

/// Bins of equal width over the 1st to 99th percentile of the responses (at most 4,000, evenly spaced).
/// Values beyond fall into the end bins. `scratch` is working memory.
Binning even_binning(std::span<const float> responses, int bins, std::vector<float>& scratch);

/// Evaluates features on samples and bins their responses, in parallel over features: respond(f, responses)
/// writes the responses of all samples to feature f.
BinnedResponses bin_responses(std::size_t features, std::size_t samples, int bins,
                              const std::function<void(std::size_t, std::span<float>)>& respond);

}  // namespace ocelli::internal
