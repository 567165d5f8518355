#include "classifier_results.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>

#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/data/csv_table.hpp"
#include "ocelli/data/text_lines.hpp"
#include "ocelli/metrics/plot_axis.hpp"

namespace ocelli::bench {
namespace {

constexpr std::uint64_t kMostCsvBytes = 1 << 20;

std::string text(const std::string& value) { return value; }
std::string text(std::size_t value) { return std::to_string(value); }
std::string text(double value) { return format_number(value); }

void parse(const std::string& text, std::string& value) { value = text; }

template <class Number>
void parse(const std::string& text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  require(failure == std::errc() && stop == end, Kind::input, in_quotes(text) + " is no number");
}

Measurement parse_row(const CsvHeader& header, std::string_view line) {
  const CsvRow cells = header.row(line);
  Measurement measurement;
  Measurement::describe(measurement,
                        [&](const char* column, auto& value) { parse(cells[header.at(column)], value); });
  return measurement;
}

/// The names that `of` gives, each once, in order of first mention.
std::vector<std::string> names(const std::vector<Measurement>& measurements, std::string Measurement::*of) {
  std::vector<std::string> found;
  for (const Measurement& one : measurements) {
    if (std::ranges::find(found, one.*of) == found.end()) found.push_back(one.*of);
  }
  return found;
}

std::vector<Measurement> on_set(const std::vector<Measurement>& all, const std::string& set) {
  std::vector<Measurement> found;
  std::ranges::copy_if(all, std::back_inserter(found),
                       [&](const Measurement& one) { return one.set == set; });
  return found;
}

double least_error(const std::vector<Measurement>& measurements) {
  return std::ranges::min(measurements, {}, &Measurement::error).error;
}

std::string percent(double share) { return format_number(100 * share, 2); }

std::string error_cell(const Measurement& one, double best) {
  const std::string deviation = one.splits > 1 ? " ± " + percent(one.deviation) : "";
  const std::string mean = one.error == best ? "**" + percent(one.error) + "**" : percent(one.error);
  return mean + deviation + (one.learnt < one.training ? " *" : "");
}

using CellOf = std::function<std::string(const Measurement&, const std::vector<Measurement>& on_set)>;

/// Sets down, methods across.
std::string crossed(const std::vector<Measurement>& measurements, const CellOf& cell_of) {
  const std::vector<std::string> methods = names(measurements, &Measurement::method);
  std::vector<std::string> header = {"Set"};
  std::ranges::copy(methods, std::back_inserter(header));
  Table table(header);
  for (const std::string& set : names(measurements, &Measurement::set)) {
    const std::vector<Measurement> of_set = on_set(measurements, set);
    std::vector<std::string> row = {set};
    for (const std::string& method : methods) {
      const auto found = std::ranges::find(of_set, method, &Measurement::method);
      row.push_back(found == of_set.end() ? "" : cell_of(*found, of_set));
    }
    table.add(std::move(row));
  }
  return to_markdown(table);
}

std::string sets_table(const std::vector<Measurement>& measurements) {
  Table table({"Set", "Training", "Test", "Splits", "Inputs", "Classes"});
  for (const std::string& set : names(measurements, &Measurement::set)) {
    const Measurement one = on_set(measurements, set).front();
    table.add({set, cell(one.training), cell(one.test), one.splits > 1 ? cell(one.splits) : "its own",
               cell(one.inputs), cell(one.classes)});
  }
  return to_markdown(table);
}

std::string listed(const std::vector<std::string>& items) {
  std::string list;
  for (const std::string& item : items) list += (list.empty() ? "" : ", ") + item;
  return list;
}

/// "- **XGBoost** errs least on 2 of 6 sets: wine, glass." of each method.
std::string winners_text(const std::vector<Measurement>& measurements) {
  const std::vector<std::string> sets = names(measurements, &Measurement::set);
  std::string lines;
  for (const std::string& method : names(measurements, &Measurement::method)) {
    std::vector<std::string> won;
    for (const std::string& set : sets) {
      const std::vector<Measurement> of_set = on_set(measurements, set);
      const auto own = std::ranges::find(of_set, method, &Measurement::method);
      if (own != of_set.end() && own->error == least_error(of_set)) won.push_back(set);
    }
    lines += "- **" + method + "** errs least on " + cell(won.size()) + " of " + cell(sets.size()) + " sets" +
             (won.empty() ? "" : ": " + listed(won)) + ".\n";
  }
  return lines;
}

/// The sets where a peer errs less than the best of ours, with both.
std::string losses_text(const std::vector<Measurement>& measurements) {
  std::vector<std::string> lost;
  for (const std::string& set : names(measurements, &Measurement::set)) {
    std::vector<Measurement> of_set = on_set(measurements, set);
    const auto peers =
        std::ranges::stable_partition(of_set, [](const Measurement& one) { return one.library == "Ocelli"; });
    if (peers.empty() || peers.begin() == of_set.begin()) continue;
    const Measurement ours =
        *std::ranges::min_element(of_set.begin(), peers.begin(), {}, &Measurement::error);
    const Measurement peer = *std::ranges::min_element(peers, {}, &Measurement::error);
    if (peer.error >= ours.error) continue;
    lost.push_back(set + " (" + peer.method + " " + percent(peer.error) + " %, " + ours.method + " " +
                   percent(ours.error) + " %)");
  }
  if (lost.empty()) return "Nowhere does a peer err less than the best of ours.\n";
  return "A peer errs less than the best of ours on " + cell(lost.size()) + ": " + listed(lost) + ".\n";
}

/// How often a method errs for one error of the best; half a sample stands for none at all.
double error_ratio(const Measurement& one, double best) {
  const double half = 0.5 / static_cast<double>(one.test * one.splits);
  return std::max(one.error, half) / std::max(best, half);
}

std::vector<double> error_ratios(const std::vector<Measurement>& measurements, const std::string& method) {
  std::vector<double> ratios;
  for (const Measurement& one : measurements) {
    if (one.method == method) ratios.push_back(error_ratio(one, least_error(on_set(measurements, one.set))));
  }
  std::ranges::sort(ratios);
  return ratios;
}

}  // namespace

Table as_table(const std::vector<Measurement>& measurements) {
  std::vector<std::string> header;
  const Measurement none;
  Measurement::describe(none, [&](const char* column, const auto&) { header.emplace_back(column); });
  Table table(header);
  for (const Measurement& one : measurements) {
    std::vector<std::string> row;
    Measurement::describe(one, [&](const char*, const auto& value) { row.push_back(text(value)); });
    table.add(std::move(row));
  }
  return table;
}

std::vector<Measurement> read_measurements(const std::filesystem::path& csv) {
  if (!std::filesystem::exists(csv)) return {};
  const std::string content = read_text(csv, kMostCsvBytes);
  LineReader lines(content);
  const CsvHeader header(lines, csv.string());
  std::vector<Measurement> measurements;
  while (const auto line = lines.next_with_text()) try {
      measurements.push_back(parse_row(header, line->text));
    } catch (const Error& error) {
      if (!error.where().empty()) throw;
      throw Error(error.kind(), error.message(), csv.string() + ':' + std::to_string(line->number));
    }
  return measurements;
}

LineChart error_profile(const std::vector<Measurement>& measurements) {
  constexpr double kMostTimes = 10;
  const auto sets = static_cast<double>(names(measurements, &Measurement::set).size());
  LineChart chart{.title = "Errors beside the best method's",
                  .x = {.label = "times the errors of the best",
                        .scale = Scale::logarithmic,
                        .low = 1,
                        .high = kMostTimes},
                  .y = {.label = "share of the sets, %", .low = 0, .high = 100}};
  for (const std::string& method : names(measurements, &Measurement::method)) {
    Series series{method, {{1, 0}}};
    double share = 0;
    for (const double ratio : error_ratios(measurements, method)) {
      const double x = std::min(ratio, kMostTimes);
      series.points.push_back({x, share});
      if (ratio <= kMostTimes) share += 100 / sets;
      series.points.push_back({x, share});
    }
    series.points.push_back({kMostTimes, share});
    chart.series.push_back(std::move(series));
  }
  return chart;
}

std::string results_text(const std::vector<Measurement>& measurements) {
  const auto errors = [](const Measurement& one, const std::vector<Measurement>& of_set) {
    return error_cell(one, least_error(of_set));
  };
  const auto training = [](const Measurement& one, const auto&) {
    return cell(one.training_seconds, 1) + " + " + cell(one.choosing_seconds, 1);
  };
  const auto microseconds = [](const Measurement& one, const auto&) {
    return cell(one.label_microseconds, 1);
  };
  const auto sizes = [](const Measurement& one, const auto&) { return cell(one.parts, 0) + " " + one.part; };
  return "## Errors\n\nTest error in per cent, with its deviation over the splits; the fewest of each set in "
         "bold.\n"
         "An asterisk: learnt from a part of the training samples, as all of them would take too long.\n\n" +
         crossed(measurements, errors) + '\n' + winners_text(measurements) + '\n' +
         losses_text(measurements) +
         "\n![Share of the sets against times the errors of the best](classifier-table.svg)\n"
         "\n## Training time\n\nSeconds: the last training, + all trainings that its options were chosen "
         "by.\n\n" +
         crossed(measurements, training) + "\n## Speed\n\nMicroseconds from a test sample to its label.\n\n" +
         crossed(measurements, microseconds) + "\n## Size\n\nWhat a label takes.\n\n" +
         crossed(measurements, sizes) + "\n## The sets\n\n" + sets_table(measurements);
}

}  // namespace ocelli::bench
