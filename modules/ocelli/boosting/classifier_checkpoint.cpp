#include "ocelli/boosting/classifier_checkpoint.hpp"

#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal::format {
namespace {

/// Maximum number of bytes of an unknown name to show in a message.
constexpr std::size_t kMaxName = 100;

}  // namespace

Bytes pack_state(std::string_view learner, std::uint64_t fingerprint, const StoredNumbers& numbers) {
  flatbuffers::FlatBufferBuilder builder;
  // In separate statements: the order of evaluating a call's arguments, and thus of the bytes, would be the
  // compiler's choice.
  const auto name = builder.CreateString(learner.data(), learner.size());
  const auto integers = builder.CreateVector(numbers.integers);
  const auto reals = builder.CreateVector(numbers.reals);
  return payload_of(builder, schema::CreateClassifierCheckpoint(builder, name, fingerprint, integers, reals));
}

StoredState unpack_state(const Bytes& payload, std::string_view learner) {
  const auto& packed = content<schema::ClassifierCheckpoint>(payload);
  const std::string_view stored = packed.learner()->string_view();
  require(stored == learner, Kind::model, [&] {
    return "is a checkpoint of " + std::string(stored.substr(0, kMaxName)) + ", not of " +
           std::string(learner);
  });
  return {packed.fingerprint(), {unpack(*packed.integers()), unpack(*packed.reals())}};
}

}  // namespace ocelli::internal::format
