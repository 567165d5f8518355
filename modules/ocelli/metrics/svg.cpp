#include "ocelli/metrics/svg.hpp"

#include <algorithm>

#include "ocelli/metrics/plot_axis.hpp"

namespace ocelli::internal::svg {

std::string escape(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
    }
  }
  return escaped;
}

std::string pixels(double value) { return format_number(std::clamp(value, -1e6, 1e6), 1); }

std::string attribute(std::string_view name, std::string_view value) {
  return join(" ", name, "=\"", value, "\"");
}

std::string at(double x, double y) { return attribute("x", pixels(x)) + attribute("y", pixels(y)); }

std::string extent(double width, double height) {
  return attribute("width", pixels(width)) + attribute("height", pixels(height));
}

std::string text_at(double x, double y, std::string_view text, std::string_view more) {
  return join("<text", at(x, y), more, ">", escape(text), "</text>\n");
}

std::string line_between(double x1, double y1, double x2, double y2, std::string_view more) {
  return join("<line", attribute("x1", pixels(x1)), attribute("y1", pixels(y1)), attribute("x2", pixels(x2)),
              attribute("y2", pixels(y2)), more, "/>\n");
}

std::string rectangle(double x, double y, double width, double height, std::string_view more) {
  return join("<rect", at(x, y), extent(width, height), more, "/>\n");
}

std::string document(int width, int height, std::string_view style, std::string_view elements) {
  const std::string view_box = join("0 0 ", std::to_string(width), " ", std::to_string(height));
  return join("<svg xmlns=\"http://www.w3.org/2000/svg\"", attribute("viewBox", view_box),
              extent(width, height), ">\n",
              "<style>text{font:13px sans-serif;fill:#333}.title{font-size:16px;font-weight:600}", style,
              "</style>\n", "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", elements, "</svg>\n");
}

}  // namespace ocelli::internal::svg
