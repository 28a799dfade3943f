// SPDX-License-Identifier: MIT
// The grammar of equipment: dice, shakers, lights and the inspection.

#include "scenario/grammar.h"
#include "table/dated_dice.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the orders
using Ran = Result<Decision>;
using rules::MixerKind;

// The mixer that the line names, or the one in use.
MixerKind mixer_of(const Invocation& call) {
    return call.with.find<MixerKind>("mixer").value_or(call.fixture.table().mixer);
}

const rules::Game& game_of(const Invocation& call) {
    return *rules_of(call.fixture.state(), call.fixture.table()).game;
}

Ran install(const Invocation& call) {
    InstallDice order;
    order.dice = DiceId{static_cast<std::uint32_t>(call.with.get<std::int64_t>("count"))};
    order.mixer = mixer_of(call);
    order.seal = call.with.text_or("");
    // As the server does: the months end by the calendar of the table's time zone.
    const auto later = [&](int months) -> std::optional<Instant> {
        if (!call.settings.zone_minutes) return std::nullopt;
        const std::int64_t zone = *call.settings.zone_minutes * 60'000;
        return months_later(call.fixture.clock() + zone, months) + -zone;
    };
    return call.perform(with_due_date(game_of(call), order, later));
}

Ran remove(const Invocation& call) { return call.perform(RemoveDice{mixer_of(call)}); }
Ran cover(const Invocation& call) { return call.perform(MarkMixer{mixer_of(call), Mark::covered}); }
Ran sign(const Invocation& call) { return call.perform(MarkMixer{mixer_of(call), Mark::signed_}); }
Ran use(const Invocation& call) { return call.perform(UseMixer{mixer_of(call)}); }

Ran hand_over(const Invocation& call) {
    return call.perform(HandOverShaker{call.with.get<PersonId>("person")});
}

Ran take_shaker(const Invocation& call) {
    return call.perform(HandOverShaker{PersonId{call.issuer.actor.number}});
}

Ran test_lights(const Invocation& call, std::vector<rules::SpotId> lit) {
    return call.perform(TestLights{call.with.get<rules::Roll>("dice"), std::move(lit)});
}
Ran test_right(const Invocation& call) {
    return test_lights(call, winning(call.fixture, call.with.get<rules::Roll>("dice")));
}
Ran test_without(const Invocation& call) {
    auto lit = winning(call.fixture, call.with.get<rules::Roll>("dice"));
    std::erase(lit, call.with.get<rules::SpotId>("spot"));
    return test_lights(call, std::move(lit));
}
Ran test_showing(const Invocation& call) {
    using Spots = std::vector<rules::SpotId>;
    return test_lights(call, call.with.find<Spots>("spots").value_or(Spots()));
}

Ran shaker_passed(const Invocation& call) { return call.perform(TestMixer{true}); }
Ran shaker_failed(const Invocation& call) { return call.perform(TestMixer{false}); }

Ran tick(const Invocation& call) {
    return call.perform(TickChecklist{call.with.get<std::vector<rules::CheckItem>>("items")});
}

// Where the scenario ticks nothing itself, the whole checklist is ticked first.
Ran sign_inspection(const Invocation& call) {
    const std::vector<rules::CheckItem> items = checklist_of(game_of(call));
    const bool ticks = items.empty() || !call.fixture.table().inspection.ticked.empty();
    if (!ticks) call.perform(TickChecklist{items});
    return call.perform(SignInspection{call.with.text_or("")});
}

// clang-format off
const std::vector<CommandForm> list_of_equipment_commands = {
    {"install(s) dice <count> [in <mixer>] [,] [sealed [<text>]]", "dealer", install,
     {"install dice 2", "install dice 2 in automated shaker, sealed \"S1\""}, "",
     "`dice installed: 2 in the tumbler`; a set is used once"},
    {"remove(s) dice [from <mixer>]", "dealer", remove,
     {"remove dice", "remove dice from automated shaker"}, "",
     "`dice removed: 2 from the tumbler`. In a round the dice stay; those found too old when the "
     "shake begins (Maryland) are replaced and the round goes on"},
    {"cover(s) <mixer>", "dealer", cover,
     {"cover automated shaker"}, "", "`out of use: automated-shaker, covered`"},
    {"sign(s) <mixer> out of order", "dealer", sign,
     {"sign automated shaker out of order"}, "", "`out of use: automated-shaker, signed`"},
    {"use(s) <mixer>", "dealer", use,
     {"use manual shaker"}, "", "`in use: manual-shaker`"},
    {"hand(s) shaker to <person>", "dealer", hand_over,
     {"hand shaker to max"}, "",
     "`shaker handed over: max`; who installs its dice, or shakes first after it was stored, has "
     "it from then on"},
    {"store(s) shaker", "dealer", perform<HandOverShaker>,
     {}, "",
     "`shaker handed over`, to nobody; with dice in it only while the table is closed"},
    {"take(s) shaker", "dealer", take_shaker,
     {}, "", "`shaker handed over: dealer`; one that nobody has"},
    {"test(s) lights <dice> [right]", "supervisor", test_right,
     {"test lights 2 2 5"}, "", "`lights tested: 2-2-5, passed`: all that win were lit"},
    {"test(s) lights <dice> without <spot>", "supervisor", test_without,
     {"test lights 2 2 5 without domino-25"}, "",
     "`lights tested: 2-2-5, failed`: all but that spot were lit"},
    {"test(s) lights <dice> showing [<spots>]", "supervisor", test_showing,
     {"test lights 2 2 5 showing small, total-9"}, "", "exactly these spots were lit"},
    {"test(s) shaker", "supervisor", shaker_passed,
     {}, "", "`shaker tested: passed`"},
    {"test(s) shaker failed|fail(s)", "supervisor", shaker_failed,
     {"test shaker failed"}, "", "`shaker tested: failed`"},
    {"tick(s) <items>", "supervisor", tick,
     {"tick drop-box-placed, tip-box-placed"}, "", "`ticked: drop-box-placed, tip-box-placed`"},
    {"sign(s) inspection [,] [seal] [<text>]", "supervisor", sign_inspection,
     {"sign inspection", "sign inspection, seal \"S1\""}, "",
     "`inspection signed`; if nothing was ticked before, the whole checklist is ticked with it"},
};
// clang-format on

}  // namespace

std::span<const CommandForm> equipment_commands() { return list_of_equipment_commands; }

}  // namespace sicbo::scenario
