#include "ocelli/features/orientations/orientation_features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ocelli/features/orientations/orientation_kernel.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kDirections = OrientationFeatures::kDirections;
constexpr double kByteScale = OrientationFeatures::kByteScale, kNoise = OrientationFeatures::kNoise;
constexpr std::array kOrientationGrids = {4, 6, 8};
constexpr std::string_view kOrientations = "orientations";
/// Working memory of one caller, reused for all images.
struct OrientationScratch {
  std::vector<std::int16_t> levels, dx, dy, part;
  std::vector<std::uint32_t> integral;       ///< (height + 1) x (width + 1), modulo 2^32
  std::vector<std::vector<int>> histograms;  ///< per grid, the directions of each cell
  std::vector<std::vector<double>> scales;   ///< per grid, of the blocks around the cells' corners
};

void find_gradients(std::span<const float> image, ImageShape shape, OrientationScratch& scratch) {
  const int width = shape.width, height = shape.height;
  for (auto* plane : {&scratch.levels, &scratch.dx, &scratch.dy, &scratch.part}) plane->resize(image.size());
  std::ranges::transform(image, scratch.levels.begin(), [](float level) {
    return static_cast<std::int16_t>(std::lround(std::clamp(level, 0.0F, 255.0F)));
  });
  for (int y = 0; y < height; ++y) {
    const std::int16_t* const row = scratch.levels.data() + y * width;
    const std::int16_t* const above = scratch.levels.data() + std::max(y - 1, 0) * width;
    const std::int16_t* const below = scratch.levels.data() + std::min(y + 1, height - 1) * width;
    std::int16_t *const dx = scratch.dx.data() + y * width, *const dy = scratch.dy.data() + y * width;
    for (int x = 0; x < width; ++x) {
      dx[x] = static_cast<std::int16_t>(row[std::min(x + 1, width - 1)] - row[std::max(x - 1, 0)]);
      dy[x] = static_cast<std::int16_t>(below[x] - above[x]);
    }
  }
}

void integrate(ImageShape shape, OrientationScratch& scratch) {
  const auto width = static_cast<std::size_t>(shape.width), height = static_cast<std::size_t>(shape.height);
  scratch.integral.resize((width + 1) * (height + 1));
  std::fill_n(scratch.integral.begin(), width + 1, 0U);
  for (std::size_t y = 0; y < height; ++y) {
    const std::int16_t* const part = scratch.part.data() + y * width;
    const std::uint32_t* const above = scratch.integral.data() + y * (width + 1);
    std::uint32_t* const sums = scratch.integral.data() + (y + 1) * (width + 1);
    std::uint32_t row = 0;
    sums[0] = 0;
    for (std::size_t x = 0; x < width; ++x) {
      row += static_cast<std::uint32_t>(part[x]);
      sums[x + 1] = above[x + 1] + row;
    }
  }
}

/// The means of one direction over the cells.
void add_direction(const CellGrid& grid, std::size_t direction, int width,
                   const std::vector<std::uint32_t>& integral, std::vector<int>& histograms) {
  const auto at = [&](int y, int x) { return integral[static_cast<std::size_t>(y * (width + 1) + x)]; };
  std::size_t place = direction;
  for (std::size_t r = 0; r < grid.rows(); ++r) {
    const int top = grid.y[r], bottom = grid.y[r + 1];
    for (std::size_t c = 0; c < grid.columns(); ++c, place += kDirections) {
      const int left = grid.x[c], right = grid.x[c + 1];
      const std::uint32_t sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
      const auto pixels = static_cast<std::uint32_t>((bottom - top) * (right - left));
      histograms[place] = static_cast<int>((sum + pixels / 2) / pixels);
    }
  }
}

/// The factor for the histograms of a block's four cells, for each corner of the cells, including edges.
void find_scales(const CellGrid& grid, const std::vector<int>& histograms, std::vector<double>& scales) {
  const std::size_t rows = grid.rows(), columns = grid.columns();
  std::vector<std::int64_t> energies(grid.cells());
  for (std::size_t cell = 0; cell < energies.size(); ++cell) {
    for (std::size_t k = 0; k < kDirections; ++k) {
      const std::int64_t part = histograms[cell * kDirections + k];
      energies[cell] += part * part;
    }
  }
  scales.resize((rows + 1) * (columns + 1));
  for (std::size_t y = 0; y <= rows; ++y) {
    const std::size_t above = (y == 0 ? 0 : y - 1) * columns, below = std::min(y, rows - 1) * columns;
    for (std::size_t x = 0; x <= columns; ++x) {
      const std::size_t left = x == 0 ? 0 : x - 1, right = std::min(x, columns - 1);
      const std::int64_t block =
          energies[above + left] + energies[above + right] + energies[below + left] + energies[below + right];
      scales[y * (columns + 1) + x] = kByteScale / std::sqrt(static_cast<double>(block) + kNoise);
    }
  }
}

int clipped(int part, double scale) { return static_cast<int>(std::min(part * scale, 255.0)); }

}  // namespace

orientation_kernel::Direction OrientationFeatures::direction(std::size_t k) {
  static constexpr std::array<std::int16_t, kDirections> kCosines = {kLength,  78,  45,  0, -45, -78,
                                                                     -kLength, -78, -45, 0, 45,  78};
  return {kCosines[k % kDirections], kCosines[(k + kDirections - 3) % kDirections]};
}

OrientationFeatures::OrientationFeatures(ImageShape shape, std::vector<std::uint8_t> grids,
                                         std::vector<std::uint32_t> chosen)
    : bins_(kOrientations, shape, std::move(grids), kDirections, std::move(chosen)) {}

OrientationFeatures OrientationFeatures::all(const Samples& samples) {
  return OrientationFeatures(CellBins::all(kOrientations, samples, kOrientationGrids, kDirections));
}

void OrientationFeatures::encode(std::span<const float> image, std::span<std::uint8_t> codes) const {
  thread_local OrientationScratch scratch;
  const std::vector<CellGrid>& grids = bins_.cell_grids();
  find_gradients(image, shape(), scratch);
  scratch.histograms.resize(grids.size());
  scratch.scales.resize(grids.size());
  for (std::size_t g = 0; g < grids.size(); ++g) scratch.histograms[g].resize(grids[g].cells() * kDirections);
  for (std::size_t k = 0; k < kDirections; ++k) {
    orientation_kernel::parts_along(scratch.dx.data(), scratch.dy.data(), image.size(),
                                    direction(k + kDirections - 1), direction(k + 1), scratch.part.data());
    integrate(shape(), scratch);
    for (std::size_t g = 0; g < grids.size(); ++g)
      add_direction(grids[g], k, shape().width, scratch.integral, scratch.histograms[g]);
  }
  for (std::size_t g = 0; g < grids.size(); ++g)
    find_scales(grids[g], scratch.histograms[g], scratch.scales[g]);

  for (const auto& [number, direction, code] : bins_.wanted()) {
    const auto& [g, row, column] = bins_.cells()[number];
    const std::size_t corners = grids[g].columns() + 1;
    const std::size_t in_grid = row * (corners - 1) + column;
    const int part = scratch.histograms[g][in_grid * kDirections + direction];
    const double* const above = scratch.scales[g].data() + row * corners + column;
    const double* const below = above + corners;
    const int sum =
        clipped(part, above[0]) + clipped(part, above[1]) + clipped(part, below[0]) + clipped(part, below[1]);
    codes[code] = static_cast<std::uint8_t>((sum + 2) / 4);
  }
}

OrientationFeatures OrientationFeatures::select(std::span<const std::uint32_t> groups) const {
  return {shape(), grids(), bins_.select(groups)};
}

std::size_t OrientationFeatures::multiply_adds() const {
  constexpr std::size_t kOfGradient = 4, kOfCell = 4;
  return kDirections * (kOfGradient * shape().pixels() + kOfCell * bins_.cells().size()) + 4 * groups();
}

OrientationFeatures OrientationFeatures::of(Parts parts) {
  return {parts.shape, std::move(parts.grids), std::move(parts.chosen)};
}

InputShares OrientationFeatures::input_shares(std::size_t group) const {
  return shares_of_area(cell(group), shape());
}

}  // namespace ocelli::internal
