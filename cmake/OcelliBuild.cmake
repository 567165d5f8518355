# Compiler settings, dependencies, and the one way to declare a room, a test or a program.
include(OcelliFloors)
include(GNUInstallDirs)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

find_package(OpenCV 4 REQUIRED COMPONENTS core imgproc imgcodecs videoio highgui)
find_package(TBB REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(Boost REQUIRED COMPONENTS program_options)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)
find_package(JPEG REQUIRED)
find_package(PNG REQUIRED)
find_package(TIFF REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET GLOBAL libhwy)
pkg_check_modules(nlopt REQUIRED IMPORTED_TARGET GLOBAL nlopt_cxx)
pkg_check_modules(poppler_cpp REQUIRED IMPORTED_TARGET GLOBAL poppler-cpp)
pkg_check_modules(freetype REQUIRED IMPORTED_TARGET GLOBAL freetype2)
pkg_check_modules(icu REQUIRED IMPORTED_TARGET GLOBAL icu-uc)
find_library(FLATBUFFERS_LIBRARY flatbuffers REQUIRED)
find_program(FLATBUFFERS_COMPILER flatc REQUIRED)

# Fused multiply-adds would make a score depend on the machine's instruction set.
add_compile_options(-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off)
if(OCELLI_WERROR)
  add_compile_options(-Werror)
endif()
if(OCELLI_SANITIZE)
  # What AddressSanitizer notices anyway is not asked twice: half the time of compiling went into those three questions.
  add_compile_options(-fsanitize=${OCELLI_SANITIZE} -fno-sanitize=null,object-size,vptr
                      -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${OCELLI_SANITIZE})
  # The sanitizers' own dlopen() passes over DT_RUNPATH, where plugins are looked for.
  add_link_options(-Wl,--disable-new-dtags)
  # CI builds the rooms three times; that they include what they use is proven by the build without sanitizers.
  add_library(ocelli_precompiled OBJECT ${CMAKE_CURRENT_LIST_DIR}/precompiled.cpp)
  target_compile_features(ocelli_precompiled PUBLIC cxx_std_20)
  target_link_libraries(ocelli_precompiled PRIVATE Eigen3::Eigen TBB::tbb opencv_core)
  target_precompile_headers(ocelli_precompiled PRIVATE ${CMAKE_CURRENT_LIST_DIR}/precompiled.hpp)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")  # or ccache never finds what uses precompiled headers
endif()

# Where the fuzzers watch which way the code takes; elsewhere watching would cost time alone.
set(OCELLI_FUZZED_ROOMS core imaging data text model_io)

# ocelli_room(NAME SOURCES a.cpp ... ROOMS lower ... [LINKS public libraries] [PRIVATE_LINKS private libraries])
function(ocelli_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;ROOMS;LINKS;PRIVATE_LINKS" ${ARGN})
  foreach(lower IN LISTS ROOM_ROOMS)
    if(NOT OCELLI_FLOOR_${lower} LESS OCELLI_FLOOR_${name})
      message(FATAL_ERROR "floor law: '${name}' (floor ${OCELLI_FLOOR_${name}}) may not link "
                          "'${lower}' (floor ${OCELLI_FLOOR_${lower}})")
    endif()
  endforeach()
  list(TRANSFORM ROOM_ROOMS PREPEND ocelli::)

  add_library(ocelli_${name} STATIC ${ROOM_SOURCES})
  add_library(ocelli::${name} ALIAS ocelli_${name})
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR PARENT_PATH room_parent)
  cmake_path(GET room_parent PARENT_PATH include_root)
  target_include_directories(ocelli_${name} PUBLIC
    $<BUILD_INTERFACE:${include_root}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(ocelli_${name} PUBLIC cxx_std_20)
  target_link_libraries(ocelli_${name} PUBLIC ${ROOM_ROOMS} ${ROOM_LINKS} PRIVATE ${ROOM_PRIVATE_LINKS})
  if(OCELLI_SANITIZE)
    target_precompile_headers(ocelli_${name} REUSE_FROM ocelli_precompiled)
  endif()
  if(OCELLI_FUZZ AND name IN_LIST OCELLI_FUZZED_ROOMS)
    # What -fsanitize=fuzzer-no-link stands for, under a name that precompiled headers get along with.
    target_compile_options(ocelli_${name} PRIVATE -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
  endif()
  set_target_properties(ocelli_${name} PROPERTIES EXPORT_NAME ${name} OCELLI_ROOM TRUE)
  set_property(GLOBAL APPEND PROPERTY OCELLI_ROOMS ocelli_${name})
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ocelli/${name}
          FILES_MATCHING PATTERN "*.hpp")
endfunction()

# Where plugins lie: in the build tree, and installed (libraries, relative to the program).
set(OCELLI_PLUGINS_BUILT ${PROJECT_BINARY_DIR}/lib/ocelli)
set(OCELLI_PLUGINS_INSTALLED ${CMAKE_INSTALL_LIBDIR}/ocelli)
set(CMAKE_BUILD_RPATH ${OCELLI_PLUGINS_BUILT})

# ocelli_plugin(ROOM NAME SOURCES a.cpp ... LINKS libraries): a part of a room that is loaded when it is first used
# (core/plugin.hpp), so that the large libraries it links are.
function(ocelli_plugin room name)
  cmake_parse_arguments(PLUGIN "" "" "SOURCES;LINKS" ${ARGN})
  add_library(ocelli_plugin_${name} MODULE ${PLUGIN_SOURCES})
  target_include_directories(ocelli_plugin_${name} PRIVATE $<TARGET_PROPERTY:ocelli_${room},INTERFACE_INCLUDE_DIRECTORIES>
                                                           $<TARGET_PROPERTY:ocelli_core,INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_features(ocelli_plugin_${name} PRIVATE cxx_std_20)
  target_link_libraries(ocelli_plugin_${name} PRIVATE opencv_core ${PLUGIN_LINKS})
  set_target_properties(ocelli_plugin_${name} PROPERTIES OUTPUT_NAME ocelli-${name} CXX_VISIBILITY_PRESET hidden
                        LIBRARY_OUTPUT_DIRECTORY ${OCELLI_PLUGINS_BUILT})
  add_dependencies(ocelli_${room} ocelli_plugin_${name})  # whoever builds the room builds its plugins
  install(TARGETS ocelli_plugin_${name} LIBRARY DESTINATION ${OCELLI_PLUGINS_INSTALLED})
endfunction()

# A sanitized process takes longer to start than most tests take to run, so that many of them share one.
function(ocelli_sanitized_tests program room labels)
  set(shards 4)
  target_compile_definitions(${program} PRIVATE OCELLI_SANITIZED=1)
  # The programs of apps do nothing with memory that the rooms do not, and take a third of the time to compile.
  if(labels STREQUAL unit AND NOT room STREQUAL apps)
    if(NOT TARGET room_unit_tests)
      add_custom_target(room_unit_tests)
    endif()
    add_dependencies(room_unit_tests ${program})
  endif()
  foreach(shard RANGE 1 ${shards})
    math(EXPR index "${shard} - 1")
    add_test(NAME ${room}/${labels}-${shard}-of-${shards} COMMAND ${program})
    set_tests_properties(${room}/${labels}-${shard}-of-${shards} PROPERTIES LABELS ${labels} TIMEOUT 1800
                         ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()

# ocelli_tests(ROOM a_test.cpp ...): one test program a room; [LINKS extra libraries] [LABELS unit|data|accuracy]
function(ocelli_tests room)
  cmake_parse_arguments(TESTS "" "" "LINKS;LABELS" ${ARGN})
  if(NOT TESTS_LABELS)
    set(TESTS_LABELS unit)
  endif()
  string(JOIN _ program test ${room} ${TESTS_LABELS})
  add_executable(${program} ${TESTS_UNPARSED_ARGUMENTS})
  target_link_libraries(${program} PRIVATE ocelli::${room} ${TESTS_LINKS} ocelli_source_path GTest::gmock_main)
  # A third of the time that a test takes to compile goes into these.
  if(NOT program STREQUAL test_core_unit)
    target_precompile_headers(${program} REUSE_FROM test_core_unit)
  else()
    target_precompile_headers(${program} PRIVATE <gmock/gmock.h> <gtest/gtest.h> <filesystem> <functional> <string> <vector>)
  endif()
  if(OCELLI_SANITIZE)
    ocelli_sanitized_tests(${program} ${room} ${TESTS_LABELS})
  else()
    gtest_discover_tests(${program} TEST_PREFIX ${room}/ DISCOVERY_TIMEOUT 60
                         PROPERTIES LABELS "${TESTS_LABELS}" TIMEOUT 600)
  endif()
endfunction()
