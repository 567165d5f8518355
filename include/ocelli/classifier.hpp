#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/image.hpp"

namespace ocelli {

namespace internal {
struct Access;
}

/// A class with its score and, if the classifier computes one, its probability.
struct RankedLabel {
  std::string label;
  float score = 0;
  std::optional<double> probability = {};
  std::size_t index = 0;  ///< position of the label in classes()

  friend bool operator==(const RankedLabel&, const RankedLabel&) = default;
};

/// All classes of a classifier, highest score first. Ties keep the order of classes(). Never empty.
struct Classification {
  std::vector<RankedLabel> ranking;

  const RankedLabel& best() const { return ranking.front(); }
  friend bool operator==(const Classification&, const Classification&) = default;
};

/// Assigns a class to an image or to a row of numbers.
///
///     const ocelli::Classifier digits("share/ocelli/models/digits.ocelli");
///     std::puts(digits.classify(ocelli::read_image("seven.png")).best().label.c_str());
///
/// Immutable: any number of threads may share one classifier.
/// Source  shareboost eq. 2.
class OCELLI_API Classifier {
 public:
  /// Throws  Error(Kind::model) naming the file and the fault.
  explicit Classifier(const std::filesystem::path& model);
  explicit Classifier(std::span<const std::byte> model, const std::string& name = "model");

  Classifier(const Classifier&);
  Classifier& operator=(const Classifier&);
  Classifier(Classifier&&) noexcept;
  Classifier& operator=(Classifier&&) noexcept;
  ~Classifier();

  /// Classifies an image, which is scaled to the classifier's size and read in its colors.
  /// Throws  Error(Kind::image) when the classifier takes rows.
  Classification classify(const ImageView& image) const;
  /// Classifies a row of input_count() numbers, in the form the model was trained on.
  /// Throws  Error(Kind::input) for a row of another length or with a number that is not finite.
  Classification classify(std::span<const float> row) const;

  const std::vector<std::string>& classes() const;
  bool takes_images() const;
  std::size_t input_count() const;

 private:
  friend struct internal::Access;
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace ocelli
