#pragma once

#include <cstddef>
#include <vector>

#include "ocelli/detection/training_state.hpp"
#include "ocelli/model_io/classifier_checkpoint.hpp"
#include "ocelli/model_io/model_file.hpp"

/// Inside the model file; not part of the room's interface. A file is a payload, the FlatBuffer, and its
/// seal, the checksum. The fuzzers enter here, behind the checksum that would stop them.
namespace ocelli::format {

/// A vector, because its memory is aligned as FlatBuffers needs it.
using Bytes = std::vector<std::byte>;

/// The payload with its checksum at the end.
Bytes seal(Bytes payload);

/// The payload of a file whose size, identifier and checksum are right. Throws Error(Kind::model) otherwise.
Bytes unseal(Bytes file);

/// The content of a payload after all checks. Throws Error(Kind::model), without the file's name.
DetectorModel parse_detector(const Bytes& payload);
ClassifierModel parse_classifier(const Bytes& payload);
ReaderModel parse_reader(const Bytes& payload);
Model parse_model(const Bytes& payload);
TrainingState parse_checkpoint(const Bytes& payload);
template <class State>
ClassifierCheckpoint<State> parse_classifier_checkpoint(const Bytes& payload);

}  // namespace ocelli::format
