#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/formats/column_survey.hpp"
#include "ocelli/data/formats/input_places.hpp"
#include "ocelli/data/formats/table_layout.hpp"
#include "ocelli/data/formats/table_rows.hpp"
#include "ocelli/samples/samples.hpp"

/// How the rows of a table become samples; part of labeled_csv.hpp.
namespace ocelli::internal {

/// What happens to rows that are not samples.
struct RowRules {
  Labels labels = Labels::needed;  ///< if needed, rows without a label are left out
  /// Whether a row that cannot be read, or has no label, is left out. Otherwise it is a sample of missing
  /// values, with an error or without a label.
  bool leaves_out = true;
  bool may_be_missing = true;
  std::string_view missing_remedy = {};  ///< for the message
};

/// A sample whose row cannot be read.
struct RowError {
  std::size_t sample = 0;
  Problem problem;
};

/// What a reading found.
struct RowFindings {
  std::size_t values = 0;     ///< cells of inputs with a number or a category
  std::size_t missing = 0;    ///< numbers
  std::size_t unlabeled = 0;  ///< rows
  CellExample first_unlabeled;
  /// Of each input: its cells without a value. Text in numeric inputs, unknown categories in text inputs.
  struct Input {
    std::size_t texts = 0, infinite = 0;
    CellExample first_text, first_infinite;
  };
  std::vector<Input> inputs;
  std::vector<Problem> spoiled;
  std::vector<RowError> errors;  ///< of samples, if rows are not left out
};

/// Reads the samples of a table. Missing numbers are NaN.
class SampleReader {
 public:
  /// Keeps references. `columns` has everything but fills; a number is read with the decimal mark of its
  /// input in `marks`.
  SampleReader(TableRows& rows, const TableLayout& layout, const TableColumns& columns,
               std::vector<char> marks);

  /// `count`: the number of rows. The values may take `max_bytes`.
  /// Throws  Error(Kind::input) naming the place of a missing value that is not allowed, and for too many
  /// values or classes.
  Samples read(std::size_t count, std::uint64_t max_bytes, const RowRules& rules);

  const RowFindings& findings() const { return findings_; }

 private:
  void read_row(std::span<const std::string_view> row, std::span<float> values);
  void read_text(std::size_t input, std::string_view cell, std::span<float> values);
  void read_number(std::size_t column, std::string_view cell, std::span<float> values);
  void require_may_be_missing(std::size_t column) const;

  TableRows& rows_;
  const TableLayout& layout_;
  const TableColumns& columns_;
  InputPlaces places_;
  MissingTexts missing_;
  std::vector<char> marks_;
  RowRules rules_;
  RowFindings findings_;
};

/// Replaces missing numbers by the fills of the columns, and marks them.
void fill_missing(SampleValues& values, const TableColumns& columns);

}  // namespace ocelli::internal
