#pragma once

#include <span>
#include <string>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/pipelines/sources/shard.hpp"

namespace ocelli::internal::app {

/// The option --shard: a part of the inputs, for distribution over processes and machines.
struct ShardOption {
  std::string text;  ///< "3/16", or empty: all

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("shard", self.text,
          "process only part K of N parts of the inputs, that is, every Nth of their images, pages and "
          "frames from the Kth on",
          option::any().value("K/N"));
  }

  bool is_given() const { return !text.empty(); }

  /// The whole range if no shard is given.
  /// Throws  Error(Kind::usage) for an invalid text, and for a camera or a live stream among the inputs,
  /// because two processes never receive the same frames.
  Shard shard(std::span<const std::string> inputs) const;
};

}  // namespace ocelli::internal::app
