#include "ocelli/baselines/algorithms/baseline_algorithms.hpp"

#include <concepts>
#include <cstddef>
#include <memory>

#include "ocelli/baselines/ada_boost_ecc.hpp"
#include "ocelli/baselines/ada_boost_mh.hpp"
#include "ocelli/baselines/ada_boost_mo.hpp"
#include "ocelli/baselines/ada_boost_trees.hpp"
#include "ocelli/baselines/joint_boost.hpp"
#include "ocelli/baselines/multi_boost.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/algorithms/stump_algorithm.hpp"
#include "ocelli/training/algorithms/tree_algorithm.hpp"

namespace ocelli::internal::baselines {

/// Of a learner that boosts by stages, for StumpAlgorithm.
template <class Stages>
requires requires(const Stages& options) {
  { options.stages } -> std::convertible_to<StageBoostOptions>;
}
std::size_t max_rounds(const Stages& options) { return options.stages.rounds; }

// Each in a file of its name. A boosting of stumps or of trees is a learner and an entry below.
std::unique_ptr<ClassifierAlgorithm> mixed_norm_algorithm();
std::unique_ptr<ClassifierAlgorithm> one_against_rest_algorithm();

void add_baselines() {
  static constexpr AlgorithmMaker kMakers[] = {
      [] { return algorithm_of_trees("adaboost-ecc-trees", "AdaBoost.ECC", ada_boost_ecc_trees); },
      [] { return algorithm_of_trees("adaboost-mo-trees", "AdaBoost.MO", ada_boost_mo_trees); },
      mixed_norm_algorithm,
      one_against_rest_algorithm,
      [] { return algorithm_of_stumps("multiboost", "MultiBoost", multi_boost); },
      [] { return algorithm_of_stumps("adaboost-mh", "AdaBoost.MH", ada_boost_mh); },
      [] { return algorithm_of_stumps("adaboost-ecc", "AdaBoost.ECC", ada_boost_ecc); },
      [] { return algorithm_of_stumps("adaboost-mo", "AdaBoost.MO", ada_boost_mo); },
      [] { return algorithm_of_stumps("jointboost", "JointBoost", joint_boost); }};
  add_classifier_algorithms(kMakers);
}

}  // namespace ocelli::internal::baselines
