#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation_builder.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/formats/input_places.hpp"
#include "ocelli/data/formats/table_cells.hpp"
#include "ocelli/data/formats/table_layout.hpp"
#include "ocelli/samples/samples.hpp"

/// How the rows of a table are read; part of labeled_csv.hpp.
namespace ocelli::internal {

/// How to treat cells of numeric inputs that are not numbers.
struct OddCells {
  bool may_be_missing = true, may_be_text = false;
  std::string_view missing_remedy;  ///< for messages, like the others
  std::string_view text_remedy, header_remedy;
};

/// The cells of an input that the input has no value for: their number, and the first of them.
struct TextCells {
  std::size_t count = 0;
  int line = 0;
  std::string first;
};

/// Iterates over the rows of a table, any number of times, and collects its samples.
class TableReader {
 public:
  /// Keeps a reference to the text. The values may take `max_bytes`. Throws Error(Kind::input) for a table
  /// without rows.
  TableReader(std::string_view text, std::string name, char separator, const OddCells& odd,
              std::uint64_t max_bytes);

  const std::string& name() const { return name_; }
  /// Must be called before any other row is read.
  std::span<const std::string_view> first_row() const { return row_; }

  /// The layout that `choose` returns. An error that it throws names the first line.
  TableLayout layout(const auto& choose) {
    TableLayout layout;
    at_line([&] { layout = choose(); });
    return layout;
  }

  /// Calls `use` with the cells of each row below the header.
  void each_row(const TableLayout& layout, const auto& use) {
    restart();
    if (!layout.header.empty()) next();
    require(!row_.empty(), Kind::input, "has a header but no rows", name_);
    for (; !row_.empty(); next()) {
      check_canceled();
      at_line([&] {
        require_cells(layout);
        use(row_);
      });
    }
  }

  /// Reads all rows. Missing numbers become NaN, and so does text if it is allowed. With optional labels,
  /// there are none unless each row has one.
  Samples read(const TableLayout& layout, const InputPlaces& places, Labels labels);

  /// From the last read(): the number of missing numbers, and for each input the cells without a value: text
  /// in numeric inputs, unknown categories in text inputs.
  std::size_t missing() const { return missing_; }
  const std::vector<TextCells>& texts() const { return texts_; }

  /// Throws Error(Kind::input) for the first text of a column of numbers.
  [[noreturn]] void refuse_text(const TableLayout& layout, std::size_t column) const;

 private:
  void restart();
  void next();
  /// An error that `parse` throws names the line.
  void at_line(const auto& parse) try { parse(); } catch (const Error& error) {
    if (!error.where().empty()) throw;
    throw Error(error.kind(), error.message(), place(name_, rows_.line()));
  }
  void require_cells(const TableLayout& layout) const;
  std::string_view read_row(const TableLayout& layout, const InputPlaces& places, std::span<float> values);
  void read_text(std::size_t input, const InputPlaces& places, std::string_view cell,
                 std::span<float> values);
  float read_number(std::size_t input, std::string_view cell);
  void require_may_be_missing() const;
  std::string not_a_number(std::string_view cell) const;
  std::string header_remedy(const TableLayout& layout, int line) const;
  void note_text(std::size_t input, std::string_view cell);

  std::string_view text_;
  std::string name_;
  char separator_;
  CsvRows rows_;
  CellReader cells_;
  OddCells odd_;
  std::uint64_t max_bytes_;
  std::span<const std::string_view> row_;
  int first_line_ = 0;
  std::size_t missing_ = 0;
  std::vector<TextCells> texts_;
};

}  // namespace ocelli::internal
