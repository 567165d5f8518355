#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

namespace ocelli::internal {

/// A mailbox of capacity one, between a thread that must never wait and one that wants only the newest item.
template <class T>
class Mailbox {
 public:
  /// Stores the item. An item not yet taken is dropped and counted. Never waits for the consumer.
  void put(T thing) {
    {
      const std::lock_guard lock(mutex_);
      if (slot_) ++dropped_;
      slot_ = std::move(thing);
    }
    changed_.notify_one();
  }

  /// Waits for an item and takes it; returns nothing once the mailbox is closed and empty.
  std::optional<T> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return slot_ || closed_; });
    return std::exchange(slot_, std::nullopt);
  }

  /// Waits for an item, or the end, no longer than that; false if neither came.
  bool wait_for(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [this] { return slot_ || closed_; });
  }

  /// Marks the end: no more items will be put.
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_one();
  }

  std::size_t dropped() const {
    const std::lock_guard lock(mutex_);
    return dropped_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<T> slot_;
  std::size_t dropped_ = 0;
  bool closed_ = false;
};

}  // namespace ocelli::internal
