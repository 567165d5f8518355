#pragma once

#include <array>

#include "ocelli/imaging/binarise.hpp"

namespace ocelli {

/// The shares of contrast (ContrastOptions::share) that grey pages are binarised with until one reads well: less and less of the
/// grey counts as ink, which opens letters that blur has filled.
inline constexpr std::array kInkShares = {ContrastOptions{}.share, 0.75, 0.95};

}  // namespace ocelli
