#include "ocelli/baselines/bounded_lbfgs.hpp"

#include <algorithm>
#include <cmath>
#include <nlopt.hpp>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::baselines {
namespace {

void assign(std::span<const double> values, std::span<ColumnWeight> weights) {
  for (std::size_t j = 0; j < weights.size(); ++j) weights[j].value = values[j];
}

/// The objective and its gradient in NLopt's form, divided by C: NLopt's first step is as long as the
/// gradient, and scores of thousands exceed the range of exponentials.
struct Evaluation {
  const MasterProblem& problem;
  std::span<ColumnWeight> weights;
  PairWeights& mu;
  int count = 0;

  double operator()(const std::vector<double>& values, std::vector<double>& gradient) {
    ++count;
    assign(values, weights);
    mu.assign(problem.scores(weights, problem.samples()));
    if (!gradient.empty()) {
      std::ranges::transform(problem.gradient(weights, mu), gradient.begin(),
                             [this](double derivative) { return derivative / problem.cost; });
    }
    return problem.objective(weights, mu) / problem.cost;
  }

  static double of(const std::vector<double>& values, std::vector<double>& gradient, void* self) {
    return (*static_cast<Evaluation*>(self))(values, gradient);
  }
};

}  // namespace

void BoundedLbfgsOptions::validate() const { check_options(*this); }

int minimize_bounded(const MasterProblem& problem, const BoundedLbfgsOptions& options,
                     std::span<ColumnWeight> weights, PairWeights& mu) {
  Evaluation evaluation{problem, weights, mu};
  nlopt::opt solver(nlopt::LD_LBFGS, static_cast<unsigned>(weights.size()));
  solver.set_lower_bounds(0);
  solver.set_ftol_rel(options.tolerance);
  solver.set_maxeval(options.evaluations);
  solver.set_min_objective(Evaluation::of, &evaluation);
  std::vector<double> values(weights.size());
  std::ranges::transform(weights, values.begin(), &ColumnWeight::value);
  const std::vector<double> start = values;
  const double before = problem.objective(weights, mu) / problem.cost;
  double after = before;
  try {
    solver.optimize(values, after);
  } catch (const std::runtime_error&) {
    // Rounding can stop its progress, which NLopt reports as a failure. `values` is the best point found.
    check_canceled();  // NLopt gives it back as another failure
  }
  assign(after <= before ? values : start, weights);
  mu.assign(problem.scores(weights, problem.samples()));
  return evaluation.count;
}

MasterSolver bounded_lbfgs_solver(const BoundedLbfgsOptions& options) {
  return [options](const MasterProblem& problem, std::size_t, std::size_t, std::span<ColumnWeight> weights,
                   PairWeights& mu) { minimize_bounded(problem, options, weights, mu); };
}

}  // namespace ocelli::internal::baselines
