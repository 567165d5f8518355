#pragma once

/// Names of FlatBuffers for headers that declare how to pack a part of a model file, without including
/// FlatBuffers.
namespace flatbuffers {
class FlatBufferBuilder;
template <typename Table>
struct Offset;
}  // namespace flatbuffers
