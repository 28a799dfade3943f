// SPDX-License-Identifier: MIT
// How the types of src/rules are encoded as bytes.
#pragma once

#include "core/codec.h"
#include "rules/roll.h"
#include "rules/spot_id.h"
#include "rules/words.h"

namespace sicbo {

// A Roll has no default: structs that hold one are initialised with 1-1-1 before decoding.
template <>
struct Codec<rules::Roll> {
    static void write(ByteWriter& to, const rules::Roll& roll) {
        for (const std::uint8_t die : roll.dice()) to.byte(die);
    }
    static rules::Roll read(ByteReader& from) {
        const int dice[] = {from.byte(), from.byte(), from.byte()};
        for (const int die : dice) {
            if (!rules::is_face(die)) return from.wrong("not a die"), rules::Roll(1, 1, 1);
        }
        return {dice[0], dice[1], dice[2]};
    }
};

template <>
struct Codec<rules::SpotId> {
    static void write(ByteWriter& to, rules::SpotId spot) {
        to.byte(static_cast<std::uint8_t>(spot));
    }
    static rules::SpotId read(ByteReader& from) {
        const std::uint8_t byte = from.byte();
        if (byte >= rules::spot_count) return from.wrong("not a spot"), rules::SpotId{};
        return rules::SpotId{byte};
    }
};

}  // namespace sicbo
