#include "ocelli/explain.hpp"

#include "ocelli/api/model_access.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"
#include "ocelli/evaluation/explanation.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"

namespace ocelli {

Explanations explain(const Classifier& classifier, const std::filesystem::path& table,
                     const ExplanationRequest& request) {
  const internal::ClassifierModel& model = internal::Access::of(classifier);
  const internal::TableColumns columns = internal::table_of(model, {});
  const auto read = [&](const std::filesystem::path& path) {
    return internal::read_table_like(path, columns, internal::Labels::optional).samples;
  };
  const internal::Samples rows = read(table);
  const internal::TableExplanation found =
      internal::explain(model, rows, request.background ? read(*request.background) : rows,
                        {request.of_class, request.background_rows});
  const std::vector<std::string>& classes = model.classifier.classes();
  Explanations all{found.columns, {}, found.mean_sizes};
  for (const internal::RowExplanation& row : found.rows)
    all.rows.push_back({classes[row.label], classes[row.explained], row.score, row.base, row.contributions});
  return all;
}

}  // namespace ocelli
