#pragma once

#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/pipelines/stages/stages.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/page_reader.hpp"

namespace ocelli::internal {

/// Decodes an item to gray and finds the detector's objects in it. Each calling thread has its own
/// scratch. Keeps a reference: the detector must outlive the work.
Work detect_work(const ObjectDetector& detector);

/// Decodes an item to gray and fits it to the classifier's shape, or takes its values unchanged, and ranks
/// the classifier's labels for it. Keeps a reference: the classifier must outlive the work.
Work classify_work(const Classifier& classifier);

/// Decodes an item to gray and reads it as a page. Lines are read in parallel, and so are pages where a graph
/// runs this; no more pages are open at once than there are threads. Keeps a reference: the reader must
/// outlive the work.
///
/// A page that takes longer than limits.max_seconds to read is returned as it was read until then, with a
/// warning; if nothing was read yet, it is an Error(Kind::input).
/// Throws    Error(Kind::usage) for `charset`
/// with a character that the reader does not know.
Work read_work(const Reader& reader, const ReadingOptions& options, const InputLimits& limits = {});

}  // namespace ocelli::internal
