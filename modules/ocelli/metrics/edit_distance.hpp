#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ocelli {

/// What is compared, one number an item: the code points of a text, or its words numbered.
using Symbols = std::span<const std::uint32_t>;

/// The fewest substitutions, insertions and deletions of one symbol that make one sequence the other.
///
/// Cost    |a| |b| / 64 steps of a few instructions: 10,000 against 10,000 take some milliseconds. Memory is linear.
/// Source  Myers 1999, A fast bit-vector algorithm for approximate string matching; Hyyro 2003 for whole sequences.
std::size_t edit_distance(Symbols a, Symbols b);

/// A step of an alignment: a symbol of each side, or of one alone.
struct AlignedPair {
  std::optional<std::uint32_t> a, b;
  friend bool operator==(const AlignedPair&, const AlignedPair&) = default;
};

/// One of the alignments with the fewest edits, always the same one: from first to last, equal symbols included.
///
/// Cost    about twice edit_distance(); memory is linear.
/// Source  Hirschberg 1975, A linear space algorithm for computing maximal common subsequences.
std::vector<AlignedPair> align(Symbols a, Symbols b);

}  // namespace ocelli
