// SPDX-License-Identifier: MIT
// The lines of a secure connection, each a line of the input: neither side opens for, or takes, a
// line that the other end did not send; the first byte says which side receives them, and how far
// the connection has come.
#include <cstdint>
#include <string_view>

#include "core/check.h"
#include "device/secure_line.h"

namespace {

using namespace sicbo;
using device::SecureLine;

SecureLine make(SecureLine::Side side) {
    static const device::SigningKey keys[] = {device::key_of(sha256("caller")),
                                              device::key_of(sha256("called"))};
    const bool calls = side == SecureLine::Side::initiator;
    const device::PublicKey other = keys[calls ? 1 : 0].public_key();
    return SecureLine({side, "fuzz-v1", keys[calls ? 0 : 1],
                       [other](const device::PublicKey& key) { return key == other; }},
                      sha256(calls ? "fresh of caller" : "fresh of called"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::uint8_t stage = data[0];
    std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    SecureLine caller = make(SecureLine::Side::initiator);
    SecureLine called = make(SecureLine::Side::responder);
    const std::string hello = caller.start();
    const bool greeted = (stage & 2) != 0;
    const bool opened = (stage & 4) != 0;
    if (greeted || opened) {
        const std::string welcome = called.receive(hello).value().reply.value();
        if (opened) check(called.receive(*caller.receive(welcome).value().reply).has_value());
    }
    SecureLine& end = (stage & 1) != 0 ? caller : called;
    while (!text.empty()) {
        const std::size_t length = std::min(text.find('\n'), text.size());
        const auto received = end.receive(text.substr(0, length));
        // Without the other end's keys nobody can make a text that is taken.
        if (received) check(!received->text);
        if (!received) check(!end.is_open());
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    if (!opened) check(!end.is_open());
    return 0;
}
