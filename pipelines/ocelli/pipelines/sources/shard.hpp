#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// One of `count` parts of a sequence of items, for distribution over processes or machines. Item i, counted
/// from 0, is in part i % count + 1. The parts are disjoint, complete, and differ in size by at most one
/// item.
struct Shard {
  std::size_t number = 1, count = 1;

  bool has(std::size_t item) const { return item % count == number - 1; }
  /// The number of its items among the first `items` of the sequence.
  std::size_t size(std::size_t items) const { return (items + count - number) / count; }
};

/// Parses "3/16", the third of sixteen shards.
/// Throws  Error(Kind::usage) unless the text is K/N with K from 1 to N.
Shard shard_of(std::string_view text);

/// The items of a shard. Other items are skipped without decoding (Source::skip()).
/// Requires  a source that returns the same items for every shard.
std::unique_ptr<Source> shard_items(std::unique_ptr<Source> source, const Shard& shard);

}  // namespace ocelli::internal
