#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/evaluation/reading_score.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/pipelines/sources/truth_pages.hpp"
#include "ocelli/pipelines/sources/zone_files.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/page_reader.hpp"

namespace ocelli::internal {

/// Options and observers of a reader's evaluation.
struct ReaderTest {
  TextRule rule;
  ReadingOptions options;
  InputLimits limits;
  ZoneFiles zones;                              ///< the parts of the pages that the texts are of
  std::function<void(const Problem&)> problem;  ///< each page that cannot be read; may be empty
  ProgressSink progress;
};

/// Reads all pages in a parallel pipeline, then compares. Only reading is timed.
/// Throws  Error(Kind::canceled) on `stop`; there are no partial results.
ReadingScore evaluate_reader(const Reader& reader, const std::vector<TruthPage>& pages,
                             const ReaderTest& test, std::stop_token stop);

/// Evaluates another program in its language (other_reader.hpp), page by page.
ReadingScore evaluate_other(const std::string& program, const std::string& language,
                            const std::vector<TruthPage>& pages, const ReaderTest& test);

}  // namespace ocelli::internal
