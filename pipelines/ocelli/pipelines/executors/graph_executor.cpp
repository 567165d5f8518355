#include "ocelli/core/cancellation.hpp"
#include "ocelli/pipelines/executors/executors.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <atomic>
#include <exception>
#include <memory>
#include <utility>

namespace ocelli::internal {
namespace {

using Order = tbb::filter_mode;

/// Filters copy what they pass on, so it is shared. Still, only one filter at a time holds a parcel.
using SharedParcel = std::shared_ptr<Parcel>;

std::size_t default_in_flight() {
  return 4 * tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

/// The state shared by the filters of a run. The source and the sink each run on one thread at a time.
class Run {
 public:
  Run(const Stages& stages, std::stop_token stop) : stages_(stages), stop_(std::move(stop)) {}

  SharedParcel pull_next(tbb::flow_control& control) {
    SharedParcel parcel;
    const CancellationScope scope(stop_);
    if (!source_failed_ && !done_ && !is_canceled()) parcel = pull(stages_, pulled_++);
    if (is_canceled()) {
      stopped_early_ = true;
      parcel = nullptr;  // the stop may have interrupted the source
    }
    if (!parcel) control.stop();
    source_failed_ = parcel && parcel->fault;
    return parcel;
  }

  SharedParcel examine_one(const SharedParcel& parcel) const {
    const CancellationScope scope(stop_);
    if (!done_) examine(stages_, *parcel);
    return parcel;
  }

  void deliver_one(const SharedParcel& parcel) {
    if (done_) return;
    if (is_canceled(parcel->fault)) {
      stopped_early_ = done_ = true;
      return;
    }
    try {
      deliver(stages_, *parcel, summary_);
    } catch (...) {
      const std::exception_ptr fault = std::current_exception();
      if (is_canceled(fault)) {
        stopped_early_ = true;
      } else {
        fault_ = fault;
      }
      done_ = true;
    }
  }

  RunSummary finished() const {
    if (fault_) std::rethrow_exception(fault_);
    RunSummary summary = summary_;
    summary.canceled = stopped_early_;
    summary.passed_over = stages_.source.passed_over();
    return summary;
  }

 private:
  const Stages& stages_;
  std::stop_token stop_;
  std::size_t pulled_ = 0;
  bool source_failed_ = false;
  std::atomic<bool> stopped_early_ = false;
  std::atomic<bool> done_ = false;  ///< no more parcels are delivered
  std::exception_ptr fault_;
  RunSummary summary_;
};

}  // namespace

RunSummary run_graph(const Stages& stages, std::stop_token stop, std::size_t in_flight) {
  Run run(stages, std::move(stop));
  const auto source = tbb::make_filter<void, SharedParcel>(
      Order::serial_in_order, [&](tbb::flow_control& control) { return run.pull_next(control); });
  const auto work = tbb::make_filter<SharedParcel, SharedParcel>(
      Order::parallel, [&](const SharedParcel& parcel) { return run.examine_one(parcel); });
  const auto sink = tbb::make_filter<SharedParcel, void>(
      Order::serial_in_order, [&](const SharedParcel& parcel) { run.deliver_one(parcel); });
  // Not a tbb::flow graph: if one of its nodes runs out of memory, all others wait for it forever.
  tbb::parallel_pipeline(in_flight > 0 ? in_flight : default_in_flight(), source & work & sink);
  return run.finished();
}

}  // namespace ocelli::internal
