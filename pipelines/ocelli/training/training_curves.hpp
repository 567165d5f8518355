#pragma once

#include <string>

#include "ocelli/metrics/plot.hpp"

namespace ocelli {

// What the log of a detector's training (training_log.hpp) says of it. A training that was interrupted and resumed has
// one log, where rounds after the last checkpoint come twice: the later ones count. A line cut short, as a killed
// program may leave it, is passed over.

/// Round by round: the loss, and the false-alarm rate of the stage under way, on what is learned from and on what is not.
/// The curves break where a stage ends.
LineChart round_chart(const std::string& log);

/// Stage by stage: the false-alarm rate of the cascade so far, and the share of validation objects that it misses.
LineChart stage_chart(const std::string& log);

}  // namespace ocelli
