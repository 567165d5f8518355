#pragma once

#include "ocelli/core/option_spec.hpp"
#include "ocelli/pipelines/sources/truth_pages.hpp"

namespace ocelli::internal::app {

/// The option --half: every other file of each folder, by name. The first file is even.
struct HalfOption {
  Half half = Half::all;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("half", self.half,
          "use only every other page of each folder, by name (the first one is even), or all");
  }
};

}  // namespace ocelli::internal::app
