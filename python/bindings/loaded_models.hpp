#pragma once

#include <opencv2/core/types.hpp>

#include "ocelli/detection/detector.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/text/reader_model.hpp"

/// What Python objects hold: a model ready to run, and its card.
namespace ocelli::internal::python {

struct LoadedDetector {
  Detector detector;
  ModelCard card;
  cv::Size window;  ///< of the training
};

struct LoadedClassifier {
  ClassifierModel model;
  bool only_digits = false;  ///< whether pictures that cannot be digits are refused

  const Classifier& classifier() const { return model.classifier; }
};

struct LoadedReader {
  Reader reader;
  ModelCard card;
};

}  // namespace ocelli::internal::python
