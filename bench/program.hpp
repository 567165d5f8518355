#pragma once

#include <boost/program_options.hpp>
#include <chrono>
#include <filesystem>
#include <functional>

#include "ocelli/metrics/plot.hpp"

namespace ocelli::bench {

namespace po = boost::program_options;

/// A whole program: reads its options, runs it, says on stderr what went wrong. Returns the exit code.
int run_program(int argc, char** argv, po::options_description options, const std::function<void()>& run);

/// Seconds since it was made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// docs/results/NAME of the source tree: where a bench writes its picture unless told otherwise.
std::filesystem::path result_path(const std::string& name);

/// Writes the chart as SVG and says so. Throws Error(Kind::output).
void write_chart(const std::filesystem::path& path, const LineChart& chart);

}  // namespace ocelli::bench
