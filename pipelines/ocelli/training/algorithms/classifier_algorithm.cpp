#include "ocelli/training/algorithms/classifier_algorithm.hpp"

#include <cstdio>

#include "ocelli/core/wording.hpp"

namespace ocelli::internal {
namespace {

std::string percent(std::size_t part, std::size_t whole) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f %%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

}  // namespace

std::string describe_choice(const std::string& algorithm, const std::vector<FeatureTrial>& trials,
                            const std::string& merit) {
  const auto name = [](const FeatureTrial& trial) {
    if (trial.copies > 0)
      return trial.kind + " with " +
             count_of(static_cast<std::size_t>(trial.copies), "deformed copy", "deformed copies");
    return trial.kind;
  };
  std::string text = algorithm + " by " + name(trials.front());
  if (trials.front().samples == 0) return text + "; --algorithm and --features override this.";
  text += ", " + merit + " on held-out samples (errors: ";
  for (const FeatureTrial& trial : trials)
    text +=
        (&trial == &trials.front() ? "" : ", ") + name(trial) + " " + percent(trial.errors, trial.samples);
  return text + "); --algorithm and --features override this.";
}

std::string to_string(const SampleErrors& errors) {
  std::string text = "errors on the training samples " + percent(errors.of_training, errors.training);
  if (errors.validation == 0) return text;
  return text + ", on the held-out samples " + percent(errors.of_validation, errors.validation);
}

}  // namespace ocelli::internal
