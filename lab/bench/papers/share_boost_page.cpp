#include "share_boost_page.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "../program_run.hpp"

namespace ocelli::internal::bench {
namespace {

constexpr std::array<std::size_t, 5> kFeatures{5, 10, 20, 50, 100};

const SparsityCurve* find(const ShareBoostPage& page, const std::string& set, const std::string& columns,
                          const std::string& method) {
  const auto found = std::ranges::find_if(page.curves, [&](const SparsityCurve& curve) {
    return curve.set == set && curve.columns == columns && curve.method == method && !curve.points.empty();
  });
  return found == page.curves.end() ? nullptr : &*found;
}

std::string settings(const ShareBoostPage& page) {
  Table sets({"set", "training samples", "test samples", "inputs", "products", "classes"});
  for (const SetFacts& set : page.sets) {
    sets.add({set.name, cell(set.training), cell(set.test), cell(set.inputs),
              cell(set.inputs * (set.inputs - 1) / 2), cell(set.classes)});
  }
  return to_markdown(sets) + "\nShareBoost: the gradient rule, no regularizer, or " +
         cell(page.frobenius, 5) + " times the squared weights. Mixed norm: up to " +
         cell(page.mixed.points) + " lambdas, each " + cell(page.mixed.ratio, 2) +
         " times the previous one, each objective within " + cell(100 * page.mixed.tolerance, 2) +
         " % of its minimum. JointBoost: best-first search, up to " + cell(page.thresholds) +
         " thresholds per input; distinct stumps are counted. Each curve ends at " + cell(page.features) +
         " features or after " + cell(page.seconds, 0) +
         " seconds of processor time, whichever comes first. (Segment has no test set of its own: a random "
         "70 % are used for training. ShareBoost may put a threshold anywhere between two neighboring "
         "values of training samples; the place it takes depends on the values, not the labels, of the test "
         "samples.)\n\n";
}

std::string pictures(const ShareBoostPage& page, const std::string& columns) {
  std::string text;
  for (const SetFacts& set : page.sets) {
    if (find(page, set.name, columns, kShareBoost) == nullptr) continue;
    text += "![" + set.name + ", " + columns + "](" + picture_name(set.name, columns) + ")\n\n";
  }
  return text;
}

std::string verdict(std::size_t wins, std::size_t duels) {
  if (duels == 0) return "Nothing to compare.";
  if (wins == duels) return "**The claim holds.**";
  if (2 * wins > duels) return "**The claim mostly holds.**";
  return wins == 0 ? "**The claim does not hold.**" : "**The claim holds in some cases only.**";
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "-" : text;
}

/// The method with the lower error for each number of features.
std::string duels(const ShareBoostPage& page, const std::string& columns, const std::string& method,
                  const std::string& rival) {
  Table table({"features", method + " is better", "equal", "worse", "worse on"});
  std::size_t wins = 0, all = 0;
  for (const std::size_t features : kFeatures) {
    const Duel d = duel(page.curves, columns, method, rival, features);
    table.add({cell(features), cell(d.wins), cell(d.ties), cell(d.losses), listed(d.lost_on)});
    wins += d.wins;
    all += d.wins + d.losses + d.ties;
  }
  return method + " against " + rival + ", number of sets:\n\n" + to_markdown(table) + "\n" +
         verdict(wins, all) + "\n\n";
}

/// The minimum of each curve, its number of features, and the end of the curve.
std::string lowest(const ShareBoostPage& page, const std::string& columns,
                   const std::vector<std::string>& methods) {
  std::vector<std::string> header = {"set"};
  for (const std::string& method : methods) header.push_back(method + ": lowest, at the end");
  Table table(header);
  for (const SetFacts& set : page.sets) {
    std::vector<std::string> row = {set.name};
    for (const std::string& method : methods) {
      const SparsityCurve* const curve = find(page, set.name, columns, method);
      if (curve == nullptr) {
        row.emplace_back("-");
        continue;
      }
      const SparsePoint &best = curve->best(), &last = curve->points.back();
      row.push_back(cell(100 * best.test_error, 2) + " % with " + cell(best.features) + ", " +
                    cell(100 * last.test_error, 2) + " % with " + cell(last.features));
    }
    table.add(std::move(row));
  }
  return to_markdown(table) + "\n";
}

/// The sets for which `holds` is true of the best points of two curves.
std::string sets_where(const ShareBoostPage& page, const std::string& columns, const std::string& method,
                       const std::string& rival,
                       const std::function<bool(const SparsityCurve&, const SparsityCurve&)>& holds) {
  std::vector<std::string> names;
  for (const SetFacts& set : page.sets) {
    const SparsityCurve* const a = find(page, set.name, columns, method);
    const SparsityCurve* const b = find(page, set.name, columns, rival);
    if (a != nullptr && b != nullptr && holds(*a, *b)) names.push_back(set.name);
  }
  return names.empty() ? "none" : listed(names);
}

bool lower(const SparsityCurve& a, const SparsityCurve& b) {
  return a.best().test_error < b.best().test_error;
}

/// Processor time until two methods first had the same number of features, and whether ShareBoost was faster.
std::string times(const ShareBoostPage& page, const std::string& columns, const std::string& rival) {
  Table table({"set", "features", "ShareBoost, s", rival + ", s", "ratio"});
  std::size_t faster = 0;
  for (const SetFacts& set : page.sets) {
    const SparsityCurve* const ours = find(page, set.name, columns, kShareBoost);
    const SparsityCurve* const theirs = find(page, set.name, columns, rival);
    if (ours == nullptr || theirs == nullptr) continue;
    const std::size_t common = std::min(ours->most_features(), theirs->most_features());
    const auto seconds = [&](const SparsityCurve& curve) {
      return std::ranges::find_if(curve.points, [&](const SparsePoint& p) { return p.features >= common; })
          ->seconds;
    };
    const double a = seconds(*ours), b = seconds(*theirs);
    table.add({set.name, cell(common), cell(a, 2), cell(b, 2), cell(b / a, 1)});
    faster += a < b ? 1 : 0;
  }
  return to_markdown(table) + "\n" + verdict(faster, table.rows().size()) + "\n\n";
}

std::string top(const ShareBoostPage& page) {
  const std::string columns = "products";
  return "## Top: products, against the mixed norm\n\nTest error in per cent by number of features:\n\n" +
         to_markdown(summary_table(page.curves, columns)) + "\n" + pictures(page, columns) +
         "**\"ShareBoost decreases the error much faster than the mixed-norm regularization.\"**\n\n" +
         duels(page, columns, kShareBoost, kMixedNorm) +
         "**\"Mixed-norm regularization can be better in the regime of rather dense predictors.\"** The "
         "lowest points and the ends of the curves:\n\n" +
         lowest(page, columns, {kShareBoost, kMixedNorm}) +
         "The mixed norm's lowest error is lower than ShareBoost's on: " +
         sets_where(page, columns, kMixedNorm, kShareBoost, lower) +
         "; lower than regularized ShareBoost's on: " +
         sets_where(page, columns, kMixedNorm, kRegularized, lower) +
         ".\n\n**ShareBoost's path takes less time to train.** Processor time to the same number of "
         "features:\n\n" +
         times(page, columns, kMixedNorm);
}

std::string bottom(const ShareBoostPage& page) {
  const std::string columns = "stumps";
  return "## Bottom: stumps, against JointBoost\n\nTest error in per cent by number of features:\n\n" +
         to_markdown(summary_table(page.curves, columns)) + "\n" + pictures(page, columns) +
         "**\"ShareBoost decreases the error much faster.\"**\n\n" +
         duels(page, columns, kShareBoost, kJointBoost) +
         "**\"The training runtime of ShareBoost is also much shorter than that of JointBoost.\"** Processor "
         "time to the same number of features:\n\n" +
         times(page, columns, kJointBoost);
}

std::string overfitting(const ShareBoostPage& page) {
  std::string text =
      "## Overfitting\n\n**\"When more features are allowed, ShareBoost starts to overfit. To prevent this, "
      "one can use the variant that incorporates regularization.\"**\n\n";
  for (const std::string columns : {"products", "stumps"}) {
    text += "With " + columns + ":\n\n" + lowest(page, columns, {kShareBoost, kRegularized}) +
            "ShareBoost ends more than a tenth above its lowest error on: " +
            sets_where(page, columns, kShareBoost, kShareBoost,
                       [](const SparsityCurve& a, const SparsityCurve&) {
                         return a.points.back().test_error > 1.1 * a.best().test_error;
                       }) +
            ". The regularized variant ends lower than the plain one on: " +
            sets_where(page, columns, kRegularized, kShareBoost,
                       [](const SparsityCurve& a, const SparsityCurve& b) {
                         return a.points.back().test_error < b.points.back().test_error;
                       }) +
            ".\n\n";
  }
  return text;
}

}  // namespace

std::string picture_name(const std::string& set, const std::string& columns) {
  return "shareboost-paper-" + set + "-" + columns + ".svg";
}

std::string to_text(const ShareBoostPage& page) {
  return "# ShareBoost's figure 3, repeated\n\nTest error against the number of features: ShareBoost and the "
         "mixed norm's regularization path on products of two inputs, ShareBoost and JointBoost on decision "
         "stumps (shareboost sections 7.2 and 7.3).\n\nMachine: " +
         machine() + ". This page, its pictures and `shareboost-paper.csv` were written by\n\n    " +
         page.command + "\n\n" + settings(page) + top(page) + bottom(page) + overfitting(page);
}

}  // namespace ocelli::internal::bench
