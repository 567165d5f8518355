#include "classifier_page.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "ocelli/metrics/plot_axis.hpp"
#include "table.hpp"

namespace ocelli::internal::bench {
namespace {

/// A measured quantity; lower is better.
struct Quantity {
  double Measurement::*value;
  std::string praise;  ///< "has the lowest error on"
  std::function<std::string(const Measurement&)> text;
  std::function<std::string(const Measurement&)> note = [](const Measurement&) { return ""; };
};

/// The distinct names returned by `of`, in order of first occurrence.
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

double min(const std::vector<Measurement>& measurements, double Measurement::*value) {
  return std::ranges::min(measurements, {}, value).*value;
}

std::string percent(double share) { return format_number(100 * share, 2); }

/// With two significant digits: 0.013, 4.2 or 120.
std::string rounded(double value) {
  const int decimals = value > 0 ? 1 - static_cast<int>(std::floor(std::log10(value))) : 0;
  return format_number(value, std::clamp(decimals, 0, 6));
}

std::string listed(const std::vector<std::string>& items) {
  std::string list;
  for (const std::string& item : items) list += (list.empty() ? "" : ", ") + item;
  return list;
}

/// A table with sets as rows and methods as columns.
std::string crossed(
    const std::vector<Measurement>& measurements,
    const std::function<std::string(const Measurement&, const std::vector<Measurement>&)>& text_of) {
  const std::vector<std::string> methods = names(measurements, &Measurement::method);
  std::vector<std::string> header = {"Set"};
  std::ranges::copy(methods, std::back_inserter(header));
  Table table(header);
  for (const std::string& set : names(measurements, &Measurement::set)) {
    const std::vector<Measurement> of_set = on_set(measurements, set);
    std::vector<std::string> row = {set};
    for (const std::string& method : methods) {
      const auto found = std::ranges::find(of_set, method, &Measurement::method);
      row.push_back(found == of_set.end() ? "" : text_of(*found, of_set));
    }
    table.add(std::move(row));
  }
  return to_markdown(table);
}

std::string crossed(const std::vector<Measurement>& measurements, const Quantity& quantity) {
  return crossed(measurements, [&](const Measurement& one, const std::vector<Measurement>& of_set) {
    const bool is_best = one.*quantity.value == min(of_set, quantity.value);
    const std::string text = quantity.text(one);
    return (is_best ? "**" + text + "**" : text) + quantity.note(one);
  });
}

/// "- **XGBoost** has the lowest error on 2 of 6 sets: wine, glass." for each method.
std::string winners(const std::vector<Measurement>& measurements, const Quantity& quantity) {
  const std::vector<std::string> sets = names(measurements, &Measurement::set);
  std::string lines;
  for (const std::string& method : names(measurements, &Measurement::method)) {
    std::vector<std::string> won;
    for (const std::string& set : sets) {
      const std::vector<Measurement> of_set = on_set(measurements, set);
      const auto own = std::ranges::find(of_set, method, &Measurement::method);
      if (own != of_set.end() && (*own).*quantity.value == min(of_set, quantity.value)) won.push_back(set);
    }
    lines += "- **" + method + "** " + quantity.praise + " " + cell(won.size()) + " of " + cell(sets.size()) +
             " sets" + (won.empty() ? "" : ": " + listed(won)) + ".\n";
  }
  return lines;
}

/// The deviation of a mean error: over splits, or for a single test part, that of as many independent
/// samples.
double deviation_of(const Measurement& one) {
  if (one.splits > 1) return one.deviation;
  return std::sqrt(one.error * (1 - one.error) / static_cast<double>(one.test));
}

/// The sets on which a peer has a lower error than the best of ours, with both errors.
std::string losses(const std::vector<Measurement>& measurements) {
  const std::vector<std::string> sets = names(measurements, &Measurement::set);
  std::vector<std::string> lost, far;
  for (const std::string& set : sets) {
    std::vector<Measurement> ours, peers;
    for (const Measurement& one : on_set(measurements, set))
      (one.library == "Ocelli" ? ours : peers).push_back(one);
    if (ours.empty() || peers.empty()) continue;
    const Measurement own = std::ranges::min(ours, {}, &Measurement::error);
    const Measurement peer = std::ranges::min(peers, {}, &Measurement::error);
    if (peer.error >= own.error) continue;
    lost.push_back(set + " (" + peer.method + " " + percent(peer.error) + " %, " + own.method + " " +
                   percent(own.error) + " %)");
    if (own.error - peer.error > deviation_of(peer)) far.push_back(set);
  }
  if (lost.empty()) return "No peer has a lower error than the best of ours on any set.\n";
  return "A peer has a lower error than the best of ours on " + cell(lost.size()) + " of " +
         cell(sets.size()) + " sets: " + listed(lost) +
         ". By more than one deviation of its error (over the splits, or of " +
         "that many independent test samples) it does so on " + cell(far.size()) +
         (far.empty() ? "" : ": " + listed(far)) + ".\n";
}

/// The sets on which Default has an error more than a tenth above the best of ours, with both errors.
std::string default_gaps(const std::vector<Measurement>& measurements) {
  constexpr double kMax = 1.1;
  std::vector<std::string> gaps;
  std::size_t sets = 0;
  for (const std::string& set : names(measurements, &Measurement::set)) {
    std::vector<Measurement> ours = on_set(measurements, set);
    std::erase_if(ours, [](const Measurement& one) { return one.library != "Ocelli"; });
    const auto usual = std::ranges::find(ours, "Default", &Measurement::method);
    if (usual == ours.end()) continue;
    ++sets;
    const Measurement best = std::ranges::min(ours, {}, &Measurement::error);
    if (usual->error > kMax * best.error)
      gaps.push_back(set + " (" + percent(usual->error) + " %, " + best.method + " " + percent(best.error) +
                     " %)");
  }
  return "Default errs at most a tenth more than the best of ours on " + cell(sets - gaps.size()) + " of " +
         cell(sets) + " sets" + (gaps.empty() ? "" : "; not on " + listed(gaps)) + ".\n";
}

/// "60000", or "60000, of which 10000" if no method used more.
std::string training_samples(const std::vector<Measurement>& of_set) {
  const Measurement max = std::ranges::max(of_set, {}, &Measurement::learned);
  const std::string all = cell(max.training);
  return max.learned < max.training ? all + ", of which " + cell(max.learned) : all;
}

std::string sets_table(const std::vector<Measurement>& measurements) {
  Table table({"Set", "Training", "Test", "Splits", "Inputs", "Classes"});
  for (const std::string& set : names(measurements, &Measurement::set)) {
    const std::vector<Measurement> of_set = on_set(measurements, set);
    const Measurement one = of_set.front();
    table.add({set, training_samples(of_set), cell(one.test), one.splits > 1 ? cell(one.splits) : "its own",
               cell(one.inputs), cell(one.classes)});
  }
  return to_markdown(table);
}

/// A method's number of errors for each error of the best; zero errors count as half a sample.
double error_ratio(const Measurement& one, double best) {
  const double half = 0.5 / static_cast<double>(one.test * one.splits);
  return std::max(one.error, half) / std::max(best, half);
}

std::vector<double> error_ratios(const std::vector<Measurement>& measurements, const std::string& method) {
  std::vector<double> ratios;
  for (const Measurement& one : measurements) {
    if (one.method != method) continue;
    ratios.push_back(error_ratio(one, min(on_set(measurements, one.set), &Measurement::error)));
  }
  std::ranges::sort(ratios);
  return ratios;
}

}  // namespace

LineChart error_profile(const std::vector<Measurement>& measurements) {
  constexpr double kMaxTimes = 10;
  const auto sets = static_cast<double>(names(measurements, &Measurement::set).size());
  LineChart chart{.title = "Errors beside the best method's",
                  .x = {.label = "times the errors of the best",
                        .scale = Scale::logarithmic,
                        .low = 1,
                        .high = kMaxTimes},
                  .y = {.label = "share of the sets, %", .low = 0, .high = 100}};
  for (const std::string& method : names(measurements, &Measurement::method)) {
    Series series{method, {{1, 0}}};
    double share = 0;
    for (const double ratio : error_ratios(measurements, method)) {
      if (ratio > kMaxTimes) break;
      series.points.push_back({ratio, share});
      share += 100 / sets;
      series.points.push_back({ratio, share});
    }
    series.points.push_back({kMaxTimes, share});
    chart.series.push_back(std::move(series));
  }
  return chart;
}

std::string results_text(const std::vector<Measurement>& measurements) {
  const Quantity errors{&Measurement::error, "has the lowest error on",
                        [](const Measurement& one) { return percent(one.error); },
                        [](const Measurement& one) {
                          return (one.splits > 1 ? " ± " + percent(one.deviation) : "") +
                                 (one.learned < one.training ? " †" : "");
                        }};
  const Quantity training{&Measurement::training_seconds, "trains fastest on",
                          [](const Measurement& one) { return rounded(one.training_seconds); },
                          [](const Measurement& one) {
                            return one.choosing_seconds > 0.05 ? " + " + rounded(one.choosing_seconds) : "";
                          }};
  const Quantity speed{&Measurement::label_microseconds, "predicts fastest on",
                       [](const Measurement& one) { return rounded(one.label_microseconds); }};
  const auto size = [](const Measurement& one, const auto&) { return cell(one.parts, 0) + " " + one.part; };

  return R"(## Errors

Test error in per cent, with its standard deviation over the splits; the lowest of each set in bold. †: trained on a part of the training
samples, because all of them would take too long.

)" + crossed(measurements, errors) +
         '\n' + winners(measurements, errors) + '\n' + losses(measurements) + '\n' +
         default_gaps(measurements) + R"(
![Share of the sets against times the errors of the best](classifier-table.svg)

## Training time

Seconds for the final training, + for all trainings that chose its options, where these took more than 0.05 s.

)" + crossed(measurements, training) +
         '\n' + winners(measurements, training) + R"(
## Speed

Microseconds per test sample.

)" + crossed(measurements, speed) +
         '\n' + winners(measurements, speed) + R"(
## Size

Number of parts of each model.

)" + crossed(measurements, size) +
         R"(
## The data sets

)" + sets_table(measurements);
}

}  // namespace ocelli::internal::bench
