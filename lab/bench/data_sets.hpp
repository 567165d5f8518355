#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::bench {

/// Training and test samples, with the same classes in the same order.
struct Parts {
  Samples training, test;
};

/// A labeled data set under data_path(). Its classes are those with samples in its test part, or all if it
/// has no test part. Samples of other classes are removed.
struct DataSet {
  std::string name;
  Samples training;             ///< all samples, if the set has no test part of its own
  std::optional<Samples> test;  ///< for reporting only
  /// One number per training sample. Samples with the same number are near copies and stay together (GTSRB:
  /// pictures of one sign, from one drive past it). Empty if any two samples may be separated.
  std::vector<std::uint32_t> groups;

  /// Both parts, training first.
  Samples whole() const;
};

/// The names that load_data_set() knows.
std::vector<std::string> data_set_names();

/// Throws  Error(Kind::usage) for a name that is not in data_set_names(), listing them; Error(Kind::input)
/// for files that are missing or damaged.
DataSet load_data_set(const std::string& name);

/// Splits samples at random. The training part gets the nearest whole number of samples to its share, or some
/// more: groups are not split, and the first sample of each class, in random order, always goes to training,
/// so that every class can be learned.
/// Requires  a share in [0, 1]; one group per sample, or none at all.
Parts random_parts(const Samples& samples, double training_share, std::uint64_t seed,
                   std::span<const std::uint32_t> groups = {});

/// At most `count` random samples of each class: their indices, or the samples themselves.
std::vector<std::uint32_t> thinned_rows(const Samples& samples, std::size_t count, std::uint64_t seed);
Samples thinned(const Samples& samples, std::size_t count, std::uint64_t seed);

/// Images as histograms of oriented gradients: 9 angles in cells of 4 x 4 pixels, normalized over 2 x 2
/// cells.
/// Requires  gray images with sides that are multiples of 4 pixels, at least 8.
Samples oriented_gradients(const Samples& images);

/// A data set split as in the experiments of MultiBoost-cw, by a seed. MNIST's training part has 1000 random
/// samples per class and GTSRB's 100 (from any drive past a sign), both with the original test part. GTSRB is
/// converted by oriented_gradients(). For any other set, three quarters of all samples are for training.
/// Source  multiboost-cw section 3.
Parts multi_boost_parts(const DataSet& set, std::uint64_t seed);

}  // namespace ocelli::internal::bench
