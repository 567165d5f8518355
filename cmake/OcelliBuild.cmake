# Compiler settings, dependencies, and the one way to declare a module, a test or a program.
include(OcelliLayers)
include(GNUInstallDirs)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)  # the shared library exports what include/ocelli/ declares
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ${OCELLI_TESTS})  # target all_verify_interface_header_sets, in no other

find_package(OpenCV 4 REQUIRED COMPONENTS core imgproc imgcodecs videoio highgui)
find_package(TBB REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(Boost REQUIRED COMPONENTS program_options)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)
find_package(EXPAT REQUIRED)
find_package(GIF REQUIRED)
find_package(JPEG REQUIRED)
find_package(PNG REQUIRED)
find_package(TIFF REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(webp REQUIRED IMPORTED_TARGET GLOBAL libwebp)
pkg_check_modules(xlsxwriter REQUIRED IMPORTED_TARGET GLOBAL xlsxwriter)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET GLOBAL libhwy)
pkg_check_modules(poppler_cpp REQUIRED IMPORTED_TARGET GLOBAL poppler-cpp)
pkg_check_modules(ffmpeg IMPORTED_TARGET GLOBAL libavformat libavcodec libavutil libswscale)
if(NOT ffmpeg_FOUND)
  message(STATUS "Without FFmpeg's libraries, videos cannot be blurred")
endif()
pkg_check_modules(qpdf IMPORTED_TARGET GLOBAL libqpdf)
if(NOT qpdf_FOUND)
  message(STATUS "Without libqpdf, pages of PDF files are drawn anew when they get a layer of text")
endif()
pkg_check_modules(freetype REQUIRED IMPORTED_TARGET GLOBAL freetype2)
pkg_check_modules(icu REQUIRED IMPORTED_TARGET GLOBAL icu-i18n)
find_library(FLATBUFFERS_LIBRARY flatbuffers REQUIRED)
find_program(FLATBUFFERS_COMPILER flatc REQUIRED)

option(OCELLI_STATIC_OPENCV "Link OpenCV's core and imgproc statically, for packages" OFF)
if(OCELLI_STATIC_OPENCV)
  include(OcelliStaticOpenCV)
endif()
# A package must not depend on the folder where it was built.
option(OCELLI_BUILD_PATHS "Let programs look for models and helper programs in the source and build folders, too" ON)

# Fused multiply-adds would make a score depend on the machine's instruction set.
add_compile_options(-ffp-contract=off)
if(PROJECT_IS_TOP_LEVEL)
  add_compile_options(-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion)
endif()
if(OCELLI_WERROR)
  add_compile_options(-Werror)
endif()
# Kernels keep vectors in structures, and those of Arm's SVE have no size while compiling. NEON is there on every 64-bit Arm.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  add_compile_definitions("HWY_DISABLED_TARGETS=(HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128)")
endif()
if(OCELLI_SANITIZE)
  # What AddressSanitizer notices anyway is not asked twice: half the time of compiling went into those three questions.
  add_compile_options(-fsanitize=${OCELLI_SANITIZE} -fno-sanitize=null,object-size,vptr
                      -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${OCELLI_SANITIZE})
  # A kernel takes minutes to compile for all instruction sets. Tests without sanitizers run the older ones.
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options(-march=x86-64-v3)
  endif()
  # The sanitizers' own dlopen() passes over DT_RUNPATH, where plugins are looked for.
  add_link_options(-Wl,--disable-new-dtags)
  # The search for leaks takes the thread-local memory of a loaded plugin for a header and crashes on what it finds there.
  set(OCELLI_SANITIZER_ENVIRONMENT ASAN_OPTIONS=intercept_tls_get_addr=0)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")  # or ccache never finds what uses precompiled headers
endif()

# ocelli_precompiled_headers(NAME headers...): the object library NAME, whose precompiled headers other targets reuse.
function(ocelli_precompiled_headers name)
  add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_link_libraries(${name} PRIVATE Eigen3::Eigen TBB::tbb opencv_core opencv_imgproc nlohmann_json::nlohmann_json)
  target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()

# Four fifths of the time to compile a file went into headers of other libraries. They may not stand in for an include:
# a build with -D OCELLI_PRECOMPILE=OFF goes without them.
option(OCELLI_PRECOMPILE "Read the headers of other libraries once, precompiled" ON)
if(OCELLI_PRECOMPILE)
  ocelli_precompiled_headers(ocelli_precompiled ${PROJECT_SOURCE_DIR}/cmake/precompiled.hpp)
endif()
function(ocelli_precompile target)
  if(OCELLI_PRECOMPILE AND NOT target IN_LIST OCELLI_APART)
    target_precompile_headers(${target} REUSE_FROM ocelli_precompiled)
  endif()
endfunction()

# ocelli_compile_together(TARGET PROPERTY VALUE ...): with properties of CMake's unity builds
function(ocelli_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON ${ARGN})
  # The compiler takes a source that another one includes for a header, and warns falsely where it inlines most. `dev` warns of all.
  target_compile_options(${target} PRIVATE
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage;-Wno-maybe-uninitialized;-Wno-stringop-overflow;-Wno-array-bounds;-Wno-restrict>")
endfunction()

# Whoever changes one source at a time compiles them one by one. A build from scratch takes half the time where all sources of a
# module are compiled together: they read the same headers and use the same templates. So names in unnamed namespaces are
# unique within a module.
option(OCELLI_UNITY "Compile the sources of each module together" OFF)
set(OCELLI_APART "" CACHE STRING "Targets to compile one source at a time all the same, e.g. ocelli_text;ocelli_imaging")
function(ocelli_unity target sources)
  list(APPEND sources ${ARGN})  # generated ones
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  if(NOT OCELLI_UNITY OR target IN_LIST OCELLI_APART)
    return()
  endif()
  ocelli_compile_together(${target} UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS sources)
    file(STRINGS ${source} many_targets REGEX "^#include <hwy/foreach_target.h>")
    get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
    if(many_targets OR definitions)  # compiled once for each instruction set, or otherwise than the others
      continue()
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target})
  endforeach()
endfunction()

# Where the fuzzers watch which way the code takes; elsewhere watching would cost time alone.
set(OCELLI_FUZZED_MODULES core imaging samples data detection text model_io xml)

# Layers that read options, wire the layers below and print: nothing in them is hot. Optimizing their templates less takes a quarter less
# time.
function(ocelli_compile_fast target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
endfunction()

# The folders of a module below modules/ocelli, and of all modules whose folders lie inside them.
function(ocelli_folders module folders inner)
  set(own ${module})
  if(DEFINED OCELLI_FOLDERS_${module})
    set(own ${OCELLI_FOLDERS_${module}})
  endif()
  get_cmake_property(variables VARIABLES)
  list(FILTER variables INCLUDE REGEX "^OCELLI_FOLDERS_")
  list(REMOVE_ITEM variables OCELLI_FOLDERS_${module})
  set(others)
  foreach(variable IN LISTS variables)
    list(APPEND others ${${variable}})
  endforeach()
  list(FILTER others INCLUDE REGEX "^${module}/")
  set(${folders} ${own} PARENT_SCOPE)
  set(${inner} ${others} PARENT_SCOPE)
endfunction()

# The sources (or headers) of a module: those in its folders, but for those in folders of another module.
function(ocelli_files module root pattern result)
  ocelli_folders(${module} folders inner)
  set(found)
  foreach(folder IN LISTS folders)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${root}/${folder}/${pattern})
    list(APPEND found ${files})
  endforeach()
  foreach(folder IN LISTS inner)
    list(FILTER found EXCLUDE REGEX "^${root}/${folder}/")
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# ocelli_module(NAME MODULES lower ... [LINKS public libraries] [PRIVATE_LINKS private libraries] [EXCLUDE regex of sources]
#               [GENERATED sources]): the library of all sources in the module's folders (OcelliLayers.cmake)
function(ocelli_module name)
  cmake_parse_arguments(MODULE "" "EXCLUDE" "MODULES;LINKS;PRIVATE_LINKS;GENERATED" ${ARGN})
  foreach(lower IN LISTS MODULE_MODULES)
    if(NOT OCELLI_LAYER_${lower} LESS OCELLI_LAYER_${name})
      message(FATAL_ERROR "'${name}' (layer ${OCELLI_LAYER_${name}}) may not link "
                          "'${lower}' (layer ${OCELLI_LAYER_${lower}})")
    endif()
  endforeach()
  list(TRANSFORM MODULE_MODULES PREPEND ocelli::internal::)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR PARENT_PATH root)
  cmake_path(GET root PARENT_PATH include_root)
  ocelli_files(${name} ${root} *.cpp sources)
  list(FILTER sources EXCLUDE REGEX "_plugin\\.cpp$")
  if(MODULE_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${MODULE_EXCLUDE}")
  endif()
  add_library(ocelli_${name} STATIC ${sources} ${MODULE_GENERATED})
  add_library(ocelli::internal::${name} ALIAS ocelli_${name})
  target_include_directories(ocelli_${name} PUBLIC ${include_root} ${PROJECT_SOURCE_DIR}/include)
  target_compile_features(ocelli_${name} PUBLIC cxx_std_20)
  target_link_libraries(ocelli_${name} PUBLIC ${MODULE_MODULES} ${MODULE_LINKS} PRIVATE ${MODULE_PRIVATE_LINKS})
  ocelli_precompile(ocelli_${name})
  ocelli_unity(ocelli_${name} "${sources}" ${MODULE_GENERATED})
  if(OCELLI_FUZZ AND name IN_LIST OCELLI_FUZZED_MODULES)
    # What -fsanitize=fuzzer-no-link stands for, under a name that precompiled headers get along with.
    target_compile_options(ocelli_${name} PRIVATE -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
  endif()
endfunction()

# Where plugins lie: in the build tree, and installed (libraries, relative to the program).
set(OCELLI_PLUGINS_BUILT ${PROJECT_BINARY_DIR}/lib/ocelli)
set(OCELLI_PLUGINS_INSTALLED ${CMAKE_INSTALL_LIBDIR}/ocelli)
set(CMAKE_BUILD_RPATH ${OCELLI_PLUGINS_BUILT})

# ocelli_plugin(MODULE NAME SOURCES a.cpp ... LINKS libraries): a part of a module that is loaded when it is first used
# (core/plugin.hpp), so that the large libraries it links are.
function(ocelli_plugin module name)
  cmake_parse_arguments(PLUGIN "" "" "SOURCES;LINKS" ${ARGN})
  add_library(ocelli_plugin_${name} MODULE ${PLUGIN_SOURCES})
  target_include_directories(ocelli_plugin_${name} PRIVATE $<TARGET_PROPERTY:ocelli_${module},INTERFACE_INCLUDE_DIRECTORIES>
                                                           $<TARGET_PROPERTY:ocelli_core,INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_features(ocelli_plugin_${name} PRIVATE cxx_std_20)
  set(opencv opencv_core ${PLUGIN_LINKS})
  if(OCELLI_STATIC_OPENCV)
    list(TRANSFORM opencv REPLACE "^(opencv_.+)$" "$<TARGET_PROPERTY:\\1,OCELLI_SHARED>")
  endif()
  target_link_libraries(ocelli_plugin_${name} PRIVATE ${opencv})
  set_target_properties(ocelli_plugin_${name} PROPERTIES OUTPUT_NAME ocelli-${name} CXX_VISIBILITY_PRESET hidden
                        LIBRARY_OUTPUT_DIRECTORY ${OCELLI_PLUGINS_BUILT})
  add_dependencies(ocelli_${module} ocelli_plugin_${name})  # whoever builds the module builds its plugins
  if(OCELLI_INSTALL)
    install(TARGETS ocelli_plugin_${name} LIBRARY DESTINATION ${OCELLI_PLUGINS_INSTALLED})
  endif()
  set_property(GLOBAL APPEND PROPERTY OCELLI_PLUGINS ocelli_plugin_${name})
endfunction()

# A process takes longer to start than most unit tests take to run, so they share eight of them.
function(ocelli_sharded_tests program module label)
  set(shards 8)
  foreach(shard RANGE 1 ${shards})
    math(EXPR index "${shard} - 1")
    add_test(NAME ${module}/${label}-${shard}-of-${shards} COMMAND ${program})
    set_tests_properties(${module}/${label}-${shard}-of-${shards} PROPERTIES LABELS ${label} TIMEOUT 1800
                         ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index};${OCELLI_SANITIZER_ENVIRONMENT}")
  endforeach()
endfunction()

# ocelli_tests(MODULE [LINKS extra libraries] [LABELS unit|lab|data|accuracy]): one test program of the *_test.cpp here and in
# the folders below; those of label data or accuracy lie in a folder of that name
function(ocelli_tests module)
  cmake_parse_arguments(TESTS "" "LABELS" "LINKS" ${ARGN})
  if(NOT TESTS_LABELS)
    set(TESTS_LABELS unit)
  endif()
  string(JOIN _ program test ${module} ${TESTS_LABELS})
  file(GLOB_RECURSE sources RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS *_test.cpp)
  if(TESTS_LABELS MATCHES "^(unit|lab)$")
    list(FILTER sources EXCLUDE REGEX "^(data|accuracy)/")
  else()
    list(FILTER sources INCLUDE REGEX "^${TESTS_LABELS}/")
  endif()
  add_executable(${program} ${sources})
  target_link_libraries(${program} PRIVATE ocelli::internal::${module} ${TESTS_LINKS} ocelli_source_path GTest::gmock_main)
  if(OCELLI_PRECOMPILE)
    target_precompile_headers(${program} REUSE_FROM ocelli_tests_precompiled)
  endif()
  # Each file of tests has a namespace of its own, which lets any of them be compiled together.
  if(OCELLI_UNITY)
    ocelli_compile_together(${program} UNITY_BUILD_BATCH_SIZE 8)
  endif()
  if(OCELLI_SANITIZE)
    target_compile_definitions(${program} PRIVATE OCELLI_SANITIZED=1)
  endif()
  if(TESTS_LABELS MATCHES "^(unit|lab)$")
    ocelli_sharded_tests(${program} ${module} ${TESTS_LABELS})
  else()
    gtest_discover_tests(${program} TEST_PREFIX ${module}/ DISCOVERY_TIMEOUT 60
                         PROPERTIES LABELS "${TESTS_LABELS}" TIMEOUT 600)
  endif()
endfunction()
