#include "ocelli/training/detector_training.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/training/training_checkpoint.hpp"
#include "ocelli/metrics/outcome_counts.hpp"
#include "ocelli/pipelines/output/contact_sheet.hpp"
#include "ocelli/training/detector_log.hpp"
#include "ocelli/training/detector_material.hpp"
#include "ocelli/training/feature_sheet.hpp"
#include "ocelli/training/landmark_training.hpp"
#include "ocelli/training/object_shapes.hpp"
#include "ocelli/training/operating_point.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

ModelCard card(const DetectorMaterial& material, const ModelCard& begun, const OperatingPoint& point) {
  ModelCard card = training_card(material);
  card.description = begun.description;
  card.components = begun.components;
  card.figures.push_back(
      {.name = std::string(kOperatingPointFigure),
       .value = "a minimum score of " + short_number(point.min_score) + " " + point.to_string(),
       .data = "the part of the training images that was held out",
       .command = ""});
  return card;
}

/// If the training used mirrored objects, the detector also evaluates mirror images.
DetectorModel finished(const DetectorTraining& job, const TrainingResult& result) {
  CascadeParts parts = result.cascade.parts();
  parts.symmetric = job.poses.mirror && job.poses.samples_per_object.value() > 1;
  DetectorModel model{Cascade(std::move(parts)), {}};
  model.card.description = "Detector of objects labeled '" + job.trainer.label + "'.";
  model.card.set_component(
      {"cascade", std::string(job.trainer.backtrack ? "FloatBoost" : "RealBoost") + ". " + result.ending});
  return model;
}

Cascade with_min_score(const Cascade& cascade, float min_score) {
  CascadeParts parts = cascade.parts();
  parts.min_score = min_score;
  return Cascade(std::move(parts));
}

/// Pictures of a strip have no surroundings.
std::vector<AnnotatedImage> with_surroundings(std::vector<AnnotatedImage> images) {
  std::erase_if(images, [](const AnnotatedImage& image) { return image.strip_cell.has_value(); });
  return images;
}

/// A trained cascade, and the origin of its checkpoint.
struct TrainedCascade {
  DetectorModel model;
  TrainingState state;
};

/// The environment of a training: messages, log and checkpoints.
struct Surroundings {
  TrainingSession& session;
  DetectorLog& log;
  const std::stop_token& stop;
};

/// Stores the verifier's state with the cascade's. `state` and `saving` must outlive it.
VerifierWatch watch_verifier(const Surroundings& around, TrainingState& state, SpareTime& saving) {
  return {.progress = around.session.progress(),
          .round = [&log = around.log](const VerifierReport& report) { log.verifier_round(report); },
          .checkpoint =
              [&session = around.session, &state, &saving](const VerifierState& verifier) {
                saving.now_and_then([&] {
                  state.verifier = verifier;
                  save_checkpoint(session.files().checkpoint(), state);
                });
              }};
}

/// Shortens the cascade to what a verifier needs before it, unless that was done already, and adds a
/// verifier.
void add_verifier(TrainedCascade& trained, const DetectorMaterial& material, const Surroundings& around) {
  const DetectorTraining& job = material.job;
  DetectorModel& model = trained.model;
  const Cascade& whole = model.cascade;
  const auto objects = [&](const std::vector<AnnotatedImage>& images) {
    return positive_images(with_surroundings(images), whole.width(), whole.height(), job.limits,
                           fit_of(whole.shapes()));
  };
  const VerifierData data{objects(material.with_objects.training), objects(material.with_objects.held_out),
                          material.data.negatives, negative_images(material.without.held_out, 1, job.limits),
                          material.data.negatives_fingerprint};
  require(data.objects.count > 0, Kind::training,
          "strip samples lack the surroundings of their objects, which a verifier needs");
  Cascade first = model.verifier ? whole : loosened(whole, data.negatives, job.verifier.candidates);
  const std::string parts = std::to_string(job.verifier.trees.value()) + " trees" +
                            (job.verifier.network_passes ? " and a network" : "");
  const std::string stages = std::to_string(first.stages().size());
  around.session.report("Training a verifier of " + parts + ", which checks what the first " + stages +
                        " stages find.");
  const std::optional<VerifierState> from = trained.state.verifier;
  SpareTime saving;
  model.verifier = train_verifier(job.verifier, first, data, job.poses, job.trainer.seed, from,
                                  watch_verifier(around, trained.state, saving), around.stop);
  model.cascade = std::move(first);
  model.card.set_component({"verifier", parts + "; rescores what the first " + stages + " stages find."});
}

struct MeasuredDetector {
  DetectorModel model;
  OperatingPoint point;
};

MeasuredDetector measured(DetectorModel model, const DetectorMaterial& material,
                          const std::stop_token& stop) {
  const OperatingPoint point =
      choose_operating_point(score_held_out(model, material.with_objects.held_out, material.without.held_out,
                                            material.job.limits, stop),
                             material.job.false_alarms_per_image);
  return {std::move(model), point};
}

/// The model with a verifier; nothing if the verifier has nothing to learn from.
std::optional<DetectorModel> verified(TrainedCascade trained, const DetectorMaterial& material,
                                      const Surroundings& around) try {
  add_verifier(trained, material, around);
  return trained.model;
} catch (const Error& error) {
  if (error.kind() != Kind::training) throw;
  around.session.report(std::string("Training without a verifier: ") + error.what() + ".");
  return std::nullopt;
}

/// Adds a verifier only if it finds more of the held-out objects than the cascade alone, which is simpler.
MeasuredDetector verified_if_better(TrainedCascade trained, const DetectorMaterial& material,
                                    const Surroundings& around) {
  std::optional<DetectorModel> other = verified(trained, material, around);
  MeasuredDetector alone = measured(std::move(trained.model), material, around.stop);
  if (!other) return alone;
  MeasuredDetector with = measured(std::move(*other), material, around.stop);
  if (with.point.found > alone.point.found) return with;
  around.session.report("The verifier is left out, as it gains nothing here: the cascade alone " +
                        alone.point.to_string() + ", with the verifier " + with.point.to_string() + ".");
  return alone;
}

/// Later stages have features like those of the stages that are kept.
DetectorTraining with_window_of_cascade(DetectorTraining job) {
  if (job.cascade.empty()) return job;
  const CascadeParts cascade = load_detector(job.cascade).cascade.parts();
  require(
      job.shared_stages.value_or(0) <= static_cast<int>(cascade.stages.size()), Kind::usage,
      [&] { return job.cascade.string() + " has only " + count_of(cascade.stages.size(), "stage"); },
      "--shared-stages");
  require(
      (job.width == DetectorTraining().width || job.width == cascade.width) &&
          job.height.value_or(cascade.height) == cascade.height,
      Kind::usage,
      "must be those of --cascade, " + std::to_string(cascade.width) + " x " + std::to_string(cascade.height),
      "--width and --height");
  job.width = cascade.width;
  job.height = cascade.height;
  job.trainer.bins = cascade.bins;
  job.trainer.joint = cascade.joint;
  job.trainer.min_deviation = cascade.min_deviation;
  job.trainer.label = cascade.label;
  return job;
}

/// The cascade of another detector. Only its verifier is trained, so checkpoints contain just the cascade,
/// without the state of another training.
TrainedCascade taken_cascade(const DetectorTraining& job, const std::optional<TrainingState>& from) {
  TrainedCascade taken{load_detector(job.cascade), {}};
  taken.state.cascade = taken.model.cascade.parts();
  if (!from) return taken;
  require(from->fingerprint == taken.state.fingerprint && from->cascade == taken.state.cascade, Kind::model,
          "the checkpoint is from a different cascade; use the same one to resume, or start over",
          "--cascade");
  taken.state.verifier = from->verifier;
  return taken;
}

/// A verifier from an earlier run is kept only if the cascade before it has not grown since.
TrainedCascade train_or_take_cascade(const DetectorMaterial& material,
                                     const std::optional<TrainingState>& from, const TrainingWatch& watch,
                                     const std::stop_token& stop) {
  const DetectorTraining& job = material.job;
  if (!job.cascade.empty() && !job.shared_stages) return taken_cascade(job, from);
  TrainingResult result = train_cascade(job.trainer, material.data, from, watch, stop);
  TrainedCascade trained{finished(job, result), std::move(result.state)};
  if (from && !(from->cascade == trained.state.cascade)) trained.state.verifier.reset();
  return trained;
}

void report_how_to_use(const DetectorTraining& job, const OperatingPoint& point,
                       const TrainingObserver& observer) {
  observer.report(
      "Its operating point, a minimum score of " + short_number(point.min_score) + ", " + point.to_string() +
      ". To change it for one run: ocelli detect --min-score S; permanently: ocelli edit --min-score S " +
      job.output.string() + ".");
  if (share(point.false_alarms, point.photos) > job.false_alarms_per_image) {
    observer.report("That exceeds the " + short_number(job.false_alarms_per_image) +
                    " false alarms of --false-alarms-per-image, with which it would find less than half of "
                    "the held-out objects.");
  }
}

}  // namespace

DetectorModel train_detector(const DetectorTraining& asked, const TrainingObserver& observer,
                             std::stop_token stop) {
  if (asked.trains_only_landmarks()) return train_landmarks_alone(asked, observer, std::move(stop));
  const CancellationScope scope(stop);
  check(asked);
  require(asked.runner() == DetectorRunner::ocelli, Kind::usage, "is for train_opencv_detector()", "--for");
  TrainingSession session({asked.output, asked.resume}, observer);
  const std::vector<AnnotatedImage> faces = faces_with_landmarks(asked);
  const DetectorMaterial material = prepare(with_window_of_cascade(asked), observer);
  const DetectorTraining& job = material.job;
  const std::optional<TrainingState> from =
      session.resumed([](const fs::path& path) { return load_checkpoint(path); });
  DetectorLog log(job, session);
  if (from) log.resumed(from->cascade.stages.size(), from->rounds);
  const TrainingWatch watch = watch_training<TrainingState>(log, session, save_checkpoint);
  const Surroundings around{session, log, stop};
  auto found = session.run([&] {
    TrainedCascade trained = train_or_take_cascade(material, from, watch, stop);
    if (job.verifier.trees.value() > 0 && !asked.verifier.trees && asked.cascade.empty())
      return verified_if_better(std::move(trained), material, around);
    if (job.verifier.trees.value() > 0) add_verifier(trained, material, around);
    return measured(std::move(trained.model), material, stop);
  });
  DetectorModel& model = found.model;
  const OperatingPoint& point = found.point;
  std::optional<TrainedLandmarks> landmarks;
  if (!faces.empty()) landmarks = session.run([&] { return train_landmarks(job, faces, model, session); });
  log_operating_point(session, point);
  log.draw_curves();
  write_sheet(job.features(), feature_sheet(model.cascade, mean_window(material.data.positives)));
  model.cascade = with_min_score(model.cascade, point.min_score);
  model.card = card(material, model.card, point);
  if (landmarks) add_landmarks(model, std::move(*landmarks));
  save_model(job.output, model);
  session.finish();
  observer.report(model.card.description);
  for (const ModelPart& component : model.card.components)
    observer.report("Its " + component.name + ": " + component.text);
  report_how_to_use(job, point, observer);
  observer.report("Training curves: " + job.round_curves().string() + " and " + job.stage_curves().string() +
                  ". Features: " + job.features().string() + ".");
  return model;
}

}  // namespace ocelli::internal
