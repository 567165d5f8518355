# The libraries of the public API, shared and static. Their names are those that find_package() gives.
set(running core xml imaging samples data metrics model_io features detection recognition tracking text portable pipelines evaluation api)
set(training boosting detection_train recognition_train text_train training api_train)

# ocelli_library(NAME FILE MODULES...): ocelli::NAME, the shared library libFILE.so, which exports what OCELLI_API marks, and
# ocelli::NAME-static, libFILE.a, which holds all objects of the modules. The last module is the door.
function(ocelli_library name file)
  list(GET ARGN -1 door)
  add_library(ocelli_${name}_shared SHARED $<TARGET_OBJECTS:ocelli_${door}>)
  target_link_libraries(ocelli_${name}_shared PRIVATE ocelli::internal::${door})
  set_target_properties(ocelli_${name}_shared PROPERTIES VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} INSTALL_RPATH "$ORIGIN;$ORIGIN/ocelli")
  target_link_options(ocelli_${name}_shared PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/exports.map)
  set_property(TARGET ocelli_${name}_shared APPEND PROPERTY LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.map)

  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_OBJECTS:ocelli_\\1>" OUTPUT_VARIABLE objects)
  add_library(ocelli_${name}_static STATIC ${objects})
  foreach(kind IN ITEMS shared static)
    set_target_properties(ocelli_${name}_${kind} PROPERTIES OUTPUT_NAME ${file} LINKER_LANGUAGE CXX)
    target_compile_features(ocelli_${name}_${kind} INTERFACE cxx_std_20)
    target_include_directories(ocelli_${name}_${kind} INTERFACE
      $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  endforeach()
  set_target_properties(ocelli_${name}_shared PROPERTIES EXPORT_NAME ${name})
  set_target_properties(ocelli_${name}_static PROPERTIES EXPORT_NAME ${name}-static)
  add_library(ocelli::${name} ALIAS ocelli_${name}_shared)
  add_library(ocelli::${name}-static ALIAS ocelli_${name}_static)
endfunction()

ocelli_library(ocelli ocelli ${running})
ocelli_library(training ocelli-training ${training})
target_link_libraries(ocelli_training_shared PUBLIC ocelli_ocelli_shared)
target_link_libraries(ocelli_ocelli_static PRIVATE opencv_imgproc opencv_core TBB::tbb EXPAT::EXPAT ZLIB::ZLIB GIF::GIF JPEG::JPEG PNG::PNG
  TIFF::TIFF PkgConfig::webp PkgConfig::hwy PkgConfig::icu PkgConfig::xlsxwriter ${CMAKE_DL_LIBS})
# A program that is linked statically finds plugins (core/plugin.hpp) where they are installed.
target_link_options(ocelli_ocelli_static INTERFACE
  "$<INSTALL_INTERFACE:-Wl,-rpath,$<INSTALL_PREFIX>/${OCELLI_PLUGINS_INSTALLED}>")
target_link_libraries(ocelli_training_static PUBLIC ocelli_ocelli_static PRIVATE PkgConfig::freetype)
