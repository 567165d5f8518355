#include "ocelli/recognition/shapley_values.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

/// Adds its values to those of all columns: classes x columns.
class ShapleyValues::Part {
 public:
  Part() = default;
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  virtual ~Part() = default;
  virtual void add(std::span<const float> sample, Eigen::MatrixXd& values) const = 0;
};

namespace {

constexpr int kMiddleByte = 128;

/// What the parts have in common.
struct Setting {
  std::vector<std::uint32_t> columns;  ///< of each value of a sample
  std::size_t count = 0;               ///< of columns
  SampleValues background;

  std::span<const float> row(Eigen::Index b) const {
    return {background.row(b).data(), static_cast<std::size_t>(background.cols())};
  }
  double share() const { return 1 / static_cast<double>(background.rows()); }
};

// ---- Columns that depend on one or two inputs

/// A feature column's inputs; the second equals the first if there is only one.
struct ColumnInputs {
  std::uint32_t first = 0, second = 0;
};

std::vector<ColumnInputs> inputs_of(const LinearFeatures& features) {
  std::vector<ColumnInputs> inputs;
  for (const std::uint32_t input : features.chosen()) inputs.push_back({input, input});
  return inputs;
}
std::vector<ColumnInputs> inputs_of(const StumpFeatures& features) {
  std::vector<ColumnInputs> inputs;
  for (const ThresholdStump& stump : features.stumps()) inputs.push_back({stump.input, stump.input});
  return inputs;
}
std::vector<ColumnInputs> inputs_of(const ProductFeatures& features) {
  std::vector<ColumnInputs> inputs;
  for (const InputPair& pair : features.pairs()) inputs.push_back({pair.first, pair.second});
  return inputs;
}

/// Linear features, stumps and products.
template <class Features>
class ColumnPart : public ShapleyValues::Part {
 public:
  ColumnPart(Features features, Eigen::MatrixXd steps, const Setting& setting)
      : features_(std::move(features)),
        steps_(std::move(steps)),
        setting_(setting),
        inputs_(inputs_of(features_)) {
    for (Eigen::Index b = 0; b < setting_.background.rows(); ++b)
      background_codes_.push_back(codes_of(setting_.row(b)));
  }

  void add(std::span<const float> sample, Eigen::MatrixXd& values) const override {
    const std::vector<std::uint8_t> own = codes_of(sample);
    // The changes of each feature column's byte that the first and the second input cause.
    Eigen::MatrixXd changes = Eigen::MatrixXd::Zero(2, static_cast<Eigen::Index>(own.size()));
    for (Eigen::Index b = 0; b < setting_.background.rows(); ++b) add_changes(sample, own, b, changes);
    changes *= setting_.share();
    for (std::size_t c = 0; c < own.size(); ++c) {
      const auto at = static_cast<Eigen::Index>(c);
      values.col(setting_.columns[inputs_[c].first]) += changes(0, at) * steps_.col(at);
      values.col(setting_.columns[inputs_[c].second]) += changes(1, at) * steps_.col(at);
    }
  }

 private:
  std::vector<std::uint8_t> codes_of(std::span<const float> sample) const {
    std::vector<std::uint8_t> codes(features_.groups());
    features_.encode(sample, codes);
    return codes;
  }

  void add_changes(std::span<const float> sample, const std::vector<std::uint8_t>& own, Eigen::Index b,
                   Eigen::MatrixXd& changes) const {
    const std::vector<std::uint8_t>& others = background_codes_[static_cast<std::size_t>(b)];
    for (std::size_t c = 0; c < own.size(); ++c) {
      const auto at = static_cast<Eigen::Index>(c);
      const double both = own[c] - others[c];
      if (setting_.columns[inputs_[c].first] == setting_.columns[inputs_[c].second]) {
        changes(0, at) += both;
        continue;
      }
      if constexpr (std::is_same_v<Features, ProductFeatures>) {
        const std::array mixed = mixed_codes(inputs_[c], sample, setting_.row(b));
        changes(0, at) += (mixed[0] - others[c] + own[c] - mixed[1]) / 2.0;
        changes(1, at) += (mixed[1] - others[c] + own[c] - mixed[0]) / 2.0;
      }
    }
  }

  /// The bytes of a product with only the first input of the sample, and with only the second one.
  std::array<int, 2> mixed_codes(const ColumnInputs& inputs, std::span<const float> sample,
                                 std::span<const float> other) const {
    const auto scaled = [&](std::uint32_t input, std::span<const float> from) {
      return features_.ranges()[input].scaled(from[input]);
    };
    return {signed_unit_byte(scaled(inputs.first, sample) * scaled(inputs.second, other)),
            signed_unit_byte(scaled(inputs.first, other) * scaled(inputs.second, sample))};
  }

  Features features_;
  Eigen::MatrixXd steps_;
  const Setting& setting_;
  std::vector<ColumnInputs> inputs_;
  std::vector<std::vector<std::uint8_t>> background_codes_;
};

// ---- Trees

/// Shapley's weights of a leaf that requires p columns of the sample and q of the background.
class LeafWeights {
 public:
  explicit LeafWeights(std::size_t most) : most_(most + 1) {
    // C(p + q, p) by Pascal's rule: (p - 1)! q! / (p + q)! = 1 / (p C(p + q, p)).
    std::vector<double> choices(most_ * most_, 1);
    for (std::size_t p = 1; p < most_; ++p) {
      for (std::size_t q = 1; q < most_; ++q)
        choices[p * most_ + q] = choices[(p - 1) * most_ + q] + choices[p * most_ + q - 1];
    }
    inverse_.resize(choices.size());
    std::ranges::transform(choices, inverse_.begin(), [](double count) { return 1 / count; });
  }

  double of_sample(std::size_t p, std::size_t q) const {
    return inverse_[p * most_ + q] / static_cast<double>(p);
  }
  double of_background(std::size_t p, std::size_t q) const {
    return -inverse_[p * most_ + q] / static_cast<double>(q);
  }

 private:
  std::size_t most_;
  std::vector<double> inverse_;
};

enum class From : std::uint8_t { undecided, sample, background };

/// Visits the leaves of a tree that the mixtures of a sample and a background sample reach.
class MixtureWalk {
 public:
  MixtureWalk(const Setting& setting, const LeafWeights& weights)
      : setting_(setting), weights_(weights), from_(setting.count, From::undecided) {}

  /// Adds the leaves' values of each column: columns x leaves.
  void add(std::span<const TreeBranch> tree, std::span<const float> sample, std::span<const float> background,
           Eigen::MatrixXd& shares) {
    tree_ = tree;
    sample_ = sample;
    background_ = background;
    shares_ = &shares;
    visit(0);
  }

 private:
  static constexpr std::array kSides = {From::sample, From::background};

  void visit(std::int32_t at) {
    if (at < 0) return reach(static_cast<Eigen::Index>(~at));
    const TreeBranch& branch = tree_[static_cast<std::size_t>(at)];
    const std::uint32_t first = setting_.columns[branch.first];
    const std::uint32_t second = branch.second_scale == 0 ? first : setting_.columns[branch.second];
    if (from_[first] == From::undecided && matters(branch, first, second)) return decide(at, first);
    if (from_[second] == From::undecided && matters(branch, second, first)) return decide(at, second);
    visit(next(branch));
  }

  /// Follows both sides of a column.
  void decide(std::int32_t at, std::uint32_t column) {
    path_.push_back(column);
    for (const From side : kSides) {
      from_[column] = side;
      ++(side == From::sample ? of_sample_ : of_background_);
      visit(at);
      --(side == From::sample ? of_sample_ : of_background_);
    }
    from_[column] = From::undecided;
    path_.pop_back();
  }

  /// Whether a branch depends on the side of an undecided column, whatever that of the other one is.
  bool matters(const TreeBranch& branch, std::uint32_t column, std::uint32_t other) {
    const From before = from_[other];
    const bool other_is_open = other != column && before == From::undecided;
    bool does = false;
    for (const From side : kSides) {
      if (other_is_open) from_[other] = side;
      from_[column] = From::sample;
      const std::int32_t with = next(branch);
      from_[column] = From::background;
      does |= next(branch) != with;
      from_[column] = From::undecided;
    }
    if (other_is_open) from_[other] = before;
    return does;
  }

  std::int32_t next(const TreeBranch& branch) const {
    const auto value = [&](std::uint32_t input) {
      const From side = from_[setting_.columns[input]];
      return static_cast<double>(side == From::background ? background_[input] : sample_[input]);
    };
    const double sum = static_cast<double>(branch.first_scale) * value(branch.first) +
                       static_cast<double>(branch.second_scale) * value(branch.second);
    return sum < static_cast<double>(branch.threshold) ? branch.below : branch.above;
  }

  void reach(Eigen::Index leaf) {
    for (const std::uint32_t column : path_)
      (*shares_)(column, leaf) += from_[column] == From::sample
                                      ? weights_.of_sample(of_sample_, of_background_)
                                      : weights_.of_background(of_sample_, of_background_);
  }

  const Setting& setting_;
  const LeafWeights& weights_;
  std::vector<From> from_;
  std::vector<std::uint32_t> path_;  ///< the decided columns
  std::size_t of_sample_ = 0, of_background_ = 0;
  std::span<const TreeBranch> tree_;
  std::span<const float> sample_, background_;
  Eigen::MatrixXd* shares_ = nullptr;
};

class TreePart : public ShapleyValues::Part {
 public:
  TreePart(TreeFeatures trees, const Eigen::MatrixXd& steps, const Setting& setting)
      : trees_(std::move(trees)),
        votes_((255 - kMiddleByte) * steps),
        setting_(setting),
        weights_(setting.count) {}

  void add(std::span<const float> sample, Eigen::MatrixXd& values) const override {
    MixtureWalk walk(setting_, weights_);
    const auto leaves = static_cast<Eigen::Index>(trees_.width());
    Eigen::MatrixXd shares(static_cast<Eigen::Index>(setting_.count), leaves);
    for (std::size_t t = 0; t < trees_.groups(); ++t) {
      shares.setZero();
      for (Eigen::Index b = 0; b < setting_.background.rows(); ++b)
        walk.add(trees_.tree(t), sample, setting_.row(b), shares);
      values += setting_.share() * votes_.middleCols(static_cast<Eigen::Index>(t) * leaves, leaves) *
                shares.transpose();
    }
  }

 private:
  TreeFeatures trees_;
  Eigen::MatrixXd votes_;  ///< classes x leaves of all trees
  const Setting& setting_;
  LeafWeights weights_;
};

// ---- Parts of a classifier

/// The setting, which the parts refer to, lives in the first part of the list.
class SettingPart : public ShapleyValues::Part {
 public:
  explicit SettingPart(Setting shared) : setting(std::move(shared)) {}
  void add(std::span<const float> /*sample*/, Eigen::MatrixXd& /*values*/) const override {}

  const Setting setting;
};

struct PartMaker {
  const Eigen::MatrixXd& steps;  ///< classes x columns of the features
  const Setting& setting;
  std::vector<std::unique_ptr<const ShapleyValues::Part>>& parts;
  std::vector<std::string>& refused;

  void operator()(const TreeFeatures& features) const {
    parts.push_back(std::make_unique<TreePart>(features, steps, setting));
  }
  void operator()(const LinearFeatures& features) const { add_columns(features); }
  void operator()(const StumpFeatures& features) const { add_columns(features); }
  void operator()(const ProductFeatures& features) const { add_columns(features); }
  void operator()(const CombinedFeatures& features) const {
    for (std::size_t p = 0; p < features.parts().size(); ++p) {
      const Eigen::MatrixXd own = steps(Eigen::all, features.features_of(p));
      std::visit(PartMaker{own, setting, parts, refused}, features.parts()[p].features);
    }
  }
  template <class Other>
  void operator()(const Other& /*features*/) const {
    refused.emplace_back(Other::kKind);
  }

 private:
  template <class Features>
  void add_columns(const Features& features) const {
    parts.push_back(std::make_unique<ColumnPart<Features>>(features, steps, setting));
  }
};

std::string words_of(const std::vector<std::string>& kinds) {
  std::string words;
  for (const std::string& kind : kinds) words += (words.empty() ? "" : " and ") + kind;
  return words;
}

}  // namespace

ShapleyValues::ShapleyValues(const Classifier& classifier, std::vector<std::uint32_t> columns,
                             const SampleValues& background) {
  require(!classifier.shape(), Kind::usage, "classifies images; only classifiers of tables are explained");
  require(background.rows() > 0, Kind::input, "there are no background rows to compare with");
  count_ = 1 + std::size_t{std::ranges::max(columns)};
  auto setting = std::make_unique<const SettingPart>(Setting{std::move(columns), count_, background});
  const Setting& shared = setting->setting;
  parts_.push_back(std::move(setting));
  std::vector<std::string> refused;
  std::visit(PartMaker{classifier.steps().cast<double>(), shared, parts_, refused}, classifier.features());
  require(refused.empty(), Kind::usage, [&] {
    return "its scores include " + words_of(refused) +
           ", for which there are no exact values; train one with --algorithm trees";
  });
  std::vector<float> scores(classifier.classes().size());
  base_ = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(scores.size()));
  for (Eigen::Index b = 0; b < background.rows(); ++b) {
    classifier.scores(shared.row(b), scores);
    base_ += Eigen::Map<const Eigen::VectorXf>(scores.data(), base_.size()).cast<double>();
  }
  base_ *= shared.share();
}

ShapleyValues::ShapleyValues(ShapleyValues&&) noexcept = default;
ShapleyValues::~ShapleyValues() = default;

Eigen::MatrixXd ShapleyValues::of(std::span<const float> sample) const {
  Eigen::MatrixXd values = Eigen::MatrixXd::Zero(base_.size(), static_cast<Eigen::Index>(count_));
  for (const auto& part : parts_) part->add(sample, values);
  return values;
}

}  // namespace ocelli::internal
