#pragma once

#include <stop_token>

#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli {

/// Takes one item after the other through the stages, on the calling thread: the plain twin of run_graph().
/// Throws    Error for a fault in any stage; the sink has then had every item before it.
RunSummary run_serially(const Stages& stages, std::stop_token stop = {});

}  // namespace ocelli
