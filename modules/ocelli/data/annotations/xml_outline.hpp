#pragma once

#include <string_view>
#include <vector>

namespace ocelli {

/// An element of an XML text: its name, the line that its tag opens on, and how many elements are around it.
struct XmlElement {
  std::string_view name;
  int line = 0;
  int depth = 0;
};

/// The elements of an XML text in order, by a scan that neither recurses nor expands anything: what must be
/// known before a recursive parser may be trusted with the text, and where its elements are.
///
/// It does not check all that makes a text well-formed; an XML parser does.
/// Throws Error(Kind::input), naming `source` and line, where elements nest deeper than `most_depth`, a
/// closing tag has no partner, a tag or comment does not end, or there is a document type (which could define
/// entities).
std::vector<XmlElement> outline_xml(std::string_view text, int most_depth, std::string_view source);

}  // namespace ocelli
