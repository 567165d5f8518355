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

/// Seconds that the processor has spent on this program since it was made: on one thread the time that it
/// would take alone on the machine, whatever else runs there.
class ProcessorStopwatch {
 public:
  double seconds() const { return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t start_ = std::clock();
};

/// The middle one of the values, of an even number the greater of both.
/// Requires  one at least.
double median(std::vector<double> values);

/// "Intel(R) Xeon(R) Processor, 2 cores, 24 GiB": what figures were measured on.
std::string machine();

/// lab/notebook/images/NAME of the source tree: where a bench writes its picture unless told otherwise.
std::filesystem::path result_path(const std::string& name);

/// Writes the chart as SVG and says so. Throws Error(Kind::output).
void write_chart(const std::filesystem::path& path, const LineChart& chart);

}  // namespace ocelli::internal::bench
