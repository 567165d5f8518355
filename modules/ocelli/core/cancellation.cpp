#include "ocelli/core/cancellation.hpp"

#include <utility>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

thread_local const CancellationScope* innermost = nullptr;

}  // namespace

CancellationScope::CancellationScope(std::stop_token stop)
    : stop_(std::move(stop)), outer_(std::exchange(innermost, this)) {}

CancellationScope::~CancellationScope() { innermost = outer_; }

const CancellationScope* CancellationScope::current() { return innermost; }

bool CancellationScope::is_requested() const {
  for (const CancellationScope* scope = this; scope != nullptr; scope = scope->outer_) {
    if (scope->stop_.stop_requested()) return true;
  }
  return false;
}

CancellationScope::Entered::Entered(const CancellationScope* scope)
    : before_(std::exchange(innermost, scope)) {}

CancellationScope::Entered::~Entered() { innermost = before_; }

bool is_canceled() { return innermost != nullptr && innermost->is_requested(); }

void check_canceled() {
  if (is_canceled()) throw Error(Kind::canceled, "stopped");
}

}  // namespace ocelli::internal
