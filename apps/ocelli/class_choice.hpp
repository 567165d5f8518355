#pragma once

#include <string>
#include <vector>

#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal::app {

/// The option --class: class names separated by commas. It may be repeated.
struct ClassChoice {
  std::vector<std::string> words;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("class", self.words,
          "use only objects of these classes, by name in the annotations (default: all classes; may be given "
          "several times)",
          option::any().value("name,..."));
  }

  /// Throws  Error(Kind::usage) for an empty name.
  std::vector<std::string> names() const;
};

}  // namespace ocelli::internal::app
