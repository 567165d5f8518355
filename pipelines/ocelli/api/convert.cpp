#include "ocelli/convert.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>

#include "ocelli/api/public_values.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/pipelines/conversion.hpp"
#include "ocelli/pipelines/output/annotation_output.hpp"

namespace ocelli {

void convert_model(const std::filesystem::path& model, const std::filesystem::path& output) {
  const internal::ModelFormat* const format = internal::model_format_of(output);
  internal::require(
      format != nullptr, Kind::usage,
      [] { return "has an unsupported extension; supported:\n" + internal::model_format_table(); },
      output.string());
  format->write(internal::load_model(model), output);
}

void convert_annotations(const std::vector<std::filesystem::path>& annotations, const std::string& format,
                         const std::filesystem::path& output, const Observer& observer) {
  const internal::AnnotationTarget* const target = internal::annotation_target(format);
  internal::require(target != nullptr, Kind::usage, "must be csv, coco, yolo or voc", format);
  internal::Annotations all;
  for (const std::filesystem::path& path : annotations) {
    internal::Annotations read = internal::read_annotations(path);
    internal::report(observer, read.problems);
    if (observer.report) std::ranges::for_each(read.notes, observer.report);
    std::move(read.images.begin(), read.images.end(), std::back_inserter(all.images));
  }
  const std::unique_ptr<internal::AnnotationWriter> writer = target->open(output);
  internal::report(observer, internal::write_annotations(all, *writer));
  if (const std::string left_out = writer->left_out(); observer.report && !left_out.empty())
    observer.report(left_out);
}

}  // namespace ocelli
