#include "ocelli/pipelines/executors/graph_executor.hpp"
#include "ocelli/core/cancellation.hpp"

#include <tbb/flow_graph.h>
#include <tbb/global_control.h>

#include <atomic>
#include <exception>
#include <memory>
#include <tuple>

namespace ocelli {
namespace {

namespace flow = tbb::flow;

struct Token {};
/// Nodes copy their messages, hence shared; still one node at a time has a parcel in its hands.
using SharedParcel = std::shared_ptr<Parcel>;
using Admitted = std::tuple<SharedParcel, Token>;

std::size_t default_in_flight() {
  return 4 * tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

/// What the nodes of a run share. The source and the sink each run on one thread at a time.
class Run {
 public:
  Run(const Stages& stages, std::stop_token stop) : stages_(stages), stop_(std::move(stop)) {}

  SharedParcel pull_next(tbb::flow_control& control) {
    SharedParcel parcel;
    const CancellationScope scope(stop_);
    if (!source_failed_ && !done_ && !is_cancelled()) parcel = pull(stages_, pulled_++);
    if (is_cancelled()) {
      stopped_early_ = true;
      parcel = nullptr;  // the source may have been cut short in it
    }
    if (!parcel) control.stop();
    source_failed_ = parcel && parcel->fault;
    return parcel;
  }

  SharedParcel examine_one(const Admitted& admitted) const {
    const SharedParcel& parcel = std::get<SharedParcel>(admitted);
    const CancellationScope scope(stop_);
    if (!done_) examine(stages_, *parcel);
    return parcel;
  }

  Token deliver_one(const SharedParcel& parcel) {
    if (done_) return {};
    if (is_cancelled(parcel->fault)) {
      stopped_early_ = done_ = true;
      return {};
    }
    try {
      deliver(stages_, *parcel, summary_);
    } catch (...) {
      const std::exception_ptr fault = std::current_exception();
      if (is_cancelled(fault)) {
        stopped_early_ = true;
      } else {
        fault_ = fault;
      }
      done_ = true;
    }
    return {};
  }

  RunSummary finished() const {
    if (fault_) std::rethrow_exception(fault_);
    RunSummary summary = summary_;
    summary.cancelled = stopped_early_;
    return summary;
  }

 private:
  const Stages& stages_;
  std::stop_token stop_;
  std::size_t pulled_ = 0;
  bool source_failed_ = false;
  std::atomic<bool> stopped_early_ = false;
  std::atomic<bool> done_ = false;  ///< nothing more is delivered
  std::exception_ptr fault_;
  RunSummary summary_;
};

}  // namespace

RunSummary run_graph(const Stages& stages, std::stop_token stop, std::size_t in_flight) {
  Run run(stages, std::move(stop));
  flow::graph graph;
  flow::input_node<SharedParcel> source(graph,
                                        [&](tbb::flow_control& control) { return run.pull_next(control); });
  flow::buffer_node<Token> tokens(graph);
  flow::join_node<Admitted, flow::reserving> admission(graph);
  flow::function_node<Admitted, SharedParcel> work(
      graph, flow::unlimited, [&](const Admitted& admitted) { return run.examine_one(admitted); });
  flow::sequencer_node<SharedParcel> order(graph, [](const SharedParcel& parcel) { return parcel->index; });
  flow::function_node<SharedParcel, Token> sink(
      graph, flow::serial, [&](const SharedParcel& parcel) { return run.deliver_one(parcel); });

  flow::make_edge(source, flow::input_port<0>(admission));
  flow::make_edge(tokens, flow::input_port<1>(admission));
  flow::make_edge(admission, work);
  flow::make_edge(work, order);
  flow::make_edge(order, sink);
  flow::make_edge(sink, tokens);

  const std::size_t allowed = in_flight > 0 ? in_flight : default_in_flight();
  for (std::size_t i = 0; i < allowed; ++i) tokens.try_put(Token{});
  source.activate();
  graph.wait_for_all();
  return run.finished();
}

}  // namespace ocelli
