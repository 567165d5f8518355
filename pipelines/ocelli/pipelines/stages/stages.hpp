#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ocelli/core/require.hpp"
#include "ocelli/observer.hpp"
#include "ocelli/pipelines/output/record.hpp"
#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// Processes one item. Called by many threads at once.
///
/// An Error of Kind::input or Kind::image is a failure of the item and becomes its error record. An Error of
/// Kind::canceled ends the run like an external stop. Any other exception ends the run as a failure.
using Work = std::function<Record(const Item&)>;

/// Receives the results one at a time, in item order.
///
/// An Error of Kind::input or Kind::image, for example from a picture that cannot be decoded again for
/// drawing, is a failure of the item. The sink, which must not have had any effect yet, is then called again
/// with the error record, and the run continues. Any other exception ends the run.
using Sink = std::function<void(const Item&, const Record&)>;

/// The stages of a run: source -> work -> sink.
struct Stages {
  Source& source;
  Work work;
  Sink sink;
  ProgressSink progress = {};
};

struct RunSummary {
  std::size_t items = 0;     ///< items that reached the sink
  std::size_t failed = 0;    ///< items with an error record
  std::size_t warned = 0;    ///< items with a warning
  bool canceled = false;     ///< stopped from outside before the source's end
  PassedOver passed_over{};  ///< files in the source's folders that are not inputs

  friend bool operator==(const RunSummary&, const RunSummary&) = default;
};

/// An item in flight. The executors differ only in who calls pull(), examine() and deliver(), and when.
struct Parcel {
  std::size_t index = 0;          ///< position among the source's items
  std::optional<std::size_t> of;  ///< the total number, if known
  Item item;
  Record record;
  std::exception_ptr fault;  ///< ends the run once all parcels before this one have been delivered
};

/// The next parcel, or null at the source's end. If the source throws, the parcel contains the fault.
std::unique_ptr<Parcel> pull(const Stages& stages, std::size_t index);

/// Computes the record or the fault, which is an Error(Kind::canceled) when a stop is requested
/// (CancellationScope).
void examine(const Stages& stages, Parcel& parcel);

/// Passes the record to the sink and counts it.
/// Throws  the parcel's fault, or an exception of the sink that is not a failure of the item, as a single
/// Error that names the item and the stage.
void deliver(const Stages& stages, const Parcel& parcel, RunSummary& summary);

/// Passes the record to the sink, or an error record in its place, which is returned.
/// Throws  an exception of the sink that is not a failure of the item.
std::optional<Record> hand_over(const Item& item, const Record& record, const Sink& sink);

/// Whether a run ended because it was canceled.
bool is_canceled(const std::exception_ptr& fault);

/// Runs the work and returns the result or the error record.
/// Throws  exceptions that end a run.
Record examined(const Work& work, const Item& item);

/// Runs one stage on one input. An Error propagates; any other exception becomes an Error of the given
/// kind that names the stage and the input.
template <class Action>
auto guarded(Kind kind, const std::string& stage, const std::string& input, const Action& action) {
  try {
    return action();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& fault) {
    throw Error(kind, "the " + stage + " stage failed: " + fault.what(), input);
  } catch (...) {
    throw Error(kind, "the " + stage + " stage failed for an unknown reason", input);
  }
}

}  // namespace ocelli::internal
