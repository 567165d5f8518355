#pragma once

#include "classifier_method.hpp"

namespace ocelli::internal::bench {

/// OpenCV's Boost (gentle, 100 trees a class, three deep). It knows two classes only, so there is one for
/// each class against all others, and the surest of them wins. Where samples x inputs x classes go beyond
/// 10^8 it learns from a part of the samples, as it sorts every input anew in every node.
ClassifierMethod opencv_boost();

/// OpenCV's support vector machines with a Gaussian kernel, one against one. Inputs of tables are brought to
/// mean 0 and deviation 1 each, those of images all alike; C and the kernel's width are chosen from a grid of
/// nine on at most 4,000 samples to learn from.
ClassifierMethod opencv_svm();

/// OpenCV's random trees: 200 of them, up to 25 deep, the square root of the inputs looked at in each node.
ClassifierMethod opencv_trees();

}  // namespace ocelli::internal::bench
