#include "ocelli/pipelines/output/problem_list.hpp"

#include <string>

namespace ocelli::internal {

std::vector<Problem> shortened(std::vector<Problem> problems) {
  constexpr std::size_t kMax = 10;
  const std::size_t all = problems.size();
  if (all <= kMax + 1) return problems;
  problems.resize(kMax);
  problems.push_back({"and " + std::to_string(all - kMax) + " more",
                      std::to_string(all) + " files and lines in total cannot be used"});
  return problems;
}

}  // namespace ocelli::internal
