#pragma once

#include <stop_token>

namespace ocelli {

/// Lets a stop request end what the thread that makes it computes, for as long as it lives.
///
/// Long computations call check_cancelled() from time to time, and parallel_for() (core/parallel.hpp) does so before every
/// piece of work and hands the scope on to the threads that help. So a function takes a std::stop_token at the edge only,
/// puts it in a scope, and everything that it calls ends soon after a request, by an Error(Kind::cancelled).
/// Scopes nest: a request to any of them counts. To be destroyed by the thread that made it, the last one made first.
class CancellationScope {
 public:
  explicit CancellationScope(std::stop_token stop);
  ~CancellationScope();
  CancellationScope(const CancellationScope&) = delete;
  CancellationScope& operator=(const CancellationScope&) = delete;

  /// The innermost one of this thread, or null.
  static const CancellationScope* current();

  bool is_requested() const;

  /// Makes a scope of another thread, which must outlive it, the current one of this thread.
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

/// Whether the current scope, if there is one, was asked to stop. Cost  a few nanoseconds.
bool is_cancelled();

/// Throws Error(Kind::cancelled) if so.
void check_cancelled();

}  // namespace ocelli
