#include "source_path.hpp"

namespace ocelli::internal::test {

std::filesystem::path source_path() { return OCELLI_SOURCE_DIR; }

}  // namespace ocelli::internal::test
