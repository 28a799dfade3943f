// SPDX-License-Identifier: MIT
// What a client says over its connection: read, or refused with a reason.
#include <cstdint>
#include <string_view>

#include "core/check.h"
#include "wire/message.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::uint64_t id = 0;
    const Result<wire::Request> request = wire::read_request(text, id);
    if (request) {
        check(request->id == id && id > 0);
    } else {
        check(!request.error().what.empty());
        check(wire::write_error(id, request.error()).starts_with("{\"reply\":"));
    }
    return 0;
}
