#include "ocelli/pipelines/sources/truth_pages.hpp"

#include <cstdint>
#include <set>
#include <string_view>
#include <system_error>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/images/image_folder.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kImageEnd = ".png", kTruthEnd = ".gt.txt";
constexpr std::uint64_t kMaxTruthBytes = std::uint64_t{1} << 26;

struct NaturalOrder {
  bool operator()(const std::string& a, const std::string& b) const { return natural_less(a, b); }
};

/// The names of images and ground truths, each once.
std::set<std::string, NaturalOrder> names_in(const std::string& folder) {
  std::error_code failure;
  require(fs::is_directory(folder, failure), Kind::input, "is not a folder", folder);
  std::set<std::string, NaturalOrder> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (is_left_by_system(entry.path())) continue;
    const std::string file = entry.path().filename().string();
    for (const std::string_view end : {kImageEnd, kTruthEnd}) {
      if (file.ends_with(end)) names.insert(file.substr(0, file.size() - end.size()));
    }
  }
  return names;
}

void add_page(const fs::path& base, TruthPages& found) {
  const fs::path image = base.string() + std::string(kImageEnd),
                 truth = base.string() + std::string(kTruthEnd);
  if (!fs::exists(truth)) {
    found.problems.push_back(
        {image.string(), "has no ground truth: " + truth.filename().string() + " does not exist"});
  } else if (!fs::exists(image)) {
    found.problems.push_back(
        {truth.string(), "has no image: " + image.filename().string() + " does not exist"});
  } else {
    check_canceled();
    try {
      found.pages.push_back({image, read_utf8(truth, kMaxTruthBytes)});
    } catch (const Error& error) {
      found.problems.push_back({error.where(), error.message()});
    }
  }
}

}  // namespace

TruthPages find_truth_pages(const std::vector<std::string>& folders, Half half) {
  TruthPages found;
  for (const std::string& folder : folders) {
    bool even = true;
    for (const std::string& name : names_in(folder)) {
      if (half == Half::all || (half == Half::even) == even) add_page(fs::path(folder) / name, found);
      even = !even;
    }
  }
  return found;
}

}  // namespace ocelli::internal
