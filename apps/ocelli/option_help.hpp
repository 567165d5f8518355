#pragma once

namespace ocelli::internal::app {

// Help texts of options shared by several verbs.
inline constexpr const char* kDigitModelHelp = "model (default: the bundled digit model)";
inline constexpr const char* kReaderHelp = "model (default: the bundled reader of Latin script)";
inline constexpr const char* kOutputFileHelp = "output file (default: standard output)";
inline constexpr const char* kNewModelHelp = "the model to write";
inline constexpr const char* kResumeTrainingHelp = "continue from the checkpoint beside the model";
inline constexpr const char* kFiguresAsJsonHelp = "figures as JSON";
inline constexpr const char* kLabelFileHelp = "labels of an IDX file of images, also an IDX file";
inline constexpr const char* kMoreWordsHelp =
    "additional words for the word list, one per line (may be given several times)";
inline constexpr const char* kImageFolderHelp =
    "folder to search, with its subfolders, for images that are not where annotations say (may be given "
    "several "
    "times)";

}  // namespace ocelli::internal::app
