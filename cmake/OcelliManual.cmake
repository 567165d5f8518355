# The manual pages and the completion of shells, written by the program's own tables of options (scripts/write-manual). A program that
# was compiled for another machine cannot write them.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
find_package(Python3 QUIET COMPONENTS Interpreter)
if(NOT Python3_Interpreter_FOUND OR CMAKE_CROSSCOMPILING)
  message(STATUS "Without Python 3, or for another machine, manual pages and completion are not built")
  return()
endif()

set(manual ${PROJECT_BINARY_DIR}/share)
add_custom_command(OUTPUT ${manual}/written
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/write-manual $<TARGET_FILE:ocelli> ${manual}
  COMMAND ${CMAKE_COMMAND} -E touch ${manual}/written
  DEPENDS ocelli ${PROJECT_SOURCE_DIR}/scripts/write-manual COMMENT "Writing the manual pages" VERBATIM)
add_custom_target(ocelli_manual ALL DEPENDS ${manual}/written)

install(DIRECTORY ${manual}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(DIRECTORY ${manual}/bash-completion ${manual}/zsh ${manual}/fish DESTINATION ${CMAKE_INSTALL_DATADIR})
