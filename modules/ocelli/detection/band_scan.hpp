#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/scan_kernel.hpp"
#include "ocelli/detection/scanner.hpp"
#include "ocelli/imaging/pyramid.hpp"

/// Scans a band: a range of window rows of one pyramid level. Each scanner task runs one band (internal).
namespace ocelli::internal::band_scan {

/// Windows whose top row is in begin .. end - 1 of a level. `begin` is on the grid.
struct Band {
  std::uint32_t level = 0;
  int begin = 0, end = 0;
};

/// The top left of a window in its level's pixels.
struct Place {
  int x = 0, y = 0;
};

/// Working memory of one task at a time.
struct Buffers {
  LevelRows rows;
  IntegralTable sum, squared;
  std::vector<std::int16_t> halves;  ///< lower halves of the sums, for cascades that read them
  bool has_tables =
      false;  ///< whether these are the tables of the band; the programs of all turns share them
  scan_kernel::Level level, mirrored_level;
  scan_kernel::Survivors batch, grid_survivors;
  scan_kernel::EntryCopies copies;
  std::vector<scan_kernel::Survivors> around;  ///< windows around the grid survivors, by column phase
  std::vector<std::uint8_t> listed;  ///< marks windows in `around` by table entry; all zero between two lists
  std::vector<Place> places;         ///< used by Scanner for scan_band()
};

struct Found {
  std::vector<LevelWindow> windows;  ///< windows that pass, in (y, x) order
  std::vector<Place> survivors;      ///< grid windows that passed the grid stages, in (y, x) order

  void clear();
};

/// A cascade compiled for scanning.
class Program {
 public:
  /// Finds objects turned clockwise by this many quarters. Keeps a reference to the cascade.
  Program(const Cascade& cascade, int quarters, const ScanOptions& options);

  /// Stages that process whole rows of the grid, in vector lanes.
  std::size_t dense_stage_count() const;
  /// Stages that a grid window must pass before the windows around it are evaluated.
  std::size_t grid_stage_count() const;

  /// Finds the windows of the band that pass: those in the chosen columns of grid rows and those around grid
  /// survivors. Also calls `choose` for the grid row after the band, because windows of the band may lie
  /// around its survivors. Fills the tables of the buffers unless another turn's program has done so.
  void scan(const Pyramid& pyramid, const PyramidLevel& level, const Band& band, const RowColumns& choose,
            Buffers& buffers, Found& found) const;
  /// Finds the windows that pass among those at the given places in the band. Finds no grid survivors. Places
  /// may repeat.
  void scan_band(const Pyramid& pyramid, const PyramidLevel& level, const Band& band,
                 std::span<const Place> places, Buffers& buffers, Found& found) const;

 private:
  /// Fills the tables of a level from its pixels.
  void fill_tables(const cv::Mat& pixels, int phases, Buffers& buffers) const;
  void scan_grid(const Pyramid& pyramid, const PyramidLevel& level, const Band& band,
                 const RowColumns& choose, Buffers& buffers) const;
  void scan_around(const PyramidLevel& level, const Band& band, Buffers& buffers) const;
  void start_around(Buffers& buffers) const;
  void finish(std::size_t phase, const Band& band, scan_kernel::Survivors& survivors, Buffers& buffers,
              std::vector<LevelWindow>& windows) const;
  void finish_all(const Band& band, Buffers& buffers, std::vector<LevelWindow>& windows) const;
  void add_mirrored_scores(std::size_t phase, scan_kernel::Survivors& survivors, Buffers& buffers) const;

  std::unique_ptr<const Cascade> turned_cascade_;  ///< unless the turn is 0
  const Cascade& cascade_;
  int stride_, grid_levels_;
  std::size_t grid_stages_;
  scan_kernel::Program kernel_;
  /// For a symmetric cascade: its weak classifiers applied to mirror images, in one stage that every window
  /// passes.
  std::unique_ptr<const Cascade> mirrored_cascade_;
  std::optional<scan_kernel::Program> mirrored_kernel_;
};

}  // namespace ocelli::internal::band_scan
