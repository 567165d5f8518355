#pragma once

#include <stop_token>

namespace ocelli::internal {

/// Makes the calling thread's computations observe a stop request while the scope exists.
///
/// Long computations call check_canceled() from time to time. parallel_for() (core/parallel.hpp) does so
/// before every chunk of work and passes the scope on to its worker threads. So only the outermost function
/// takes a std::stop_token and puts it in a scope. Everything it calls then ends with Error(Kind::canceled)
/// soon after a request. Scopes nest: a request to any of them counts. The thread that made the scopes must
/// destroy them in reverse order.
class CancellationScope {
 public:
  explicit CancellationScope(std::stop_token stop);
  ~CancellationScope();
  CancellationScope(const CancellationScope&) = delete;
  CancellationScope& operator=(const CancellationScope&) = delete;

  /// The innermost scope of this thread, or null.
  static const CancellationScope* current();

  bool is_requested() const;

  /// Makes a scope of another thread the current scope of this thread. The scope must outlive this object.
  class Entered {
   public:
    explicit Entered(const CancellationScope* scope);
    ~Entered();
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;

   private:
    const CancellationScope* before_;
  };

 private:
  std::stop_token stop_;
  const CancellationScope* outer_;
};

/// Whether the current scope, if any, has received a stop request.
/// Cost  a few nanoseconds.
bool is_canceled();

/// Throws Error(Kind::canceled) if the current scope has received a stop request.
void check_canceled();

}  // namespace ocelli::internal
