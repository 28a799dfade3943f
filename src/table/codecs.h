// SPDX-License-Identifier: MIT
// How the types of the rules are written as bytes.
#pragma once

#include "core/codec.h"
#include "rules/roll.h"
#include "rules/spot_id.h"
#include "rules/words.h"

namespace sicbo {

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
// A struct with a roll in it begins as three ones before it is read.

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
