#include "ocelli/core/cancellation.hpp"
#include "ocelli/pipelines/executors/executors.hpp"

namespace ocelli::internal {

RunSummary run_serially(const Stages& stages, std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  RunSummary summary;
  for (std::size_t index = 0; !is_canceled(); ++index) {
    const std::unique_ptr<Parcel> parcel = pull(stages, index);
    if (is_canceled()) break;  // the stop may have interrupted the source
    if (!parcel) {
      summary.passed_over = stages.source.passed_over();
      return summary;
    }
    examine(stages, *parcel);
    if (is_canceled(parcel->fault)) break;
    deliver(stages, *parcel, summary);
  }
  summary.canceled = true;
  return summary;
}

}  // namespace ocelli::internal
