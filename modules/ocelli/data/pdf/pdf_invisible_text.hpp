#pragma once

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFPageObjectHelper.hh>

namespace ocelli::internal::pdf {

/// Removes the text that is drawn invisibly (rendering mode 3) from a page and the forms that it draws: the
/// layer that a reading laid over a scan. Everything else is drawn as before.
/// Source  PDF 32000-1:2008, 9.3.6 and 9.4.3.
void remove_invisible_text(QPDFPageObjectHelper& page);

}  // namespace ocelli::internal::pdf
