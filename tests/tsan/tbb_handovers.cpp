// Tells ThreadSanitizer about the hand-overs inside oneTBB.
//
// The packaged libtbb is not built with -fsanitize=thread, so the sanitizer sees neither that a task starts
// after it was spawned nor that a wait ends after the tasks waited for, and reports races everywhere. This
// file, linked into programs of the tsan preset, takes the place of libtbb's entry points, marks those two
// orders, and calls the originals. It adds no order that oneTBB does not promise, so true races are still
// found.

#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <tbb/cache_aligned_allocator.h>
#include <tbb/task_arena.h>

#include <cstdio>
#include <cstdlib>

namespace {

using tbb::detail::d1::execution_data;
using tbb::detail::d1::task;
using tbb::detail::d1::task_group_context;
using tbb::detail::d1::wait_context;

/// The libtbb function of this mangled name that ours stands in front of.
template <class Function>
Function* original(const char* mangled) {
  void* found = dlsym(RTLD_NEXT, mangled);
  if (found != nullptr) return reinterpret_cast<Function*>(found);
  std::fprintf(stderr, "tests/tsan: libtbb has no %s\n", mangled);
  std::abort();
}

/// Runs a task after everything that came before its spawning.
class HandedOver final : public task {
 public:
  explicit HandedOver(task& inner) : inner_(inner) { __tsan_release(this); }

  // A task that throws is canceled afterwards, so it has to outlive execute().
  task* execute(execution_data& data) override {
    __tsan_acquire(this);
    task* const next = inner_.execute(data);
    delete this;
    return next;
  }
  task* cancel(execution_data& data) override {
    __tsan_acquire(this);
    task* const next = inner_.cancel(data);
    delete this;
    return next;
  }

 private:
  task& inner_;
};

task& handed_over(task& inner) { return *new HandedOver(inner); }

/// Orders what follows a wait after the tasks waited for, even when the wait ends by an exception.
class Join {
 public:
  explicit Join(wait_context& waited) : waited_(waited) {}
  Join(const Join&) = delete;
  Join& operator=(const Join&) = delete;
  /// The count that tasks release is the second word of a wait context.
  ~Join() { __tsan_acquire(reinterpret_cast<char*>(&waited_) + sizeof(std::uint64_t)); }

 private:
  wait_context& waited_;
};

}  // namespace

/// Reports that have no line of ours in them: libtbb frees an array of its own, and GDAL, which OpenCV loads
/// to decode images, takes its locks in two orders while it starts.
extern "C" const char* __tsan_default_suppressions() {
  return "race_top:operator delete[]\n"
         "deadlock:libgdal.so\n";
}

namespace tbb::detail::r1 {

void spawn(task& inner, task_group_context& context) {
  static const auto next = original<void(task&, task_group_context&)>(
      "_ZN3tbb6detail2r15spawnERNS0_2d14taskERNS2_18task_group_contextE");
  next(handed_over(inner), context);
}

void spawn(task& inner, task_group_context& context, d1::slot_id slot) {
  static const auto next = original<void(task&, task_group_context&, d1::slot_id)>(
      "_ZN3tbb6detail2r15spawnERNS0_2d14taskERNS2_18task_group_contextEt");
  next(handed_over(inner), context, slot);
}

void submit(task& inner, task_group_context& context, arena* place, std::uintptr_t critical) {
  static const auto next = original<void(task&, task_group_context&, arena*, std::uintptr_t)>(
      "_ZN3tbb6detail2r16submitERNS0_2d14taskERNS2_18task_group_contextEPNS1_5arenaEm");
  next(handed_over(inner), context, place, critical);
}

void enqueue(task& inner, d1::task_arena_base* place) {
  static const auto next = original<void(task&, d1::task_arena_base*)>(
      "_ZN3tbb6detail2r17enqueueERNS0_2d14taskEPNS2_15task_arena_baseE");
  next(handed_over(inner), place);
}

void enqueue(task& inner, task_group_context& context, d1::task_arena_base* place) {
  static const auto next = original<void(task&, task_group_context&, d1::task_arena_base*)>(
      "_ZN3tbb6detail2r17enqueueERNS0_2d14taskERNS2_18task_group_contextEPNS2_15task_arena_baseE");
  next(handed_over(inner), context, place);
}

void execute_and_wait(task& inner, task_group_context& context, wait_context& waited,
                      task_group_context& waiting) {
  static const auto next = original<void(task&, task_group_context&, wait_context&, task_group_context&)>(
      "_ZN3tbb6detail2r116execute_and_waitERNS0_2d14taskERNS2_18task_group_contextERNS2_12wait_contextES6_");
  const Join join(waited);
  next(inner, context, waited, waiting);
}

void wait(wait_context& waited, task_group_context& waiting) {
  static const auto next = original<void(wait_context&, task_group_context&)>(
      "_ZN3tbb6detail2r14waitERNS0_2d112wait_contextERNS2_18task_group_contextE");
  const Join join(waited);
  next(waited, waiting);
}

// Memory that goes round inside libtbb would look shared: the sanitizer's own allocator knows when it is new.

void* allocate(d1::small_object_pool*&, std::size_t bytes) {
  void* memory = std::malloc(bytes);
  __tsan_release(memory);
  return memory;
}

void* allocate(d1::small_object_pool*& pool, std::size_t bytes, const execution_data&) {
  return allocate(pool, bytes);
}

void deallocate(d1::small_object_pool&, void* memory, std::size_t) {
  __tsan_acquire(memory);
  std::free(memory);
}

void deallocate(d1::small_object_pool& pool, void* memory, std::size_t bytes, const execution_data&) {
  deallocate(pool, memory, bytes);
}

}  // namespace tbb::detail::r1
