#pragma once

#include <filesystem>
#include <string>

#include "ocelli/pipelines/reading_job.hpp"

namespace ocelli::app {

/// A bundled model, by its file name: beside an installed program, or in the source tree
/// that the program was built from. Throws Error(Kind::model) naming the paths searched when it
/// is in neither.
std::filesystem::path shipped_model(const std::string& name);

/// The reader in a model file (empty: the bundled one), set up for the job.
/// Throws  as load_reader(), reader_for() and shipped_model().
Reader load_reader_for(const ReadingJob& job, const std::string& model);

}  // namespace ocelli::app
