#include "ocelli/pipelines/sources/inputs.hpp"

#include <algorithm>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <span>
#include <utility>

#include "ocelli/data/annotations/photo_search.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/data/images/image_formats.hpp"
#include "ocelli/pipelines/sources/input_words.hpp"
#include "ocelli/pipelines/sources/spooled_input.hpp"
#include "ocelli/pipelines/sources/video.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// The items of several inputs in order. A derived class defines the inputs and how to open them.
class Chain : public Source {
 public:
  explicit Chain(const InputLimits& limits) : limits_(limits) {}

  std::optional<Item> next() final {
    std::optional<Item> item;
    advance(
        [&](Source& source) {
          item = source.next();
          return item.has_value();
        },
        item);
    if (item) tell_origin(*item);
    return item;
  }

  bool skip() final {
    std::optional<Item> failed;
    return advance([](Source& source) { return source.skip(); }, failed);
  }

  PassedOver passed_over() const override {
    PassedOver all = passed_over_;
    if (current_) all.add(current_->passed_over());
    return all;
  }

 protected:
  const InputLimits& limits() const { return limits_; }

  /// Items from the inputs opened so far, first to last, if known.
  std::optional<std::size_t> total_so_far() const {
    if (!current_) return finished_;
    const std::optional<std::size_t> more = current_->total();
    return more ? std::optional(finished_ + *more) : std::nullopt;
  }

 private:
  virtual std::optional<std::string> next_input() = 0;
  virtual std::unique_ptr<Source> open(const std::string& input) = 0;

  void tell_origin(Item& item) const {
    if (item.file.empty()) {
      item.file = input_;
    } else if (searched_) {
      item.folder = input_;
    }
  }

  /// Advances one item by `step`, which returns whether there was one, in the first input that has it. An
  /// input that cannot be opened is its own item, in `failed`. False at the end.
  bool advance(const auto& step, std::optional<Item>& failed) {
    while (true) {
      if (current_ && step(*current_)) {
        ++given_;
        return true;
      }
      finished_ += std::exchange(given_, 0);
      if (current_) passed_over_.add(current_->passed_over());
      current_ = nullptr;
      const std::optional<std::string> input = next_input();
      if (!input) return false;
      input_ = *input;
      searched_ = is_folder(input_);
      try {
        current_ = open(*input);
      } catch (const Error& error) {
        if (error.kind() == Kind::canceled) throw;
        ++finished_;
        failed = Item{*input, error};
        return true;
      }
    }
  }

  InputLimits limits_;
  std::unique_ptr<Source> current_;
  std::string input_;         ///< the current one
  bool searched_ = false;     ///< whether it is a folder
  std::size_t given_ = 0;     ///< items of the current input
  std::size_t finished_ = 0;  ///< items of all earlier inputs
  PassedOver passed_over_;    ///< in all earlier inputs
};

/// A file that is one image.
class OneFile final : public Source {
 public:
  OneFile(std::string path, const InputLimits& limits) : path_(std::move(path)), limits_(limits) {}

  std::optional<Item> next() override {
    if (std::exchange(given_, true)) return std::nullopt;
    return Item{path_, fs::path(path_), limits_};
  }

  std::optional<std::size_t> total() const override { return 1; }

 private:
  std::string path_;
  InputLimits limits_;
  bool given_ = false;
};

/// Files of images or pages, followed by errors for what could not be searched.
class Files final : public Chain {
 public:
  Files(std::vector<fs::path> paths, const InputLimits& limits)
      : Files(FolderListing{.files = std::move(paths), .problems = {}}, limits) {}
  Files(FolderListing listing, const InputLimits& limits)
      : Chain(limits),
        paths_(std::move(listing.files)),
        problems_(std::move(listing.problems)),
        beside_(std::move(listing.passed_over)) {
    for (const Problem& problem : problems_) paths_.emplace_back(problem.where);
  }

  /// A file that is not open yet counts as one image.
  std::optional<std::size_t> total() const override {
    return total_so_far().value() + (paths_.size() - opened_);
  }

  PassedOver passed_over() const override {
    PassedOver all = beside_;
    all.add(Chain::passed_over());
    return all;
  }

 private:
  std::optional<std::string> next_input() override {
    if (opened_ == paths_.size()) return std::nullopt;
    return paths_[opened_++].string();
  }

  std::unique_ptr<Source> open(const std::string& path) override {
    const std::size_t files = paths_.size() - problems_.size();
    if (opened_ > files) throw Error(Kind::input, problems_[opened_ - files - 1].message, path);
    if (has_page_extension(path)) return open_pages(path, limits());
    return std::make_unique<OneFile>(path, limits());
  }

  std::vector<fs::path> paths_;
  std::vector<Problem> problems_;
  PassedOver beside_;  ///< the files
  std::size_t opened_ = 0;
};

/// The images of an IDX file, each in its own memory.
class IdxFrames final : public Source {
 public:
  explicit IdxFrames(std::string file) : images_(read_idx_frames(file)), file_(std::move(file)) {}

  std::optional<Item> next() override {
    if (given_ == images_.count()) return std::nullopt;
    cv::Mat frame(images_.shape.height, images_.shape.width, CV_8UC1);
    std::ranges::copy(images_.image(given_), frame.data);
    return Item{file_ + "#" + std::to_string(given_++), std::move(frame)};
  }

  bool skip() override {
    if (given_ == images_.count()) return false;
    ++given_;
    return true;
  }

  std::optional<std::size_t> total() const override { return images_.count(); }

 private:
  IdxImages images_;
  std::string file_;
  std::size_t given_ = 0;
};

/// An input that is not a list.
/// Throws  Error(Kind::input) naming it when it does not refer to images.
std::unique_ptr<Source> open_plain(const std::string& input, const InputLimits& limits) {
  if (const auto camera = camera_number(input)) return open_camera(*camera, limits);
  if (is_stream_address(input)) return open_stream(input, limits);
  if (is_folder(input)) {
    FolderListing found = list_folder(input, names_images);
    require(
        !found.files.empty() || !found.problems.empty(), Kind::input,
        [] { return "the folder contains no images (" + image_format_names() + ") and no PDF files"; },
        input);
    return std::make_unique<Files>(std::move(found), limits);
  }
  if (is_pattern(input) && !exists(input)) return std::make_unique<Files>(matches(input), limits);
  if (has_video_extension(input)) return open_video(input, limits);
  if (!has_image_extension(input) && !has_page_extension(input) && is_idx_file(input))
    return std::make_unique<IdxFrames>(input);
  return std::make_unique<Files>(std::vector<fs::path>{input}, limits);
}

/// Inputs that are all known from the start.
class KnownInputs : public Chain {
 public:
  KnownInputs(std::vector<std::string> inputs, const InputLimits& limits)
      : Chain(limits),
        inputs_(std::move(inputs)),
        open_ended_(std::ranges::count_if(inputs_, is_open_ended)) {}

  /// Inputs not opened yet count as one image each, unless one of them could contain more.
  std::optional<std::size_t> total() const override {
    const std::optional<std::size_t> so_far = total_so_far();
    if (!so_far || open_ended_ > 0) return std::nullopt;
    return *so_far + (inputs_.size() - opened_);
  }

 private:
  static bool is_open_ended(const std::string& input) {
    return is_pattern(input) || !has_image_extension(input);
  }

  std::optional<std::string> next_input() override {
    if (opened_ == inputs_.size()) return std::nullopt;
    const std::string& input = inputs_[opened_++];
    open_ended_ -= is_open_ended(input);
    return input;
  }

  std::unique_ptr<Source> open(const std::string& input) override { return open_plain(input, limits()); }

  std::vector<std::string> inputs_;
  std::size_t opened_ = 0;
  std::ptrdiff_t open_ended_ = 0;  ///< unopened inputs that may contain any number of images
};

/// Resolves a line of a list: the line itself, or the photo that it refers to if there is no file with that
/// name (PhotoSearch).
std::string as_meant(const std::string& line, PhotoSearch& search) {
  const bool is_other = exists(line) || is_pattern(line) || camera_number(line) || is_stream_address(line);
  if (is_other) return line;
  const auto found = search.find(line);
  return found ? found->path.string() : line;
}

/// The lines of a list file.
class ListedInputs final : public KnownInputs {
 public:
  ListedInputs(const std::string& list, std::vector<std::string> lines, const InputLimits& limits)
      : KnownInputs(std::move(lines), limits), search_({"", fs::path(list).parent_path()}) {}

 private:
  std::unique_ptr<Source> open(const std::string& input) override {
    return open_plain(as_meant(input, search_), limits());
  }

  PhotoSearch search_;
};

/// The lines of a stream, each read when its turn comes.
class StreamedInputs final : public Chain {
 public:
  StreamedInputs(std::istream& list, const InputLimits& limits) : Chain(limits), lines_(list) {}

 private:
  std::optional<std::string> next_input() override { return lines_.next(); }

  std::unique_ptr<Source> open(const std::string& input) override {
    return open_plain(as_meant(input, search_), limits());
  }

  ListLines lines_;
  PhotoSearch search_{{""}};
};

std::unique_ptr<Source> open_list_file(const std::string& path, const InputLimits& limits) {
  std::vector<std::string> inputs = lines_of(path);
  require(!inputs.empty(), Kind::input, "the list names no images", path);
  return std::make_unique<ListedInputs>(path, std::move(inputs), limits);
}

/// The items of a spooled input under its own name.
class Renamed final : public Source {
 public:
  Renamed(std::unique_ptr<Source> source, std::string path, std::string name)
      : source_(std::move(source)), path_(std::move(path)), name_(std::move(name)) {}

  std::optional<Item> next() override {
    std::optional<Item> item = source_->next();
    if (!item) return item;
    item->input = renamed(item->input);
    if (const auto* error = std::get_if<Error>(&item->content))
      item->content = Error(error->kind(), error->message(), renamed(error->where()));
    return item;
  }

  bool skip() override { return source_->skip(); }

  std::optional<std::size_t> total() const override { return source_->total(); }

  PassedOver passed_over() const override { return source_->passed_over(); }

 private:
  std::string renamed(const std::string& text) const {
    return text.starts_with(path_) ? name_ + text.substr(path_.size()) : text;
  }

  std::unique_ptr<Source> source_;
  std::string path_, name_;
};

std::unique_ptr<Source> open_by_content(const std::string& path, const std::string& name,
                                        std::span<const std::byte> front, const InputLimits& limits) {
  switch (content_of(front)) {
    case InputContent::image:
      return std::make_unique<OneFile>(path, limits);
    case InputContent::pages:
      return open_pages(path, limits);
    case InputContent::video:
      return open_video(path, limits);
    case InputContent::samples:
      return std::make_unique<IdxFrames>(path);
    case InputContent::list:
      return open_list_file(path, limits);
    case InputContent::unknown:
      break;
  }
  throw Error(Kind::input, "is not a readable image, PDF, video, IDX file or list of inputs", name);
}

/// Resolves command line arguments. Lists are expanded only here.
class Arguments final : public KnownInputs {
 public:
  Arguments(std::vector<std::string> inputs, std::istream& list, const InputLimits& limits)
      : KnownInputs(std::move(inputs), limits), list_(list) {}

 private:
  std::unique_ptr<Source> open(const std::string& input) override {
    if (input == "-") return std::make_unique<StreamedInputs>(list_, limits());
    if (input.starts_with('@')) return open_list_file(input.substr(1), limits());
    if (names_descriptor(input)) return open_descriptor(input);
    return open_plain(input, limits());
  }

  std::unique_ptr<Source> open_descriptor(const std::string& input) {
    const SpooledInput& file = spooled_.emplace_back(input);
    return std::make_unique<Renamed>(open_by_content(file.path(), input, file.front(), limits()), file.path(),
                                     input);
  }

  std::istream& list_;
  std::vector<SpooledInput> spooled_;  ///< kept until the end, because images are decoded later
};

}  // namespace

std::unique_ptr<Source> open_inputs(std::vector<std::string> inputs, std::istream& list,
                                    const InputLimits& limits) {
  return std::make_unique<Arguments>(std::move(inputs), list, limits);
}

}  // namespace ocelli::internal
