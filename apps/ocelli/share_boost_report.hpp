#pragma once

#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "training_desk.hpp"

namespace ocelli::app {

/// A round of ShareBoost for the log.
RoundReport report_of(const ShareBoostRound& round);

}  // namespace ocelli::app
