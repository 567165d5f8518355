#include "classifier_job.hpp"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "ocelli/core/error.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/data/sample_source.hpp"
#include "ocelli/model_io/classifier_checkpoint.hpp"
#include "ocelli/model_io/model_file.hpp"
#include "option_table.hpp"
#include "training_log.hpp"

namespace ocelli::app {
namespace {

namespace fs = std::filesystem;

std::uint64_t fingerprint(const Samples& samples) {
  std::uint64_t print = hash(samples.count(), {samples.width()});
  for (std::size_t i = 0; i < samples.count(); ++i) {
    std::uint64_t row = samples.labels[i];
    for (const float value : samples.row(i)) row = row * 0x100000001b3 + std::bit_cast<std::uint32_t>(value);
    print = hash(print, {row});
  }
  return print;
}

/// Of the samples and of every option that the outcome depends on: all but how many rounds there may be.
std::uint64_t fingerprint(const ClassifierJob& job, std::uint64_t of_samples) {
  std::uint64_t print = of_samples;
  for (const auto& [name, value] : listed(job)) {
    if (name == "rounds" || name == "patience" || name.starts_with("tune-")) continue;
    for (const std::string& text : {name, value}) {
      print = hash(print, {text.size()});
      for (const char c : text) print = hash(print, {static_cast<std::uint64_t>(c)});
    }
  }
  return print;
}

Samples read_training_samples(const ClassifierJob& job, const TrainingAudience& audience) {
  std::optional<ImageShape> shape;
  if (job.width > 0) shape = ImageShape{job.width, job.height};
  Dataset data = read_samples(job.samples, job.labels, shape);
  for (const Problem& problem : data.problems) audience.problem(problem);
  require(!data.samples.labels.empty(), Kind::usage, "the samples have no labels: give --labels",
          job.samples.string());
  require_every_class(data.samples, job.samples.string());
  return std::move(data.samples);
}

std::string introduction(const Samples& samples) {
  std::ostringstream text;
  text << samples.count() << " samples of " << samples.classes.size() << " classes, ";
  if (samples.shape) {
    text << "images of " << samples.shape->width << " x " << samples.shape->height << " pixels.";
  } else {
    text << samples.width() << " values each.";
  }
  return text.str();
}

std::string percent(std::size_t part, std::size_t whole) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f %%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

std::string ending(const TrainedClassifier& trained) {
  const ShareBoostRound& last = trained.path[trained.round - 1];
  std::ostringstream text;
  text << trained.round << " features chosen; errors on the training samples "
       << percent(last.training_errors, trained.training);
  if (trained.validation > 0) {
    text << ", on samples kept from training " << percent(last.validation_errors, trained.validation);
  }
  text << ".";
  return text.str();
}

ModelCard card(const ClassifierJob& job, const Samples& samples, std::uint64_t print,
               const TrainedClassifier& trained) {
  char checksum[32];
  std::snprintf(checksum, sizeof checksum, "values:%016llx", static_cast<unsigned long long>(print));
  ModelCard card;
  card.description =
      "ShareBoost classifier of " + std::to_string(samples.classes.size()) + " classes. " + ending(trained);
  card.trained_by = "ocelli " OCELLI_VERSION;
  card.data = {{job.samples.string(), "training", samples.count(), samples.count(), checksum}};
  card.options = listed(job);
  card.seed = job.training.seed;
  return card;
}

void log_round(TrainingLog& log, const ShareBoostState& state) {
  const ShareBoostRound& r = state.rounds.back();
  log.write({{"event", "round"},
             {"round", state.rounds.size()},
             {"feature", r.group},
             {"objective", r.objective},
             {"training_errors", r.training_errors},
             {"validation_errors", r.validation_errors},
             {"evaluations", r.evaluations}});
}

ShareBoostState state_to_resume(const ClassifierJob& job, std::uint64_t print,
                                const TrainingAudience& audience) {
  if (!job.resume) return {};
  if (!fs::exists(job.checkpoint())) {
    audience.say("There is no checkpoint " + job.checkpoint().string() + " yet: training starts anew.");
    return {};
  }
  ClassifierCheckpoint checkpoint = load_classifier_checkpoint(job.checkpoint());
  require(checkpoint.fingerprint == print, Kind::model,
          "comes from other samples or options: start anew without --resume", job.checkpoint().string());
  return std::move(checkpoint.state);
}

}  // namespace

void ClassifierJob::validate() const {
  require(algorithm == "shareboost", Kind::usage, "must be shareboost, not '" + algorithm + "'",
          "--algorithm");
  require(width >= 0 && width <= 1024 && height >= 0 && height <= 1024, Kind::usage, "must be 0 to 1024",
          "--width, --height");
  require((width == 0) == (height == 0), Kind::usage, "give both or neither", "--width, --height");
  training.validate();
}

void train_classifier(const ClassifierJob& job, const TrainingAudience& audience, std::stop_token stop) {
  job.validate();
  const Samples samples = read_training_samples(job, audience);
  audience.say(introduction(samples));
  const std::uint64_t of_samples = fingerprint(samples), print = fingerprint(job, of_samples);

  ShareBoostState from = state_to_resume(job, print, audience);
  TrainingLog log(job.log(), job.resume);
  const std::size_t rounds = job.training.boost.rounds;
  const auto after_round = [&](const ShareBoostState& state) {
    log_round(log, state);
    save_classifier_checkpoint(job.checkpoint(), {print, state});
    if (!audience.progress) return;
    char note[64];
    std::snprintf(note, sizeof note, "objective %.5f", state.rounds.back().objective);
    audience.progress({"choosing features", state.rounds.size(), rounds, note});
  };
  const TrainedClassifier trained = train_classifier(
      samples, job.training, {after_round, audience.progress, std::move(from)}, std::move(stop));
  save_model(job.output, {trained.classifier, card(job, samples, of_samples, trained)});
  fs::remove(job.checkpoint());
  audience.say(ending(trained));
}

}  // namespace ocelli::app
