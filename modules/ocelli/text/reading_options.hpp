#pragma once

#include <string>

namespace ocelli {

/// How a reader looks at a page.
struct ReadingOptions {
  std::string only;        ///< the characters to read, UTF-8; empty: all that the model knows
  bool straighten = true;  ///< whether skew is measured and undone
  bool turn = true;        ///< whether pages that stand on their head or side are found and turned

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("only", self.only, "the only characters to read, e.g. 0123456789 (default: all of the model)");
    visit("straighten", self.straighten, "correct the skew of pages");
    visit(
        "turn", self.turn,
        "rotate pages that are upside down or sideways; pages that read badly are tried in each orientation");
  }
};

}  // namespace ocelli
