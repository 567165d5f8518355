#include "ocelli/portable/c99_detector_text.hpp"

#include <algorithm>
#include <cmath>

#include "ocelli/portable/c99_text.hpp"

namespace ocelli::internal::c99 {
namespace {

std::vector<std::string> how_to_use(const DetectorHeader& header, const std::string& macro) {
  const std::string& name = header.name;
  return {"A detector that finds: " + header.label + ". Written by ocelli convert." +
              (header.has_landmarks ? " " + name + "_detect_landmarks() also places landmarks." : ""),
          "",
          "  ocelli_detection found[20];",
          "  static uint64_t work[" + macro + "_WORK_BYTES(160, 120) / 8 + 1];",
          "  const ocelli_options options = ocelli_default_options();",
          "  int32_t count = " + name +
              "_detect(gray, 160, 120, 160, &options, work, sizeof work, found, 20, 0);",
          "",
          "C99 and C++. Includes <stdint.h> alone, allocates nothing, keeps no state. With " + macro +
              "_MAIN defined it is a program:",
          "",
          "  cc -std=c99 -O2 -x c -D" + macro + "_MAIN " + name + ".h -o " + name + " && ./" + name +
              " picture.pgm"};
}

std::string detect_function(const DetectorHeader& header) {
  return "/* " + header.function +
         "() with this model. */\n"
         "static inline int32_t " +
         header.name +
         "_detect(const uint8_t *gray, int32_t width, int32_t height, int32_t stride, const ocelli_options "
         "*options, void *work,\n"
         "                                  uint32_t work_bytes, ocelli_detection *found, int32_t most, "
         "int32_t *left_out) {\n"
         "  return " +
         header.function + "(&" + header.name +
         "_detector, gray, width, height, stride, options, work, work_bytes, found, most, left_out);\n}\n";
}

std::string landmark_function(const std::string& name) {
  return "/* ocelli_detect_landmarks() with this model. */\n"
         "static inline int32_t " +
         name +
         "_detect_landmarks(const uint8_t *gray, int32_t width, int32_t height, int32_t stride, const "
         "ocelli_options *options, void *work,\n"
         "                                  uint32_t work_bytes, ocelli_detection *found, ocelli_landmarks "
         "*landmarks, int32_t most, int32_t *left_out) {\n"
         "  return ocelli_detect_landmarks(&" +
         name + "_detector, &" + name +
         "_landmarks, gray, width, height, stride, options, work, work_bytes, found, landmarks, most, "
         "left_out);\n}\n";
}

std::string example_program(const DetectorHeader& header, const std::string& macro) {
  std::string text = "#ifdef " + macro + "_MAIN\n#define OCELLI_EXAMPLE_DETECT " + header.name +
                     "_detect\n#define OCELLI_EXAMPLE_WORK_BYTES " + macro + "_WORK_BYTES\n";
  if (header.has_landmarks) text += "#define OCELLI_EXAMPLE_LANDMARKS " + header.name + "_detect_landmarks\n";
  return text + std::string(k_detect_main) + "#endif\n\n";
}

}  // namespace

void add_corner(int x, int y, int weight, Cells& cells) {
  while (weight != 0) {
    const int part = std::clamp(weight, -127, 127);
    cells.push_back(braces({digits(x), digits(y), digits(part)}));
    weight -= part;
  }
}

double max_score(std::span<const float> votes, std::size_t table) {
  double max = 0;
  for (std::size_t first = 0; first < votes.size(); first += table) {
    const auto [min, greatest] = std::ranges::minmax(votes.subspan(first, table));
    max += std::max(std::abs(min), std::abs(greatest));
  }
  return max;
}

std::string text(const DetectorHeader& header) {
  const std::string macro = upper(header.name), guard = "OCELLI_MODEL_" + macro + "_H";
  std::string text = comment(how_to_use(header, macro));
  text += "#ifndef " + guard + "\n#define " + guard + "\n\n#include <stdint.h>\n\n";
  for (const std::string_view part : header.parts) text += without_includes(part) + "\n";
  text += header.tables;
  text += "#define " + macro + "_WORK_BYTES(width, height) " + header.work_bytes + "\n";
  text += "#define " + macro + "_WINDOW_WIDTH " + digits(header.window_width) + "\n\n";
  text += detect_function(header) + "\n";
  if (header.has_landmarks) text += landmark_function(header.name) + "\n";
  text += example_program(header, macro) + "#endif\n";
  return text;
}

}  // namespace ocelli::internal::c99
