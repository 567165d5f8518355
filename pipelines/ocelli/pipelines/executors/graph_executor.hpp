#pragma once

#include <cstddef>
#include <stop_token>

#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli {

/// Takes items through the stages with all threads that oneTBB may use, to the same result as run_serially().
///
///   source --> admission --> work (parallel) --> order --> sink --+
///                  ^                                              |
///                  +------------------- tokens <-----------------+
///
/// An item is admitted with a token that it gives back behind the sink. So no more than `in_flight` items are
/// between admission and the end of the sink, however slow the sink is; one more may wait in the source.
/// `in_flight` = 0 stands for four a thread, enough to keep all busy behind one slow image.
///
/// When `stop` is requested nothing more is pulled, and what was admitted still reaches the sink. A fault in
/// a stage reaches the sink's place in its turn, so the sink has had every item before it and none after it.
/// Throws    Error for a fault in any stage, after all threads have left the stages.
RunSummary run_graph(const Stages& stages, std::stop_token stop = {}, std::size_t in_flight = 0);

}  // namespace ocelli
