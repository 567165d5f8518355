#pragma once

#include <memory>

#include "ocelli/pipelines/output/result_format.hpp"
#include "ocelli/text/tables/read_table.hpp"

namespace ocelli::internal {

/// Adds the rows of a table that continues below its heading rows.
/// Requires  as many columns.
void append_rows(ReadTable& table, const ReadTable& next);

/// A writer of tables that gets those that go on over pages as one table, on the page where they begin. It
/// holds back a page until the next one.
std::unique_ptr<ResultWriter> with_joined_tables(std::unique_ptr<ResultWriter> writer);

}  // namespace ocelli::internal
