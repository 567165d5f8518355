# What `cmake --install` puts in place: the program, the modules as static libraries with their public headers, the shipped
# models, and a package that `find_package(ocelli)` finds.
include(CMakePackageConfigHelpers)

# Everything that runs a model, for whoever does not want to choose.
add_library(ocelli_all INTERFACE)
add_library(ocelli::ocelli ALIAS ocelli_all)
target_link_libraries(ocelli_all INTERFACE ocelli::detection ocelli::recognition ocelli::text ocelli::data_io ocelli::pipelines)
set_target_properties(ocelli_all PROPERTIES EXPORT_NAME ocelli)

get_property(modules GLOBAL PROPERTY OCELLI_MODULES)
install(TARGETS ${modules} EXPORT ocelli FILE_SET HEADERS)
install(TARGETS ocelli_all EXPORT ocelli)
if(TARGET ocelli)
  install(TARGETS ocelli)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ocelli/models
        FILES_MATCHING PATTERN "*.ocelli")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ocelli)
install(EXPORT ocelli NAMESPACE ocelli:: FILE ocelliTargets.cmake DESTINATION ${package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/ocelliConfig.cmake.in ocelliConfig.cmake
                              INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(ocelliConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ocelliConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/ocelliConfigVersion.cmake
        DESTINATION ${package})
