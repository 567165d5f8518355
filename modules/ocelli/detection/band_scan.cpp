#include "ocelli/detection/band_scan.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/imaging/integral_image.hpp"

namespace ocelli::internal::band_scan {
namespace {

/// Windows that go through the later stages together: few enough to stay in the cache with their level.
constexpr std::size_t kBatch = 8192;

/// A third of the windows reach the second stage: too many to be worth gathering.
constexpr std::size_t kMaxDense = 2;

using Stages = std::span<const scan_kernel::StageProgram>;

/// Runs stages in sequence on scattered windows of one column phase.
void run_stages(const scan_kernel::Program& program, scan_kernel::Level& level, std::size_t phase,
                Stages stages, scan_kernel::Survivors& survivors, scan_kernel::EntryCopies& copies) {
  for (const scan_kernel::StageProgram& stage : stages) {
    if (survivors.count == 0) return;
    scan_kernel::run_sparse_stage(program, level, phase, stage, survivors, copies);
  }
}

/// Appends the survivors to the windows of the level and clears the list. The table begins with the band.
void collect(scan_kernel::Survivors& survivors, const Band& band, const IntegralTable& table,
             std::vector<LevelWindow>& windows) {
  for (std::size_t i = 0; i < survivors.count; ++i) {
    const auto place = static_cast<std::size_t>(survivors.place[i]);
    windows.push_back({band.level, static_cast<std::uint32_t>(table.column_at(place)),
                       static_cast<std::uint32_t>(band.begin + table.row_at(place)), survivors.score[i]});
  }
  survivors.count = 0;
}

/// Drops survivors in rows from `end` on. Survivors are in row order.
void drop_rows_from(int end, const IntegralTable& table, scan_kernel::Survivors& survivors) {
  while (survivors.count > 0 &&
         table.row_at(static_cast<std::size_t>(survivors.place[survivors.count - 1])) >= end)
    --survivors.count;
}

auto place_of(const LevelWindow& window) { return std::pair(window.y, window.x); }

/// Windows to evaluate, each listed once, by column phase.
class WindowLists {
 public:
  explicit WindowLists(Buffers& buffers)
      : table_(buffers.sum), listed_(buffers.listed), lists_(buffers.around) {
    const std::size_t places = table_.index(table_.image_height() + 1, 0);
    listed_.resize(std::max(listed_.size(), places));
    // Never shrinks: the memory is reused for the next band.
    lists_.resize(std::max(lists_.size(), static_cast<std::size_t>(table_.phases())));
  }
  WindowLists(const WindowLists&) = delete;
  WindowLists& operator=(const WindowLists&) = delete;
  /// Unmarks only the listed windows: few of many are marked.
  ~WindowLists() {
    for (const scan_kernel::Survivors& list : lists_) {
      for (const std::int32_t place : std::span(list.place).first(list.count))
        listed_[static_cast<std::size_t>(place)] = 0;
    }
  }

  void add(int x, int y) {
    const std::size_t place = table_.index(y, x);
    if (listed_[place] != 0) return;
    scan_kernel::Survivors& list = lists_[static_cast<std::size_t>(x % table_.phases())];
    list.reserve(list.count + 1);
    list.place[list.count++] = static_cast<std::int32_t>(place);
    listed_[place] = 1;
  }

 private:
  const IntegralTable& table_;
  std::vector<std::uint8_t>& listed_;
  std::vector<scan_kernel::Survivors>& lists_;
};

/// Lists the windows off the grid that are nearer to a grid survivor than the next grid window.
void list_around(cv::Size windows, int stride, Buffers& buffers) {
  WindowLists lists(buffers);
  const scan_kernel::Survivors& grid_survivors = buffers.grid_survivors;
  for (std::size_t i = 0; i < grid_survivors.count; ++i) {
    const auto place = static_cast<std::size_t>(grid_survivors.place[i]);
    const int grid_x = buffers.sum.column_at(place), grid_y = buffers.sum.row_at(place);
    const int right = std::min(windows.width - 1, grid_x + stride - 1);
    const int bottom = std::min(windows.height - 1, grid_y + stride - 1);
    for (int y = std::max(0, grid_y - stride + 1); y <= bottom; ++y) {
      for (int x = std::max(0, grid_x - stride + 1); x <= right; ++x) {
        if (x % stride != 0 || y % stride != 0) lists.add(x, y);
      }
    }
  }
}

/// Lists the windows at the given places of a band.
void list_all(std::span<const Place> places, const Band& band, Buffers& buffers) {
  WindowLists lists(buffers);
  for (const Place& place : places) lists.add(place.x, place.y - band.begin);
}

}  // namespace

Program::Program(const Cascade& cascade, int quarters, const ScanOptions& options)
    : turned_cascade_(quarters > 0 ? std::make_unique<const Cascade>(turned(cascade, quarters)) : nullptr),
      cascade_(quarters > 0 ? *turned_cascade_ : cascade),
      stride_(options.stride),
      grid_levels_(options.grid_levels()),
      grid_stages_(options.grid_stages),
      kernel_(cascade_, options.stride) {
  if (!cascade.symmetric() || cascade.stages().empty()) return;
  CascadeParts parts = turned(mirrored(cascade), quarters).parts();
  parts.stages = {{static_cast<std::uint32_t>(parts.weak_count()), -Cascade::kMaxScore}};
  mirrored_cascade_ = std::make_unique<const Cascade>(std::move(parts));
  mirrored_kernel_.emplace(*mirrored_cascade_, options.stride);
}

std::size_t Program::dense_stage_count() const { return std::min(kMaxDense, grid_stage_count()); }

std::size_t Program::grid_stage_count() const {
  const std::size_t stages = cascade_.stages().size();
  const bool every_window = stride_ == 1 && grid_levels_ == 1;
  if (every_window || stages < 2) return stages;
  if (grid_stages_ > 0) return std::min(grid_stages_, stages);
  return std::max<std::size_t>(1, (stages - 1) / 2);
}

void Found::clear() {
  windows.clear();
  survivors.clear();
}

void Program::scan(const Pyramid& pyramid, const PyramidLevel& level, const Band& band,
                   const RowColumns& choose, Buffers& b, Found& found) const {
  found.clear();
  scan_grid(pyramid, level, band, choose, b);
  if (b.grid_survivors.count == 0) return;
  if (stride_ > 1) scan_around(level, band, b);
  for (std::size_t i = 0; i < b.grid_survivors.count; ++i) {
    const auto place = static_cast<std::size_t>(b.grid_survivors.place[i]);
    found.survivors.push_back({b.sum.column_at(place), band.begin + b.sum.row_at(place)});
  }
  // Windows of the grid's own phase are processed together with it, which fills registers better.
  if (stride_ > 1) b.grid_survivors.take(b.around.front());
  finish(0, band, b.grid_survivors, b, found.windows);
  finish_all(band, b, found.windows);
}

void Program::scan_band(const Pyramid& pyramid, const PyramidLevel& level, const Band& band,
                        std::span<const Place> places, Buffers& b, Found& found) const {
  found.clear();
  if (places.empty()) return;
  const auto [first, last] = std::ranges::minmax_element(places, {}, &Place::y);
  const Band rows{band.level, first->y, last->y + 1};
  // No grid rows are loaded here, so one phase fills registers better than several.
  fill_tables(pyramid.reduce(level, rows.begin, last->y + cascade_.height(), b.rows), 1, b);
  b.level.assign(kernel_, b.sum, b.squared, b.halves);
  list_all(places, rows, b);
  start_around(b);
  finish_all(rows, b, found.windows);
}

void Program::fill_tables(const cv::Mat& pixels, int phases, Buffers& b) const {
  if (kernel_.reads_halves()) {
    integrate(pixels, b.sum, b.squared, b.halves, phases);
  } else {
    integrate(pixels, b.sum, b.squared, phases);
  }
  b.has_tables = true;
}

void Program::scan_grid(const Pyramid& pyramid, const PyramidLevel& level, const Band& band,
                        const RowColumns& choose, Buffers& b) const {
  const auto row_windows =
      static_cast<int>(windows_in_row(level, {cascade_.width(), cascade_.height()}, stride_));
  const Stages grid_stages = Stages(kernel_.stages).first(grid_stage_count());
  const Stages dense = grid_stages.first(dense_stage_count());
  const Stages left = grid_stages.subspan(dense.size());
  // With a stride of 1, there are no windows between grid windows.
  const int last = std::min(stride_ > 1 ? band.end : band.end - 1, level.whole().height - cascade_.height());
  bool ready = false;
  b.batch.reserve(kBatch + static_cast<std::size_t>(row_windows));
  for (int y = band.begin; y <= last; y += stride_) {
    const ColumnRange columns = choose(band.level, static_cast<std::uint32_t>(y));
    const int end = std::min(columns.end, (row_windows - 1) * stride_ + 1);
    if (columns.begin >= end) continue;
    if (!ready) {
      if (!b.has_tables)
        fill_tables(pyramid.reduce(level, band.begin, last + cascade_.height(), b.rows), stride_, b);
      b.level.assign(kernel_, b.sum, b.squared, b.halves);
      ready = true;
    }
    const auto windows = static_cast<std::size_t>((end - columns.begin + stride_ - 1) / stride_);
    scan_kernel::scan_row(kernel_, b.level, b.sum.index(y - band.begin, columns.begin), windows, dense,
                          b.batch);
    if (b.batch.count < kBatch) continue;
    run_stages(kernel_, b.level, 0, left, b.batch, b.copies);
    b.grid_survivors.take(b.batch);
  }
  run_stages(kernel_, b.level, 0, left, b.batch, b.copies);
  b.grid_survivors.take(b.batch);
}

void Program::scan_around(const PyramidLevel& level, const Band& band, Buffers& b) const {
  const int rows = std::min(band.end, level.whole().height - cascade_.height() + 1) - band.begin;
  const cv::Size windows(level.whole().width - cascade_.width() + 1, rows);
  list_around(windows, stride_, b);
  drop_rows_from(rows, b.sum, b.grid_survivors);
  start_around(b);
}

void Program::start_around(Buffers& b) const {
  for (std::size_t phase = 0; phase < b.around.size(); ++phase) {
    // Neighbors must be adjacent in the list: the kernel processes them together.
    std::sort(b.around[phase].place.begin(),
              b.around[phase].place.begin() + static_cast<std::ptrdiff_t>(b.around[phase].count));
    scan_kernel::begin(kernel_, b.level, phase, b.around[phase]);
    run_stages(kernel_, b.level, phase, Stages(kernel_.stages).first(grid_stage_count()), b.around[phase],
               b.copies);
  }
}

void Program::finish_all(const Band& band, Buffers& b, std::vector<LevelWindow>& windows) const {
  for (std::size_t phase = 0; phase < b.around.size(); ++phase)
    finish(phase, band, b.around[phase], b, windows);
  std::ranges::sort(windows, {}, place_of);
}

void Program::finish(std::size_t phase, const Band& band, scan_kernel::Survivors& survivors, Buffers& b,
                     std::vector<LevelWindow>& windows) const {
  run_stages(kernel_, b.level, phase, Stages(kernel_.stages).subspan(grid_stage_count()), survivors,
             b.copies);
  add_mirrored_scores(phase, survivors, b);
  collect(survivors, band, b.sum, windows);
}

void Program::add_mirrored_scores(std::size_t phase, scan_kernel::Survivors& survivors, Buffers& b) const {
  if (!mirrored_kernel_ || survivors.count == 0) return;
  b.mirrored_level.assign(*mirrored_kernel_, b.sum, b.squared, b.halves);
  scan_kernel::run_sparse_stage(*mirrored_kernel_, b.mirrored_level, phase, mirrored_kernel_->stages.front(),
                                survivors, b.copies);
  for (float& score : std::span(survivors.score).first(survivors.count)) score /= 2;
}

}  // namespace ocelli::internal::band_scan
