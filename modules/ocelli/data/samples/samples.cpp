#include "ocelli/data/samples/samples.hpp"

#include <algorithm>

#include "ocelli/core/error.hpp"

namespace ocelli {

Samples take(const Samples& samples, std::span<const std::uint32_t> rows) {
  Samples taken{SampleValues(rows.size(), samples.values.cols()), samples.shape, {}, samples.classes};
  for (std::size_t i = 0; i < rows.size(); ++i) taken.values.row(i) = samples.values.row(rows[i]);
  if (samples.labels.empty()) return taken;
  for (const std::uint32_t row : rows) taken.labels.push_back(samples.labels[row]);
  return taken;
}

Samples join(Samples first, const Samples& second) {
  require(first.width() == second.width() && first.shape == second.shape, Kind::input,
          "samples of different sizes cannot be joined");
  require(first.classes == second.classes, Kind::input, "samples of different classes cannot be joined");
  first.values.conservativeResize(first.values.rows() + second.values.rows(), Eigen::NoChange);
  first.values.bottomRows(second.values.rows()) = second.values;
  std::ranges::copy(second.labels, std::back_inserter(first.labels));
  return first;
}

void require_every_class(const Samples& samples, const std::string& where) {
  std::vector<bool> has_sample(samples.classes.size(), false);
  for (const std::uint16_t label : samples.labels) has_sample[label] = true;
  const auto missing = std::ranges::find(has_sample, false);
  if (missing == has_sample.end()) return;
  throw Error(Kind::training,
              "holds no sample of the class '" + samples.classes[missing - has_sample.begin()] + "'", where);
}

}  // namespace ocelli
