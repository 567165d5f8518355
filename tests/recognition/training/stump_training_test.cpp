#include <gtest/gtest.h>

#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"
#include "recognition/training/stump_ways.hpp"

namespace ocelli::internal::stump_training_test {
namespace {

using test::StumpTraining;
using test::StumpWay;

INSTANTIATE_TEST_SUITE_P(Each, StumpTraining,
                         testing::Values(StumpWay{"MultiBoostCw",
                                                  [](std::size_t rounds) {
                                                    return boosting(multi_boost_cw, {{rounds}, {}}, 1);
                                                  }}),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace ocelli::internal::stump_training_test
