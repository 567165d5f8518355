// What a detector takes from the heap, frame after frame. Every `new` of this program is counted, OpenCV's
// too.

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <opencv2/core.hpp>
#include <opencv2/core/utility.hpp>

#include "detection/random_cascade.hpp"
#include "imaging/noise_image.hpp"
#include "ocelli/detection/object_detector.hpp"

#ifndef OCELLI_SANITIZED  // sanitizers bring a `new` of their own

namespace {
std::atomic<std::size_t> allocations{0};
}  // namespace

// Not inlined, as compilers take one without the other for a mistake.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace ocelli::internal::allocation_test {
namespace {

using test::noise;

std::size_t allocations_of(const std::function<void()>& work) {
  const std::size_t before = allocations;
  work();
  return allocations - before;
}

class Allocations : public testing::Test {
 protected:
  Allocations() { cv::setNumThreads(1); }
  ~Allocations() override { cv::setNumThreads(-1); }

  /// With more, each one's working memory grows to the largest part of an image that it happens to get.
  const tbb::global_control one_thread_{tbb::global_control::max_allowed_parallelism, 1};
  const CascadeParts parts_ = test::random_cascade(8, 8, 2, 7);
  const Scanner scanner_{std::make_shared<const Cascade>(parts_), {}};
  const cv::Mat large_ = noise(120, 160, 1), small_ = noise(50, 90, 3);
};

TEST_F(Allocations, AreCounted) {
  std::unique_ptr<int> number;
  EXPECT_EQ(allocations_of([&] { number = std::make_unique<int>(1); }), 1u);
}

TEST_F(Allocations, OfAScanAreNoneOnceTheScratchHasSeenTheImage) {
  ScanScratch scratch;
  EXPECT_GT(allocations_of([&] { scanner_.scan(large_, scratch); }), 0u);
  for (const cv::Mat& image : {large_, small_, large_}) {
    EXPECT_EQ(allocations_of([&] { scanner_.scan(image, scratch); }), 0u);
  }
}

TEST_F(Allocations, OfADetectorAreTheDetectionsThatItReturns) {
  const ObjectDetector detector{Cascade(parts_), {.scan = {}, .group = {.min_neighbors = 1}}};
  cv::Mat color;
  cv::merge(std::vector<cv::Mat>(3, large_), color);
  for (const cv::Mat& image : {large_, color}) {
    ObjectDetector::Scratch scratch;
    ASSERT_FALSE(detector.detect(image, scratch).empty());
    EXPECT_EQ(allocations_of([&] { detector.detect(image, scratch); }), 1u);
  }
}

TEST_F(Allocations, OfADetectorWithoutAScratchAreTheSameFromTheSecondImageOn) {
  const ObjectDetector detector{Cascade(parts_), {.scan = {}, .group = {.min_neighbors = 1}}};
  ASSERT_FALSE(detector.detect(large_).empty());
  EXPECT_EQ(allocations_of([&] { detector.detect(large_); }), 1u);
}

TEST_F(Allocations, OfADetectorThatFindsNothingAreNone) {
  const ObjectDetector detector{Cascade(parts_),
                                {.scan = {}, .group = {.min_neighbors = 1, .min_score = 1e6}}};
  ObjectDetector::Scratch scratch;
  ASSERT_TRUE(detector.detect(large_, scratch).empty());
  EXPECT_EQ(allocations_of([&] { detector.detect(large_, scratch); }), 0u);
}

}  // namespace
}  // namespace ocelli::internal::allocation_test

#endif
