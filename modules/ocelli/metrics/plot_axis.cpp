#include "ocelli/metrics/plot_axis.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr double kRounding = 1e-9;  ///< in steps: a limit this close to a tick coincides with it

/// The round step (1, 2 or 5 times a power of ten) that divides `span` into at most six.
double round_step(double span) {
  const double min = span / 6;
  const double power = std::pow(10.0, std::floor(std::log10(min)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= min * (1 - kRounding)) return factor * power;
  }
  return 10 * power;
}

int decimals_of(double step) {
  return std::max(0, static_cast<int>(std::ceil(-std::log10(step) - kRounding)));
}

template <class... Format>
std::string to_text(double value, Format... format) {
  std::array<char, 400> buffer;
  const auto [end, failure] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...);
  return {buffer.data(), end};
}

struct Range {
  double low = 0, high = 1;
};

/// The smallest range of all values, widened if it is a single point.
Range range_of(std::span<const double> values) {
  if (values.empty()) return {};
  const auto [low, high] = std::ranges::minmax(values);
  if (low < high) return {low, high};
  const double margin = std::max(0.5, std::abs(low) * 0.5);
  return {low - margin, high + margin};
}

/// Values that differ only by rounding get a step of their own.
Range widened_to(double step, const Range& range) {
  const double low = std::floor(range.low / step + kRounding) * step;
  const double high = std::ceil(range.high / step - kRounding) * step;
  return {low, low < high ? high : low + step};
}

}  // namespace

AxisMap::AxisMap(const Axis& axis, std::span<const double> values) : scale_(axis.scale) {
  const bool is_log = scale_ == Scale::logarithmic;
  const auto given_or = [&](const std::optional<double>& limit, double otherwise) {
    if (!limit) return otherwise;
    require(has_place_for(*limit), Kind::usage,
            "a chart's limits must be finite, and positive where logarithmic", axis.label);
    return is_log ? std::log10(*limit) : *limit;
  };
  std::vector<double> shown;
  std::ranges::copy_if(values, std::back_inserter(shown),
                       [this](double value) { return has_place_for(value); });
  if (is_log) std::ranges::transform(shown, shown.begin(), [](double value) { return std::log10(value); });
  Range range = range_of(shown);
  range = {given_or(axis.low, range.low), given_or(axis.high, range.high)};
  if (range.low < range.high) {
    const Range round = widened_to(is_log ? 1.0 : round_step(range.high - range.low), range);
    range = {axis.low ? range.low : round.low, axis.high ? range.high : round.high};
  }
  require(range.low < range.high, Kind::usage, "a chart's lower limit must be below its upper one",
          axis.label);
  low_ = range.low;
  high_ = range.high;
}

bool AxisMap::has_place_for(double value) const {
  return std::isfinite(value) && (scale_ == Scale::linear || value > 0);
}

double AxisMap::position(double value) const {
  return ((scale_ == Scale::linear ? value : std::log10(value)) - low_) / (high_ - low_);
}

std::vector<Tick> AxisMap::ticks() const { return scale_ == Scale::linear ? linear_ticks() : decade_ticks(); }

std::vector<Tick> AxisMap::linear_ticks() const {
  const double step = round_step(high_ - low_);
  std::vector<Tick> ticks;
  const auto first = std::llround(std::ceil(low_ / step - kRounding));
  const auto last = std::llround(std::floor(high_ / step + kRounding));
  for (auto i = first; i <= last; ++i) {
    const double value = static_cast<double>(i) * step;
    ticks.push_back({position(value), format_number(value, decimals_of(step))});
  }
  return ticks;
}

std::vector<Tick> AxisMap::decade_ticks() const {
  constexpr int kMaxLabels = 8;
  const int every = 1 + static_cast<int>((high_ - low_) / kMaxLabels);
  const bool few = high_ - low_ <= 1.5;
  std::vector<Tick> ticks;
  for (int decade = static_cast<int>(std::floor(low_)); decade <= static_cast<int>(std::ceil(high_));
       ++decade) {
    for (int digit = 1; digit <= 9; ++digit) {
      const double value = digit * std::pow(10.0, decade);
      const double place = position(value);
      if (place < -kRounding || place > 1 + kRounding) continue;
      const bool labeled = digit == 1 ? decade % every == 0 : few && (digit == 2 || digit == 5);
      ticks.push_back({place, labeled ? format_number(value) : std::string()});
    }
  }
  return ticks;
}

std::string format_number(double value) { return to_text(value, std::chars_format::general, 6); }

std::string format_number(double value, int decimals) {
  const std::string text = to_text(value, std::chars_format::fixed, decimals);
  const bool is_minus_zero = text.starts_with('-') && text.find_first_not_of("-0.") == std::string::npos;
  return is_minus_zero ? text.substr(1) : text;
}

}  // namespace ocelli::internal
