#pragma once

#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/text/reader_model.hpp"

/// The contents of Python objects: a model ready to run, and its card. LoadedDetector is another one.
namespace ocelli::internal::python {

struct LoadedClassifier {
  ClassifierModel model;
  bool only_digits = false;  ///< whether pictures that cannot be digits are rejected

  const Classifier& classifier() const { return model.classifier; }
};

struct LoadedReader {
  Reader reader;
  ModelCard card;
};

}  // namespace ocelli::internal::python
