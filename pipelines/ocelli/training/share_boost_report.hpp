#pragma once

#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal {

/// A round of ShareBoost for the log.
RoundFigures report_of(const ShareBoostRound& round);

}  // namespace ocelli::internal
