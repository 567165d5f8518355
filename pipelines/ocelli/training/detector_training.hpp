#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/training/cascade_trainer.hpp"
#include "ocelli/detection/training/opencv/opencv_stage_trainer.hpp"
#include "ocelli/detection/training/positives.hpp"
#include "ocelli/detection/training/synthesis.hpp"
#include "ocelli/detection/training/verifier_trainer.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/training/training_observer.hpp"

namespace ocelli::internal {

/// The program that runs the detector: Ocelli, or OpenCV, which loads an XML file.
enum class DetectorRunner : std::uint8_t { ocelli, opencv };
constexpr auto names_of(DetectorRunner) {
  return std::array{std::pair{DetectorRunner::ocelli, "ocelli"}, std::pair{DetectorRunner::opencv, "opencv"}};
}

/// Whether landmarks of faces are trained, too, or alone.
enum class LandmarkChoice : std::uint8_t { no, yes, only };
constexpr auto names_of(LandmarkChoice) {
  return std::array{std::pair{LandmarkChoice::no, "no"}, std::pair{LandmarkChoice::yes, "yes"},
                    std::pair{LandmarkChoice::only, "only"}};
}

/// The inputs and options of `ocelli train detector`. Empty values are derived from the data by resolved().
struct DetectorTraining {
  std::vector<std::filesystem::path> positives;  ///< annotation files
  std::filesystem::path from_one;                ///< a picture from which to synthesize positives; optional
  std::vector<std::filesystem::path> negatives;  ///< folders or lists of images without the object
  std::vector<std::filesystem::path> images;     ///< folders in which to search for the annotated images
  /// A detector to reuse: its cascade or its first stages are kept. May be empty.
  std::filesystem::path cascade;
  /// Stages of that cascade to keep; the others are trained. Empty: all, so only the verifier is trained.
  std::optional<int> shared_stages = {};
  std::filesystem::path output;
  bool resume = false;
  std::vector<std::string> classes;  ///< to learn; empty: all
  InputLimits limits;                ///< on each image; not part of the result, so not in the card

  std::optional<DetectorRunner> target = {};  ///< empty: see runner()
  int width = 20;                             ///< of the window
  std::optional<int> height = {};             ///< empty: from the aspect ratio of the median box
  std::optional<int> shapes = {};             ///< of objects; empty: see shapes_for()
  /// Share of the images with objects that only set thresholds; empty: derived from the data.
  std::optional<double> validation = {};
  /// Share of the negative images that only set the operating point; empty: derived from the data.
  std::optional<double> held_out = {};
  double false_alarms_per_image = 0.1;  ///< maximum per photo, at the operating point
  std::optional<bool> mirror = {};      ///< whether mirrored objects count; empty: derived from the data
  int negative_views = 1;               ///< views of each negative image
  bool surroundings = false;  ///< whether negatives also come from around the objects of positive images
  /// Empty: if enough annotated objects have landmarks.
  std::optional<LandmarkChoice> landmarks = {};
  PoseOptions poses{.samples_per_object = std::nullopt};
  VerifierOptions verifier{.trees = std::nullopt};
  CascadeTrainerOptions trainer{.min_hit_rate = std::nullopt,
                                .lossless_weak = std::nullopt,
                                .max_weak_count = std::nullopt,
                                .mined = std::nullopt,
                                .features = std::nullopt};
  OpenCvStageOptions opencv;  ///< if OpenCV runs it
  SynthesisOptions synthesis;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("for", self.target,
          "what runs the detector: ocelli, or opencv, which loads the XML file written; auto: opencv for an "
          "output named .xml, otherwise ocelli",
          option::any().or_auto().basic());
    visit("width", self.width, "width of the training window",
          option::from(Cascade::kMinSide).to(Cascade::kMaxSide).in("pixels").basic());
    visit("height", self.height,
          "height of the training window (auto: from the aspect ratio of the median box)",
          option::from(Cascade::kMinSide).to(Cascade::kMaxSide).in("pixels").basic().or_auto());
    visit("shapes", self.shapes,
          "number of shapes of objects, found by clustering the aspect ratios of their boxes (auto: 1 unless "
          "these differ much)",
          option::from(1).to(static_cast<int>(Cascade::kMaxShapes)).basic().or_auto());
    visit("shared-stages", self.shared_stages,
          "stages of the cascade of --cascade to keep, before others are trained (all: only the verifier is "
          "trained)",
          option::from(1).to(200).fixed().or_none(0));
    visit("validation", self.validation,
          "share of the positive images held out to set thresholds (auto: 0.15, more of few images)",
          option::above(0).to(0.9).basic().or_auto(0));
    visit("held-out", self.held_out,
          "share of the negative images held out to set the operating point (auto: 0.15, at most 200 images, "
          "none of fewer than 10)",
          option::from(0).to(0.9).or_auto());
    visit("false-alarms-per-image", self.false_alarms_per_image,
          "maximum false alarms per held-out image at the operating point (more if fewer than half of the "
          "held-out objects would be found)",
          option::from(0).may_change().basic());
    visit("mirror", self.mirror, "mirror every second augmented sample: yes, no, or auto: from the data",
          option::any().or_auto().basic());
    visit("negative-views", self.negative_views,
          "orientations of each negative image to mine, mirrored and rotated", option::from(1).to(8));
    visit("surroundings", self.surroundings,
          "also mine the surroundings of objects in positive images (all objects in them must be annotated)");
    visit(
        "landmarks", self.landmarks,
        "also learn to place eyes, nose and mouth: yes, no, only (add them to the detector of --cascade), or "
        "auto: if at least 100 annotated faces have them",
        option::any().or_auto().may_change());
    PoseOptions::describe(self.poses, visit);
    CascadeTrainerOptions::describe(self.trainer, visit);
    VerifierOptions::describe(self.verifier, visit);
    OpenCvStageOptions::describe(self.opencv, visit);
    SynthesisOptions::describe(self.synthesis, visit);
  }

  /// The program that runs the detector if the target is auto: OpenCV for an output named .xml.
  DetectorRunner runner() const;
  bool writes_xml() const;
  /// Whether a detector is given landmarks and nothing else is trained. Then no negatives are needed.
  bool trains_only_landmarks() const { return landmarks == LandmarkChoice::only; }

  /// The same options with a target and a number for every value derived from the data, given the number of
  /// images with and without objects. With few images, more of them are held out to set thresholds, the rest
  /// are varied more often, and a stage may miss one of the held-out objects: with 0.995 of fewer than 200,
  /// it would have to keep the most unusual of them. Small data sets also get fewer negatives, features and
  /// weak classifiers, because they cannot distinguish more. Below 100 objects, no verifier is trained. From
  /// 2,048 images on, the values are constant.
  DetectorTraining resolved(std::size_t object_images, std::size_t plain_images) const;

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  /// Where the log (TrainingFiles) and pictures go: next to the model.
  std::filesystem::path log() const { return output.string() + ".log.jsonl"; }
  std::filesystem::path round_curves() const { return output.string() + ".rounds.svg"; }
  std::filesystem::path stage_curves() const { return output.string() + ".stages.svg"; }
  std::filesystem::path features() const { return output.string() + ".features.png"; }
  std::filesystem::path samples() const { return output.string() + ".samples.png"; }
  std::filesystem::path sample_strip() const { return output.string() + ".samples.pgm"; }
  std::filesystem::path sample_table() const { return output.string() + ".samples.csv"; }
};

/// Checks the data, trains, writes the model with its card, and returns it. Writes a checkpoint after every
/// weak classifier and a log with one JSON line per round. Both stay next to the model, the checkpoint only
/// until the model is written. Draws the samples before training, the log's curves after every stage, and the
/// first features with the model.
/// Throws  as train_cascade(), Error(Kind::output) when the model cannot be written there.
DetectorModel train_detector(const DetectorTraining& job, const TrainingObserver& observer,
                             std::stop_token stop);

}  // namespace ocelli::internal
