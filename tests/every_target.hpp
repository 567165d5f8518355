#pragma once

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cstdint>
#include <string>

namespace ocelli::internal::test {

/// Tests of vector code: each runs with every instruction set of this machine in turn, and the machine's own
/// choice is back afterwards. Derive a suite and name it to OCELLI_ON_EVERY_TARGET.
class OnEveryTarget : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

inline std::string target_name(const testing::TestParamInfo<std::int64_t>& tested) {
  return hwy::TargetName(tested.param);
}

}  // namespace ocelli::internal::test

#define OCELLI_ON_EVERY_TARGET(suite)                                                              \
  INSTANTIATE_TEST_SUITE_P(Targets, suite, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()), \
                           ocelli::internal::test::target_name)
