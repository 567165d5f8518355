#pragma once

#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli_generated.h"

/// Internal to checkpoint files. Rounds of ShareBoost to and from the schema.
namespace ocelli::internal::format {

schema::ShareBoostRound pack_greedy_round(const ShareBoostRound& round);
ShareBoostRound unpack_greedy_round(const schema::ShareBoostRound& packed);
bool has_finite_objective(const ShareBoostRound& round);

}  // namespace ocelli::internal::format
