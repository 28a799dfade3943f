# SPDX-License-Identifier: MIT
# Writes HEADER with the commit of the working tree at SOURCE as SICBO_COMMIT: `-dirty` is appended
# if tracked files differ from it; "unknown" without a repository. Leaves an equal file untouched.
set(commit "unknown")
find_package(Git QUIET)
if(Git_FOUND AND EXISTS "${SOURCE}/.git")
    set(ENV{GIT_OPTIONAL_LOCKS} 0)
    execute_process(
        COMMAND "${GIT_EXECUTABLE}" describe --always --dirty --abbrev=12 --exclude=*
        WORKING_DIRECTORY "${SOURCE}"
        OUTPUT_VARIABLE found
        OUTPUT_STRIP_TRAILING_WHITESPACE
        ERROR_QUIET)
    if(found)
        set(commit "${found}")
    endif()
endif()
set(text "// Written by cmake/commit.cmake.\n#define SICBO_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS "${HEADER}")
    file(READ "${HEADER}" old)
endif()
if(NOT text STREQUAL old)
    file(WRITE "${HEADER}" "${text}")
endif()
