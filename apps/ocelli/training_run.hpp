#pragma once

#include <functional>
#include <stop_token>

#include "ocelli/training/training_observer.hpp"

namespace ocelli::internal::app {

/// Runs a training until it is done or the user stops it, its messages and its progress on the terminal.
/// Returns the exit code: kSomeInputsFailed when it left out files or lines, each of which has been named.
int run_training(const std::function<void(const TrainingObserver&, std::stop_token)>& train);

}  // namespace ocelli::internal::app
