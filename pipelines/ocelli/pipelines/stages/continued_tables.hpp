#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli::internal {

/// Recognizes tables that go on over the ends of pages. The first table of a page continues the last one of
/// the page before if
///   1. the pages follow each other in one file, which is not a video,
///   2. at most three lines are below the one, and at most three above the other: titles, page numbers,
///   3. they have as many columns, each as wide and in the same place, apart from a shift of the whole page,
///   4. it repeats the heading rows of the other, or begins with a row of figures, or has no figures at all.
class ContinuedTables {
 public:
  /// Marks the first table of the page if it continues, and sets its heading rows to those that it repeats.
  /// Requires  the records of a run in their order.
  void mark(const Item& item, Record& record);

 private:
  /// The left and right ends of a column, in widths of the page.
  struct Column {
    double left = 0, right = 0;
  };
  /// The last table of a page.
  struct LastTable {
    std::string next_page;  ///< the name of the item that may continue it
    std::vector<Column> columns;
    std::vector<std::string> headings;  ///< the texts of its heading rows
  };

  static std::vector<Column> columns_of(const ReadTable& table, const PageText& page);
  static bool are_alike(const std::vector<Column>& above, const std::vector<Column>& below);
  bool continues(const Item& item, const PageText& page) const;

  std::optional<LastTable> last_;
};

/// The sink that gets the records with continued tables marked.
Sink with_continued_tables(Sink sink);

}  // namespace ocelli::internal
