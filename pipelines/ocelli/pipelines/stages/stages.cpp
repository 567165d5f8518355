#include "ocelli/pipelines/stages/stages.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "ocelli/core/cancellation.hpp"

namespace ocelli::internal {
namespace {

bool is_the_items_own(const Error& error) {
  return error.kind() == Kind::input || error.kind() == Kind::image;
}

/// Removes the name of the input, which the record has already, or of the file that contains it.
std::string reason(const Error& error, const Item& item) {
  const auto* const file = std::get_if<std::filesystem::path>(&item.content);
  const bool names_input =
      error.where() == item.input || (file != nullptr && error.where() == file->string());
  return names_input ? error.message() : error.what();
}

Record error_record(const Item& item, const Error& error) {
  return {.input = item.input, .error = reason(error, item)};
}

}  // namespace

std::optional<Record> hand_over(const Item& item, const Record& record, const Sink& sink) {
  try {
    sink(item, record);
    return std::nullopt;
  } catch (const Error& error) {
    if (!is_the_items_own(error) || record.error) throw;
    Record instead = error_record(item, error);
    sink(item, instead);
    return instead;
  }
}

Record examined(const Work& work, const Item& item) {
  return guarded(Kind::image, "work", item.input, [&]() -> Record {
    try {
      return work(item);
    } catch (const Error& error) {
      if (!is_the_items_own(error)) throw;
      return error_record(item, error);
    }
  });
}

std::unique_ptr<Parcel> pull(const Stages& stages, std::size_t index) {
  auto parcel = std::make_unique<Parcel>();
  parcel->index = index;
  try {
    auto item =
        guarded(Kind::input, "source", "item " + std::to_string(index), [&] { return stages.source.next(); });
    if (!item) return nullptr;
    parcel->item = std::move(*item);
    parcel->of = stages.source.total();
  } catch (...) {
    parcel->fault = std::current_exception();
  }
  return parcel;
}

void examine(const Stages& stages, Parcel& parcel) {
  if (parcel.fault) return;
  try {
    check_canceled();
    parcel.record = examined(stages.work, parcel.item);
  } catch (...) {
    parcel.fault = std::current_exception();
  }
}

bool is_canceled(const std::exception_ptr& fault) {
  if (!fault) return false;
  try {
    std::rethrow_exception(fault);
  } catch (const Error& error) {
    return error.kind() == Kind::canceled;
  } catch (...) {
    return false;
  }
}

void deliver(const Stages& stages, const Parcel& parcel, RunSummary& summary) {
  if (parcel.fault) std::rethrow_exception(parcel.fault);
  const std::optional<Record> instead = guarded(Kind::output, "sink", parcel.item.input, [&] {
    return hand_over(parcel.item, parcel.record, stages.sink);
  });
  const Record& told = instead ? *instead : parcel.record;
  ++summary.items;
  if (told.error) ++summary.failed;
  if (!told.warning.empty()) ++summary.warned;
  if (stages.progress)
    stages.progress({.task = "images", .done = summary.items, .total = parcel.of.value_or(0), .note = {}});
}

}  // namespace ocelli::internal
