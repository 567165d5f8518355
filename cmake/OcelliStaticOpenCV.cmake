# OpenCV's core and imgproc as static libraries, of which programs take what they call. The shared core requires OpenGL and thereby
# LLVM: 50 MB to download for one photo. Plugins keep the shared libraries (ocelli_plugin).
add_library(ocelli_no_opencv_extras STATIC ${PROJECT_SOURCE_DIR}/cmake/no_opencv_extras.cpp)

foreach(library IN ITEMS opencv_core opencv_imgproc opencv_imgcodecs opencv_videoio opencv_highgui)
  get_target_property(configurations ${library} IMPORTED_CONFIGURATIONS)
  foreach(configuration IN LISTS configurations)
    get_target_property(shared ${library} IMPORTED_LOCATION_${configuration})
    set_target_properties(${library} PROPERTIES OCELLI_SHARED ${shared})
    if(NOT library MATCHES "_(core|imgproc)$")
      continue()
    endif()
    string(REGEX REPLACE "\\.so[.0-9]*$" ".a" static ${shared})
    if(NOT EXISTS ${static})
      message(FATAL_ERROR "OCELLI_STATIC_OPENCV needs ${static}: install libopencv-core-dev and libopencv-imgproc-dev, or leave it off")
    endif()
    set_target_properties(${library} PROPERTIES
      IMPORTED_LOCATION_${configuration} ${static} IMPORTED_SONAME_${configuration} "" IMPORTED_NO_SONAME_${configuration} ON)
  endforeach()
endforeach()
set_target_properties(opencv_core PROPERTIES INTERFACE_LINK_LIBRARIES
  "ocelli_no_opencv_extras;TBB::tbb;ZLIB::ZLIB;${CMAKE_DL_LIBS}")
set_target_properties(opencv_imgproc PROPERTIES INTERFACE_LINK_LIBRARIES opencv_core)
add_link_options(-Wl,--gc-sections -Wl,--as-needed)
