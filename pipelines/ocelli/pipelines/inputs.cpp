#include "ocelli/pipelines/inputs.hpp"

#include <glob.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <istream>
#include <opencv2/core/mat.hpp>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/data/idx_file.hpp"
#include "ocelli/data/image_folder.hpp"
#include "ocelli/data/text_lines.hpp"
#include "ocelli/pipelines/pages.hpp"
#include "ocelli/pipelines/video.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostListBytes = std::uint64_t{1} << 30;

/// The items of one input after the other. A derived class says which inputs, and how to open them.
class Chain : public Source {
 public:
  std::optional<Item> next() final {
    while (true) {
      if (std::optional<Item> item = next_of_current()) return item;
      const std::optional<std::string> input = next_input();
      if (!input) return std::nullopt;
      try {
        current_ = open(*input);
      } catch (const Error& error) {
        ++finished_;
        return Item{*input, error};
      }
    }
  }

 protected:
  /// Items from the inputs opened so far, first to last, when known.
  std::optional<std::size_t> total_so_far() const {
    if (!current_) return finished_;
    const std::optional<std::size_t> more = current_->total();
    return more ? std::optional(finished_ + *more) : std::nullopt;
  }

 private:
  virtual std::optional<std::string> next_input() = 0;
  virtual std::unique_ptr<Source> open(const std::string& input) = 0;

  std::optional<Item> next_of_current() {
    if (!current_) return std::nullopt;
    std::optional<Item> item = current_->next();
    if (item) {
      ++given_;
      return item;
    }
    finished_ += std::exchange(given_, 0);
    current_ = nullptr;
    return std::nullopt;
  }

  std::unique_ptr<Source> current_;
  std::size_t given_ = 0;     ///< items of the current input
  std::size_t finished_ = 0;  ///< items of all before it
};

/// A file that is one image.
class OneFile final : public Source {
 public:
  explicit OneFile(std::string path) : path_(std::move(path)) {}

  std::optional<Item> next() override {
    if (std::exchange(given_, true)) return std::nullopt;
    return Item{path_, fs::path(path_)};
  }

  std::optional<std::size_t> total() const override { return 1; }

 private:
  std::string path_;
  bool given_ = false;
};

/// Files of images or of pages.
class Files final : public Chain {
 public:
  explicit Files(std::vector<fs::path> paths) : paths_(std::move(paths)) {}

  /// A file yet to be opened counts as one image.
  std::optional<std::size_t> total() const override {
    return total_so_far().value() + (paths_.size() - opened_);
  }

 private:
  std::optional<std::string> next_input() override {
    if (opened_ == paths_.size()) return std::nullopt;
    return paths_[opened_++].string();
  }

  std::unique_ptr<Source> open(const std::string& path) override {
    if (has_page_extension(path)) return open_pages(path);
    return std::make_unique<OneFile>(path);
  }

  std::vector<fs::path> paths_;
  std::size_t opened_ = 0;
};

/// The images of an IDX file, each in memory of its own.
class IdxFrames final : public Source {
 public:
  explicit IdxFrames(std::string file) : images_(read_idx_frames(file)), file_(std::move(file)) {}

  std::optional<Item> next() override {
    if (given_ == images_.count()) return std::nullopt;
    cv::Mat frame(images_.shape.height, images_.shape.width, CV_8UC1);
    std::ranges::copy(images_.image(given_), frame.data);
    return Item{file_ + "#" + std::to_string(given_++), std::move(frame)};
  }

  std::optional<std::size_t> total() const override { return images_.count(); }

 private:
  IdxImages images_;
  std::string file_;
  std::size_t given_ = 0;
};

std::vector<fs::path> matches(const std::string& pattern) {
  ::glob_t found{};
  const int failure = ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found);
  std::vector<fs::path> paths(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  require(failure == 0, Kind::input, "no file matches this pattern", pattern);
  std::ranges::sort(paths, {}, &fs::path::native);
  return paths;
}

bool is_pattern(const std::string& input) { return input.find_first_of("*?[") != std::string::npos; }

/// False also for a name that the system cannot look up, e.g. for its length: opening it will say why.
bool exists(const std::string& input) {
  std::error_code failure;
  return fs::exists(input, failure);
}

bool is_folder(const std::string& input) {
  std::error_code failure;
  return fs::is_directory(input, failure);
}

/// An input that is not a list. Throws Error(Kind::input) naming it when it stands for no image.
std::unique_ptr<Source> open_plain(const std::string& input) {
  if (const auto camera = camera_number(input)) return open_camera(*camera);
  if (is_folder(input)) {
    std::vector<fs::path> images = list_images(input);
    require(!images.empty(), Kind::input, "the folder holds no images", input);
    return std::make_unique<Files>(std::move(images));
  }
  if (is_pattern(input) && !exists(input)) return std::make_unique<Files>(matches(input));
  if (has_video_extension(input)) return open_video(input);
  if (!has_image_extension(input) && !has_page_extension(input) && is_idx_file(input))
    return std::make_unique<IdxFrames>(input);
  return std::make_unique<Files>(std::vector<fs::path>{input});
}

/// Inputs that are all known from the start.
class KnownInputs : public Chain {
 public:
  explicit KnownInputs(std::vector<std::string> inputs)
      : inputs_(std::move(inputs)), open_ended_(std::ranges::count_if(inputs_, is_open_ended)) {}

  /// Inputs still to be opened count as one image each, unless one of them could be more.
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

  std::unique_ptr<Source> open(const std::string& input) override { return open_plain(input); }

  std::vector<std::string> inputs_;
  std::size_t opened_ = 0;
  std::ptrdiff_t open_ended_ = 0;  ///< inputs still to be opened that may hold any number of images
};

/// The lines of a stream, each read when its turn comes.
class StreamedInputs final : public Chain {
 public:
  explicit StreamedInputs(std::istream& list) : list_(list) {}

 private:
  std::optional<std::string> next_input() override {
    for (std::string line; std::getline(list_, line);) {
      if (line.ends_with('\r')) line.pop_back();
      if (const std::string_view text = trim(line); !text.empty()) return std::string(text);
    }
    return std::nullopt;
  }

  std::unique_ptr<Source> open(const std::string& input) override { return open_plain(input); }

  std::istream& list_;
};

std::unique_ptr<Source> open_list_file(const std::string& path) {
  const std::string text = read_text(path, kMostListBytes);
  std::vector<std::string> inputs;
  LineReader lines(text);
  while (const auto line = lines.next_with_text()) inputs.emplace_back(trim(line->text));
  require(!inputs.empty(), Kind::input, "the list names no images", path);
  return std::make_unique<KnownInputs>(std::move(inputs));
}

/// What was written on the command line: here alone a list is a list.
class Arguments final : public KnownInputs {
 public:
  Arguments(std::vector<std::string> inputs, std::istream& list)
      : KnownInputs(std::move(inputs)), list_(list) {}

 private:
  std::unique_ptr<Source> open(const std::string& input) override {
    if (input == "-") return std::make_unique<StreamedInputs>(list_);
    if (input.starts_with('@')) return open_list_file(input.substr(1));
    return open_plain(input);
  }

  std::istream& list_;
};

}  // namespace

std::optional<int> camera_number(std::string_view input) {
  constexpr std::string_view kPrefix = "cam:";
  if (!input.starts_with(kPrefix)) return std::nullopt;
  return parse_count(input.substr(kPrefix.size()));
}

std::unique_ptr<Source> open_inputs(std::vector<std::string> inputs, std::istream& list) {
  return std::make_unique<Arguments>(std::move(inputs), list);
}

}  // namespace ocelli
