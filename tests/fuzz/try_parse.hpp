#pragma once

#include "ocelli/core/require.hpp"

namespace ocelli::internal::fuzz {

/// Parses what may be damaged: an Error is how bad input is refused, anything else that is thrown is a
/// finding.
template <class Parse>
void try_parse(Parse&& parse) {
  try {
    parse();
  } catch (const Error&) {
  }
}

}  // namespace ocelli::internal::fuzz
