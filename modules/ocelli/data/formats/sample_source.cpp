#include "ocelli/data/formats/sample_source.hpp"

#include <string>
#include <system_error>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"
#include "ocelli/samples/image_fit.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

Samples read_idx_samples(const fs::path& path, const std::optional<fs::path>& labels,
                         std::optional<ImageShape> shape, ImageReading reading) {
  Samples samples = labels ? read_labeled_idx(path, *labels) : read_idx_images(path);
  if (shape && samples.shape != shape) samples = fit_images(samples, *shape);
  return reading == ImageReading::colors ? with_colors(std::move(samples)) : samples;
}

Dataset read_any_table(const fs::path& path, const TableReading& reading, const InputLimits& limits) {
  const auto* columns = std::get_if<TableColumns>(&reading);
  Table table = columns != nullptr ? read_table_like(path, *columns, Labels::needed, limits)
                                   : read_table(path, std::get<TableOptions>(reading), limits);
  return {std::move(table.samples), std::move(table.problems), {},
          std::move(table.columns), std::move(table.notes),    std::move(table.left_out)};
}

Dataset read_table_samples(const fs::path& path, std::optional<ImageShape> shape, const TableReading& reading,
                           const InputLimits& limits) {
  Dataset data = read_any_table(path, reading, limits);
  if (!shape) return data;
  require(
      data.samples.width() == shape->pixels(), Kind::usage,
      [&] {
        return "has " + std::to_string(data.samples.width()) +
               " values per line, which do not form an image of " + std::to_string(shape->width) + " x " +
               std::to_string(shape->height) + " pixels";
      },
      path.native());
  data.samples.shape = shape;
  return data;
}

}  // namespace

Dataset read_samples(const fs::path& path, const std::optional<fs::path>& labels,
                     std::optional<ImageShape> shape, const TableReading& table, ImageReading reading,
                     const InputLimits& limits) {
  const std::string name = path.string();
  std::error_code failure;
  require(!shape || (shape->width > 0 && shape->height > 0), Kind::usage,
          "a shape must have at least one pixel");
  if (path == "-") return read_table_samples(path, shape, table, limits);
  require(fs::exists(path, failure), Kind::input, "no such file or folder", name);
  const bool is_folder = fs::is_directory(path, failure);
  if (!is_folder && is_idx_file(path))
    return {read_idx_samples(path, labels, shape, reading), {}, {}, {}, {}};
  require(!labels, Kind::usage,
          "only an IDX file of images has its labels in another file; those of a folder are its subfolders, "
          "those of a table one of its columns",
          name);
  // What is read like a model's training is a test.
  const DataPart part = std::holds_alternative<TableColumns>(table) ? DataPart::test : DataPart::training;
  if (is_folder) return read_class_folders(path, shape, reading, limits, part);
  require(
      is_table_file(path), Kind::input,
      "has no readable samples; expected a folder with one subfolder per class, an IDX file of images, or a "
      "table: cells with separators, ARFF or JSON Lines (also .gz)",
      name);
  return read_table_samples(path, shape, table, limits);
}

std::string item_name(const Dataset& data, const fs::path& source, std::size_t sample) {
  return data.files.empty() ? source.string() + "#" + std::to_string(sample) : data.files[sample];
}

}  // namespace ocelli::internal
