#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/metrics/bee_swarm.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

struct ExplanationOptions {
  std::string of_class;  ///< empty: the label of each row
  std::size_t background_rows = 100;

  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("class", self.of_class, "class whose score to explain (default: the label of each row)",
          option::any().value("name"));
    visit("background-rows", self.background_rows,
          "rows to compare with, drawn evenly from the background; the time grows with their number",
          option::from(1).to(100'000));
  }
};

/// Why a row has its score: base and contributions sum to it.
struct RowExplanation {
  std::uint16_t label = 0;      ///< the class that the classifier chooses
  std::uint16_t explained = 0;  ///< the class of the score
  double score = 0, base = 0;
  std::vector<double> contributions;  ///< of each column
};

struct TableExplanation {
  std::vector<std::string> columns;  ///< the table's inputs
  std::vector<RowExplanation> rows;
  std::vector<double> mean_sizes;  ///< mean absolute contribution of each column, over rows and classes
  /// The class of `swarm`: the explained one, or else the most frequent label.
  std::uint16_t drawn = 0;
  std::vector<SwarmRow> swarm;  ///< each column's contributions to the score of that class, largest first
};

/// Explains the rows of a table by exact Shapley values (shapley_values.hpp), in parallel.
/// Requires  rows and background as the model's table is read.
/// Throws    as ShapleyValues, and Error(Kind::usage) for an unknown class.
TableExplanation explain(const ClassifierModel& model, const Samples& rows, const Samples& background,
                         const ExplanationOptions& options);

/// A row as one JSON line, including the line feed:
///
///     {"input":"rows.csv#0","label":"b","class":"b","score":1.5,"base":0.2,"contributions":{"width":1.3}}
std::string json_line(const TableExplanation& explanation, std::size_t row, const std::string& input,
                      const std::vector<std::string>& classes);

/// The header of csv_line(), and a row of it: input, label, class, score, base, a cell per column.
std::string csv_header(const TableExplanation& explanation);
std::string csv_line(const TableExplanation& explanation, std::size_t row, const std::string& input,
                     const std::vector<std::string>& classes);

}  // namespace ocelli::internal
