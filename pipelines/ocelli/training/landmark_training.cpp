#include "ocelli/training/landmark_training.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/pipelines/output/figures.hpp"
#include "ocelli/training/detector_material.hpp"
#include "ocelli/training/training_parts.hpp"
#include "ocelli/training/training_sources.hpp"

namespace ocelli::internal {
namespace {

/// With fewer faces, landmarks are not learned.
constexpr std::size_t kMinLandmarkFaces = 100;
/// The detector's errors are measured on at most so many faces.
constexpr std::size_t kMaxPlaced = 2000;
/// Fewer errors than this say little.
constexpr std::size_t kMinPlaced = 20;
constexpr const char* kLandmarkFigure = "error of landmarks";

/// An image for each object with landmarks.
std::vector<AnnotatedImage> all_with_landmarks(const DetectorTraining& job) {
  std::vector<AnnotatedImage> faces;
  for (const std::filesystem::path& path : job.positives) {
    const TrainingImages set = read_landmarked(path, job.classes, job.limits, {.images = job.images});
    for (const AnnotatedImage& image : set.images) {
      for (const AnnotatedObject& object : image.objects) {
        AnnotatedImage& face = faces.emplace_back(image);
        face.objects = {object};
      }
    }
  }
  return faces;
}

LandmarkFaces faces_of(const std::vector<AnnotatedImage>& images, const InputLimits& limits) {
  return {.count = static_cast<std::uint32_t>(images.size()), .load = [&images, limits](std::uint32_t i) {
            const AnnotatedObject& object = images[i].objects.front();
            return LandmarkFace{read_gray(images[i], limits), square_of_face(object), *object.landmarks};
          }};
}

/// How the detector places the box of a face, if it finds it.
std::optional<PlacingError> placing_error(const ObjectDetector& detector, const LandmarkFace& face) {
  constexpr float kSameObject = 0.3F;
  const std::vector<Detection> found = detector.detect(face.gray);
  const auto shared = [&](const Detection& detection) { return overlap(detection.box, face.square); };
  const auto best = std::ranges::max_element(found, {}, shared);
  if (best == found.end() || shared(*best) < kSameObject) return std::nullopt;
  const double side = face.square.w;
  const Box& box = best->box;
  return PlacingError{.x = (box.center_x() - face.square.center_x()) / side,
                      .y = (box.center_y() - face.square.center_y()) / side,
                      .log_size = std::log(box.w / side)};
}

std::vector<PlacingError> placing_errors(const DetectorModel& model, const LandmarkFaces& faces) {
  const ObjectDetector detector(model, {.scan = {}, .group = {.min_score = 0.0}});
  const std::size_t count = std::min<std::size_t>(faces.count, kMaxPlaced);
  std::vector<std::optional<PlacingError>> each(count);
  parallel_for(std::size_t{0}, count, [&](std::size_t i) {
    each[i] = placing_error(detector, faces.load(static_cast<std::uint32_t>(i * faces.count / count)));
  });
  std::vector<PlacingError> errors;
  for (const std::optional<PlacingError>& one : each)
    if (one) errors.push_back(*one);
  if (errors.size() < kMinPlaced) errors.clear();
  return errors;
}

std::string percent_of(double share) { return fixed(100 * share, 1) + " %"; }

std::string to_string(const LandmarkErrors& errors) {
  return "eyes " + percent_of(errors.eyes) + ", all five " + percent_of(errors.all) +
         " of the distance of the eyes; yaw " + fixed(errors.yaw, 1) + ", roll " + fixed(errors.roll, 1) +
         " degrees";
}

void report_landmarks(const TrainedLandmarks& landmarks, TrainingSession& session) {
  session.report("Landmarks: the mean error on " + count_of(landmarks.measured, "held-out face") + " is " +
                 to_string(landmarks.errors) + ".");
  session.log({{"event", "landmarks"},
               {"faces", landmarks.faces},
               {"held_out", landmarks.measured},
               {"eye_error", landmarks.errors.eyes},
               {"error", landmarks.errors.all},
               {"yaw_error", landmarks.errors.yaw},
               {"roll_error", landmarks.errors.roll}});
}

}  // namespace

std::vector<AnnotatedImage> faces_with_landmarks(const DetectorTraining& job) {
  if (job.landmarks == LandmarkChoice::no) return {};
  std::vector<AnnotatedImage> all = all_with_landmarks(job);
  if (all.size() >= kMinLandmarkFaces) return all;
  require(!job.landmarks, Kind::training,
          "at least " + std::to_string(kMinLandmarkFaces) +
              " faces with landmarks are needed (columns lex, ley, rex, rey, nosex, nosey, lmx, lmy, rmx, "
              "rmy), not " +
              std::to_string(all.size()),
          "--positives");
  return {};
}

TrainedLandmarks train_landmarks(const DetectorTraining& job, const std::vector<AnnotatedImage>& all,
                                 const DetectorModel& detector, TrainingSession& session) {
  constexpr double kHeldOut = 0.1;
  const TrainingParts parts = part(all, split_near_images(all.size(), kHeldOut, job.trainer.seed));
  const LandmarkFaces faces = faces_of(parts.training, job.limits),
                      held_out = faces_of(parts.held_out, job.limits);
  session.report("Training landmarks on " + count_of(parts.training.size(), "face") + ".");
  LandmarkTrainerOptions options;
  options.seed = job.trainer.seed;
  options.changes.placing = placing_errors(detector, faces);
  LandmarkRegressor regressor(train_landmarks(faces, options, session.progress()));
  const LandmarkErrors errors = measure_landmarks(regressor, held_out, options.changes.placing, options.seed);
  TrainedLandmarks trained{std::move(regressor), errors, parts.training.size(), parts.held_out.size()};
  report_landmarks(trained, session);
  return trained;
}

void add_landmarks(DetectorModel& model, TrainedLandmarks landmarks) {
  const LandmarkParts& parts = landmarks.regressor.parts();
  model.card.set_component({"landmarks", std::to_string(parts.trees()) + " regression trees in " +
                                             std::to_string(parts.stages()) + " stages, trained on " +
                                             count_of(landmarks.faces, "face") + "."});
  std::erase_if(model.card.figures, [](const Figure& figure) { return figure.name == kLandmarkFigure; });
  model.card.figures.push_back({.name = kLandmarkFigure,
                                .value = to_string(landmarks.errors),
                                .data = count_of(landmarks.measured, "face") + " that were held out",
                                .command = ""});
  model.landmarks.emplace(std::move(landmarks.regressor));
}

DetectorModel train_landmarks_alone(const DetectorTraining& job, const TrainingObserver& observer,
                                    std::stop_token stop) {
  const CancellationScope scope(stop);
  check(job);
  DetectorModel model = load_detector(job.cascade);
  TrainingSession session({job.output, job.resume}, observer);
  session.run([&] { add_landmarks(model, train_landmarks(job, faces_with_landmarks(job), model, session)); });
  save_model(job.output, model);
  session.finish();
  return model;
}

}  // namespace ocelli::internal
