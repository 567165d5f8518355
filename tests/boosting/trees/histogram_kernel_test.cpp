#include "ocelli/boosting/trees/histogram_kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "every_target.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::histogram_kernel_test {
namespace {

namespace kernel = histogram_kernel;

class HistogramKernel : public test::OnEveryTarget {};
OCELLI_ON_EVERY_TARGET(HistogramKernel);

constexpr std::size_t kBins = 7, kColumns = 5;

/// Rows whose numbers are whole, so that sums of them are exact in any order.
struct Ground {
  explicit Ground(std::size_t targets, std::size_t count = 200)
      : layout{targets}, rows(count * layout.stride()) {
    Random random(targets);
    for (std::size_t i = 0; i < count; ++i) {
      float* const row = rows.data() + i * layout.stride();
      for (std::size_t t = 0; t < targets; ++t) {
        row[t] = static_cast<float>(random.below(9)) - 4;
        row[layout.total()] += std::abs(row[t]);
      }
      row[layout.count()] = 1;
      for (std::size_t c = 0; c < kColumns; ++c)
        codes.push_back(static_cast<std::uint8_t>(random.below(kBins)));
      if (random.below(3) > 0) samples.push_back(static_cast<std::uint32_t>(i));
    }
  }

  kernel::BinnedRows binned() const { return {codes.data(), kColumns, rows.data(), layout.stride(), kBins}; }
  std::size_t cells() const { return kBins * layout.stride(); }
  std::vector<float> histograms() const {
    std::vector<float> all(columns.size() * cells());
    kernel::add_rows(binned(), samples, columns, all);
    return all;
  }

  kernel::RowLayout layout;
  std::vector<float> rows;
  std::vector<std::uint8_t> codes;
  std::vector<std::uint32_t> samples, columns{0, 3, 4};
};

TEST_P(HistogramKernel, AddsRowsToTheCellsOfTheirBins) {
  for (const std::size_t targets : {1, 2, 6, 7, 14, 26}) {
    const Ground own(targets);
    std::vector<float> expected(own.columns.size() * own.cells());
    for (std::size_t c = 0; c < own.columns.size(); ++c) {
      for (const std::uint32_t i : own.samples) {
        const std::size_t bin = own.codes[i * kColumns + own.columns[c]];
        for (std::size_t l = 0; l < own.layout.stride(); ++l)
          expected[c * own.cells() + bin * own.layout.stride() + l] += own.rows[i * own.layout.stride() + l];
      }
    }
    EXPECT_EQ(own.histograms(), expected) << targets;
  }
}

TEST_P(HistogramKernel, SubtractsAPartFromTheWhole) {
  std::vector<float> whole(24), part(24), rest(24);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    whole[i] = static_cast<float>(3 * i);
    part[i] = static_cast<float>(i % 5);
    rest[i] = whole[i] - part[i];
  }
  kernel::subtract(part, whole);
  EXPECT_EQ(whole, rest);
}

/// The best split by plain loops in double.
kernel::Split plain_split(std::span<const float> histogram, const kernel::RowLayout& layout, float min) {
  const auto side = [&](std::size_t first, std::size_t end) {
    std::vector<double> sums(layout.stride());
    for (std::size_t b = first; b < end; ++b)
      for (std::size_t l = 0; l < sums.size(); ++l)
        sums[l] += static_cast<double>(histogram[b * layout.stride() + l]);
    return sums;
  };
  const auto worth = [&](const std::vector<double>& sums) {
    double squares = 0;
    for (std::size_t t = 0; t < layout.targets; ++t) squares += sums[t] * sums[t];
    return squares / (1 + sums[layout.total()]);
  };
  kernel::Split best;
  for (std::size_t b = 0; b + 1 < kBins; ++b) {
    const auto below = side(0, b + 1), above = side(b + 1, kBins);
    if (below[layout.count()] < min || above[layout.count()] < min) continue;
    const double gain = worth(below) + worth(above) - worth(side(0, kBins));
    if (gain > best.gain + 1e-4) best = {static_cast<float>(gain), static_cast<std::uint32_t>(b)};
  }
  return best;
}

TEST_P(HistogramKernel, FindsThePlainBestSplit) {
  for (const std::size_t targets : {1, 2, 6, 7, 26}) {
    for (const float min : {1.0F, 60.0F}) {
      const Ground own(targets);
      const std::vector<float> histograms = own.histograms();
      for (std::size_t c = 0; c < own.columns.size(); ++c) {
        const auto histogram = std::span(histograms).subspan(c * own.cells(), own.cells());
        std::vector<float> totals(own.layout.stride());
        for (std::size_t cell = 0; cell < histogram.size(); ++cell)
          totals[cell % totals.size()] += histogram[cell];
        const kernel::Split found = kernel::best_split(histogram, totals, own.layout, min);
        const kernel::Split expected = plain_split(histogram, own.layout, min);
        EXPECT_EQ(found.bin, expected.bin) << targets;
        EXPECT_NEAR(found.gain, expected.gain, 1e-3 * (1 + expected.gain));
      }
    }
  }
}

TEST_P(HistogramKernel, SplitsNothingWhereBothSidesAreAlike) {
  const kernel::RowLayout layout{1};
  std::vector<float> histogram(2 * layout.stride()), totals(layout.stride());
  for (const std::size_t b : {0, 1}) {
    histogram[b * layout.stride()] = 3;
    histogram[b * layout.stride() + layout.total()] = 3;
    histogram[b * layout.stride() + layout.count()] = 3;
  }
  totals[0] = totals[layout.total()] = totals[layout.count()] = 6;
  EXPECT_EQ(kernel::best_split(histogram, totals, layout, 1), kernel::Split{});
}

}  // namespace
}  // namespace ocelli::internal::histogram_kernel_test
