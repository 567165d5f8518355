#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/recognition/blend.hpp"
#include "ocelli/training/algorithms/blended_algorithm.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/training_session.hpp"

namespace ocelli::internal {
namespace {

/// Sets the option given as "name=value".
void set_option(const std::string& text, const std::vector<Option>& table, const std::string& algorithm) {
  const std::size_t sign = std::min(text.find('='), text.size());
  const auto known = std::ranges::find(table, text.substr(0, sign), &Option::name);
  require(
      known != table.end() && sign < text.size(), Kind::usage,
      [&] { return "expected options of " + algorithm + " as name=value, got '" + text + "'"; }, "--members");
  known->set(text.substr(sign + 1));
}

/// The member described by a text such as "0.5 trees leaves=8 rounds=200", with this seed unless the text
/// gives another.
BlendedAlgorithm member_of(const std::string& text, std::uint64_t seed) {
  std::istringstream words(text);
  std::string weight, name, option;
  words >> weight >> name;
  require(name != "auto" && name != "blend", Kind::usage,
          "cannot have a member that blends or chooses itself", "--members");
  BlendedAlgorithm member{classifier_algorithm(name), from_text<double>(weight, "members")};
  require(member.weight > 0, Kind::usage, "weights must be above 0", "--members");
  const std::vector<Option> table = member.algorithm->option_table();
  set_option("seed=" + to_text(seed), table, name);
  while (words >> option) set_option(option, table, name);
  return member;
}

std::vector<BlendedAlgorithm> members_of(const std::string& text, std::uint64_t seed) {
  std::vector<BlendedAlgorithm> members;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ';');) members.push_back(member_of(part, seed));
  require(members.size() >= 2, Kind::usage,
          "expected at least two members, such as '1 trees leaves=8; 0.5 shareboost features=linear'",
          "--members");
  return members;
}

/// The text from which it can be recreated: the weight, the name, and the options that differ from the
/// defaults.
std::string text_of(const BlendedAlgorithm& member, std::uint64_t seed) {
  const auto& [algorithm, weight] = member;
  const OptionList defaults = member_of("1 " + algorithm->name(), seed).algorithm->options();
  std::string text = to_text(weight) + " " + algorithm->name();
  for (const auto& option : algorithm->options()) {
    if (std::ranges::find(defaults, option) == defaults.end())
      text += " " + option.first + "=" + option.second;
  }
  return text;
}

struct BlendOptions {
  std::string members = "1 trees; 1 shareboost";
  std::uint64_t seed = 1;

  void validate() const {
    check_options(*this);
    for (const auto& [algorithm, weight] : members_of(members, seed)) algorithm->validate();
  }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("members", self.members,
          "classifiers whose scores are added, separated by semicolons: for each a weight, the algorithm and "
          "its options, such as '1 trees leaves=8; 0.5 shareboost features=linear'");
    visit("seed", self.seed, "seed of the random numbers, for members without their own",
          option::any().basic());
  }
};

class BlendAlgorithm final : public AlgorithmWith<BlendOptions> {
 public:
  explicit BlendAlgorithm(BlendOptions options) : AlgorithmWith("blend", "Blend", std::move(options)) {}

  std::uint64_t seed() const override { return chosen().seed; }

  bool takes_sample_weights() const override {
    return std::ranges::all_of(members_of(chosen().members, seed()), [](const BlendedAlgorithm& member) {
      return member.algorithm->takes_sample_weights();
    });
  }

  /// The first member learns in the session, with its checkpoints and log. The others learn in memory.
  LearnedClassifier learn(const Samples& samples, TrainingSession& session,
                          std::stop_token stop) const override {
    TrainingSession in_memory(session.observer());
    std::vector<BlendMember> learned;
    std::string ending;
    for (const auto& [algorithm, weight] : members_of(chosen().members, seed())) {
      algorithm->resolve(samples, stop);
      LearnedClassifier one = algorithm->learn(samples, learned.empty() ? session : in_memory, stop);
      learned.push_back({std::move(one.classifier), weight});
      ending += (ending.empty() ? "" : " ") + algorithm->title() + ": " + one.ending;
    }
    return {blended(learned), ending};
  }
};

}  // namespace

std::unique_ptr<ClassifierAlgorithm> blend_algorithm(const std::vector<BlendedAlgorithm>& members) {
  const std::uint64_t seed = members.front().algorithm->seed();
  std::string text;
  for (const BlendedAlgorithm& member : members) text += (text.empty() ? "" : "; ") + text_of(member, seed);
  return std::make_unique<BlendAlgorithm>(BlendOptions{text, seed});
}
std::unique_ptr<ClassifierAlgorithm> blend_algorithm() {
  return std::make_unique<BlendAlgorithm>(BlendOptions());
}

}  // namespace ocelli::internal
