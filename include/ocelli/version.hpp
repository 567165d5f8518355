#pragma once

#define OCELLI_VERSION_MAJOR 0
#define OCELLI_VERSION_MINOR 1
#define OCELLI_VERSION_PATCH 0

/// Marks what the shared library exports; everything else in it is hidden.
#if defined(__GNUC__)
#define OCELLI_API __attribute__((visibility("default")))
#else
#define OCELLI_API
#endif

namespace ocelli {

/// The version of the linked library: "0.1.0". Compare it to the macros to detect headers of another version.
OCELLI_API const char* version();

}  // namespace ocelli
