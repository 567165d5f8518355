#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// Parses "CVAT for images 1.1" and "CVAT for video 1.1": <annotations> with <image> elements that contain
/// shapes, or <track> elements that contain one shape per frame.
///
/// The box of a polygon, an ellipse, a mask or a rotated box is its upright bounding box. Other shapes are
/// problems. A shape with a true attribute named difficult, ignore or crowd is an ignored object. Frame 7 of
/// a video is the image "frame_000007", as CVAT names it. A frame in which all tracks are outside contains no
/// objects.
///
/// No disk access: paths are as in the file. `name` is the file for messages.
/// Requires  at most 256 MiB of text, elements nested at most 32 deep.
/// Throws    Error(Kind::input) naming file and line when that does not hold or the XML is malformed.
Annotations parse_cvat_annotations(std::string_view text, std::string_view name);

/// An XML file with the root element <annotations>, or a folder with it as the only .xml file. Images are
/// searched next to it and in the folders images/ and obj_train_data/ there.
extern const AnnotationFormat cvat_format;

/// Parses the XML of dlib's imglab: <dataset>, <images>, and an <image file="..."> with its <box top left
/// width height> elements, each with an optional <label>. A box with ignore="1" is an ignored object.
///
/// No disk access: paths are as in the file; `name` is the file for messages.
/// Requires  at most 256 MiB of text, elements nested at most 32 deep.
/// Throws    Error(Kind::input) naming file and line when that does not hold or the XML is malformed.
Annotations parse_imglab_annotations(std::string_view text, std::string_view name);

/// An XML file with the root element <dataset>, or a folder with it as the only .xml file. Paths are relative
/// to its folder.
extern const AnnotationFormat imglab_format;

/// Parses one Pascal VOC annotation: <annotation> with <filename>, <size> and any number of <object>.
///
/// Its pixels are 1-based and inclusive, so xmin = 1, xmax = 1 is a box of width 1 at x = 0. A rotated box
/// (<robndbox>: center, sides, angle) is replaced by its upright bounding box. `difficult` objects are
/// ignored objects. If <size> is given, boxes are checked against it (check_inside()).
///
/// No disk access: the image is assumed to be in `folder`. `name` is the file for messages.
/// Requires  at most 4 MiB of text, elements nested at most 32 deep, no document type (so no entities to
/// expand).
/// Throws    Error(Kind::input) naming file and line when that does not hold or the XML is malformed.
/// Source    Everingham et al., PASCAL VOC development kit.
Annotations parse_voc_annotation(std::string_view text, const std::filesystem::path& folder,
                                 std::string_view name);

/// One file that starts with '<', or every .xml file of a folder and its subfolders in natural order. A file
/// that cannot be parsed is a problem. An image is searched next to its .xml file and in the folders
/// JPEGImages and images next to that folder: by its <filename>, its <path>, then by the .xml file's own
/// stem.
extern const AnnotationFormat voc_format;

/// Parses the JSON file that LabelMe writes for one image: imagePath, and shapes with a label and points.
///
/// A rectangle, polygon or circle becomes its bounding box. Other shapes are problems. A shape marked
/// difficult is an ignored object. No disk access: the path is as in the file. `name` is the file for
/// messages.
/// Throws  Error(Kind::input) naming file and line when the text is not such JSON or exceeds JsonLimits.
Annotations parse_labelme_annotations(std::string_view text, std::string_view name);

/// A JSON file with shapes, or every such .json file of a folder in natural order. A file that cannot be
/// parsed is a problem. An image is searched next to its .json file and in the folder images/ there and next
/// to that folder, by its imagePath, then by the .json file's own stem.
extern const AnnotationFormat labelme_format;

/// Parses the JSON of the VGG Image Annotator, versions 1 and 2: an object of images, each with its filename
/// and regions, or a project that contains it.
///
/// A circle, ellipse or polygon becomes its upright bounding box. Other regions are problems. The label is
/// the region attribute named class, label, name, type or category, else the only one. No disk access: paths
/// are as in the file. `name` is the file for messages.
/// Throws  Error(Kind::input) naming file and line when the text is not such JSON or exceeds JsonLimits.
Annotations parse_via_json(std::string_view text, std::string_view name);

/// The same for VIA's CSV: one row per region, with its shape and its attributes as JSON in one cell each.
Annotations parse_via_csv(std::string_view text, std::string_view name);

/// A file of either kind, or a folder with one such .json file. Images are searched next to it and in the
/// folder images/ there.
extern const AnnotationFormat via_format;

/// Parses the JSON of Apple's Create ML: a list of images, each with its `image` (or `imagefilename`) and
/// `annotations` (or `annotation`): `label`, and `coordinates` x and y of the center, width and height in
/// pixels.
///
/// No disk access: paths are as in the file. `name` is the file for messages.
/// Throws  Error(Kind::input) naming file and line when the text is not such JSON or exceeds JsonLimits.
Annotations parse_createml_annotations(std::string_view text, std::string_view name);

/// A file, or a folder with one such .json file. Images are searched next to it and in images/ there.
extern const AnnotationFormat createml_format;

/// Parses the results of `ocelli detect` as annotations, for correction or training: one JSON object per line
/// with its `input` and `detections`, each with x, y, w, h and label. An input that could not be read is a
/// problem.
///
/// No disk access: paths are as in the file. `name` is the file for messages.
Annotations parse_detection_lines(std::string_view text, std::string_view name);

/// A file with such an object in its first line. Images are searched from the working folder, as `detect`
/// names them, and next to the file.
extern const AnnotationFormat detections_format;

/// Parses a data set in the JSON of COCO, task "object detection": an object with the lists `images` (id,
/// file_name; width and height if known), `annotations` (image_id, category_id, bbox as x, y, width and
/// height in pixels) and `categories` (id, name).
///
/// A crowd (`iscrowd` 1) is an ignored object. An image without annotations contains no objects. Without a
/// bbox the box is the bounding box of the polygons (`segmentation`). Numbers may be written as texts. All
/// other fields are skipped. If the size of an image is given, its boxes are checked against it
/// (check_inside()). Problems name the line, and the annotation by its `id`, because such files often are one
/// long line.
///
/// No disk access: images are assumed to be in `folder`. `name` is the file for messages. The text is parsed
/// in one pass, without building a tree.
/// Requires  values nested at most 64 deep, and the counts of AnnotationLimits.
/// Throws    Error(Kind::input) naming the file when that does not hold, the JSON is malformed, or there is
/// no list of images.
/// Source    cocodataset.org, data format.
Annotations parse_coco_annotations(std::string_view text, const std::filesystem::path& folder,
                                   std::string_view name);

/// A file that starts with '{', or a folder with one .json file. With P the name of the file without
/// "instances_", an image is next to the file or in images/ or P/ there, or in the same places, or images/P/,
/// of the parent folder.
extern const AnnotationFormat coco_format;

/// Parses the text of WIDER FACE (wider_face_train_bbx_gt.txt): a line with the path of an image, a line with
/// the number of its faces, and one line per face, "x y w h blur expression illumination invalid occlusion
/// pose". Faces marked invalid are ignored objects. A face without area is a problem. An image without faces
/// may be followed by a line of zeros.
///
/// No disk access: paths are as in the file. `name` is the file for messages. A misplaced line is a problem.
/// Parsing continues at the next line that names an image.
Annotations parse_wider_annotations(std::string_view text, std::string_view name);

/// A text file with such a beginning. Images are searched next to it, in images/ there, and in
/// WIDER_train/images, WIDER_val/images and images/ next to its folder.
extern const AnnotationFormat wider_format;

/// Parses the text of keras-yolo3 and its descendants: one image per line, `path x1,y1,x2,y2,class ...` in
/// pixels with the index or the name of a class. A path alone is an image without objects. The label of a
/// class is its name in `classes`, or its index if it has none.
///
/// No disk access: paths are as in the file. `name` is the file for messages.
Annotations parse_keras_yolo_annotations(std::string_view text, std::span<const std::string> classes,
                                         std::string_view name);

/// A file with such a line among its first ones. Images and classes.txt are searched next to it.
extern const AnnotationFormat keras_yolo_format;

/// Parses the lists of OpenCV's cascade tools.
///
/// `info.dat`, `pos.txt`: one image per line, `path n  x y w h  x y w h ...` with n boxes in pixels. A path
/// may be in quotes, or contain spaces if it ends with an image extension. A path alone is an image without
/// objects. `bg.txt`: one path per line, spaces allowed, no objects. The text is of the first kind if any
/// line reads as `path n`, n > 0, followed by 4 n numbers, or by any number of them after an image name.
/// Empty lines and comments ('#') are skipped. A line with one bad box is skipped as a whole.
///
/// No disk access: paths are relative to `folder`. `name` is the file for messages.
Annotations parse_opencv_annotations(std::string_view text, const std::filesystem::path& folder,
                                     std::string_view name);

/// A file that no other format recognizes. Paths are relative to the folder of the list.
extern const AnnotationFormat opencv_format;

}  // namespace ocelli::internal
