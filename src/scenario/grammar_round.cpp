// SPDX-License-Identifier: MIT
// The grammar of a round: betting, mixing, the result, settlement.
#include "scenario/grammar.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the orders
using Ran = Result<Decision>;

std::uint32_t count_of(const Invocation& call) {
    return static_cast<std::uint32_t>(call.with.get<std::int64_t>("count"));
}

// Whoever starts the mix confirms the cover, where people put it on.
Order start_order(const Invocation& call) {
    const bool person = call.issuer.actor.kind == ActorKind::person;
    const bool own_cover = call.fixture.table().mixer == rules::MixerKind::automated_shaker;
    if (person && !own_cover) return StartCoveredMix{};
    return StartMix{};
}

Ran start(const Invocation& call) { return call.perform(start_order(call)); }
Ran count(const Invocation& call) { return call.perform(EndMix{count_of(call)}); }

// Ends the mix: a reader that is in use counts itself, whoever the line names.
Decision end_mix(const Invocation& call, std::uint32_t mixes) {
    const Fixture& fixture = call.fixture;
    const bool reads = is_reader_in_use(fixture.state(), Fixture::table_id, fixture.table());
    if (!reads) return call.perform(EndMix{mixes});
    return call.fixture.perform(*fixture.find_issuer("device"), EndMix{mixes});
}

Ran mix(const Invocation& call) {
    Decision all;
    if (append(all, start(call).value())) append(all, end_mix(call, count_of(call)));
    return all;
}

Ran uncover_flat(const Invocation& call) { return call.perform(Uncover{true}); }
Ran uncover_not_flat(const Invocation& call) { return call.perform(Uncover{false}); }

Ran key(const Invocation& call) {
    using Keyed = std::vector<std::uint8_t>;
    return call.perform(KeyDice{call.with.find<Keyed>("keyed").value_or(Keyed())});
}

// Enters the dice of the line, or else those that are shown.
Ran enter(const Invocation& call) {
    const auto& round = call.fixture.table().round;
    EnterResult result;
    if (const auto dice = call.with.find<rules::Roll>("dice")) {
        result.roll = *dice;
    } else if (round && (round->keyed || round->reading)) {
        result.roll = round->keyed ? *round->keyed : *round->reading;
    }
    return call.perform(result);
}

// The server arms the tumbler for the close that the journal has, whoever the line names.
Ran arm(const Invocation& call) {
    const ArmTumbler order{call.fixture.close_hash().value_or(Hash{})};
    return call.fixture.perform(*call.fixture.find_issuer("system"), order);
}

// The reading always comes from the tumbler, whoever the line names.
Ran read(const Invocation& call) {
    Fixture& fixture = call.fixture;
    ReportReading reading;
    reading.round = fixture.table().rounds;
    reading.close_hash = fixture.close_hash().value_or(Hash{});
    reading.roll = call.with.get<rules::Roll>("dice");
    if (const auto number = call.with.find<std::int64_t>("number")) {
        reading.round = static_cast<std::uint64_t>(*number);
    }
    if (call.with.has_word("signed")) {
        reading.proof = Proof{sha256("tumbler"), fixture.table().tumbler_counter + 1,
                              call.with.has_word("once") ? 1u : 3u, std::string(128, '0')};
    }
    if (call.with.has_word("another")) reading.close_hash = sha256("another");
    const auto& round = fixture.table().round;
    if (!call.with.has_word("unarmed") && round && !round->armed && fixture.close_hash()) {
        fixture.issue(*fixture.find_issuer("system"), ArmTumbler{*fixture.close_hash()});
    }
    return fixture.perform(*fixture.find_issuer("tumbler"), reading);
}

Ran light_right(const Invocation& call) {
    const auto& round = call.fixture.table().round;
    ReportLights report;
    if (round && round->roll) report.lit = winning(call.fixture, *round->roll);
    return call.perform(report);
}

Ran light_as_for(const Invocation& call) {
    return call.perform(ReportLights{winning(call.fixture, call.with.get<rules::Roll>("dice"))});
}

Ran light(const Invocation& call) {
    using Spots = std::vector<rules::SpotId>;
    return call.perform(ReportLights{call.with.find<Spots>("spots").value_or(Spots())});
}

std::optional<rules::Step> next_step_of(const Fixture& fixture) {
    const Table& table = fixture.table();
    if (!table.round) return std::nullopt;
    const rules::StepRule* step = next_step(rules_of(fixture.state(), table), *table.round);
    return step ? std::optional(step->step) : std::nullopt;
}

// Plays what is left of the round, each step as it should be. A refusal ends it.
Ran roll(const Invocation& call) {
    using rules::Step;
    const rules::Roll roll = call.with.get<rules::Roll>("dice");
    const Issuer device = *call.fixture.find_issuer("device");
    const auto next = [&] { return next_step_of(call.fixture); };
    Decision all;
    const auto accepted = [&](Order order) { return append(all, call.perform(std::move(order))); };
    for (int turn = 0; turn < 2; ++turn) {  // mix and close, in the order of the game
        if (next() == Step::mix) {
            if (!call.fixture.table().round->mixing && !accepted(start_order(call))) return all;
            if (!append(all, end_mix(call, 3))) return all;
        }
        if (next() == Step::close && !accepted(CloseBetting{})) return all;
    }
    if (next() != Step::enter && !accepted(Uncover{true})) return all;
    const auto& dice = roll.dice();
    if (!accepted(KeyDice{{dice.begin(), dice.end()}})) return all;
    if (!accepted(EnterResult{roll})) return all;
    if (next() == Step::illuminate) {
        const ReportLights report{winning(call.fixture, roll)};
        if (!append(all, call.fixture.perform(device, report))) return all;
    }
    if (next() == Step::collect && !accepted(SettleRound{})) return all;
    if (next() == Step::clear) accepted(ClearLights{});
    return all;
}

// clang-format off
const std::vector<CommandForm> list_of_round_commands = {
    {"open(s) betting", "dealer", perform<OpenBetting>,
     {}, "the system at a training table", "`round begun: 1; betting opened`"},
    {"close(s) betting", "dealer", perform<CloseBetting>,
     {}, "the system, by its timer", "`betting closed`"},
    {"start(s) tumbler|shaker|mixing", "dealer", start,
     {"start tumbler"}, "",
     "`cover on; mixing started`: with it a person confirms that the cover is on"},
    {"start(s) tumbler|shaker|mixing unconfirmed", "dealer", perform<StartMix>,
     {"start shaker unconfirmed"}, "",
     "refused to a person: `cover_not_confirmed`; an automated shaker has its own cover"},
    {"count(s) <count>", "device", count,
     {"device counts 3"}, "dealer", "`mixed: 3`"},
    {"tumble(s)|shake(s) <count> [times]", "dealer", mix,
     {"tumble 3 times", "shake 3 times"}, "",
     "both of the above; a reader that is in use counts itself"},
    {"uncover(s) [flat]", "dealer", uncover_flat,
     {"uncover"}, "", "`uncovered: flat`"},
    {"uncover(s) not flat", "dealer", uncover_not_flat,
     {}, "", "`uncovered: not flat; round void: not-flat`"},
    {"uncover(s) leaning die", "dealer", uncover_not_flat,
     {}, "", "the same"},
    {"cover(s) dice", "dealer", perform<CoverDice>,
     {}, "", "`covered` (Maryland: not before all is paid)"},
    {"key(s) [<keyed>]", "dealer", key,
     {"key 5 1 2"}, "",
     "`keyed: 5-1-2`, an echo and no result. Numbers that are not three dice, as in `key 5 1` or "
     "`key 5 1 7`, are refused: `not_three_dice`"},
    {"enter(s) [result] [<dice>]", "dealer", enter,
     {"enter", "enter result 5 1 2"}, "",
     "`result entered: 5-1-2`; the electronic games settle at once. Without dice it enters what "
     "is shown: what was keyed, or else what was read. Other dice than those shown are refused: "
     "`not_as_keyed`"},
    {"arm(s) tumbler", "system", arm,
     {}, "", "`tumbler armed`, after the close; a reading does so itself if the line is left out"},
    {"read(s) <dice> [for round <number>] [over another close] [unarmed] [signed] [once]",
     "tumbler", read,
     {"tumbler reads 5 1 2", "tumbler reads 5 1 2 for round 3", "tumbler reads 5 1 2 signed"}, "",
     "`read: 5-1-2`; the tumbler is armed first if it was not. A reading of another round, over "
     "another close or without having been armed is refused, and so is one after the end of a "
     "round: `no_round`; with `safeguards` the last round may be read late. `signed` adds a "
     "signature for three tumbles, with `once` for one"},
    {"light(s) right", "device", light_right,
     {"device lights right"}, "dealer", "`lit: ...`, all that win"},
    {"light(s) as for <dice>", "device", light_as_for,
     {"device lights as for 2 2 4"}, "dealer",
     "the spots that win on other dice: `lit: ... (wrong); incident 1: lights-failed`. In "
     "Maryland also `lights failed`: `settle` then needs a supervisor present, and takes the "
     "table out of service"},
    {"light(s) nothing", "device", light,
     {"device lights nothing"}, "dealer", "the same"},
    {"light(s) [<spots>]", "device", light,
     {"device lights big, total-11"}, "dealer", "exactly these spots"},
    {"settle(s) [round]", "dealer", perform<SettleRound>,
     {"settle"}, "", "`round settled: 5-1-2, ann paid 20.00` (games with lights)"},
    {"collect(s)", "dealer", perform<CollectBets>,
     {"collect"}, "", "`bets collected`: the losing bets are off the felt (games with lights)"},
    {"pay(s)", "dealer", perform<SettleRound>,
     {"pay"}, "", "what is left of `settle`: `round settled: 5-1-2, ann paid 20.00`"},
    {"clear(s) lights", "dealer", perform<ClearLights>,
     {}, "", "`lights cleared` (Maryland)"},
    {"is present", "supervisor", perform<NotePresence>,
     {"supervisor is present"}, "", "`presence noted`"},
    {"note(s) presence", "supervisor", perform<NotePresence>,
     {}, "", "the same"},
    {"roll(s) <dice>", "dealer", roll,
     {"roll 5 1 2"}, "",
     "all that is left of the round from where it stands, as it should be: closes and mixes "
     "three times, in the game's own order, if that is still to do; then uncovers, keys, enters, "
     "lights, settles, clears. Betting must have been opened"},
};
// clang-format on

}  // namespace

std::span<const CommandForm> round_commands() { return list_of_round_commands; }

}  // namespace sicbo::scenario
