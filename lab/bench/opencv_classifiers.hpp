#pragma once

#include "classifier_method.hpp"

namespace ocelli::internal::bench {

/// OpenCV's Boost (gentle, 100 trees per class, depth three). It supports two classes only, so there is one
/// model per class against all others, and the highest score wins. If samples x inputs x classes exceeds
/// 10^8, it trains on a part of the samples, because it sorts every input again in every node.
ClassifierMethod opencv_boost();

/// OpenCV's support vector machines with a Gaussian kernel, one-vs-one. Inputs of tables are standardized to
/// mean 0 and deviation 1 individually, those of images jointly. C and the kernel width are chosen from a
/// grid of nine on at most 4,000 training samples.
ClassifierMethod opencv_svm();

/// OpenCV's random trees: 200 of them, depth up to 25, with the square root of the inputs considered in each
/// node.
ClassifierMethod opencv_trees();

}  // namespace ocelli::internal::bench
