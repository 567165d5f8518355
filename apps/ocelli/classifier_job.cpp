#include "classifier_job.hpp"

#include <bit>
#include <cstdio>
#include <sstream>
#include <utility>

#include "classifier_view.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/data/sample_source.hpp"
#include "ocelli/model_io/model_file.hpp"
#include "option_table.hpp"

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

OptionList card_options(const ClassifierJob& job) {
  OptionList all = {{"algorithm", job.algorithm->name()}};
  for (const OptionList& part : {listed(job), job.algorithm->options()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

/// Of the samples and of every option that what is learnt depends on.
std::uint64_t fingerprint(const ClassifierJob& job, std::uint64_t of_samples) {
  std::uint64_t print = of_samples;
  for (const auto& [name, value] : card_options(job)) {
    if (name == "tilt" || job.algorithm->may_change(name)) continue;
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
  require(job.tilt == 0 || data.samples.shape, Kind::usage, "only images can be turned", "--tilt");
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

/// The last part of the path: a model goes to places where the rest of it says nothing.
std::string data_name(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return (normal.has_filename() ? normal : normal.parent_path()).filename().string();
}

ModelCard card(const ClassifierJob& job, const Samples& samples, std::uint64_t print,
               const std::string& ending) {
  char checksum[32];
  std::snprintf(checksum, sizeof checksum, "values:%016llx", static_cast<unsigned long long>(print));
  ModelCard card;
  card.description = job.algorithm->title() + " classifier of " + std::to_string(samples.classes.size()) +
                     " classes. " + ending;
  card.trained_by = "ocelli " OCELLI_VERSION;
  card.data = {{data_name(job.samples), "training", samples.count(), samples.count(), checksum}};
  card.options = card_options(job);
  card.seed = job.algorithm->seed();
  return card;
}

}  // namespace

void ClassifierJob::validate() const {
  require(width >= 0 && width <= 1024 && height >= 0 && height <= 1024, Kind::usage, "must be 0 to 1024",
          "--width, --height");
  require((width == 0) == (height == 0), Kind::usage, "give both or neither", "--width, --height");
  require(tilt >= 0 && tilt <= 90, Kind::usage, "must be 0 to 90", "--tilt");
  algorithm->validate();
}

void train_classifier(const ClassifierJob& job, const TrainingAudience& audience, std::stop_token stop) {
  job.validate();
  const Samples samples = read_training_samples(job, audience);
  audience.say(introduction(samples));
  const std::uint64_t of_samples = fingerprint(samples);
  TrainingDesk desk({job.checkpoint(), job.log(), fingerprint(job, of_samples), job.resume}, audience);
  const auto [classifier, ending] = job.algorithm->learn(samples, desk, std::move(stop));
  save_model(job.output,
             ClassifierModel{with_tilt(classifier, job.tilt), card(job, samples, of_samples, ending)});
  fs::remove(job.checkpoint());
  audience.say(ending);
}

}  // namespace ocelli::app
