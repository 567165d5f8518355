#include "ocelli/training/opencv_detector_training.hpp"

#include <optional>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/detection/training/opencv/opencv_checkpoint.hpp"
#include "ocelli/detection/training/opencv/opencv_trainer.hpp"
#include "ocelli/training/detector_log.hpp"
#include "ocelli/training/detector_material.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli {

OpenCvCascade train_opencv_detector(const DetectorTraining& asked, const TrainingObserver& observer,
                                    std::stop_token stop) {
  check(asked);
  require(asked.target == "opencv", Kind::usage, "is for train_detector()", "--for");
  TrainingSession session({asked.output, asked.resume}, observer);
  const DetectorMaterial material = prepare(asked, observer);
  const DetectorTraining& job = material.job;
  const std::optional<OpenCvTrainingState> from =
      session.resumed([](const std::filesystem::path& path) { return load_opencv_checkpoint(path); });
  if (from) log_resume(session, from->cascade.stages.size(), from->trees.size());
  const OpenCvTrainingWatch watch = watch_training<OpenCvTrainingState>(job, session, save_opencv_checkpoint);
  OpenCvTrainingResult result = session.run(
      [&] { return train_opencv_cascade(job.trainer, job.opencv, material.data, from, watch, stop); });
  draw_curves(job);
  const std::string xml = cascade_xml(result.cascade);
  write_file_atomically(job.output, std::as_bytes(std::span(xml)));
  session.finish();
  observer.say(result.ending);
  observer.say("How it went: " + job.round_curves().string() + " and " + job.stage_curves().string() +
               ". How to use it: cv::CascadeClassifier(\"" + job.output.string() + "\").");
  return std::move(result.cascade);
}

}  // namespace ocelli
