#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/data/samples/samples.hpp"

namespace ocelli {

/// The true classes of items in their order, by name: those of an IDX file of labels are named by their numbers, those
/// of any other file stand in its lines, each the last of its comma-separated cells.
/// Throws  Error(Kind::input) naming the file when it can be read as neither.
std::vector<std::string> read_truths(const std::filesystem::path& path);

/// The same of samples whose labels are known.
std::vector<std::string> true_names(const Samples& samples);

/// The names' places among the classes. Throws Error(Kind::input) at `where` for a name that is none of them.
std::vector<std::uint16_t> numbered(std::span<const std::string> names, std::span<const std::string> classes,
                                    const std::string& where);

}  // namespace ocelli
