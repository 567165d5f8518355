#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ocelli::internal {

struct XmlAttribute {
  std::string name, value;
};

/// An element of an XML document with its content. Comments are dropped.
struct XmlElement {
  std::string name;
  int line = 0;           ///< of its start tag
  std::string text = {};  ///< all character data directly inside
  std::vector<XmlElement> children = {};
  std::vector<XmlAttribute> attributes = {};

  /// The first element at this path of names separated by dots, such as "bndbox.xmin". Each is the first with
  /// its name in its parent. Null if there is none.
  const XmlElement* find(std::string_view path) const;

  /// The value of an attribute; null if there is none.
  const std::string* attribute(std::string_view name) const;
};

/// The root element of an XML document in UTF-8, whatever encoding it declares.
///
/// Throws  Error(Kind::input), naming `source` and line, when the document is not well-formed, elements nest
/// deeper than `max_depth`, or there is a document type, which could define entities that expand without end.
/// Memory  in proportion to the text, which is at most 1 GiB.
XmlElement parse_xml(std::string_view text, int max_depth, std::string_view source);

/// The same with the lenience of OpenCV's reader, because people edit its files by hand. Comments contain
/// anything up to the next "-->", even "--". The encoding may be any superset of ASCII, and text beyond ASCII
/// is read as Latin-1. The declaration and anything after the root are ignored.
XmlElement parse_lenient_xml(std::string_view text, int max_depth, std::string_view source);

}  // namespace ocelli::internal
