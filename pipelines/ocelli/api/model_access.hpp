#pragma once

#include <memory>
#include <utility>

#include "ocelli/classifier.hpp"
#include "ocelli/detector.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/pipelines/stages/track_stage.hpp"
#include "ocelli/reader.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/reading_options.hpp"
#include "ocelli/tracker.hpp"

/// The implementations behind the public classes.
namespace ocelli {

struct Detector::Impl : internal::LoadedDetector {
  explicit Impl(internal::LoadedDetector loaded) : LoadedDetector(std::move(loaded)) {}
};

struct Tracker::Impl {
  explicit Impl(internal::FrameFollower frames) : follower(std::move(frames)) {}

  internal::FrameFollower follower;
};

struct Classifier::Impl {
  internal::ClassifierModel model;
};

struct Reader::Impl {
  internal::Reader reader;
  internal::ReadingOptions options;
};

/// For the parts of the API that run or evaluate a model.
namespace internal {

struct Access {
  static const internal::ObjectDetector& of(const ocelli::Detector& detector) {
    return detector.impl_->detector;
  }
  static const internal::FrameFollower& of(const ocelli::Tracker& tracker) { return tracker.impl_->follower; }
  static const internal::ClassifierModel& of(const ocelli::Classifier& classifier) {
    return classifier.impl_->model;
  }
  static const ocelli::Reader::Impl& of(const ocelli::Reader& reader) { return *reader.impl_; }
};

/// A ranking with class names and, if the classifier has them, probabilities.
ocelli::Classification named(const Classification& classification, const Classifier& classifier);
ocelli::Page page_of(const PageText& text);

}  // namespace internal
}  // namespace ocelli
