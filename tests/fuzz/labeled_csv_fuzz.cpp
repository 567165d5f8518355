#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/try_parse.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"

using ocelli::internal::fuzz::try_parse;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const char* label : {"first", "last"}) {
    ocelli::internal::TableColumns columns;
    try_parse(
        [&] { columns = ocelli::internal::parse_table(text, "fuzz.csv", {.label_column = label}).columns; });
    if (columns.roles.empty()) continue;
    columns.require_sound();
    // What was read once is read again, as it is and without its header.
    ocelli::internal::parse_table_like(text, "fuzz.csv", columns, ocelli::internal::Labels::needed);
    columns.names.clear();
    ocelli::internal::parse_table_like(text, "fuzz.csv", columns, ocelli::internal::Labels::needed);
  }
  for (const ocelli::internal::Labels labels :
       {ocelli::internal::Labels::needed, ocelli::internal::Labels::optional})
    try_parse([&] {
      ocelli::internal::parse_table_like(text, "fuzz.csv", ocelli::internal::plain_columns(2), labels);
    });
  return 0;
}
