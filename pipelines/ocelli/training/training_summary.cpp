#include "ocelli/training/training_summary.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "ocelli/core/wording.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/pipelines/output/figures.hpp"

namespace ocelli::internal {
namespace {

std::string in_percent(double share) { return fixed(100 * share, 1); }

std::vector<std::size_t> class_sizes(const Samples& samples) {
  std::vector<std::size_t> sizes(samples.classes.size());
  for (const std::uint16_t label : samples.labels) ++sizes[label];
  return sizes;
}

std::string chosen_line(const ClassifierOutcome& outcome) {
  const std::string& what = outcome.chosen.empty() ? outcome.ending : outcome.chosen;
  return "Chosen: " + what.substr(0, what.find(", wh")) + (what.find(", wh") == std::string::npos ? "" : ".");
}

std::string error_line(const ClassifierOutcome& outcome) {
  const bool is_own = outcome.held_out.samples > 0;
  const HeldOutErrors& errors = is_own ? outcome.held_out : outcome.tried;
  // The trials hold out each sample several times, which is no more certain than once.
  const std::size_t different = std::min(errors.samples, outcome.data.samples.count());
  if (errors.samples == 0) return "Error: not measured; ocelli cross-validate estimates it.";
  const double share = static_cast<double>(errors.errors) / static_cast<double>(errors.samples);
  const ErrorInterval interval = error_interval(
      {static_cast<std::size_t>(std::lround(share * static_cast<double>(different))), different});
  const std::vector<std::size_t> sizes = class_sizes(outcome.data.samples);
  const double always =
      1 - static_cast<double>(std::ranges::max(sizes)) / static_cast<double>(outcome.data.samples.count());
  const std::string where = is_own && !outcome.measured_on.empty() ? outcome.measured_on : "held-out samples";
  return "Error: " + in_percent(share) + " %, " + std::to_string(errors.errors) + " of " +
         std::to_string(errors.samples) + " " + where + " (95 % interval " + in_percent(interval.low) +
         " to " + in_percent(interval.high) + " %); always the most frequent class: " + in_percent(always) +
         " %.";
}

std::string left_out_line(const Dataset& data) {
  if (data.left_out.empty()) return "Left out: nothing.";
  std::string line = "Left out: ";
  for (const std::string& words : data.left_out) line += (line.ends_with(": ") ? "" : ", ") + words;
  return line + ".";
}

std::string advice_line(const ClassifierOutcome& outcome) {
  constexpr std::size_t kFewOfClass = 10, kFewSamples = 100;
  const Samples& samples = outcome.data.samples;
  const std::vector<std::size_t> sizes = class_sizes(samples);
  const auto rare = std::ranges::count_if(sizes, [](std::size_t size) { return size < kFewOfClass; });
  std::string line;
  if (rare > 0) {
    const auto smallest = std::ranges::min_element(sizes);
    line = std::to_string(rare) + " of " + std::to_string(sizes.size()) + " classes have fewer than " +
           std::to_string(kFewOfClass) + " samples, such as " +
           in_quotes(samples.classes[static_cast<std::size_t>(smallest - sizes.begin())]) + " with " +
           std::to_string(*smallest) + ". ";
  } else if (samples.count() < kFewSamples) {
    line = "there are only " + count_of(samples.count(), "sample") + ", so the error is uncertain. ";
  }
  line += outcome.model.table
              ? "ocelli info " + outcome.output.string() + " lists the columns by their influence."
              : "ocelli eval classifier -m " + outcome.output.string() +
                    " --misread errors.png TEST shows the errors on other pictures.";
  return "Look at: " + line;
}

std::string use_line(const ClassifierOutcome& outcome) {
  return "Use: ocelli classify -m " + outcome.output.string() +
         (outcome.model.table ? " NEW.csv" : " PICTURES");
}

}  // namespace

ErrorInterval error_interval(const HeldOutErrors& errors) {
  if (errors.samples == 0) return {};
  constexpr double kDeviations = 1.959964;
  const auto n = static_cast<double>(errors.samples);
  const double share = static_cast<double>(errors.errors) / n, square = kDeviations * kDeviations;
  const double middle = (share + square / (2 * n)) / (1 + square / n);
  const double half =
      kDeviations / (1 + square / n) * std::sqrt(share * (1 - share) / n + square / (4 * n * n));
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

std::vector<std::string> summary_of(const ClassifierOutcome& outcome) {
  return {chosen_line(outcome), error_line(outcome), left_out_line(outcome.data), advice_line(outcome),
          use_line(outcome)};
}

}  // namespace ocelli::internal
