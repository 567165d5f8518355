#pragma once

#include <string>
#include <vector>

#include "ocelli/core/option_spec.hpp"

namespace ocelli::app {

/// The option --class: names of classes, which may be given several times, and several in one word with commas between
/// them.
struct ClassChoice {
  std::vector<std::string> words;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("class", self.words,
          "objects of these classes only, by their names in the annotations; may be given several times "
          "(default: all objects, whatever they are called)",
          option::any().value("name,..."));
  }

  /// Throws Error(Kind::usage) for an empty one.
  std::vector<std::string> names() const;
};

}  // namespace ocelli::app
