#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/core/progress.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/evaluation/reading_score.hpp"
#include "ocelli/pipelines/sources/truth_pages.hpp"
#include "ocelli/text/page_reader.hpp"
#include "ocelli/text/reader.hpp"

namespace ocelli {

/// How reading is measured, and who is told.
struct ReaderTest {
  TextRule rule;
  ReadingOptions options;
  InputLimits limits;
  std::function<void(const Problem&)> problem;  ///< each page that cannot be read; may be empty
  ProgressSink progress;
};

/// Reads all pages in a flow graph, then compares: what is timed is reading alone.
/// Throws  Error(Kind::cancelled) on `stop`: nothing is measured of a part.
ReadingScore evaluate_reader(const Reader& reader, const std::vector<TruthPage>& pages,
                             const ReaderTest& test, std::stop_token stop);

/// The same of another program (other_reader.hpp), page after page.
ReadingScore evaluate_other(const std::string& program, const std::vector<TruthPage>& pages,
                            const ReaderTest& test);

}  // namespace ocelli
