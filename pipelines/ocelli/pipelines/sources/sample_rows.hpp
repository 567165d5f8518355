#pragma once

#include <memory>
#include <string>

#include "ocelli/data/samples/samples.hpp"
#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// The rows of samples as items named after their source: "table.csv#17".
std::unique_ptr<Source> sample_rows(Samples samples, std::string name);

}  // namespace ocelli::internal
