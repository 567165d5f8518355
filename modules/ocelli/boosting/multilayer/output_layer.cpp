#include "ocelli/boosting/multilayer/output_layer.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "ocelli/boosting/sample_weights.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/features/disjunctions/disjunction_kernel.hpp"

namespace ocelli::internal {
namespace {

using disjunction_kernel::edges;
using disjunction_kernel::Points;

/// Runs of samples, in order. The last one is padded.
struct Blocks {
  std::size_t stride;

  std::size_t count() const { return (stride + kOutputBlock - 1) / kOutputBlock; }
  std::size_t first(std::size_t block) const { return block * kOutputBlock; }
  std::size_t size(std::size_t block) const { return std::min(kOutputBlock, stride - first(block)); }
};

/// sum(block) added over all blocks in order.
template <class Sum>
double sum_over(const Blocks& blocks, const Sum& sum) {
  std::vector<double> parts(blocks.count());
  parallel_for(std::size_t{0}, parts.size(), [&](std::size_t block) { parts[block] = sum(block); });
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

/// A copy of a block's points, with the rows of its tables kOutputBlock apart.
class LocalPoints {
 public:
  LocalPoints(const HiddenLayer& hidden, std::size_t first, std::size_t count)
      : stride_(hidden.stride()), first_(first), count_(count), x_(hidden.points() * kOutputBlock), y_(x_) {
    const Points from = hidden.block(first, count);
    for (std::size_t k = 0; k < from.points; ++k) {
      std::copy_n(from.x + k * stride_, count, x_.data() + k * kOutputBlock);
      std::copy_n(from.y + k * stride_, count, y_.data() + k * kOutputBlock);
    }
  }

  Points points() const { return {x_.data(), y_.data(), x_.size() / kOutputBlock, kOutputBlock, count_}; }
  /// The block's part of a table of the hidden layer.
  void copy(std::span<const float> table, std::span<float> out) const {
    for (std::size_t k = 0; k < x_.size() / kOutputBlock; ++k) {
      std::copy_n(table.data() + k * stride_ + first_, count_, out.data() + k * kOutputBlock);
    }
  }

 private:
  std::size_t stride_, first_, count_;
  std::vector<float> x_, y_;
};

/// sum_i exp(-y_i g_i) of one class, with y = 1 where the label is the class.
double exponential_loss(std::span<const float> scores, std::span<const std::uint16_t> labels,
                        std::size_t own) {
  Eigen::ArrayXf margins(static_cast<Eigen::Index>(labels.size()));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    margins[static_cast<Eigen::Index>(i)] = labels[i] == own ? -scores[i] : scores[i];
  }
  return static_cast<double>(margins.exp().sum());
}

/// The training labels in a run of samples.
std::span<const std::uint16_t> learned(const PoolLabels& labels, std::size_t first, std::size_t count) {
  if (first >= labels.training) return {};
  return labels.labels.subspan(first, std::min(count, labels.training - first));
}

double terms(const PoolLabels& labels) { return static_cast<double>(labels.training * labels.classes); }

}  // namespace

ClassTable score_derivatives(const ClassTable& scores, const PoolLabels& labels, double& loss) {
  ClassTable derivatives(scores.classes(), scores.samples());
  const Blocks blocks{scores.samples()};
  const auto share = static_cast<float>(1 / terms(labels));
  loss = sum_over(blocks, [&](std::size_t block) {
    const auto own = learned(labels, blocks.first(block), blocks.size(block));
    double sum = 0;
    for (std::size_t c = 0; c < scores.classes(); ++c) {
      const std::span<const float> from = scores.of(c).subspan(blocks.first(block), own.size());
      const std::span<float> to = derivatives.of(c).subspan(blocks.first(block), own.size());
      for (std::size_t i = 0; i < own.size(); ++i) to[i] = own[i] == c ? -from[i] : from[i];
      Eigen::Map<Eigen::ArrayXf> exponentials(to.data(), static_cast<Eigen::Index>(to.size()));
      exponentials = exponentials.exp();
      sum += static_cast<double>(exponentials.sum());
      for (std::size_t i = 0; i < own.size(); ++i) to[i] *= own[i] == c ? -share : share;
    }
    return sum;
  });
  loss /= terms(labels);
  return derivatives;
}

std::vector<float> disjunction_values(const HiddenLayer& hidden, const Disjunction& disjunction) {
  std::vector<float> values(hidden.stride());
  disjunction_kernel::values(hidden.block(0, hidden.stride()),
                             hidden.exponentials(disjunction.feature).data(), edges(disjunction.area),
                             values.data());
  return values;
}

namespace {

/// scores_c += the sum of a class's votes, in order.
void add_votes(const HiddenLayer& hidden, std::span<const std::vector<DisjunctionVote>> output,
               ClassTable& scores) {
  const Blocks blocks{hidden.stride()};
  parallel_for(std::size_t{0}, blocks.count(), [&](std::size_t block) {
    const std::size_t first = blocks.first(block), count = blocks.size(block);
    const Points points = hidden.block(first, count);
    std::array<float, kOutputBlock> values;
    for (std::size_t c = 0; c < output.size(); ++c) {
      float* const own = scores.of(c).data() + first;
      for (const auto& [disjunction, weight] : output[c]) {
        disjunction_kernel::values(points, hidden.exponentials(disjunction.feature).data() + first,
                                   edges(disjunction.area), values.data());
        for (std::size_t i = 0; i < count; ++i) own[i] += weight * values[i];
      }
    }
  });
}

}  // namespace

ClassTable output_scores(const HiddenLayer& hidden, std::span<const std::vector<DisjunctionVote>> output) {
  ClassTable scores(output.size(), hidden.stride());
  add_votes(hidden, output, scores);
  return scores;
}

namespace {

/// The rows of all places. The kernel works on one table per feature; this interleaves them.
std::vector<float> all_rows(const HiddenLayer& hidden, std::span<const std::vector<DisjunctionVote>> output,
                            const ClassTable& by_score, std::span<const std::size_t> features) {
  const std::size_t points = hidden.points(), samples = hidden.samples(), width = features.size();
  std::vector<float> rows(points * samples * width);
  const Blocks blocks{hidden.stride()};
  parallel_for(std::size_t{0}, blocks.count(), [&](std::size_t block) {
    const std::size_t first = blocks.first(block), count = blocks.size(block);
    const LocalPoints own(hidden, first, count);
    std::vector<float> e(points * kOutputBlock), table(points * kOutputBlock);
    std::array<float, kOutputBlock> by_value;
    for (std::size_t f = 0; f < width; ++f) {
      own.copy(hidden.exponentials(features[f]), e);
      std::ranges::fill(table, 0.0f);
      for (std::size_t c = 0; c < output.size(); ++c) {
        const float* const derivative = by_score.of(c).data() + first;
        for (const auto& [disjunction, weight] : output[c]) {
          if (disjunction.feature != features[f]) continue;
          for (std::size_t i = 0; i < count; ++i) by_value[i] = weight * derivative[i];
          disjunction_kernel::add_derivatives(own.points(), e.data(), edges(disjunction.area),
                                              by_value.data(), table.data());
        }
      }
      for (std::size_t k = 0; k < points; ++k) {
        for (std::size_t i = 0; i < std::min(count, samples - first); ++i) {
          rows[(k * samples + first + i) * width + f] = table[k * kOutputBlock + i];
        }
      }
    }
  });
  return rows;
}

}  // namespace

LocalDerivatives local_derivatives(const HiddenLayer& hidden,
                                   std::span<const std::vector<DisjunctionVote>> output,
                                   const ClassTable& by_score, std::span<const std::size_t> features) {
  const std::size_t width = features.size();
  LocalDerivatives derivatives{width, {}, all_rows(hidden, output, by_score, features)};
  std::vector<float>& rows = derivatives.rows;
  std::vector<float> sizes(hidden.points() * hidden.samples());
  parallel_for(std::size_t{0}, sizes.size(), [&](std::size_t p) {
    for (std::size_t f = 0; f < width; ++f) sizes[p] += std::abs(rows[p * width + f]);
  });
  const float min = min_weight(sizes, 1 - kNeglected);
  for (std::uint32_t p = 0; p < sizes.size(); ++p) {
    if (sizes[p] == 0 || sizes[p] < min) continue;
    std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(p * width), width,
                rows.begin() + static_cast<std::ptrdiff_t>(derivatives.places.size() * width));
    derivatives.places.push_back(p);
  }
  rows.resize(derivatives.places.size() * width);
  return derivatives;
}

HiddenStep::HiddenStep(const HiddenLayer& hidden, std::span<const std::vector<DisjunctionVote>> output,
                       const ClassTable& scores, const PoolLabels& labels, std::size_t feature,
                       std::span<const std::uint8_t> bytes, std::uint8_t bin)
    : hidden_(hidden),
      labels_(labels),
      feature_(feature),
      bytes_(bytes),
      bin_(bin),
      own_(output.size()),
      others_(scores) {
  const Blocks blocks{hidden.stride()};
  for (std::size_t c = 0; c < output.size(); ++c) {
    std::ranges::copy_if(output[c], std::back_inserter(own_[c]),
                         [&](const DisjunctionVote& vote) { return vote.disjunction.feature == feature; });
  }
  loss_of_others_ = sum_over(blocks, [&](std::size_t block) {
    const std::size_t first = blocks.first(block), count = blocks.size(block);
    std::array<float, kOutputBlock> values;
    double sum = 0;
    for (std::size_t c = 0; c < own_.size(); ++c) {
      const std::span<float> row = others_.of(c).subspan(first, count);
      if (own_[c].empty()) {
        sum += exponential_loss(row, learned(labels_, first, count), c);
        continue;
      }
      for (const auto& [disjunction, weight] : own_[c]) {
        disjunction_kernel::values(hidden_.block(first, count), hidden_.exponentials(feature_).data() + first,
                                   edges(disjunction.area), values.data());
        for (std::size_t i = 0; i < count; ++i) row[i] -= weight * values[i];
      }
    }
    return sum;
  });
}

double HiddenStep::loss(double weight) const {
  const auto up = static_cast<float>(std::exp(weight)), down = static_cast<float>(std::exp(-weight));
  const Blocks blocks{hidden_.stride()};
  const double sum = sum_over(blocks, [&](std::size_t block) {
    const std::size_t first = blocks.first(block), count = blocks.size(block);
    const auto labels = learned(labels_, first, count);
    if (labels.empty()) return 0.0;
    const LocalPoints own(hidden_, first, count);
    std::vector<float> e(hidden_.points() * kOutputBlock);
    own.copy(hidden_.exponentials(feature_), e);
    const std::size_t known = std::min(count, hidden_.samples() - first);
    for (std::size_t k = 0; k < hidden_.points(); ++k) {
      const std::uint8_t* const bytes = bytes_.data() + k * hidden_.samples() + first;
      for (std::size_t i = 0; i < known; ++i) e[k * kOutputBlock + i] *= bytes[i] >= bin_ ? up : down;
    }
    std::array<float, kOutputBlock> values, scores;
    double of_block = 0;
    for (std::size_t c = 0; c < own_.size(); ++c) {
      if (own_[c].empty()) continue;
      std::ranges::copy(others_.of(c).subspan(first, count), scores.begin());
      for (const auto& [disjunction, vote] : own_[c]) {
        disjunction_kernel::values(own.points(), e.data(), edges(disjunction.area), values.data());
        for (std::size_t i = 0; i < count; ++i) scores[i] += vote * values[i];
      }
      of_block += exponential_loss(scores, labels, c);
    }
    return of_block;
  });
  return (sum + loss_of_others_) / terms(labels_);
}

ClassTable HiddenStep::scores_after() const {
  ClassTable scores = others_;
  add_votes(hidden_, own_, scores);
  return scores;
}

namespace {

/// The quantities that a class's choice needs from a disjunction, summed over samples.
struct Promise {
  double slope = 0;      ///< L'_i g_i
  double curvature = 0;  ///< |L'_i| g_i^2

  double gain(DisjunctionRule rule) const {
    return rule == DisjunctionRule::derivative ? std::abs(slope) : slope * slope / (curvature + 1e-12);
  }
};

/// The promises of all candidates, with one row of classes per candidate.
std::vector<Promise> promises(const HiddenLayer& hidden, const ClassTable& by_score,
                              std::span<const Disjunction> candidates) {
  const Blocks blocks{hidden.stride()};
  const std::size_t classes = by_score.classes();
  std::vector<std::vector<Promise>> parts(blocks.count());
  parallel_for(std::size_t{0}, blocks.count(), [&](std::size_t block) {
    const std::size_t first = blocks.first(block), count = blocks.size(block);
    const Points points = hidden.block(first, count);
    parts[block].resize(candidates.size() * classes);
    Eigen::ArrayXf values(static_cast<Eigen::Index>(count));
    for (std::size_t g = 0; g < candidates.size(); ++g) {
      disjunction_kernel::values(points, hidden.exponentials(candidates[g].feature).data() + first,
                                 edges(candidates[g].area), values.data());
      for (std::size_t c = 0; c < classes; ++c) {
        const Eigen::Map<const Eigen::ArrayXf> row(by_score.of(c).data() + first, values.size());
        const auto slopes = values * row;
        parts[block][g * classes + c] = {static_cast<double>(slopes.sum()),
                                         static_cast<double>((slopes.abs() * values.abs()).sum())};
      }
    }
  });
  std::vector<Promise> all(candidates.size() * classes);
  for (const std::vector<Promise>& part : parts) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      all[i].slope += part[i].slope;
      all[i].curvature += part[i].curvature;
    }
  }
  return all;
}

}  // namespace

std::vector<Disjunction> best_disjunctions(const HiddenLayer& hidden, const ClassTable& by_score,
                                           std::span<const Disjunction> candidates, DisjunctionRule rule) {
  const std::size_t classes = by_score.classes();
  const std::vector<Promise> all = promises(hidden, by_score, candidates);
  std::vector<Disjunction> best;
  for (std::size_t c = 0; c < classes; ++c) {
    std::size_t max = 0;
    for (std::size_t g = 1; g < candidates.size(); ++g) {
      if (all[g * classes + c].gain(rule) > all[max * classes + c].gain(rule)) max = g;
    }
    best.push_back(candidates[max]);
  }
  return best;
}

double best_vote_weight(std::span<const float> margins, std::span<const float> values) {
  constexpr double kLargest = 4;
  constexpr int kMaxSteps = 30;
  using Numbers = Eigen::Map<const Eigen::ArrayXf>;
  const Numbers v(values.data(), static_cast<Eigen::Index>(values.size()));
  const Eigen::ArrayXf weights = (-Numbers(margins.data(), v.size())).exp();
  if ((v.abs() == 1).all()) {
    const double right = static_cast<double>((v > 0).select(weights, 0).sum()),
                 wrong = static_cast<double>((v < 0).select(weights, 0).sum());
    const double best = std::log(std::max(right, 1e-300) / std::max(wrong, 1e-300)) / 2;
    return std::clamp(best, -kLargest, kLargest);
  }
  double weight = 0;
  for (int step = 0; step < kMaxSteps; ++step) {
    const Eigen::ArrayXf now = weights * (-static_cast<float>(weight) * v).exp() * v;
    const double slope = -static_cast<double>(now.sum()), curvature = static_cast<double>((now * v).sum());
    if (!(curvature > 0)) break;
    const double next = std::clamp(weight - std::clamp(slope / curvature, -1.0, 1.0), -kLargest, kLargest);
    const double moved = std::abs(std::exchange(weight, next) - next);
    if (moved < 1e-4) break;
  }
  return weight;
}

}  // namespace ocelli::internal
