// What takes a sanitized build of the rooms longest to read, read once. Nowhere may it stand in for an include: builds
// without sanitizers go without it, and so notice.
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <Eigen/Core>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <opencv2/core.hpp>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>
