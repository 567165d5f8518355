#pragma once

#include <boost/program_options.hpp>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "ocelli/metrics/plot.hpp"

namespace ocelli::internal::bench {

namespace po = boost::program_options;

/// Runs a whole program: parses its options, runs it, and reports errors on stderr. Returns the exit code.
int run_program(int argc, char** argv, po::options_description options, const std::function<void()>& run);

/// Measures the seconds since its construction.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Measures the processor seconds of this program since its construction. On one thread, this is the time
/// that it would take alone on the machine, whatever else runs there.
class ProcessorStopwatch {
 public:
  double seconds() const { return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t start_ = std::clock();
};

/// The median of the values; for an even number of them, the greater of the middle two.
/// Requires  at least one value.
double median(std::vector<double> values);

/// "Intel(R) Xeon(R) Processor, 2 cores, 24 GiB": the machine behind the figures.
std::string machine();

/// lab/notebook/images/NAME of the source tree: where a bench writes its picture by default.
std::filesystem::path result_path(const std::string& name);

/// Writes the chart as SVG and reports it.
/// Throws  Error(Kind::output).
void write_chart(const std::filesystem::path& path, const LineChart& chart);

}  // namespace ocelli::internal::bench
