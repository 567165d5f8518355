#include "ocelli/training/opencv_detector_training.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/detection/training/opencv/opencv_checkpoint.hpp"
#include "ocelli/detection/training/opencv/opencv_trainer.hpp"
#include "ocelli/training/detector_log.hpp"
#include "ocelli/training/detector_material.hpp"
#include "ocelli/training/operating_point.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal {

namespace {

constexpr std::string_view kHowMeasured = "in OpenCV with minNeighbors=3, it ";

ModelCard card(const DetectorMaterial& material, const OpenCvTrainingResult& result,
               const OperatingPoint& point) {
  ModelCard card = training_card(material);
  card.description = "Cascade for OpenCV that finds: " + material.job.trainer.label + ". " + result.ending;
  card.figures.push_back({.name = "held-out images",
                          .value = std::string(kHowMeasured) + point.to_string(),
                          .data = "the part of the training images that was held out",
                          .command = ""});
  return card;
}

struct MeasuredCascade {
  OpenCvTrainingResult result;
  OperatingPoint point;
};

MeasuredCascade measured(OpenCvTrainingResult result, const DetectorMaterial& material,
                         const std::stop_token& stop) {
  const HeldOutScores scores = score_held_out(result.cascade, material.with_objects.held_out,
                                              material.without.held_out, material.job.limits, stop);
  return {std::move(result), every_detection(scores)};
}

void save(const DetectorTraining& job, const OpenCvModel& model) {
  if (job.writes_xml()) return save_cascade_xml(job.output, model.cascade);
  save_model(job.output, model);
}

std::string describe_use(const DetectorTraining& job) {
  if (job.writes_xml()) return "cv::CascadeClassifier(\"" + job.output.string() + "\")";
  return "ocelli detect -m " + job.output.string() + ", or ocelli convert writes the XML file for OpenCV";
}

}  // namespace

OpenCvModel train_opencv_detector(const DetectorTraining& asked, const TrainingObserver& observer,
                                  std::stop_token stop) {
  check(asked);
  require(asked.runner() == DetectorRunner::opencv, Kind::usage, "is for train_detector()", "--for");
  TrainingSession session({asked.output, asked.resume}, observer);
  const DetectorMaterial material = prepare(asked, observer);
  const DetectorTraining& job = material.job;
  const std::optional<OpenCvTrainingState> from =
      session.resumed([](const std::filesystem::path& path) { return load_opencv_checkpoint(path); });
  DetectorLog log(job, session);
  if (from) log.resumed(from->cascade.stages.size(), from->trees.size());
  const OpenCvTrainingWatch watch = watch_training<OpenCvTrainingState>(log, session, save_opencv_checkpoint);
  auto [result, point] = session.run([&] {
    return measured(train_opencv_cascade(job.trainer, job.opencv, material.data, from, watch, stop), material,
                    stop);
  });
  log_operating_point(session, point);
  log.draw_curves();
  OpenCvModel model{.cascade = std::move(result.cascade), .card = card(material, result, point)};
  save(job, model);
  session.finish();
  observer.report(result.ending);
  observer.report("Accuracy: " + std::string(kHowMeasured) + point.to_string() +
                  ". A larger minNeighbors means fewer false alarms.");
  observer.report("Training curves: " + job.round_curves().string() + " and " + job.stage_curves().string() +
                  ". Usage: " + describe_use(job) + ".");
  return model;
}

void train_detector_for_target(const DetectorTraining& job, const TrainingObserver& observer,
                               std::stop_token stop) {
  if (job.runner() == DetectorRunner::opencv) {
    train_opencv_detector(job, observer, std::move(stop));
  } else {
    train_detector(job, observer, std::move(stop));
  }
}

}  // namespace ocelli::internal
