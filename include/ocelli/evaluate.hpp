#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/classifier.hpp"
#include "ocelli/detector.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/reader.hpp"

namespace ocelli {

/// A point of a detector's ROC curve.
struct RocPoint {
  std::size_t false_positives = 0;  ///< over all images
  double detection_rate = 0;        ///< 0 to 1
  float min_score = 0;              ///< of the detections counted at this point
};

struct DetectorFigures {
  std::size_t images = 0, objects = 0;
  double average_precision = 0;  ///< area under the precision-recall curve, 0 to 1
  std::vector<RocPoint> roc;     ///< from 0 false positives to the maximum
};

/// Runs the detector on annotated images and compares its detections to the annotations. A detection is a hit
/// if its center is within 0.3 of the object's size and its size within a factor of 2. Images that cannot be
/// read are reported as problems. The curve starts at the detector's own minimum score. For the full curve,
/// set min-score to 0 and min-neighbors to 1.
/// Throws  Error(Kind::input) for annotations that cannot be read.
OCELLI_API DetectorFigures evaluate_detector(const Detector& detector,
                                             const std::vector<std::filesystem::path>& annotations,
                                             const Observer& observer = {});

struct ClassifierFigures {
  std::size_t samples = 0, errors = 0;
  std::optional<double> log_loss;                   ///< in nats; only for classifiers with probabilities
  std::vector<std::string> classes;                 ///< rows and columns of the confusion matrix
  std::vector<std::vector<std::size_t>> confusion;  ///< counts by [true class][predicted class]
};

/// Classifies labeled samples: a table, an IDX file with its labels, or a folder with a subfolder for each
/// class.
/// Throws  Error(Kind::input) naming the file and line; also for a label that is not a class of the
/// classifier.
OCELLI_API ClassifierFigures evaluate_classifier(const Classifier& classifier,
                                                 const std::filesystem::path& samples,
                                                 const std::optional<std::filesystem::path>& labels = {});

struct ReaderFigures {
  /// Errors are edit distances.
  std::size_t pages = 0, characters = 0, character_errors = 0, words = 0, word_errors = 0;
};

/// Reads pages NAME.png with their ground truth in NAME.gt.txt and counts the edits between the two texts.
/// Throws  Error(Kind::input) for a folder without such pages.
OCELLI_API ReaderFigures evaluate_reader(const Reader& reader, const std::vector<std::string>& folders,
                                         const Observer& observer = {});

/// How well the objects of videos were followed. Boxes hit at an overlap of 0.5.
struct TrackFigures {
  std::size_t objects = 0, hits = 0, false_positives = 0;  ///< boxes of all frames
  std::size_t switches = 0;  ///< how often an object is found under another number than before
  double mota = 0;           ///< 1 - (misses + false positives + switches) / objects
  double hota = 0;           ///< 0 to 1: weighs finding and keeping numbers alike
};

/// Compares tracks with the truth, both in the format of the MOT challenge (docs/following.md): two files, or
/// two folders with files of the same names.
/// Throws  Error(Kind::input) naming the file and line.
/// Source  Bernardin and Stiefelhagen 2008 (MOTA); Luiten et al. 2021 (HOTA).
OCELLI_API TrackFigures evaluate_tracks(const std::filesystem::path& found,
                                        const std::filesystem::path& truth);

}  // namespace ocelli
