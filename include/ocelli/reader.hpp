#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ocelli/image.hpp"
#include "ocelli/options.hpp"
#include "ocelli/page.hpp"

namespace ocelli {

namespace internal {
struct Access;
}

/// Reads printed pages.
///
///     const ocelli::Reader reader;  // the bundled reader of Latin script, in the language of each page
///     std::fputs(reader.read(ocelli::read_image("page.png")).text.c_str(), stdout);
///
/// Immutable: any number of threads may share one reader.
class OCELLI_API Reader {
 public:
  /// Loads the bundled reader. For the options, see reader_options(). The language "auto" is chosen for each
  /// page.
  /// Throws  Error(Kind::model) when the bundled models are not found (bundled_model()), Error(Kind::usage)
  /// naming the option.
  explicit Reader(const Options& options = {});
  /// Loads a reader from a model file.
  explicit Reader(const std::filesystem::path& model, const Options& options = {});

  Reader(const Reader&);
  Reader& operator=(const Reader&);
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  /// Reads a page of any size and orientation. A page without text returns an empty text, not an error.
  /// `zones`: the parts to read, in this order, in pixels; empty: the whole page.
  /// Cost    about 0.2 s for a 300 dpi page on one core.
  Page read(const ImageView& page, std::span<const Box> zones = {}) const;

 private:
  friend struct internal::Access;
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

/// All options of a reader: language, charset, deskew, auto-rotate, layout ...
OCELLI_API std::vector<OptionInfo> reader_options();

}  // namespace ocelli
