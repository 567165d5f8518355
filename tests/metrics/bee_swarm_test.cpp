#include "ocelli/metrics/bee_swarm.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace ocelli::internal::bee_swarm_test {
namespace {

using testing::HasSubstr;

std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST(BeeSwarm, DrawsEachPointInItsColor) {
  const std::vector<SwarmRow> rows{{"width & height", {{-1, 0}, {2, 1}}},
                                   {"color", {{0, std::numeric_limits<double>::quiet_NaN()}}}};
  const std::string svg = bee_swarm_svg("Why", rows);
  EXPECT_EQ(count_of(svg, "<circle"), 3u);
  EXPECT_THAT(svg, HasSubstr("#0072b2"));
  EXPECT_THAT(svg, HasSubstr("#d55e00"));
  EXPECT_THAT(svg, HasSubstr("#888888"));
  EXPECT_THAT(svg, HasSubstr("width &amp; height"));
}

TEST(BeeSwarm, LimitsRowsAndPoints) {
  std::vector<SwarmRow> rows(30, {"x", {{0, 0}}});
  rows[0].points.assign(5000, {1, 0.5});
  EXPECT_LE(count_of(bee_swarm_svg("Why", rows), "<circle"), 2000u + 19);
  EXPECT_EQ(count_of(bee_swarm_svg("None", {}), "<circle"), 0u);
}

}  // namespace
}  // namespace ocelli::internal::bee_swarm_test
