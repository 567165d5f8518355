#pragma once

#include <utility>
#include <vector>

#include "ocelli/detection/opencv/opencv_cascade.hpp"

namespace ocelli::internal::test {

// Golden model files hold both cascades: they must never change.

/// Two stages of Haar features: a stump, then a tree of two nodes and a stump on a tilted feature.
inline OpenCvCascadeParts small_haar() {
  OpenCvCascadeParts parts{.width = 12, .height = 10, .label = "thing", .features = {}, .stages = {}};
  parts.features = std::vector<OpenCvHaar>{
      {.rects = {{0, 0, 6, 4, -1}, {0, 2, 6, 2, 2}}, .tilted = false},
      {.rects = {{1, 1, 9, 3, -1}, {4, 1, 3, 3, 3.5f}, {2, 2, 2, 2, 0.1f}}, .tilted = false},
      {.rects = {{6, 1, 4, 3, -1}, {6, 1, 2, 3, 2}}, .tilted = true}};
  const OpenCvTree stump{.nodes = {{.left = 0, .right = -1, .feature = 0, .threshold = 0.1f}},
                         .leaves = {-0.7f, 1.0f / 3}};
  const OpenCvTree pair{.nodes = {{.left = 1, .right = 0, .feature = 1, .threshold = -0.00123f},
                                  {.left = -1, .right = -2, .feature = 0, .threshold = 4e-7f}},
                        .leaves = {1, -2.5e-5f, 0}};
  const OpenCvTree tilted{.nodes = {{.left = -1, .right = 0, .feature = 2, .threshold = 0.01f}},
                          .leaves = {-1, 1}};
  parts.stages = {{.trees = {stump}, .threshold = -0.2f},
                  {.trees = {pair, tilted}, .threshold = 0.123456789f}};
  return parts;
}

/// One stage of a stump and a tree on local binary patterns.
inline OpenCvCascadeParts small_lbp() {
  OpenCvCascadeParts parts{.width = 9, .height = 12, .label = "thing", .features = {}, .stages = {}};
  parts.features = std::vector<OpenCvLbp>{{0, 0, 3, 4}, {2, 3, 1, 2}};
  const CategorySet first{0x8000'0001, 2, 3, 4, 5, 6, 7, 0xffff'ffff};
  const CategorySet second{0, 0xaaaa'aaaa, 0, 0, 0x5555'5555, 0, 0, 1};
  const OpenCvTree stump{.nodes = {{.left = 0, .right = -1, .feature = 0, .threshold = 0, .set = first}},
                         .leaves = {-0.5f, 0.5f}};
  const OpenCvTree pair{.nodes = {{.left = 0, .right = 1, .feature = 1, .threshold = 0, .set = second},
                                  {.left = -1, .right = -2, .feature = 0, .threshold = 0, .set = second}},
                        .leaves = {0.25f, -0.75f, 1}};
  parts.stages = {{.trees = {stump, pair}, .threshold = -0.3f}};
  return parts;
}

}  // namespace ocelli::internal::test
