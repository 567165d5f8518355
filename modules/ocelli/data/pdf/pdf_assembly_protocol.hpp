#pragma once

/// What ocelli-pdf-assembler is started with: its version, what to do and the limits as words, and these
/// descriptors.
///
/// The plan is a number of fields, each ended by a NUL: for each page of the layers the file, the page in it,
/// 1 or 0 for a layer or none, and the quarter turns. Failures are told on the standard error, with exit
/// code 1.
namespace ocelli::internal::pdf {

inline constexpr int kAssemblyVersion = 1;
inline constexpr int kLayers = 3, kAssembled = 4, kPlan = 5;

}  // namespace ocelli::internal::pdf
