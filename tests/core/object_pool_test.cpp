#include "ocelli/core/object_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace ocelli::internal::object_pool_test {
namespace {

struct Counter {
  int uses = 0;
};

TEST(ObjectPool, LendsAgainWhatCameBack) {
  ObjectPool<Counter> pool;
  (*pool.borrow()).uses = 7;
  EXPECT_EQ((*pool.borrow()).uses, 7);
}

TEST(ObjectPool, NeverLendsAnObjectTwiceAtOnce) {
  ObjectPool<Counter> pool;
  const auto outer = pool.borrow(), inner = pool.borrow();
  EXPECT_NE(&*outer, &*inner);
}

TEST(ObjectPool, ServesManyThreads) {
  ObjectPool<Counter> pool;
  std::atomic<bool> shared = false;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 100; ++k) {
        const auto loan = pool.borrow();
        if (++(*loan).uses != 1) shared = true;
        std::this_thread::yield();
        --(*loan).uses;
      }
    });
  }
  threads.clear();
  EXPECT_FALSE(shared);
}

}  // namespace
}  // namespace ocelli::internal::object_pool_test
