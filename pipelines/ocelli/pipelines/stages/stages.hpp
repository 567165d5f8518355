#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <optional>

#include "ocelli/core/progress.hpp"
#include "ocelli/pipelines/output/record.hpp"
#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli {

/// Looks at one item. Called by many threads at once.
///
/// An Error of Kind::input or Kind::image is the item's own fault and becomes its error record. One of Kind::cancelled
/// ends the run as a stop from outside does; anything else that is thrown ends it as a failure.
using Work = std::function<Record(const Item&)>;

/// Takes the results one at a time, in the order of the items.
///
/// An Error of Kind::input or Kind::image, such as that of a picture that cannot be decoded once more to be drawn on, is the
/// item's own fault again: the sink, which must not have done anything by then, is called anew with the error record, and
/// the run goes on. Whatever else it throws ends the run.
using Sink = std::function<void(const Item&, const Record&)>;

/// A run's way through: source -> work -> sink.
struct Stages {
  Source& source;
  Work work;
  Sink sink;
  ProgressSink progress = {};
};

struct RunSummary {
  std::size_t items = 0;   ///< that reached the sink
  std::size_t failed = 0;  ///< of these, error records
  std::size_t warned = 0;  ///< of these, records with a warning
  bool cancelled = false;  ///< stopped from outside before the source's end

  friend bool operator==(const RunSummary&, const RunSummary&) = default;
};

/// An item on its way. The executors differ in who calls pull(), examine() and deliver() when, and in nothing
/// else.
struct Parcel {
  std::size_t index = 0;          ///< place among the source's items
  std::optional<std::size_t> of;  ///< how many there are, when known
  Item item;
  Record record;
  std::exception_ptr fault;  ///< what ends the run once all parcels before this one have been delivered
};

/// The next parcel, or null at the source's end. A source that throws gives a parcel with a fault.
std::unique_ptr<Parcel> pull(const Stages& stages, std::size_t index);

/// Fills in the record, or the fault, which is an Error(Kind::cancelled) when a stop is requested (CancellationScope).
void examine(const Stages& stages, Parcel& parcel);

/// Hands the record to the sink and counts it. Throws the parcel's fault, or what the sink throws and is not the item's own
/// fault, as one Error that names the item and the stage.
void deliver(const Stages& stages, const Parcel& parcel, RunSummary& summary);

/// Whether what ended a run is that somebody wanted it to end.
bool is_cancelled(const std::exception_ptr& fault);

/// Work, guarded: the error record or the result. Throws what ends a run.
Record examined(const Work& work, const Item& item);

}  // namespace ocelli
