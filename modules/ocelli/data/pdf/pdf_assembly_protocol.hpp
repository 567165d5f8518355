#pragma once

/// The arguments of ocelli-pdf-assembler: its version, the limits and what to do as words, and these
/// descriptors.
///
/// The plan is a list of fields, each terminated by NUL. It starts with the password of the files. The field
/// after it is a file to inspect. To assemble pages, there is a list of fields for each page of the
/// layers: the file, 1 if its invisible text is removed, the page in it, 1 if the layer is laid over it, and
/// the quarter turns. To extract the JPEG images of a page, it is the page. Each image is written as
/// a line with its size in bytes, and its data.
///
/// Failures are reported on standard error, with exit code 1. So is the result of an inspection, with exit
/// code 0: its letters are kSigned, kEncrypted and kForm.
namespace ocelli::internal::pdf {

inline constexpr int kAssemblyVersion = 3;
inline constexpr int kLayers = 3, kAssembled = 4, kPlan = 5, kOriginal = 6;
inline constexpr char kSigned = 's', kEncrypted = 'e', kForm = 'f';

}  // namespace ocelli::internal::pdf
