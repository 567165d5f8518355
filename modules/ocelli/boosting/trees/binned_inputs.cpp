#include "ocelli/boosting/trees/binned_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMaxValues = 20'000;  // sample size for placing thresholds
constexpr std::size_t kMinValues = 3;       // of a category; two inputs need no category

/// 1 / standard deviation of an input, or 0 if it is constant.
float unit_scale(const Samples& samples, std::size_t count, std::size_t input) {
  double sum = 0, squares = 0;
  const double first = static_cast<double>(samples.row(0)[input]);
  for (std::size_t i = 0; i < count; ++i) {
    const double value = static_cast<double>(samples.row(i)[input]) - first;
    sum += value;
    squares += value * value;
  }
  const double mean = sum / static_cast<double>(count);
  const double variance = squares / static_cast<double>(count) - mean * mean;
  return variance > 1e-12 * (mean * mean + 1e-12) ? static_cast<float>(1 / std::sqrt(variance)) : 0.0F;
}

/// Sums and differences of non-constant inputs.
std::vector<TreeBranch> drawn_pairs(const std::vector<float>& scales, std::size_t pairs, std::uint64_t seed) {
  std::vector<std::uint32_t> varying;
  for (std::uint32_t input = 0; input < scales.size(); ++input) {
    if (scales[input] > 0) varying.push_back(input);
  }
  std::vector<TreeBranch> drawn;
  if (varying.size() < 2) return drawn;
  Random random(seed);
  for (std::size_t p = 0; p < pairs; ++p) {
    const std::size_t a = random.below(varying.size());
    const std::size_t b = (a + 1 + random.below(varying.size() - 1)) % varying.size();
    const std::uint32_t first = varying[a], second = varying[b];
    const float sign = random.below(2) == 0 ? 1.0F : -1.0F;
    drawn.push_back({first, second, scales[first], sign * scales[second]});
  }
  return drawn;
}

/// Whether `input` is the missing-value indicator of the input before it.
bool is_missing_mark(const Samples& samples, std::size_t count, std::size_t input) {
  std::optional<float> replacement;
  bool is_after_numbers = false;  // the input before is numeric, not part of a category
  for (std::size_t i = 0; i < count; ++i) {
    const float value = samples.row(i)[input - 1], mark = samples.row(i)[input];
    is_after_numbers = is_after_numbers || (value != 0 && value != 1);
    if (mark == 0) continue;
    if (mark != 1 || value != replacement.value_or(value)) return false;
    replacement = value;
  }
  return is_after_numbers && replacement.has_value();
}

/// Two tests for each input followed by an indicator: missing values lie below all numbers in one and above
/// them in the other.
std::vector<TreeBranch> with_directions(const Samples& samples, std::size_t count) {
  std::vector<std::uint8_t> is_mark(samples.width());
  parallel_for(std::size_t{1}, std::max<std::size_t>(1, samples.width()),
               [&](std::size_t input) { is_mark[input] = is_missing_mark(samples, count, input) ? 1 : 0; });
  std::vector<TreeBranch> columns;
  for (std::uint32_t mark = 1; mark < samples.width(); ++mark) {
    if (is_mark[mark] == 0) continue;
    const auto numbers = samples.values.col(mark - 1).head(static_cast<Eigen::Index>(count));
    const float beyond = 2 * (numbers.maxCoeff() - numbers.minCoeff()) + 1;
    for (const float direction : {-beyond, beyond}) columns.push_back({mark - 1, mark, 1, direction});
  }
  return columns;
}

/// Whether an input is 0 or 1 everywhere, and 1 somewhere.
bool is_of_category(const Samples& samples, std::size_t count, std::size_t input) {
  bool has_one = false;
  for (std::size_t i = 0; i < count; ++i) {
    const float value = samples.row(i)[input];
    if (value != 0 && value != 1) return false;
    has_one = has_one || value == 1;
  }
  return has_one;
}

/// Adds the samples with a 1 to those of a category. Returns false and changes nothing if the category
/// already contains one of them.
bool join_category(const Samples& samples, std::uint32_t input, std::vector<std::uint8_t>& taken) {
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (taken[i] != 0 && samples.row(i)[input] != 0) return false;
  }
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (samples.row(i)[input] != 0) taken[i] = 1;
  }
  return true;
}

/// Runs of neighboring inputs where no sample has two at 1: the start of each run and its length, which is 1
/// for all other inputs.
std::vector<std::pair<std::uint32_t, std::size_t>> categories(const Samples& samples, std::size_t count,
                                                              std::size_t max) {
  std::vector<std::uint8_t> may_join(samples.width());
  parallel_for(std::size_t{0}, samples.width(),
               [&](std::size_t input) { may_join[input] = is_of_category(samples, count, input) ? 1 : 0; });
  std::vector<std::pair<std::uint32_t, std::size_t>> runs;
  std::vector<std::uint8_t> taken(count);
  for (std::uint32_t first = 0; first < samples.width();) {
    std::ranges::fill(taken, 0);
    std::uint32_t end = first;
    while (end < samples.width() && end - first < max && may_join[end] != 0 &&
           join_category(samples, end, taken))
      ++end;
    const std::size_t values = end - first >= kMinValues ? end - first : 1;
    runs.emplace_back(first, values);
    first += static_cast<std::uint32_t>(values);
  }
  return runs;
}

/// The midpoint of two values, if a float lies between them.
std::optional<float> between(double low, double high) {
  const auto middle = static_cast<float>(low + (high - low) / 2);
  if (static_cast<double>(middle) > low && static_cast<double>(middle) <= high) return middle;
  return std::nullopt;
}

/// Upper ends of at most `bins` bins for these values, each midway between two of them.
std::vector<float> thresholds_of(std::vector<double> values, std::size_t bins) {
  std::ranges::sort(values);
  const std::vector<double> all = values;
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<float> thresholds;
  const auto add = [&](std::size_t upper) {
    const auto middle = between(values[upper - 1], values[upper]);
    if (middle && (thresholds.empty() || *middle > thresholds.back())) thresholds.push_back(*middle);
  };
  if (values.size() <= bins) {
    for (std::size_t v = 1; v < values.size(); ++v) add(v);
    return thresholds;
  }
  for (std::size_t b = 1; b < bins; ++b) {
    const auto at = std::ranges::lower_bound(values, all[b * all.size() / bins]);
    if (at != values.begin()) add(static_cast<std::size_t>(at - values.begin()));
  }
  return thresholds;
}

}  // namespace

BinnedInputs::BinnedInputs(const Samples& samples, std::size_t count, const InputBinning& options)
    : count_(count), bins_(options.bins) {
  std::vector<float> scales(samples.width());
  parallel_for(std::size_t{0}, scales.size(),
               [&](std::size_t input) { scales[input] = unit_scale(samples, count, input); });
  for (const auto& [input, values] : categories(samples, count, bins_ - 1))
    columns_.push_back({{input, input}, values});
  for (const TreeBranch& pair : drawn_pairs(scales, options.pairs, options.seed)) columns_.push_back({pair});
  for (const TreeBranch& directed : with_directions(samples, count)) columns_.push_back({directed});
  codes_.resize(count_ * columns());
  parallel_for(std::size_t{0}, columns(), [&](std::size_t column) {
    is_category(column) ? bin_category(column, samples) : bin(column, samples);
  });
}

void BinnedInputs::bin_category(std::size_t column, const Samples& samples) {
  const auto& [test, values, thresholds] = columns_[column];
  for (std::size_t i = 0; i < count_; ++i) {
    const auto of_category = samples.row(i).subspan(test.first, values);
    const auto one = std::ranges::find(of_category, 1.0F);
    const auto code = one == of_category.end() ? 0 : one - of_category.begin() + 1;
    codes_[i * columns() + column] = static_cast<std::uint8_t>(code);
  }
}

void BinnedInputs::bin(std::size_t column, const Samples& samples) {
  auto& [test, values_of_category, thresholds] = columns_[column];
  std::vector<double> values;
  const std::size_t step = (count_ + kMaxValues - 1) / kMaxValues;
  for (std::size_t i = 0; i < count_; i += step) values.push_back(test.value(samples.row(i)));
  thresholds = thresholds_of(std::move(values), bins_);
  for (std::size_t i = 0; i < count_; ++i) {
    const double value = test.value(samples.row(i));
    const auto end =
        std::ranges::upper_bound(thresholds, value, {}, [](float t) { return static_cast<double>(t); });
    codes_[i * columns() + column] = static_cast<std::uint8_t>(end - thresholds.begin());
  }
}

std::vector<TreeBranch> BinnedInputs::branches(std::size_t column, const ColumnBins& above) const {
  const auto& [test, values, thresholds] = columns_[column];
  std::vector<TreeBranch> branches;
  if (!is_category(column)) {
    branches.push_back(test);
    std::size_t bin = 0;  // the last bin below the threshold
    while (!above[bin + 1]) ++bin;
    branches[0].threshold = thresholds[bin];
    return branches;
  }
  bool is_half = false;  // the last branch tests only one value so far
  for (std::uint32_t value = 0; value < values; ++value) {
    if (!above[value + 1]) continue;
    const std::uint32_t input = test.first + value;
    if (is_half) {
      branches.back().second = input;
      branches.back().second_scale = 1;
    } else {
      branches.push_back({input, input, 1, 0, 0.5F});
    }
    is_half = !is_half;
  }
  return branches;
}

}  // namespace ocelli::internal
