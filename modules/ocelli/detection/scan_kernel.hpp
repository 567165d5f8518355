#pragma once

#include <cstddef>
#include <span>

#include "ocelli/detection/scan_program.hpp"

/// The vector code of the scanner (internal). Written once with Highway, compiled for every instruction set,
/// chosen at run time.
namespace ocelli::internal::scan_kernel {

/// Runs the first stages of the cascade on `windows` adjacent windows from table entry `first` on and appends
/// those that pass. Without stages, all windows pass with score 0. Requires capacity for `windows` more
/// survivors. Computes missing offsets of the level.
///
/// Adjacent windows are loaded as whole registers, scattered windows element by element. Whole registers are
/// faster as long as more than a few of the adjacent windows survive.
void scan_row(const Program& program, Level& level, std::size_t first, std::size_t windows,
              std::span<const StageProgram> stages, Survivors& survivors);

/// Computes the deviations of scattered windows of one phase and sets their scores to 0.
void begin(const Program& program, const Level& level, std::size_t phase, Survivors& survivors);

/// Runs one stage on scattered windows of one phase. Keeps those that pass, in their order. Computes missing
/// offsets of the level.
///
/// If the program reads half-width table entries, they are first copied, one window per lane. Otherwise
/// adjacent windows are loaded together.
void run_sparse_stage(const Program& program, Level& level, std::size_t phase, const StageProgram& stage,
                      Survivors& survivors, EntryCopies& copies);

}  // namespace ocelli::internal::scan_kernel
