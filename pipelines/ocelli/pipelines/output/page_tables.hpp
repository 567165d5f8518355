#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ocelli/pipelines/output/record.hpp"

/// The tables of a page in several formats. Pages are numbered as in page_record_text.hpp. All output is
/// valid UTF-8. A page without tables, and an unreadable page, have no text. Tables that go on over pages are
/// joined before (joined_tables.hpp).
namespace ocelli::internal {

/// The tables as CSV (RFC 4180, lines end in LF), with an empty line before each but the first. Numbers are
/// written as 1234.5. The text of a cell over several places is in the first one. A text that spreadsheets
/// would run as a formula begins with an apostrophe.
std::string page_tables_csv(const Record& record, std::size_t number);

inline constexpr std::string_view kTablesHtmlHeader =
    "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>Tables</title>\n</head>\n<body>\n";
inline constexpr std::string_view kTablesHtmlFooter = "</body>\n</html>\n";

/// The tables as HTML elements "table" with "thead" and "tbody", between header and footer.
std::string page_tables_html(const Record& record);

/// The tables in GitHub's Markdown, with an empty line before each but the first. Several heading rows are
/// joined. The text of a cell over several places is in the first one.
std::string page_tables_markdown(const Record& record, std::size_t number);

/// The texts of a table, row by row and place by place.
std::vector<std::vector<std::string>> rows_of(const ReadTable& table);

}  // namespace ocelli::internal
