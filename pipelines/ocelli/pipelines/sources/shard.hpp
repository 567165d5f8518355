#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// One of `count` parts of a sequence of items, so that as many processes or machines share the work: item i,
/// from 0, is in part i % count + 1. The parts are disjoint and complete, and differ by at most one item.
struct Shard {
  std::size_t number = 1, count = 1;

  bool has(std::size_t item) const { return item % count == number - 1; }
  /// The number of its items among the first `items` of the sequence.
  std::size_t size(std::size_t items) const { return (items + count - number) / count; }
};

/// The shard "3/16": the third of sixteen. Throws Error(Kind::usage) unless it is K/N with K from 1 to N.
Shard shard_of(std::string_view text);

/// The items of a shard. The source passes over the others (Source::skip()), which are not decoded.
/// Requires  a source that gives every shard the same items.
std::unique_ptr<Source> shard_items(std::unique_ptr<Source> source, const Shard& shard);

}  // namespace ocelli::internal
