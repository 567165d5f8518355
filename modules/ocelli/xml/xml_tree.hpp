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

  /// The first element at this path of names separated by dots, such as "bndbox.xmin", each the first of its
  /// name in its parent; null if there is none.
  const XmlElement* find(std::string_view path) const;

  /// The value of an attribute; null if there is none.
  const std::string* attribute(std::string_view name) const;
};

/// The root element of an XML document in UTF-8, whatever encoding it declares.
///
/// Throws  Error(Kind::input), naming `source` and line, when the document is not well-formed, elements nest
/// deeper than
///         `most_depth`, or there is a document type, which could define entities that expand without end.
/// Memory  in proportion to the text, which is at most 1 GiB.
XmlElement parse_xml(std::string_view text, int max_depth, std::string_view source);

/// The same with the lenience of OpenCV's reader, whose files people edit by hand: comments hold anything up
/// to the next "-->", "--" too; the encoding is any in which XML's own signs are those of ASCII, and text
/// beyond them is taken for Latin-1; no notice is taken of the declaration, nor of what follows the root.
XmlElement parse_lenient_xml(std::string_view text, int max_depth, std::string_view source);

}  // namespace ocelli::internal
