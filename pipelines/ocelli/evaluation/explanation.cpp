#include "ocelli/evaluation/explanation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/recognition/shapley_values.hpp"

namespace ocelli::internal {
namespace {

/// A table's input: its name, and its values in a sample.
struct InputColumn {
  std::string name;
  std::size_t first = 0, values = 1;
  bool is_text = false;
};

std::vector<InputColumn> input_columns(const ClassifierModel& model) {
  const TableColumns table = model.table ? *model.table : plain_columns(inputs(model.classifier.features()));
  std::vector<InputColumn> columns;
  std::size_t first = 0;
  for (std::size_t c = 0; c < table.roles.size(); ++c) {
    if (table.roles[c] != ColumnRole::input) continue;
    const std::size_t input = columns.size();
    columns.push_back({table.names.empty() ? "column " + std::to_string(c + 1) : table.names[c], first,
                       table.values(input), table.is_text(input)});
    first += columns.back().values;
  }
  return columns;
}

/// The number of the column of each value.
std::vector<std::uint32_t> owners_of_values(const std::vector<InputColumn>& columns) {
  std::vector<std::uint32_t> owners;
  for (std::uint32_t c = 0; c < columns.size(); ++c) owners.insert(owners.end(), columns[c].values, c);
  return owners;
}

/// At most `count` rows, spread evenly.
SampleValues spread_rows(const Samples& samples, std::size_t count) {
  const std::size_t all = samples.count(), kept = std::min(all, count);
  SampleValues rows(static_cast<Eigen::Index>(kept), samples.values.cols());
  for (std::size_t i = 0; i < kept; ++i)
    rows.row(static_cast<Eigen::Index>(i)) = samples.values.row(static_cast<Eigen::Index>(i * all / kept));
  return rows;
}

std::optional<std::uint16_t> wanted_class(const ExplanationOptions& options,
                                          const std::vector<std::string>& classes) {
  if (options.of_class.empty()) return std::nullopt;
  const auto found = std::ranges::find(classes, options.of_class);
  require(
      found != classes.end(), Kind::usage, [&] { return "the model has no class " + options.of_class; },
      "--class");
  return static_cast<std::uint16_t>(found - classes.begin());
}

std::uint16_t most_frequent(std::span<const Classification> given, std::size_t classes) {
  std::vector<std::size_t> counts(classes);
  for (const Classification& one : given) ++counts[one.label()];
  return static_cast<std::uint16_t>(std::ranges::max_element(counts) - counts.begin());
}

/// The share of a column's other values that are smaller: its color in a drawing. NaN for text.
std::vector<double> levels_of(const Samples& rows, const InputColumn& column) {
  std::vector<double> levels(rows.count(), std::numeric_limits<double>::quiet_NaN());
  if (column.is_text || rows.count() < 2) return levels;
  const auto values = rows.values.col(static_cast<Eigen::Index>(column.first));
  std::vector<float> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const float value = values[static_cast<Eigen::Index>(i)];
    const auto begin = std::ranges::lower_bound(sorted, value), end = std::ranges::upper_bound(sorted, value);
    const auto middle = static_cast<double>(begin - sorted.begin() + end - 1 - sorted.begin()) / 2;
    levels[i] = middle / static_cast<double>(sorted.size() - 1);
  }
  return levels;
}

/// Columns by the mean size of their values for one class.
std::vector<SwarmRow> swarm_of(const Samples& rows, const std::vector<InputColumn>& columns,
                               const std::vector<Eigen::MatrixXd>& values, Eigen::Index drawn) {
  std::vector<SwarmRow> swarm;
  std::vector<double> sizes;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    SwarmRow row{columns[c].name, {}};
    const std::vector<double> levels = levels_of(rows, columns[c]);
    double size = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      row.points.push_back({values[i](drawn, static_cast<Eigen::Index>(c)), levels[i]});
      size += std::abs(row.points.back().value);
    }
    swarm.push_back(std::move(row));
    sizes.push_back(size);
  }
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t c) { return sizes[c]; });
  std::vector<SwarmRow> sorted;
  sorted.reserve(order.size());
  for (const std::size_t c : order) sorted.push_back(std::move(swarm[c]));
  return sorted;
}

/// To six decimals: more are noise.
double rounded(double value) { return std::round(value * 1e6) / 1e6; }

}  // namespace

void ExplanationOptions::validate() const { check_options(*this); }

TableExplanation explain(const ClassifierModel& model, const Samples& rows, const Samples& background,
                         const ExplanationOptions& options) {
  options.validate();
  const Classifier& classifier = model.classifier;
  const std::vector<InputColumn> columns = input_columns(model);
  const std::optional<std::uint16_t> wanted = wanted_class(options, classifier.classes());
  const ShapleyValues shapley(classifier, owners_of_values(columns),
                              spread_rows(background, options.background_rows));
  const std::vector<Classification> given = classifier.classify(rows);
  std::vector<Eigen::MatrixXd> values(rows.count());
  parallel_for(std::size_t{0}, rows.count(), [&](std::size_t i) { values[i] = shapley.of(rows.row(i)); });

  TableExplanation all;
  for (const InputColumn& column : columns) all.columns.push_back(column.name);
  Eigen::VectorXd sizes = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint16_t explained = wanted.value_or(given[i].label());
    const Eigen::RowVectorXd own = values[i].row(explained);
    const double base = shapley.base()[explained];
    all.rows.push_back(
        {given[i].label(), explained, base + own.sum(), base, std::vector<double>(own.begin(), own.end())});
    sizes += values[i].cwiseAbs().colwise().mean().transpose();
  }
  if (!values.empty()) sizes /= static_cast<double>(values.size());
  all.mean_sizes.assign(sizes.begin(), sizes.end());
  all.drawn = wanted.value_or(most_frequent(given, classifier.classes().size()));
  all.swarm = swarm_of(rows, columns, values, all.drawn);
  return all;
}

std::string json_line(const TableExplanation& explanation, std::size_t row, const std::string& input,
                      const std::vector<std::string>& classes) {
  using Json = nlohmann::ordered_json;
  const RowExplanation& one = explanation.rows[row];
  Json contributions = Json::object();
  for (std::size_t c = 0; c < explanation.columns.size(); ++c)
    contributions[explanation.columns[c]] = rounded(one.contributions[c]);
  const Json line{{"input", input},
                  {"label", classes[one.label]},
                  {"class", classes[one.explained]},
                  {"score", rounded(one.score)},
                  {"base", rounded(one.base)},
                  {"contributions", contributions}};
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string csv_header(const TableExplanation& explanation) {
  CsvRow cells{"input", "label", "class", "score", "base"};
  cells.insert(cells.end(), explanation.columns.begin(), explanation.columns.end());
  return csv_cells(cells) + "\n";
}

std::string csv_line(const TableExplanation& explanation, std::size_t row, const std::string& input,
                     const std::vector<std::string>& classes) {
  const RowExplanation& one = explanation.rows[row];
  const auto number = [](double value) { return nlohmann::json(rounded(value)).dump(); };
  CsvRow cells{input, classes[one.label], classes[one.explained], number(one.score), number(one.base)};
  for (const double value : one.contributions) cells.push_back(number(value));
  return csv_cells(cells) + "\n";
}

}  // namespace ocelli::internal
