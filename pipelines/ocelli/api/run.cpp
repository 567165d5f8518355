#include "ocelli/run.hpp"

#include <istream>
#include <memory>
#include <utility>

#include "ocelli/api/model_access.hpp"
#include "ocelli/api/option_access.hpp"
#include "ocelli/pipelines/executors/executors.hpp"
#include "ocelli/pipelines/output/page_record_text.hpp"
#include "ocelli/pipelines/output/record_text.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "ocelli/pipelines/stages/continued_tables.hpp"
#include "ocelli/pipelines/stages/model_stages.hpp"
#include "ocelli/pipelines/stages/track_stage.hpp"

namespace ocelli {
namespace {

internal::InputLimits limits_of(const InputLimits& limits, const std::stop_token& stop) {
  return {.max_pixels = limits.max_pixels,
          .max_pages = limits.max_pages,
          .max_seconds = limits.max_seconds,
          .max_megabytes = limits.max_megabytes,
          .stop = stop};
}

std::string without_end(std::string line) {
  if (line.ends_with('\n')) line.pop_back();
  return line;
}

Record common(const internal::Record& record, std::string json) {
  return {.input = record.input,
          .width = record.width,
          .height = record.height,
          .detections = record.detections,
          .warning = record.warning,
          .error = record.error,
          .json = without_end(std::move(json))};
}

template <class Translate>
RunSummary run(const internal::Work& work, const std::vector<std::string>& inputs,
               const internal::InputLimits& limits, const std::stop_token& stop, Translate&& translate) {
  std::istream no_list(nullptr);
  const std::unique_ptr<internal::Source> source = internal::open_inputs(inputs, no_list, limits);
  const internal::RunSummary summary = internal::run_graph(
      {.source = *source,
       .work = work,
       .sink = internal::with_continued_tables(
           [&](const internal::Item&, const internal::Record& record) { translate(record); })},
      stop);
  return {summary.items, summary.failed, summary.canceled};
}

}  // namespace

RunSummary run_detector(const Detector& detector, const std::vector<std::string>& inputs,
                        const RecordSink& sink, const InputLimits& limits, std::stop_token stop) {
  return run(internal::detect_work(internal::Access::of(detector)), inputs, limits_of(limits, stop), stop,
             [&](const internal::Record& record) { sink(common(record, internal::to_json_line(record))); });
}

RunSummary run_tracker(const Tracker& tracker, const std::vector<std::string>& inputs, const RecordSink& sink,
                       const InputLimits& limits, std::stop_token stop) {
  const internal::FrameFollower& follower = internal::Access::of(tracker);
  const internal::TrackOptions& options = follower.options().track;
  const internal::InputLimits own_limits = limits_of(limits, stop);
  internal::TrackStage stage(
      [&](const internal::Item&, const internal::Record& record) {
        sink(common(record, internal::to_json_line(record)));
      },
      options, follower.detector().sure_score, internal::TrackPasses::two, own_limits);
  std::istream no_list(nullptr);
  const std::unique_ptr<internal::Source> source = internal::open_inputs(inputs, no_list, own_limits);
  const internal::RunSummary summary = internal::run_graph(
      {.source = *source,
       .work =
           internal::work_on_searched_frames(internal::detect_work(follower.detector().detector), options),
       .sink = [&](const internal::Item& item, const internal::Record& record) { stage.take(item, record); }},
      stop);
  stage.finish();
  return {summary.items, summary.failed, summary.canceled};
}

RunSummary run_classifier(const Classifier& classifier, const std::vector<std::string>& inputs,
                          const RecordSink& sink, const InputLimits& limits, std::stop_token stop) {
  constexpr std::size_t kTop = 2;
  const internal::Classifier& own = internal::Access::of(classifier).classifier;
  return run(internal::classify_work(own), inputs, limits_of(limits, stop), stop,
             [&](const internal::Record& record) {
               Record shown = common(record, internal::label_json_line(record, own.classes(), kTop));
               if (record.classification) shown.classification = internal::named(*record.classification, own);
               sink(shown);
             });
}

RunSummary run_reader(const Reader& reader, const std::vector<std::string>& inputs, const RecordSink& sink,
                      const InputLimits& limits, std::stop_token stop, const Options& pdf) {
  const auto& [own, options] = internal::Access::of(reader);
  internal::PdfOptions pdf_options;
  internal::set_options(internal::option_table(pdf_options), pdf);
  internal::InputLimits own_limits = limits_of(limits, stop);
  own_limits.pdf = pdf_options.access();
  return run(internal::read_work(own, options, own_limits, {.existing = pdf_options.existing_text}), inputs,
             own_limits, stop, [&](const internal::Record& record) {
               Record shown = common(record, internal::page_json_line(record));
               if (record.page) shown.page = internal::page_of(*record.page);
               sink(shown);
             });
}

}  // namespace ocelli
