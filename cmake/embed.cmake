# SPDX-License-Identifier: MIT
# Writes a C++ source that holds the texts of files:
# cmake -DOUT=... -DLAYER=rules -DFILES=a;b [-DFOLDER=...] -P embed.cmake
if(FOLDER)
    file(GLOB in_folder "${FOLDER}/*")
    list(APPEND FILES ${in_folder})
endif()
set(entries "")
foreach(file IN LISTS FILES)
    get_filename_component(name "${file}" NAME)
    if(name MATCHES "\\.(br|gz)$")
        file(READ "${file}" bytes HEX)
        string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
        string(APPEND entries "    {\"${name}\", \"${bytes}\"},\n")
        continue()
    endif()
    file(READ "${file}" text)
    string(APPEND entries "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE "${OUT}.new" "#include \"${LAYER}/embedded.h\"

namespace sicbo::${LAYER} {
namespace {

constexpr EmbeddedFile files[] = {
${entries}};

}  // namespace

std::span<const EmbeddedFile> embedded_files() { return files; }

}  // namespace sicbo::${LAYER}
")
file(COPY_FILE "${OUT}.new" "${OUT}" ONLY_IF_DIFFERENT)
