#include "ocelli/evaluation/misread_list.hpp"

#include <string>

#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/data/formats/csv_table.hpp"

namespace ocelli::internal {

std::filesystem::path misread_list_beside(const std::filesystem::path& file) {
  return ends_in(file, {".csv"}) ? file : std::filesystem::path(file.string() + ".csv");
}

void write_misread_list(const std::filesystem::path& file, std::span<const Misread> misread) {
  std::string text = "item,truth,answer,score,margin\n";
  for (const Misread& one : misread) {
    text += csv_cell(one.item) + "," + csv_cell(one.truth) + "," + csv_cell(one.given) + "," +
            to_text(one.score) + "," + to_text(one.margin) + "\n";
  }
  write_file_atomically(file, std::as_bytes(std::span(text)));
}

}  // namespace ocelli::internal
