#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ocelli/core/option_table.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/recognition/training/feature_choice.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

class TrainingSession;

/// Errors on samples that were not learned. No samples: not measured.
struct HeldOutErrors {
  std::size_t errors = 0, samples = 0;
};

struct LearnedClassifier {
  Classifier classifier;
  std::string ending;           ///< a sentence that summarizes the training
  HeldOutErrors held_out = {};  ///< of this classifier
};

/// A learning algorithm: its name, options, learner, and checkpoint state. To register a learner, add a line
/// in classifier_algorithms.cpp.
class ClassifierAlgorithm {
 public:
  /// `name` is the value of --algorithm, `title` the human-readable name.
  ClassifierAlgorithm(std::string name, std::string title)
      : name_(std::move(name)), title_(std::move(title)) {}
  ClassifierAlgorithm(const ClassifierAlgorithm&) = delete;
  ClassifierAlgorithm& operator=(const ClassifierAlgorithm&) = delete;
  virtual ~ClassifierAlgorithm() = default;

  const std::string& name() const { return name_; }
  const std::string& title() const { return title_; }

  /// Its options, for setting them.
  virtual std::vector<Option> option_table() = 0;
  /// Resolves the options that depend on the kind of data. Returns a sentence about the choices, empty if
  /// there were none.
  /// Throws  Error(Kind::canceled) on `stop`.
  virtual std::string resolve(const Samples& samples, const std::stop_token& stop) = 0;
  /// The errors of what resolve() chose, in its trials.
  virtual HeldOutErrors tried() const { return {}; }
  /// The algorithm that learns after resolve(): this one, unless it chose another.
  virtual const ClassifierAlgorithm& resolved() const { return *this; }
  /// Its options as names and values.
  virtual OptionList options() const = 0;
  virtual std::uint64_t seed() const = 0;
  /// Whether it supports sample weights; otherwise learn() rejects them with Error(Kind::usage).
  virtual bool takes_sample_weights() const { return true; }
  /// Whether it can use the colors of images, which are then read in color.
  virtual bool can_use_colors() const { return false; }
  /// The share of the samples that learn() holds out from training: those of split_by_blocks() with blocks of
  /// 1 and the seed.
  virtual double held_out() const { return 0; }
  /// Throws  Error(Kind::usage) naming the invalid option.
  virtual void validate() const = 0;

  /// Continues from the session's state and reports each round to it.
  /// Throws  Error(Kind::training) for samples that cannot be learned from, Error(Kind::canceled) on `stop`.
  virtual LearnedClassifier learn(const Samples& samples, TrainingSession& session,
                                  std::stop_token stop) const = 0;

 private:
  std::string name_, title_;
};

/// "ShareBoost by products of inputs, ...": the features an algorithm uses, and why. `merit` is the measure
/// by which the first trial was best.
std::string describe_choice(const std::string& algorithm, const std::vector<FeatureTrial>& trials,
                            const std::string& merit = "which did best");

/// An algorithm with options in a struct that describes itself.
template <class Options>
class AlgorithmWith : public ClassifierAlgorithm {
 public:
  AlgorithmWith(std::string name, std::string title, Options options = {})
      : ClassifierAlgorithm(std::move(name), std::move(title)), options_(std::move(options)) {}

  std::vector<Option> option_table() override { return ocelli::internal::option_table(options_); }
  std::string resolve(const Samples& samples, const std::stop_token& stop) override {
    std::string said;
    if constexpr (requires { options_.resolve_features(samples, stop); }) {
      const std::vector<FeatureTrial> trials = options_.resolve_features(samples, stop);
      if (!trials.empty()) said = described(trials);
    } else if constexpr (requires { options_.candidates.kind; }) {
      if (options_.candidates.kind == "auto") {
        const std::vector<FeatureTrial> trials = default_features(samples, seed(), stop);
        options_.candidates.kind = trials.front().kind;
        said = described(trials);
      }
    }
    if constexpr (requires { options_.resolve_rounds(samples); }) options_.resolve_rounds(samples);
    return said;
  }
  HeldOutErrors tried() const override { return tried_; }
  OptionList options() const override { return listed(options_); }
  void validate() const override { options_.validate(); }
  double held_out() const override {
    if constexpr (requires { options_.preparation.validation; }) return options_.preparation.validation;
    if constexpr (requires { options_.validation; }) return options_.validation;
    return 0;
  }

 protected:
  const Options& chosen() const { return options_; }

 private:
  std::string described(const std::vector<FeatureTrial>& trials) {
    tried_ = {trials.front().errors, trials.front().samples};
    return describe_choice(title(), trials);
  }

  Options options_;
  HeldOutErrors tried_;
};

/// The default algorithm of every caller. It chooses by the samples.
inline constexpr const char* kDefaultAlgorithm = "auto";

/// All algorithms, with their options' defaults; the first is the default one.
std::vector<std::unique_ptr<ClassifierAlgorithm>> classifier_algorithms();

/// Makes an algorithm, with its options' defaults.
using AlgorithmMaker = std::unique_ptr<ClassifierAlgorithm> (*)();

/// Adds algorithms after those of the library, for programs with their own learners.
/// Requires  a single call at the start of main(), before any thread starts and before any other call about
/// algorithms. Names must be new.
void add_classifier_algorithms(std::span<const AlgorithmMaker> makers);

/// The algorithm with this name.
/// Throws  Error(Kind::usage) naming the available ones.
std::unique_ptr<ClassifierAlgorithm> classifier_algorithm(const std::string& name = kDefaultAlgorithm);

/// The algorithm with this name, for use with these options (current or former names, with - or _ between
/// words). An option never changes the algorithm. Options that no algorithm has are left unchanged.
/// Throws  also Error(Kind::usage) for an option that only other algorithms have, naming them.
std::unique_ptr<ClassifierAlgorithm> classifier_algorithm(const std::string& name,
                                                          std::span<const std::string> options);

/// A copy with the same options, to be resolved again.
/// Requires  an algorithm that has not been resolved.
std::unique_ptr<ClassifierAlgorithm> copy_of(const ClassifierAlgorithm& algorithm);

/// Samples that a classifier mislabels, in the training set and in the held-out set, if any.
struct SampleErrors {
  std::size_t of_training = 0, training = 0, of_validation = 0, validation = 0;
};

/// "errors on the training samples 0.10 %, on samples kept from training 0.52 %"
std::string to_string(const SampleErrors& errors);

}  // namespace ocelli::internal
