# What `cmake --install` puts in place: the program, the shared and the static library with their headers, the shipped models, and
# packages for find_package() and pkg-config.
include(CMakePackageConfigHelpers)

install(TARGETS ocelli_ocelli_shared ocelli_training_shared EXPORT ocelli)
install(TARGETS ocelli_ocelli_static ocelli_training_static EXPORT ocelli-static)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ocelli DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET ocelli)
  install(TARGETS ocelli)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ocelli/models
        FILES_MATCHING PATTERN "*.ocelli" PATTERN "*.xml")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/models/LICENSES.md ${PROJECT_BINARY_DIR}/ocelli.cdx.json DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ocelli)
install(EXPORT ocelli NAMESPACE ocelli:: FILE ocelliTargets.cmake DESTINATION ${package})
install(EXPORT ocelli-static NAMESPACE ocelli:: FILE ocelliStaticTargets.cmake DESTINATION ${package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/ocelliConfig.cmake.in ocelliConfig.cmake
                              INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(ocelliConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ocelliConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/ocelliConfigVersion.cmake
        DESTINATION ${package})

file(RELATIVE_PATH OCELLI_PREFIX_FROM_PKGCONFIG ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/ocelli.pc.in ocelli.pc @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/ocelli-training.pc.in ocelli-training.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ocelli.pc ${CMAKE_CURRENT_BINARY_DIR}/ocelli-training.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
