/* Ocelli's C API: detect, classify and read. Works from C99 and from any language that can call C.

   Functions that can fail return NULL or a negative number. ocelli_error() then returns the reason, for the
   calling thread. Exceptions never cross the API boundary. Models are immutable, and threads may share them.
   Strings are UTF-8, end with a zero byte, and live as long as the object that returned them. */
#ifndef OCELLI_H
#define OCELLI_H

#include <stddef.h>

#ifndef OCELLI_API
#if defined(__GNUC__)
#define OCELLI_API __attribute__((visibility("default")))
#else
#define OCELLI_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the linked library: "0.1.0". */
OCELLI_API const char* ocelli_version(void);

/* The last error on this thread: "face.ocelli: is not an Ocelli file". Empty if there was none. */
OCELLI_API const char* ocelli_error(void);

typedef enum ocelli_format {
  OCELLI_GRAY8 = 0,
  OCELLI_GRAY16 = 1, /* native byte order */
  OCELLI_BGR8 = 2,
  OCELLI_RGB8 = 3,
  OCELLI_BGRA8 = 4, /* transparent pixels are blended over white */
  OCELLI_RGBA8 = 5
} ocelli_format;

/* An image in the caller's memory, starting at the top left. row_stride is in bytes; 0: rows without gaps. */
typedef struct ocelli_image {
  const void* data;
  int width, height;
  ptrdiff_t row_stride;
  ocelli_format format;
} ocelli_image;

/* A decoded image file; the same formats as read_image() in image.hpp. */
typedef struct ocelli_picture ocelli_picture;
OCELLI_API ocelli_picture* ocelli_picture_read(const char* path);
OCELLI_API ocelli_image ocelli_picture_image(const ocelli_picture* picture); /* valid until freed */
/* NULL is allowed, as in every _free(). */
OCELLI_API void ocelli_picture_free(ocelli_picture* picture);

/* Options are alternating names and values, terminated by NULL: {"min-neighbors", "3", NULL}.
   NULL in place of the array means no options. */

/* Detection. */
typedef struct ocelli_detector ocelli_detector;
typedef struct ocelli_box {
  float x, y, w, h;  /* source pixels */
  float score;       /* higher is more certain */
  float probability; /* 0 to 1; -1 if the detector does not estimate it */
} ocelli_box;

OCELLI_API ocelli_detector* ocelli_detector_load(const char* path, const char* const* options);
OCELLI_API const char* ocelli_detector_label(const ocelli_detector* detector);
/* Returns the number of objects in the image, or -1 on error. Writes up to `capacity` of them to `boxes`,
   highest score first. */
OCELLI_API int ocelli_detect(const ocelli_detector* detector, const ocelli_image* image, ocelli_box* boxes, int capacity);
/* The same with the landmarks of each object in `landmarks`, ten numbers each: x and y of the left eye in the image,
   the right eye, the nose, the left and right corners of the mouth; and its pose in `poses`, two numbers each: yaw
   and roll in degrees. NaN where the detector does not know them. Either may be NULL. */
OCELLI_API int ocelli_detect_landmarks(const ocelli_detector* detector, const ocelli_image* image, ocelli_box* boxes,
                                       float* landmarks, float* poses, int capacity);
OCELLI_API void ocelli_detector_free(ocelli_detector* detector);

/* Classification. */
typedef struct ocelli_classifier ocelli_classifier;
OCELLI_API ocelli_classifier* ocelli_classifier_load(const char* path);
OCELLI_API int ocelli_classifier_classes(const ocelli_classifier* classifier);
/* NULL for an index past the end. */
OCELLI_API const char* ocelli_classifier_class(const ocelli_classifier* classifier, int index);
/* Returns the index of the class, or -1 on error. If `scores` is not NULL, it receives one score per class,
   in class order. */
OCELLI_API int ocelli_classify(const ocelli_classifier* classifier, const ocelli_image* image, float* scores);
OCELLI_API int ocelli_classify_row(const ocelli_classifier* classifier, const float* row, size_t length, float* scores);
OCELLI_API void ocelli_classifier_free(ocelli_classifier* classifier);

/* Reading. A NULL path loads the bundled reader. */
typedef struct ocelli_reader ocelli_reader;
OCELLI_API ocelli_reader* ocelli_reader_load(const char* path, const char* const* options);
/* Returns the text of a page, empty if there is none, or NULL on error. Free it with ocelli_string_free(). */
OCELLI_API char* ocelli_read(const ocelli_reader* reader, const ocelli_image* page);
OCELLI_API void ocelli_string_free(char* text);
OCELLI_API void ocelli_reader_free(ocelli_reader* reader);

#ifdef __cplusplus
}
#endif

#endif
