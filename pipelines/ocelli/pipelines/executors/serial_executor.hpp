#pragma once

#include <stop_token>

#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli::internal {

/// Runs one item after the other through the stages, on the calling thread: the reference for run_graph().
/// Throws    Error for a fault in any stage; the sink has then received every item before it.
RunSummary run_serially(const Stages& stages, std::stop_token stop = {});

}  // namespace ocelli::internal
