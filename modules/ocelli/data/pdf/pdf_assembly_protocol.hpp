#pragma once

/// The arguments of ocelli-pdf-assembler: its version, what to do and the limits as words, and these
/// descriptors.
///
/// The plan is a list of fields, each terminated by NUL. For each page of the layers it contains the file,
/// the page in it, 1 or 0 for a layer or none, and the quarter turns. Failures are reported on standard
/// error, with exit code 1.
namespace ocelli::internal::pdf {

inline constexpr int kAssemblyVersion = 1;
inline constexpr int kLayers = 3, kAssembled = 4, kPlan = 5;

}  // namespace ocelli::internal::pdf
