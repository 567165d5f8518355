#pragma once

#include <string>
#include <string_view>

/// Elements of SVG as text; internal to the charts.
namespace ocelli::internal::svg {

std::string escape(std::string_view text);

/// A length, clamped to a million.
std::string pixels(double value);

template <class... Parts>
std::string join(const Parts&... parts) {
  std::string joined;
  (joined.append(std::string_view(parts)), ...);
  return joined;
}

/// ` name="value"`; the next two have the same form.
std::string attribute(std::string_view name, std::string_view value);
std::string at(double x, double y);
std::string extent(double width, double height);

/// `more` are further attributes.
std::string text_at(double x, double y, std::string_view text, std::string_view more = {});
std::string line_between(double x1, double y1, double x2, double y2, std::string_view more = {});
std::string rectangle(double x, double y, double width, double height, std::string_view more = {});

/// A whole file with a white background, 13-pixel text and the class "title". `style` is additional CSS.
std::string document(int width, int height, std::string_view style, std::string_view elements);

}  // namespace ocelli::internal::svg
