#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace ocelli {

/// Objects that are costly to make, such as working memory, lent to one caller at a time.
///
/// borrow() hands out the object that came back last, or makes one when all are lent. So there are as many objects as
/// there were ever callers at once, and a caller that calls again before it has given its object back gets another one:
/// that is what tasks of oneTBB do, which a thread may begin while it waits inside another.
/// Any number of threads may share a pool. It must outlive what it lends.
/// Cost  a lock each way; no allocation once the pool holds enough objects.
template <class Object>
class ObjectPool {
 public:
  /// An object until the end of the scope, then back in the pool.
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
      free_.reserve(++made_);  // so that taking back never allocates, nor throws
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

}  // namespace ocelli
