#include "ocelli/version.hpp"

namespace ocelli {

const char* version() { return OCELLI_BUILT_VERSION; }

}  // namespace ocelli
