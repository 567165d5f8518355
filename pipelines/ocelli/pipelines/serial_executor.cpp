#include "ocelli/pipelines/serial_executor.hpp"

namespace ocelli {

RunSummary run_serially(const Stages& stages, std::stop_token stop) {
  RunSummary summary;
  for (std::size_t index = 0; !stop.stop_requested(); ++index) {
    const std::unique_ptr<Parcel> parcel = pull(stages, index);
    if (!parcel) return summary;
    examine(stages, *parcel);
    deliver(stages, *parcel, summary);
  }
  summary.cancelled = true;
  return summary;
}

}  // namespace ocelli
