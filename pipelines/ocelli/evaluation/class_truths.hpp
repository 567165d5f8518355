#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// Reads the true classes of items, in order, by name. An IDX file of labels uses their numbers as names. Any
/// other file has one item per line, with the class in the last comma-separated cell.
/// Throws  Error(Kind::input) naming the file when it is neither.
std::vector<std::string> read_truths(const std::filesystem::path& path);

/// The same for labeled samples.
std::vector<std::string> true_names(const Samples& samples);

/// The indices of the names among the classes; classes.size() for a name that is none. Names that are numbers
/// are the same if their values are: 1 and 1.0.
std::vector<std::uint16_t> numbered_or_unknown(std::span<const std::string> names,
                                               std::span<const std::string> classes);

/// The same for names that are all known.
/// Throws  Error(Kind::input) at `where` for an unknown name.
std::vector<std::uint16_t> numbered(std::span<const std::string> names, std::span<const std::string> classes,
                                    const std::string& where);

}  // namespace ocelli::internal
