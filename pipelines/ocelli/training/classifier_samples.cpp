#include "ocelli/training/classifier_samples.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "ocelli/core/error.hpp"
#include "ocelli/data/formats/sample_source.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli {
namespace {

/// Classes of a single sample are seldom meant: numbers taken for labels, a header taken for a row.
void note_single_samples(const Samples& samples, const TrainingObserver& observer) {
  std::vector<std::size_t> counts(samples.classes.size());
  for (const std::uint16_t label : samples.labels) ++counts[label];
  const auto first = std::ranges::find(counts, std::size_t{1});
  if (first == counts.end()) return;
  const std::string& name = samples.classes[static_cast<std::size_t>(first - counts.begin())];
  observer.say(std::to_string(std::ranges::count(counts, std::size_t{1})) + " of " +
               std::to_string(counts.size()) + " classes have a single sample, the first of them " +
               in_quotes(name) + ".");
}

bool has_different_samples(const Samples& samples) {
  for (std::size_t i = 1; i < samples.count(); ++i)
    if (!std::ranges::equal(samples.row(i), samples.row(0))) return true;
  return false;
}

}  // namespace

void require_learnable(const Samples& samples, const std::string& where) {
  require_every_class(samples, where);
  require(
      samples.classes.size() > 1, Kind::training,
      [&] {
        return "all samples are of one class, " + in_quotes(samples.classes.front()) +
               ": there is nothing to tell apart";
      },
      where);
  require(has_different_samples(samples), Kind::training,
          "all samples have the same values: there is nothing to tell them apart by", where);
}

Dataset read_training_samples(const ClassifierTraining& job, const TrainingObserver& observer) {
  std::optional<ImageShape> shape;
  if (job.width > 0) shape = ImageShape{job.width, job.height};
  Dataset data = read_samples(job.samples, job.labels, shape, job.table, job.limits);
  for (const Problem& problem : data.problems) observer.problem(problem);
  for (const std::string& note : data.notes) observer.say(note);
  require(!data.samples.labels.empty(), Kind::usage, "the samples have no labels: give --labels",
          job.samples.native());
  require_learnable(data.samples, job.samples.string());
  require(job.tilt == 0 || data.samples.shape, Kind::usage, "only images can be turned", "--tilt");
  note_single_samples(data.samples, observer);
  return data;
}

}  // namespace ocelli
