#include "ocelli/training/classifier_training.hpp"

#include <algorithm>
#include <cstdio>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/formats/class_folders.hpp"
#include "ocelli/features/channel_templates/channel_templates.hpp"
#include "ocelli/pipelines/sources/input_check.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/recognition/training/calibration.hpp"
#include "ocelli/recognition/training/template_tuning.hpp"
#include "ocelli/samples/augmentation.hpp"
#include "ocelli/samples/split.hpp"
#include "ocelli/samples/table_columns.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/classifier_samples.hpp"
#include "ocelli/training/training_session.hpp"
#include "ocelli/training/training_summary.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

using Names = std::set<std::string>;

/// The names that a struct of options describes.
template <class Options>
Names names_of() {
  Names names;
  for (const auto& [name, value] : listed(Options())) names.insert(name);
  return names;
}

/// Options on which others depend.
class Applied {
 public:
  explicit Applied(const OptionList& options) : options_(options) {}

  /// Removes `names` unless `holds`.
  void only_if(bool holds, const Names& names) {
    if (!holds) left_out_.insert(names.begin(), names.end());
  }

  /// Whether an option is present with a different value.
  bool differs(const std::string& name, const std::string& from) const {
    return std::ranges::any_of(
        options_, [&](const auto& option) { return option.first == name && option.second != from; });
  }
  /// Whether an option is present with the word as its value, or in its comma-separated list.
  bool names(const std::string& name, const std::string& word) const {
    return std::ranges::any_of(options_, [&](const auto& option) {
      return option.first == name && ("," + option.second + ",").find("," + word + ",") != std::string::npos;
    });
  }

  OptionList rest() const {
    OptionList rest;
    for (const auto& option : options_)
      if (!left_out_.contains(option.first)) rest.push_back(option);
    return rest;
  }

 private:
  const OptionList& options_;
  Names left_out_;
};

/// Removes the options without effect on a training: those of images for a table, those of a table for
/// images, and those of a step that is not performed, such as deformations without copies.
OptionList applied(const OptionList& options, const Samples& samples, bool from_table) {
  Applied list(options);
  const bool images = samples.shape.has_value();
  list.only_if(from_table, names_of<TableOptions>());
  list.only_if(list.differs("category-columns", ""), {"category-columns"});
  list.only_if(list.differs("na-values", ""), {"na-values"});
  list.only_if(list.differs("class-weights", "none"), {"class-weights"});
  list.only_if(list.differs("weight-column", ""), {"weight-column"});
  list.only_if(images, {"width", "height", "tilt", "normalized-side", "augmentation"});
  list.only_if(images && list.differs("augmentation", "0"), names_of<DeformationOptions>());
  list.only_if(list.names("features", "templates"), {"templates", "mask-grid", "mask-sigma", "mask-reach"});
  list.only_if(list.names("features", "channel-templates"), names_of<ChannelTemplateOptions>());
  list.only_if(list.names("features", "balls"), {"centers", "radii"});
  list.only_if(list.names("features", "gaussians"), {"gaussians", "gaussian-width"});
  list.only_if(list.names("features", "balls") || (images && list.names("features", "gaussians")),
               {"components"});
  list.only_if(list.names("features", "trees"), {"pool-trees", "pool-leaves"});
  list.only_if(list.differs("tune-epochs", "none"), names_of<TuningOptions>());
  list.only_if(list.differs("tune-epochs", "none"), {"choose-from"});
  list.only_if(list.differs("rule", "gradient"), {"shortlist"});
  list.only_if(list.differs("validation", "0"), {"patience"});
  return list.rest();
}

std::uint64_t fingerprint(const Samples& samples) {
  Fingerprint print;
  print.add(samples.count()).add(samples.width());
  for (std::size_t i = 0; i < samples.count(); ++i) {
    check_canceled();
    print.add(samples.labels[i]).add(samples.row(i));
  }
  if (!samples.weights.empty()) print.add(std::span<const float>(samples.weights));
  return print.value();
}

/// Every option with an effect: of the algorithm, and of the job if the samples come from files.
OptionList card_options(const ClassifierAlgorithm& algorithm, const OptionList& of_job,
                        const Samples& samples, bool is_table) {
  OptionList all = {{"algorithm", algorithm.name()}};
  for (const OptionList& part : {of_job, algorithm.options()})
    all.insert(all.end(), part.begin(), part.end());
  return applied(all, samples, is_table);
}

/// The fingerprint of the samples and of every option that affects what is learned.
std::uint64_t fingerprint(const ClassifierTraining& job, const OptionList& options,
                          std::uint64_t of_samples) {
  std::vector<Option> table = option_table(job);
  const auto known_algorithm = classifier_algorithm(job.algorithm->resolved().name());
  for (Option& option : known_algorithm->option_table()) table.push_back(std::move(option));
  Fingerprint print;
  print.add(of_samples);
  for (const auto& [name, value] : options) {
    const auto known = std::ranges::find(table, name, &Option::name);
    if (known == table.end() || !known->spec.changeable()) print.add(name).add(value);
  }
  return print.value();
}

/// Learns; errors about the samples name them.
LearnedClassifier learn(const ClassifierTraining& job, const Samples& samples, TrainingSession& session,
                        std::stop_token stop) try {
  return job.algorithm->learn(samples, session, std::move(stop));
} catch (const Error& error) {
  if (error.kind() != Kind::training || error.where().starts_with("--")) throw;
  throw Error(error.kind(), error.what(), job.samples.string());
}

/// Fits probabilities on the held-out samples, if there are any and the classifier has no probabilities yet.
Classifier with_probabilities(const Classifier& classifier, const ClassifierAlgorithm& algorithm,
                              const Samples& samples) {
  if (classifier.temperature() > 0) return classifier;
  const Split parts = split_by_blocks(static_cast<std::uint32_t>(samples.count()),
                                      {algorithm.held_out(), 1, algorithm.seed()});
  return parts.validation.empty() ? classifier : calibrated(classifier, take(samples, parts.validation));
}

std::string introduction(const Samples& samples) {
  std::ostringstream text;
  text << count_of(samples.count(), "sample") << " of "
       << count_of(samples.classes.size(), "class", "classes") << ", ";
  if (samples.shape) {
    text << "images of " << samples.shape->width << " x " << samples.shape->height << " pixels"
         << (samples.has_colors() ? " with colors." : ".");
  } else {
    text << count_of(samples.width(), "value") << " each.";
  }
  return text.str();
}

/// The last part of the path: a model is distributed without the folders around it.
std::string data_name(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

ModelCard card(const ClassifierAlgorithm& algorithm, const std::string& data, const Samples& samples,
               OptionList options, std::uint64_t print, const std::string& ending) {
  char checksum[32];
  std::snprintf(checksum, sizeof checksum, "values:%016llx", static_cast<unsigned long long>(print));
  ModelCard card;
  card.description =
      algorithm.title() + " classifier of " + std::to_string(samples.classes.size()) + " classes. " + ending;
  card.trained_by = "ocelli " OCELLI_VERSION;
  card.data = {{data, "training", samples.count(), samples.count(), checksum}};
  card.options = std::move(options);
  card.seed = algorithm.seed();
  return card;
}

/// If the samples are one part of a data set, measures the model on another one.
void measure_on_other_part(const ClassifierTraining& job, ClassifierOutcome& outcome) {
  const auto part = fs::is_directory(job.samples) ? part_folder(job.samples, DataPart::test) : std::nullopt;
  if (!part) return;
  const Classifier& classifier = outcome.model.classifier;
  outcome.held_out = {};
  const Dataset test = read_class_folders(*part, classifier.shape(), images_for(classifier), job.limits);
  const std::vector<Classification> given = classifier.classify(test.samples);
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string& truth = test.samples.classes[test.samples.labels[i]];
    outcome.held_out.errors += classifier.classes()[given[i].label()] == truth ? 0 : 1;
  }
  outcome.held_out.samples = given.size();
  outcome.measured_on = "images of " + part->string();
}

}  // namespace

void ClassifierTraining::validate() const {
  check_options(*this);
  require(width.has_value() == height.has_value(), Kind::usage, "give both or neither", "--width, --height");
  table.validate();
  limits.validate();
  algorithm->validate();
}

ClassifierModel train_classifier(const ClassifierTraining& job, const TrainingObserver& observer,
                                 std::stop_token stop) {
  job.validate();
  check_outputs(training_outputs(job.output), {job.samples, job.labels.value_or(fs::path())});
  TrainingSession session({job.output, job.resume}, observer);
  const Dataset data = read_training_samples(job, observer);
  const Samples& samples = data.samples;
  observer.report(introduction(samples));
  const std::string chosen = job.algorithm->resolve(samples, stop);
  if (!chosen.empty()) observer.report(chosen);
  const bool is_table = !data.columns.roles.empty();
  const OptionList options = card_options(job.algorithm->resolved(), listed(job), samples, is_table);
  const std::uint64_t of_samples = fingerprint(samples);
  session.set_fingerprint(fingerprint(job, options, of_samples));
  const auto [classifier, ending, held_out] =
      session.run([&] { return learn(job, samples, session, std::move(stop)); });
  ClassifierModel model{
      with_probabilities(with_tilt(classifier, job.tilt.value_or(0)), job.algorithm->resolved(), samples),
      card(job.algorithm->resolved(), data_name(job.samples), samples, options, of_samples, ending)};
  if (is_table) model.table = data.columns;
  save_model(job.output, model);
  session.finish();
  if (!chosen.empty()) observer.report(ending);
  ClassifierOutcome outcome{.model = model,
                            .data = data,
                            .chosen = chosen,
                            .ending = ending,
                            .tried = job.algorithm->tried(),
                            .held_out = held_out,
                            .output = job.output};
  measure_on_other_part(job, outcome);
  for (const std::string& line : summary_of(outcome)) observer.report(line);
  return model;
}

ClassifierModel train_classifier(ClassifierAlgorithm& algorithm, const Samples& samples,
                                 const TrainingObserver& observer, std::stop_token stop) {
  algorithm.validate();
  if (!algorithm.takes_sample_weights()) refuse_weights(samples, algorithm.name());
  require(samples.labels.size() == samples.count() && samples.count() > 0, Kind::training,
          "the samples have no labels");
  require_learnable(samples, {});
  TrainingSession session(observer);
  if (const std::string chosen = algorithm.resolve(samples, stop); !chosen.empty()) observer.report(chosen);
  const auto [classifier, ending, held_out] = algorithm.learn(samples, session, std::move(stop));
  observer.report(ending);
  const OptionList options = card_options(algorithm.resolved(), {}, samples, false);
  return {with_probabilities(classifier, algorithm.resolved(), samples),
          card(algorithm.resolved(), "samples in memory", samples, options, fingerprint(samples), ending)};
}

}  // namespace ocelli::internal
