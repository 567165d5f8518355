#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocelli/pipelines/stages/stages.hpp"

namespace ocelli::internal {

/// Recognizes tables that go on over the ends of pages. The first table of a page continues the last one of
/// the page before if
///   1. the pages follow each other in one file, which is not a video,
///   2. the one ends at the foot of its page, with at most three lines below it, and not with a total,
///   3. only page numbers are above the other, and at most three lines that are also on the page before,
///   4. they have as many columns, each as wide and in the same place, apart from a shift of the whole page,
///   5. it repeats the heading rows of the other, or its first row has numbers where those of the other have.
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
  /// What most cells of a column are.
  enum class Content { words, figures, years };
  /// The last table of a page.
  struct LastTable {
    std::string next_page;  ///< the name of the item that may continue it
    std::vector<Column> columns;
    std::vector<std::string> headings;  ///< the texts of its heading rows
    std::vector<Content> contents;      ///< of its columns
    std::vector<std::string> lines;     ///< the lines above it, without page numbers
  };

  static std::vector<Column> columns_of(const ReadTable& table, const PageText& page);
  static std::vector<Content> contents_of(const ReadTable& table);
  static bool begins_with(const ReadTable& table, const std::vector<Content>& contents);
  static bool are_alike(const std::vector<Column>& above, const std::vector<Column>& below);
  bool continues(const Item& item, const PageText& page) const;

  std::optional<LastTable> last_;
};

/// The sink that gets the records with continued tables marked.
Sink with_continued_tables(Sink sink);

}  // namespace ocelli::internal
