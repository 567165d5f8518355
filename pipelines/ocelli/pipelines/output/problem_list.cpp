#include "ocelli/pipelines/output/problem_list.hpp"

#include <string>

namespace ocelli {

std::vector<Problem> shortened(std::vector<Problem> problems) {
  constexpr std::size_t kMost = 10;
  const std::size_t all = problems.size();
  if (all <= kMost + 1) return problems;
  problems.resize(kMost);
  problems.push_back({"and " + std::to_string(all - kMost) + " more",
                      std::to_string(all) + " files and lines in all cannot be used"});
  return problems;
}

}  // namespace ocelli
