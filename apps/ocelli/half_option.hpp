#pragma once

#include <string>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/pipelines/sources/truth_pages.hpp"

namespace ocelli::internal::app {

/// The option --half: every other file of each folder, by name; the first one is even.
struct HalfOption {
  std::string name;  ///< "even", "odd", or empty: all

  Half half() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("half", self.name, "use only every other page of each folder, by name; the first one is even",
          option::one_of("even|odd"));
  }
};

}  // namespace ocelli::internal::app
