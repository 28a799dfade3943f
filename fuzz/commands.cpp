// SPDX-License-Identifier: MIT
// The engine itself: any sequence of commands is decided and applied without a failed check, every
// invariant holds after each, and the events read back from their bytes lead to the same state.
//
// The bytes choose what is asked and by whom: often the next step of a round or a bet, so that
// rounds come about, and otherwise any order at all with small contents.
#include <cstddef>
#include <cstdint>

#include "commands/orders.h"
#include "commands/property.h"
#include "commands/source.h"
#include "table/engine.h"
#include "table/invariants.h"
#include "wire/bytes.h"

namespace sicbo::table::fuzz {
namespace {

constexpr int commands_max = 200;

// The state as it is played, and the one that is rebuilt from the bytes of the events.
struct Twins {
    State live;
    State rebuilt;

    void follow(const Command& command) {
        const Decision decision = decide(live, command);
        must_hold(broken(live, command, decision));
        for (const Event& event : decision.events) {
            apply(live, event);
            const Result<Event> read = wire::read_event(wire::write_event(event));
            check(read.has_value());
            apply(rebuilt, *read);
        }
        if (decision.events.empty()) return;
        must_hold(broken(live));
        const ActorKind kind = command.stamp.actor.kind;
        if (kind == ActorKind::system || kind == ActorKind::device) return;
        check(decide(live, command).events.empty());  // sent again, it does nothing
    }
};

// What the input leads to. Returns when its bytes are used up, or after `commands_max` commands.
void play(const std::uint8_t* data, std::size_t size) {
    static const State property = build_property();
    Twins twins{property, property};
    Source from(data, size, twins.live);
    std::uint64_t request = 1'000'000;
    for (int i = 0; i < commands_max && !from.at_end(); ++i) {
        const std::uint8_t what = from.byte();
        from.on = TableId{1u + what / 8 % table_count};
        Command command;
        command.stamp.at = later(from);
        for (const Command& due : table::due(twins.live, command.stamp.at)) twins.follow(due);
        command.stamp.table = from.on;
        command.stamp.request = ++request;
        switch (what % 8) {
            case 0:
            case 1:
            case 2: command.order = next_order(from); break;
            case 3:
            case 4: command.order = bet_order(from); break;
            case 5:
            case 6: command.order = any_order(from); break;
            default:
                command.order = any_order(from);
                command.stamp.table = TableId{from.below(table_count + 2)};
                command.stamp.request = from.byte();
                break;
        }
        choose_actor(from, command);
        twins.follow(command);
    }
    check(wire::write_state(twins.live) == wire::write_state(twins.rebuilt));
}

}  // namespace
}  // namespace sicbo::table::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sicbo::table::fuzz::play(data, size);
    return 0;
}
