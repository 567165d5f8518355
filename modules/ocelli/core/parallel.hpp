#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <utility>

#include "ocelli/core/cancellation.hpp"

namespace ocelli::internal {

/// Wraps the body of a oneTBB parallel algorithm. On every thread the body runs within the CancellationScope
/// of the thread that calls this function, and stops on a stop request. Keeps a reference to the body.
template <class Body>
auto cancellable(const Body& body) {
  return [&body, scope = CancellationScope::current()](auto&&... arguments) {
    const CancellationScope::Entered entered(scope);
    check_canceled();
    return body(std::forward<decltype(arguments)>(arguments)...);
  };
}

/// Calls body(range) for subranges of a oneTBB range on several threads.
/// Throws  Error(Kind::canceled) on a stop request before the end; whatever the body throws.
template <class Range, class Body>
void parallel_for(const Range& range, const Body& body) {
  tbb::parallel_for(range, cancellable(body));
}

/// Calls body(i) for each i in first .. last - 1.
template <class Index, class Body>
void parallel_for(Index first, Index last, const Body& body) {
  const auto each = [&body](const tbb::blocked_range<Index>& part) {
    for (Index i = part.begin(); i != part.end(); ++i) {
      check_canceled();
      body(i);
    }
  };
  ocelli::internal::parallel_for(tbb::blocked_range<Index>(first, last), each);
}

}  // namespace ocelli::internal
