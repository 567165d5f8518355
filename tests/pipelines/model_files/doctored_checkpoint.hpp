#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/random.hpp"
#include "pipelines/model_files/damage.hpp"
#include "pipelines/model_files/tiny_trainings.hpp"

/// Checkpoints whose checksum fits and whose meaning does not: refused by one Error, or good to train on
/// with. None may crash the program or keep it for ever. Whoever includes this instantiates
/// DoctoredCheckpoint.
namespace ocelli::internal::test {

inline const TinyTraining& tiny_training_named(const std::vector<TinyKind>& kinds, std::string_view name) {
  return tiny_training_of(*std::ranges::find(kinds, name, &TinyKind::name));
}

class DoctoredCheckpoint : public testing::TestWithParam<TinyKind> {
 protected:
  const TinyTraining& tiny = tiny_training_of(GetParam());
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();

  /// Sweeps take what time there is, spread over all kinds; the fuzzer takes more.
  bool has_time() const { return std::chrono::steady_clock::now() - begun < std::chrono::seconds(2); }
};

TEST_P(DoctoredCheckpoint, GoesOnAsLongAsItIsWhole) { EXPECT_NO_THROW(tiny.resume(tiny.checkpoint)); }

TEST_P(DoctoredCheckpoint, IsRefusedOrTrainsOnWhateverFieldsItHas) {
  std::size_t refused = 0, trained = 0;
  constexpr std::uint64_t kSlowTries = 40;  // of kinds that take all the time to train on once
  for (std::uint64_t seed = 0; seed < 400 && (has_time() || (refused == 0 && seed < kSlowTries)); ++seed) {
    Random random(hash(seed, {}));
    const auto error = refusal_of([&] {
      tiny.resume(tiny.doctored([&](std::size_t n) { return static_cast<std::size_t>(random.below(n)); }));
    });
    ++(error ? refused : trained);
  }
  EXPECT_GT(refused, 0u);
}

TEST_P(DoctoredCheckpoint, IsRefusedOrTrainsOnWithAnyBrokenWord) {
  survive_patched_words(
      tiny.checkpoint,
      [&](const Bytes& patched) {
        if (has_time()) tiny.resume(patched);
      },
      [&] { return has_time(); });
}

/// Expects that a field changed in the state of a checkpoint is refused with these words when training goes
/// on.
template <class State>
void expect_refused(const TinyTraining& tiny, const std::string& part, void (*change)(State&)) {
  auto checkpoint = load_classifier_checkpoint<State>(tiny.checkpoint, "doctored");
  change(checkpoint.state);
  const auto error = refusal_of([&] { tiny.resume(serialize(checkpoint)); });
  ASSERT_TRUE(error.has_value()) << "goes on in spite of: " << part;
  EXPECT_NE(error->message().find(part), std::string::npos) << error->message();
}

}  // namespace ocelli::internal::test
