// SPDX-License-Identifier: MIT
// The reader of commands: whatever it takes is written as the same bytes again.
#include <cstdint>
#include <string_view>

#include "wire/bytes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const Result<table::Command> command = wire::read_command(bytes);
    if (!command) {
        check(!command.error().what.empty());
        return 0;
    }
    check(wire::write_command(*command, wire::version_of(bytes)) == bytes);
    return 0;
}
