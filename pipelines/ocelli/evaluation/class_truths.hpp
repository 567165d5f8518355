#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// The true classes of items in order, by name: an IDX file of labels has their numbers as names,
/// any other file one per line, in the last of its comma-separated cells.
/// Throws  Error(Kind::input) naming the file when it is neither.
std::vector<std::string> read_truths(const std::filesystem::path& path);

/// The same for labeled samples.
std::vector<std::string> true_names(const Samples& samples);

/// The indices of the names among the classes. Throws Error(Kind::input) at `where` for an unknown name.
std::vector<std::uint16_t> numbered(std::span<const std::string> names, std::span<const std::string> classes,
                                    const std::string& where);

}  // namespace ocelli::internal
