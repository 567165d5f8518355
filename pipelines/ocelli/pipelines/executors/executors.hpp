#pragma once

#include <cstddef>
#include <stop_token>

#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli::internal {

/// Runs items through the stages on all threads of oneTBB, with the same result as run_serially().
///
///   source (in order) --> work (parallel) --> sink (in order)
///
/// At most `in_flight` items are between the source and the end of the sink, however slow the sink is.
/// `in_flight` = 0 means four per thread, which keeps all threads busy behind one slow image.
///
/// When `stop` is requested, no more items are pulled, and admitted ones still reach the sink. A fault in a
/// stage reaches the sink in order: the sink has received every item before it and none after it.
/// Throws    Error for a fault in any stage, after all threads have left the stages.
RunSummary run_graph(const Stages& stages, std::stop_token stop = {}, std::size_t in_flight = 0);

/// Runs the items through the stages one after the other, on the calling thread. The reference for
/// run_graph().
/// Throws    Error for a fault in any stage; by then the sink has received every item before it.
RunSummary run_serially(const Stages& stages, std::stop_token stop = {});

}  // namespace ocelli::internal
