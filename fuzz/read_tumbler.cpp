// SPDX-License-Identifier: MIT
// Lines of tumblers and to them: what can be read is written as it was, and a simulated tumbler
// outlives whatever it hears.
#include <cstdint>
#include <string_view>

#include "core/check.h"
#include "device/proof.h"
#include "device/simulated_tumbler.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto message = device::read_from_tumbler(text)) {
        const std::string line = write_line(*message);
        check(write_line(device::read_from_tumbler(line).value()) == line);
    }
    if (const auto message = device::read_to_tumbler(text)) {
        const std::string line = write_line(*message);
        check(write_line(device::read_to_tumbler(line).value()) == line);
    }
    if (const auto proofs = device::read_proofs(text)) {
        for (const device::RoundProof& proof : *proofs) (void)verify(proof, std::nullopt);
    }
    // A tumbler whose connection is open outlives whatever the server's key may say.
    static const device::SigningKey key = device::key_of(Hash());
    static device::SimulatedTumbler tumbler({Hash(), key.public_key(), 0});
    tumbler.connect();
    device::SecureLine line({device::SecureLine::Side::initiator,
                             std::string(device::tumbler_protocol), key,
                             [](const device::PublicKey&) { return true; }});
    check(tumbler.handle_line(line.start(), {}));
    const auto proof = line.receive(*tumbler.next_line({}));
    check(tumbler.handle_line(*proof.value().reply, {}));
    check(tumbler.handle_line(line.seal(R"({"type":"begin","table":1,"results":0})"), {}));
    if (text.size() <= device::line_length_max) (void)tumbler.handle_line(line.seal(text), {});
    while (const auto answer = tumbler.next_line({})) check(line.receive(*answer).has_value());
    return 0;
}
