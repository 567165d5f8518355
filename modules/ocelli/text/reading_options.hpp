#pragma once

#include <string>

#include "ocelli/core/option_spec.hpp"

namespace ocelli::internal {

struct ReadingOptions {
  std::string charset;      ///< the characters to read, in UTF-8; empty: all that the model knows
  bool deskew = true;       ///< whether skew is measured and corrected
  bool auto_rotate = true;  ///< whether pages that are upside down or sideways are detected and rotated

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("charset", self.charset, "characters to read, e.g. 0123456789 (default: all of the model)",
          option::any().basic());
    visit("deskew", self.deskew, "measure and correct the skew of pages", option::any().basic());
    visit("auto-rotate", self.auto_rotate, "detect pages that are upside down or sideways and rotate them",
          option::any().basic());
  }
};

}  // namespace ocelli::internal
