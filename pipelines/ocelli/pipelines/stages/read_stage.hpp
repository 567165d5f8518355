#pragma once

#include "ocelli/pipelines/stages/stages.hpp"
#include "ocelli/text/page_reader.hpp"
#include "ocelli/text/reader.hpp"

namespace ocelli {

/// Decodes an item to grey and reads it as a page. Lines are read in parallel, and so are pages where a graph runs this;
/// at most one page per thread is open at once. Keeps a reference: the reader must outlive the work.
/// Throws    Error(Kind::usage) for `only` with an unknown character.
Work read_work(const Reader& reader, const ReadingOptions& options);

}  // namespace ocelli
