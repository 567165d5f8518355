#include "ocelli/pipelines/output/joined_tables.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace ocelli::internal {
namespace {

constexpr int kMostJoinedRows = 100'000;  ///< of a table, which is held in memory

class JoinedTables final : public ResultWriter {
 public:
  explicit JoinedTables(std::unique_ptr<ResultWriter> writer) : writer_(std::move(writer)) {}

  void write(const Item&, const Record& record) override {
    Record page{.input = record.input, .width = record.width, .height = record.height, .error = record.error};
    if (record.page) {
      page.page.emplace().tables = record.page->tables;
      if (joins(*page.page)) return;
    }
    pass_on();
    held_ = std::move(page);
  }

  std::string finish() override {
    pass_on();
    return writer_->finish();
  }

 private:
  /// Joins the first table of a page to the last one held. Returns whether the page has no other.
  bool joins(PageText& page) {
    if (page.tables.empty() || !page.tables.front().continues || !held_ || !held_->page) return false;
    std::vector<ReadTable>& before = held_->page->tables;
    if (before.empty() || before.back().columns != page.tables.front().columns) return false;
    if (before.back().rows + page.tables.front().rows > kMostJoinedRows) return false;
    append_rows(before.back(), page.tables.front());
    page.tables.erase(page.tables.begin());
    return page.tables.empty();
  }

  void pass_on() {
    if (held_) writer_->write({}, *held_);
    held_.reset();
  }

  std::unique_ptr<ResultWriter> writer_;
  std::optional<Record> held_;
};

}  // namespace

void append_rows(ReadTable& table, const ReadTable& next) {
  const int repeated = std::clamp(next.header_rows, 0, next.rows);
  for (ReadCell cell : next.cells) {
    const int over = repeated - cell.row;
    if (over >= cell.row_span) continue;
    if (over > 0) cell.row += over, cell.row_span -= over, cell.text.clear(), cell.number.reset();
    cell.row += table.rows - repeated;
    table.cells.push_back(std::move(cell));
  }
  table.rows += next.rows - repeated;
}

std::unique_ptr<ResultWriter> with_joined_tables(std::unique_ptr<ResultWriter> writer) {
  return std::make_unique<JoinedTables>(std::move(writer));
}

}  // namespace ocelli::internal
