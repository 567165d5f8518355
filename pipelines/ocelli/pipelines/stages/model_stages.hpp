#pragma once

#include "ocelli/data/images/decoded_image.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/pipelines/pdf_options.hpp"
#include "ocelli/pipelines/sources/zone_files.hpp"
#include "ocelli/pipelines/stages/stages.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/page_reader.hpp"

namespace ocelli::internal {

/// Decodes an item to gray and runs the detector on it. Each calling thread has its own scratch memory.
/// Keeps a reference: the detector must outlive the work. With Colors::both, records keep the picture for
/// drawing, from the same decoding.
Work detect_work(const ObjectDetector& detector, Colors colors = Colors::gray);

/// Decodes an item to gray and fits it to the classifier's shape, or uses its values unchanged, and ranks the
/// classifier's labels. Keeps a reference: the classifier must outlive the work.
Work classify_work(const Classifier& classifier);

/// What is wanted of the pages of a run, apart from how they are read.
struct PageRequest {
  Colors colors = Colors::gray;
  ExistingText existing = ExistingText::skip;  ///< what is done with pages of PDF files that contain text
  ZoneFiles zones = {};
};

/// Decodes an item to gray and reads it as a page. Lines are read in parallel, and so are pages when a graph
/// runs this. At most as many pages are open as there are threads. Keeps a reference: the reader must outlive
/// the work.
///
/// If a page takes longer than limits.max_seconds, the part read so far is returned with a warning. If
/// nothing has been read yet, it is an Error(Kind::input). With Colors::both, records keep the page's picture
/// for drawing.
/// Throws  Error(Kind::usage) for `charset` with a character that the reader does not know.
Work read_work(const Reader& reader, const ReadingOptions& options, const InputLimits& limits = {},
               const PageRequest& request = {});

}  // namespace ocelli::internal
