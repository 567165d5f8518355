#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace ocelli::internal {

/// A pool of objects that are costly to create, such as working memory. Each is lent to one caller at a time.
///
/// borrow() returns the object that was returned last, or creates one when all are in use. So the pool
/// contains at most as many objects as there were concurrent callers. A caller that borrows again before
/// returning its object gets another one. oneTBB tasks do that: a thread that waits inside one task may start
/// another. Any number of threads may share a pool. The pool must outlive its loans.
/// Cost  a lock to borrow and one to return; no allocation once the pool has enough objects.
template <class Object>
class ObjectPool {
 public:
  /// Owns a borrowed object until the end of the scope, then returns it to the pool.
  class Loan {
   public:
    Loan(ObjectPool& pool, std::unique_ptr<Object> object) : pool_(pool), object_(std::move(object)) {}
    ~Loan() { pool_.take_back(std::move(object_)); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    Object& operator*() const { return *object_; }

   private:
    ObjectPool& pool_;
    std::unique_ptr<Object> object_;
  };

  Loan borrow() { return {*this, take()}; }

 private:
  std::unique_ptr<Object> take() {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) {
      auto made = std::make_unique<Object>();
      free_.reserve(++made_);  // so that returning never allocates or throws
      return made;
    }
    auto object = std::move(free_.back());
    free_.pop_back();
    return object;
  }

  void take_back(std::unique_ptr<Object> object) noexcept {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(object));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Object>> free_;
  std::size_t made_ = 0;
};

}  // namespace ocelli::internal
