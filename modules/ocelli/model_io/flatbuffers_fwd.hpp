#pragma once

/// Names of FlatBuffers for headers that declare how a part of a model file is packed, without including
/// FlatBuffers.
namespace flatbuffers {
class FlatBufferBuilder;
template <typename Table>
struct Offset;
}  // namespace flatbuffers
