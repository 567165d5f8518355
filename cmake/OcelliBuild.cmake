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
find_package(PkgConfig REQUIRED)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET GLOBAL libhwy)
pkg_check_modules(nlopt REQUIRED IMPORTED_TARGET GLOBAL nlopt_cxx)
find_library(FLATBUFFERS_LIBRARY flatbuffers REQUIRED)
find_program(FLATBUFFERS_COMPILER flatc REQUIRED)

# Fused multiply-adds would make a score depend on the machine's instruction set.
add_compile_options(-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off)
if(OCELLI_WERROR)
  add_compile_options(-Werror)
endif()
if(OCELLI_SANITIZE)
  add_compile_options(-fsanitize=${OCELLI_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${OCELLI_SANITIZE})
endif()

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
  set_target_properties(ocelli_${name} PROPERTIES EXPORT_NAME ${name} OCELLI_ROOM TRUE)
  set_property(GLOBAL APPEND PROPERTY OCELLI_ROOMS ocelli_${name})
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ocelli/${name}
          FILES_MATCHING PATTERN "*.hpp")
endfunction()

# ocelli_tests(ROOM a_test.cpp ...): one test program a room; [LINKS extra libraries] [LABELS unit|data|accuracy]
function(ocelli_tests room)
  cmake_parse_arguments(TESTS "" "" "LINKS;LABELS" ${ARGN})
  if(NOT TESTS_LABELS)
    set(TESTS_LABELS unit)
  endif()
  string(JOIN _ program test ${room} ${TESTS_LABELS})
  add_executable(${program} ${TESTS_UNPARSED_ARGUMENTS})
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_definitions(${program} PRIVATE OCELLI_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${program} PRIVATE ocelli::${room} ${TESTS_LINKS} GTest::gmock_main)
  # Nearly half of the time that a test takes to compile goes into these.
  target_precompile_headers(${program} PRIVATE <gmock/gmock.h> <gtest/gtest.h> <Eigen/Core> <opencv2/core/mat.hpp>
                                               <filesystem> <functional> <string> <vector>)
  gtest_discover_tests(${program} TEST_PREFIX ${room}/ DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS "${TESTS_LABELS}" TIMEOUT 600)
endfunction()
