#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/samples/samples.hpp"

namespace ocelli::internal::bench {

/// Samples to learn from, and others to measure on: of the same classes, in the same order.
struct Parts {
  Samples training, test;
};

/// A labeled data set under data_path(). Its classes are those that its test part has samples of, or any
/// where it has no test part; samples of others are left out.
struct DataSet {
  std::string name;
  Samples training;             ///< all samples, where the set has no test part of its own
  std::optional<Samples> test;  ///< for reporting alone
  /// One number a training sample: samples of one number are near copies and stay together (GTSRB: pictures
  /// of one sign, on one drive past it). Empty where any two samples may be parted.
  std::vector<std::uint32_t> groups;

  /// Both parts, one after the other.
  Samples whole() const;
};

/// The names that load_data_set() knows.
std::vector<std::string> data_set_names();

/// Throws  Error(Kind::usage) for a name that is not one of data_set_names(), listing them;
/// Error(Kind::input) for files
///         that are missing or damaged.
DataSet load_data_set(const std::string& name);

/// Parts samples at random. The training part gets the nearest whole number of samples to its share, or some
/// more: groups are not torn apart, and as the first sample of each class, in the random order, always goes
/// to training, there is no class that could not be learned.
/// Requires  a share in [0, 1]; one group a sample,
/// or none at all.
Parts random_parts(const Samples& samples, double training_share, std::uint64_t seed,
                   std::span<const std::uint32_t> groups = {});

/// At most `count` samples of each class, drawn at random: which, or the samples themselves.
std::vector<std::uint32_t> thinned_rows(const Samples& samples, std::size_t count, std::uint64_t seed);
Samples thinned(const Samples& samples, std::size_t count, std::uint64_t seed);

/// Images as histograms of oriented gradients: 9 angles in cells of 4 x 4 pixels, normalized over 2 x 2
/// cells.
/// Requires  images of gray levels whose sides are multiples of 4 pixels, at least 8.
Samples oriented_gradients(const Samples& images);

/// A set as the experiments of MultiBoost-cw part it, by a seed: MNIST's training part has 1000 random
/// samples a class and GTSRB's 100 (of any drives past a sign), both with the original test part, and GTSRB
/// as oriented_gradients(); of any other set, three quarters of all samples are learned from. Source
/// multiboost-cw section 3.
Parts multi_boost_parts(const DataSet& set, std::uint64_t seed);

}  // namespace ocelli::internal::bench
