# The software bill of materials: the libraries that Ocelli is built from, their versions and licenses. `ocelli --version --verbose`
# prints it, and `cmake --install` installs it as a CycloneDX file.
set(OCELLI_BUILT_FROM "")
set(components "")

# ocelli_built_from(NAME VERSION LICENSE): LICENSE is an SPDX expression
function(ocelli_built_from name version license)
  string(APPEND OCELLI_BUILT_FROM "${name} ${version} (${license})\\n")
  if(components)
    string(APPEND components ",\n")
  endif()
  string(APPEND components "    {\"type\": \"library\", \"name\": \"${name}\", \"version\": \"${version}\", "
                           "\"licenses\": [{\"expression\": \"${license}\"}]}")
  set(OCELLI_BUILT_FROM "${OCELLI_BUILT_FROM}" PARENT_SCOPE)
  set(components "${components}" PARENT_SCOPE)
endfunction()

execute_process(COMMAND ${FLATBUFFERS_COMPILER} --version OUTPUT_VARIABLE flatbuffers_version OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REGEX MATCH "[0-9.]+" flatbuffers_version "${flatbuffers_version}")
# The packages that the build uses state versions of an interface.
find_package(Freetype QUIET)
pkg_check_modules(libjpeg QUIET libjpeg)

ocelli_built_from(OpenCV "${OpenCV_VERSION}" Apache-2.0)
ocelli_built_from(oneTBB "${TBB_VERSION}" Apache-2.0)
ocelli_built_from(Eigen "${Eigen3_VERSION}" MPL-2.0)
ocelli_built_from(Highway "${hwy_VERSION}" Apache-2.0)
ocelli_built_from(FlatBuffers "${flatbuffers_version}" Apache-2.0)
ocelli_built_from(Boost "${Boost_VERSION}" BSL-1.0)
ocelli_built_from(nlohmann-json "${nlohmann_json_VERSION}" MIT)
ocelli_built_from(zlib "${ZLIB_VERSION_STRING}" Zlib)
ocelli_built_from(Expat "${EXPAT_VERSION_STRING}" MIT)
ocelli_built_from(GIFLIB "${GIF_VERSION}" MIT)
ocelli_built_from(libjpeg-turbo "${libjpeg_VERSION}" "IJG AND BSD-3-Clause")
ocelli_built_from(libpng "${PNG_VERSION_STRING}" libpng-2.0)
ocelli_built_from(LibTIFF "${TIFF_VERSION_STRING}" libtiff)
ocelli_built_from(libwebp "${webp_VERSION}" BSD-3-Clause)
ocelli_built_from(ICU "${icu_VERSION}" Unicode-DFS-2016)
ocelli_built_from(FreeType "${FREETYPE_VERSION_STRING}" "FTL OR GPL-2.0-or-later")
ocelli_built_from(libxlsxwriter "${xlsxwriter_VERSION}" BSD-2-Clause)
ocelli_built_from(Poppler "${poppler_cpp_VERSION}" GPL-2.0-or-later)  # a process of its own
if(ffmpeg_FOUND)
  ocelli_built_from(FFmpeg "${ffmpeg_libavformat_VERSION}" GPL-2.0-or-later)  # a plugin
endif()
if(qpdf_FOUND)
  ocelli_built_from(qpdf "${qpdf_VERSION}" Apache-2.0)  # a process of its own
endif()

configure_file(${PROJECT_SOURCE_DIR}/cmake/ocelli.cdx.json.in ${PROJECT_BINARY_DIR}/ocelli.cdx.json @ONLY)
