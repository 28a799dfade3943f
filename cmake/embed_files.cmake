# SPDX-License-Identifier: MIT
# Makes a C++ source of files, for a library that carries them; <layer>/embedded.h declares it.
# embed(LAYER SOURCE_VARIABLE FILE... [FOLDER MADE_FOLDER])
function(embed layer source)
    cmake_parse_arguments(with "" "FOLDER" "" ${ARGN})
    set(out "${CMAKE_CURRENT_BINARY_DIR}/embedded_${layer}.cpp")
    add_custom_command(
        OUTPUT "${out}"
        COMMAND "${CMAKE_COMMAND}" "-DOUT=${out}" "-DLAYER=${layer}"
            "-DFILES=${with_UNPARSED_ARGUMENTS}"
            "-DFOLDER=${with_FOLDER}" -P "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
        DEPENDS ${with_UNPARSED_ARGUMENTS} "$<$<BOOL:${with_FOLDER}>:${with_FOLDER}.made>"
            "${CMAKE_SOURCE_DIR}/cmake/embed.cmake"
        VERBATIM
    )
    # Compilers must take strings of 64 KiB; those that we use take any.
    set_source_files_properties("${out}" PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
    set(${source} "${out}" PARENT_SCOPE)
endfunction()
