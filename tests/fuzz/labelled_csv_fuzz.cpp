#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/try_parse.hpp"
#include "ocelli/data/formats/labelled_csv.hpp"

using ocelli::fuzz::try_parse;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const char* label : {"first", "last"}) {
    ocelli::TableColumns columns;
    try_parse([&] { columns = ocelli::parse_table(text, "fuzz.csv", {.label_column = label}).columns; });
    if (columns.roles.empty()) continue;
    columns.require_sound();
    // What was read once is read again, as it is and without its header.
    ocelli::parse_table_like(text, "fuzz.csv", columns, ocelli::Labels::needed);
    columns.names.clear();
    ocelli::parse_table_like(text, "fuzz.csv", columns, ocelli::Labels::needed);
  }
  for (const ocelli::Labels labels : {ocelli::Labels::needed, ocelli::Labels::optional})
    try_parse([&] { ocelli::parse_table_like(text, "fuzz.csv", ocelli::plain_columns(2), labels); });
  return 0;
}
