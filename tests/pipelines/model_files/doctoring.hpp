#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "ocelli/detection/training/training_state.hpp"
#include "ocelli/model_io/stored_numbers.hpp"

/// Training states changed field by field, as one who wants to do harm would: the file's checksum fits, and
/// only the meaning is wrong.
namespace ocelli::internal::test {

/// Calls visit(number) for every number of a state, and visit.list(vector) for every list in it.
template <class Member, class Visit>
void each_field(Member& member, Visit&& visit) {
  if constexpr (std::is_arithmetic_v<Member>) {
    visit(member);
  } else if constexpr (stored_numbers::Matrix<Member>) {
    for (Eigen::Index i = 0; i < member.size(); ++i) visit(member.data()[i]);
  } else if constexpr (SelfDescribing<Member>) {
    Member::describe(member, [&](const char*, auto& part) { each_field(part, visit); });
  } else {
    for (auto& item : member) each_field(item, visit);
    if constexpr (stored_numbers::is_vector<Member>) visit.list(member);
  }
}

template <class Visit>
void each_field(NetworkState& state, Visit&& visit) {
  visit(state.steps), visit(state.loss);
  for (auto* numbers : {&state.parameters, &state.mean, &state.square, &state.moments, &state.greatest}) {
    for (std::size_t i = 0; i < numbers->size(); i += 1 + numbers->size() / 8) visit((*numbers)[i]);
    visit.list(*numbers);
  }
}

template <class Visit>
void each_field(VerifierState& state, Visit&& visit) {
  visit(state.searched);
  for (auto& round : state.found) {
    for (std::size_t i = 0; i < std::min<std::size_t>(round.size(), 4); ++i) {
      auto& [rank, image, score, box] = round[i];
      visit(rank), visit(image), visit(score), visit(box.x), visit(box.y), visit(box.w), visit(box.h);
    }
    visit.list(round);
  }
  for (RegressionTree& tree : state.trees) {
    for (RegressionTree::Node& node : tree.nodes)
      visit(node.left), visit(node.right), visit(node.feature), visit(node.set[0]);
    for (float& vote : tree.leaves) visit(vote);
    visit.list(tree.nodes), visit.list(tree.leaves);
  }
  visit.list(state.found), visit.list(state.trees);
  if (state.network) each_field(*state.network, visit);
}

template <class Visit>
void each_field(TrainingState& state, Visit&& visit) {
  // A few stand for all, or hardly anything else would be changed.
  for (std::size_t i = 0; i < std::min<std::size_t>(state.negatives.size(), 8); ++i) {
    auto& [image, level, x, y] = state.negatives[i];
    visit(image), visit(level), visit(x), visit(y);
  }
  visit(state.mining.evaluated), visit(state.mining.passed), visit(state.rounds);
  for (LookupTable& classifier : state.weak) {
    visit(classifier.feature);
    if (classifier.partner) visit(*classifier.partner);
    for (float& vote : classifier.table) visit(vote);
  }
  for (double& error : state.min_error) visit(error);
  CascadeParts& cascade = state.cascade;
  visit(cascade.width), visit(cascade.height), visit(cascade.bins), visit(cascade.joint),
      visit(cascade.min_deviation);
  for (float& vote : cascade.tables) visit(vote);
  for (CascadeStage& stage : cascade.stages) visit(stage.end), visit(stage.threshold);
  visit.list(state.negatives), visit.list(state.weak), visit.list(state.min_error),
      visit.list(cascade.stages);
  if (state.verifier) each_field(*state.verifier, visit);
}

struct FieldCounter {
  std::size_t fields = 0, lists = 0;

  void operator()(const auto&) { ++fields; }
  void list(const auto&) { ++lists; }
};

/// Changes one field, or one list, counted in the order in which they are visited.
template <class Below>
struct FieldChanger {
  const Below& below;
  std::size_t countdown;
  bool among_lists;

  void operator()(auto& number) {
    if (!among_lists && countdown-- == 0) change(number);
  }

  void list(auto& items) {
    if (!among_lists || countdown-- != 0 || items.empty()) return;
    switch (below(4)) {
      case 0:
        return items.clear();
      case 1:
        return items.pop_back();
      case 2:
        return items.push_back(items[below(items.size())]);
      default:
        return std::swap(items.front(), items[below(items.size())]);
    }
  }

 private:
  template <std::floating_point T>
  void change(T& number) {
    const T values[] = {T(0),
                        T(-1),
                        -number,
                        T(number + 1),
                        number * 2,
                        T(1e-30),
                        T(1e6),
                        T(1e30),
                        std::numeric_limits<T>::max(),
                        std::numeric_limits<T>::infinity()};
    number = values[below(std::size(values))];
  }

  template <std::integral T>
  void change(T& number) {
    using Bits = std::make_unsigned_t<T>;
    const auto bits = static_cast<Bits>(number);
    const T values[] = {T(0),
                        T(1),
                        static_cast<T>(bits + 1u),
                        static_cast<T>(bits - 1u),
                        static_cast<T>(bits * 2u),
                        std::numeric_limits<T>::max(),
                        std::numeric_limits<T>::min(),
                        static_cast<T>(below(256)),
                        static_cast<T>(bits ^ static_cast<Bits>(Bits{1} << below(8 * sizeof(T))))};
    number = values[below(std::size(values))];
  }
};

/// Changes a state by a few steps. below(n) chooses one of n: at random, or as a fuzzer says.
template <class State, class Below>
void doctor(State& state, const Below& below) {
  for (std::size_t step = 0, steps = 1 + below(3); step < steps; ++step) {
    FieldCounter count;
    each_field(state, count);
    const bool among_lists = below(8) == 0;
    const std::size_t choices = among_lists ? count.lists : count.fields;
    if (choices == 0) continue;
    FieldChanger<Below> changer{below, below(choices), among_lists};
    each_field(state, changer);
  }
}

}  // namespace ocelli::internal::test
