#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
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

/// All that `ocelli train detector` is told. Where 0 stands for "by the data", resolved() puts a number.
struct DetectorTraining {
  std::vector<std::filesystem::path> positives;  ///< annotation files
  std::filesystem::path from_one;                ///< a picture to synthesize more positives from; empty: none
  std::vector<std::filesystem::path> negatives;  ///< folders or lists of images without the object
  std::vector<std::filesystem::path> images;     ///< folders to search for images that annotations name
  std::filesystem::path
      cascade;  ///< a detector whose cascade is taken, so that the verifier alone is trained; empty: none
  std::filesystem::path output;
  bool resume = false;
  std::vector<std::string> classes;  ///< whose objects count; empty: all
  InputLimits limits;                ///< on each image; no part of what is trained, so not in the card

  std::string target =
      "auto";      ///< what runs the detector: ocelli; opencv, which loads an XML file; auto: see runner()
  int width = 20;  ///< of the window
  int height = 0;  ///< 0: as the median box is shaped
  double validation = 0;  ///< share of the images with objects that only set thresholds; 0: by the data
  double held_out = -1;   ///< share of the negative images that only set the operating point; -1: by the data
  double false_alarms_per_image = 0.1;  ///< a photo, at most, at the operating point
  std::string mirror = "auto";          ///< whether a mirrored object is an object too; auto: by the data
  int negative_views = 1;               ///< ways to see each negative image
  bool surroundings = false;  ///< whether negatives come from around the objects of positive images, too
  PoseOptions poses{.samples_per_object = 0};
  VerifierOptions verifier{.trees = -1};
  CascadeTrainerOptions trainer{
      .min_hit_rate = 0, .lossless_weak = -1, .max_weak_count = 0, .mined = 0, .features = 0};
  OpenCvStageOptions opencv;  ///< where OpenCV runs it
  SynthesisOptions synthesis;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("for", self.target,
          "what runs the detector: ocelli, or opencv, which loads the XML file written; auto: opencv for an "
          "output "
          "named .xml, otherwise ocelli",
          option::one_of("auto|ocelli|opencv").basic());
    visit("width", self.width, "width of the window",
          option::from(Cascade::kMinSide).to(Cascade::kMaxSide).in("pixels").basic());
    visit("height", self.height, "height of the window (auto: from the aspect ratio of the median box)",
          option::from(Cascade::kMinSide).to(Cascade::kMaxSide).in("pixels").basic().auto_at(0));
    visit("validation", self.validation,
          "share of the positive images held out to set thresholds (auto: 0.15, more of few images)",
          option::from(0).to(0.9).basic().auto_at(0));
    visit("held-out", self.held_out,
          "share of the negative images held out to set the operating point (auto: 0.15, at most 200 images, "
          "none of fewer than 10)",
          option::from(0).to(0.9).auto_at(-1));
    visit("false-alarms-per-image", self.false_alarms_per_image,
          "maximum false alarms per held-out image at the operating point, unless it would then find "
          "less than half of the held-out objects",
          option::from(0).may_change().basic());
    visit("mirror", self.mirror, "mirror every second augmented sample: yes, no, or auto: from the data",
          option::one_of("yes|no|auto").basic());
    visit("negative-views", self.negative_views,
          "orientations of each negative image to mine: 1 to 8, mirrored and rotated", option::from(1).to(8));
    visit("surroundings", self.surroundings,
          "also mine the surroundings of objects in positive images; all objects in them must be annotated");
    PoseOptions::describe(self.poses, visit);
    CascadeTrainerOptions::describe(self.trainer, visit);
    VerifierOptions::describe(self.verifier, visit);
    OpenCvStageOptions::describe(self.opencv, visit);
    SynthesisOptions::describe(self.synthesis, visit);
  }

  /// What runs the detector where the target is auto: an output named .xml is for opencv.
  std::string runner() const;
  bool writes_xml() const;

  /// The same with a target, and with a number wherever 0 left it to the data, here to so many images with
  /// objects and so many without. Of few images more are kept to set thresholds by, the others are varied
  /// more often, and a stage may miss one of those that are kept: with 0.995 of fewer than 200 it would have
  /// to keep the oddest of them all. Few samples also get fewer negatives, features and weak classifiers,
  /// which they could not tell apart, and of fewer than 100 no verifier is trained. From 2,048 images on
  /// nothing changes any more.
  DetectorTraining resolved(std::size_t object_images, std::size_t plain_images) const;

  /// Throws Error(Kind::usage) naming the invalid option.
  void validate() const;

  /// Where the log (TrainingFiles) and pictures go: beside the model.
  std::filesystem::path log() const { return output.string() + ".log.jsonl"; }
  std::filesystem::path round_curves() const { return output.string() + ".rounds.svg"; }
  std::filesystem::path stage_curves() const { return output.string() + ".stages.svg"; }
  std::filesystem::path features() const { return output.string() + ".features.png"; }
  std::filesystem::path samples() const { return output.string() + ".samples.png"; }
  std::filesystem::path sample_strip() const { return output.string() + ".samples.pgm"; }
  std::filesystem::path sample_table() const { return output.string() + ".samples.csv"; }
};

/// Checks the data, trains, writes the model with its card, and returns it. Keeps a checkpoint after every
/// weak classifier and a log with one JSON line a round; both stay beside the model, the checkpoint only
/// until the model is written. Draws the samples before it, the log's curves after every stage, and the first
/// features with the model. Throws as train_cascade(), and Error(Kind::output) when the model cannot be
/// written there.
DetectorModel train_detector(const DetectorTraining& job, const TrainingObserver& observer,
                             std::stop_token stop);

}  // namespace ocelli::internal
