// SPDX-License-Identifier: MIT
// Lines of cabinets and to them: what can be read is written as it was, a face that can be read can
// be drawn, and a simulated cabinet outlives whatever its server sends.
#include <cstdint>
#include <string_view>

#include "core/check.h"
#include "device/simulated_cabinet.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sicbo;
    using namespace sicbo::device::cabinet;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto message = read_from_cabinet(text)) {
        const std::string line = write_line(*message);
        check(write_line(read_from_cabinet(line).value()) == line);
    }
    if (const auto message = read_to_cabinet(text)) {
        const std::string line = write_line(*message);
        check(write_line(read_to_cabinet(line).value()) == line);
        if (const auto* print = std::get_if<Print>(&*message)) (void)draw(print->face);
    }
    if (const auto memory = read_memory(text)) {
        const std::string written = write_memory(*memory);
        check(write_memory(read_memory(written).value()) == written);
    }
    // A cabinet whose connection is open outlives whatever the server's key may say.
    static const device::SigningKey key = device::key_of(Hash());
    SimulatedCabinet cabinet({Hash(), key.public_key()});
    cabinet.connect();
    device::SecureLine line({device::SecureLine::Side::responder, std::string(protocol), key,
                             [](const device::PublicKey&) { return true; }});
    const auto welcome = line.receive(*cabinet.next_line({}));
    check(cabinet.handle_line(*welcome.value().reply, {}));
    check(line.receive(*cabinet.next_line({})).has_value());
    check(line.is_open());
    check(cabinet.handle_line(line.seal(write_line(ToCabinet(Begin{{1}, 0, 0, 0, false}))), {}));
    check(cabinet.insert_note(Money::of_cents(100)));
    check(cabinet.insert_ticket("012345678901234567"));
    if (text.size() <= device::line_length_max) (void)cabinet.handle_line(line.seal(text), {});
    while (const auto answer = cabinet.next_line({})) check(line.receive(*answer).has_value());
    return 0;
}
