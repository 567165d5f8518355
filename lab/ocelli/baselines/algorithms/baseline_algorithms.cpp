#include "ocelli/baselines/algorithms/baseline_algorithms.hpp"

#include <memory>

#include "ocelli/baselines/ada_boost_ecc.hpp"
#include "ocelli/baselines/ada_boost_mh.hpp"
#include "ocelli/baselines/ada_boost_mo.hpp"
#include "ocelli/baselines/ada_boost_trees.hpp"
#include "ocelli/baselines/joint_boost.hpp"
#include "ocelli/baselines/multi_boost.hpp"
#include "ocelli/baselines/training/mixed_norm_training.hpp"
#include "ocelli/baselines/training/one_against_rest_training.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/algorithms/learner_algorithm.hpp"

namespace ocelli::internal::baselines {

void add_baselines() {
  static constexpr AlgorithmMaker kMakers[] = {
      [] { return algorithm_of_trees("adaboost-ecc-trees", "AdaBoost.ECC", ada_boost_ecc_trees); },
      [] { return algorithm_of_trees("adaboost-mo-trees", "AdaBoost.MO", ada_boost_mo_trees); },
      [] { return algorithm_of("mixed-norm", "Mixed-norm", "following the path", train_mixed_norm); },
      [] {
        return algorithm_of("one-vs-rest", "One-against-rest", "choosing features for each class",
                            train_one_against_rest);
      },
      [] { return algorithm_of_stumps("multiboost", "MultiBoost", multi_boost); },
      [] { return algorithm_of_stumps("adaboost-mh", "AdaBoost.MH", ada_boost_mh); },
      [] { return algorithm_of_stumps("adaboost-ecc", "AdaBoost.ECC", ada_boost_ecc); },
      [] { return algorithm_of_stumps("adaboost-mo", "AdaBoost.MO", ada_boost_mo); },
      [] { return algorithm_of_stumps("jointboost", "JointBoost", joint_boost); }};
  add_classifier_algorithms(kMakers);
}

}  // namespace ocelli::internal::baselines
