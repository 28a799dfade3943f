// SPDX-License-Identifier: MIT
// The grammar of what goes wrong: reports, holds, corrections, the second person, power cuts.
#include "scenario/grammar.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the orders
using Ran = Result<Decision>;

Ran report(const Invocation& call) {
    return call.perform(Report{call.with.get<rules::Cause>("cause"), call.with.text_or("")});
}

Ran decide_hold(const Invocation& call) {
    return call.perform(DecideHold{call.with.get<Verdict>("verdict"), call.with.text_or("")});
}

Ran certify_not_seen(const Invocation& call) { return call.perform(Certify{}); }
Ran certify_seen(const Invocation& call) {
    return call.perform(Certify{call.with.get<rules::Roll>("dice")});
}

// The person who gives the line counts as the witness.
Ran certify_dice(const Invocation& call) {
    CertifyDice order;
    order.dice = call.with.get<std::vector<SeenDie>>("seen-dice");
    for (SeenDie& die : order.dice) {
        if (die.sight != Sight::not_seen) die.by = {call.issuer.actor.number};
    }
    order.finding = call.with.find<DiceCondition>("finding").value_or(DiceCondition::undisturbed);
    order.note = call.with.text_or("");
    return call.perform(order);
}

Ran conclude(const Invocation& call) {
    return call.perform(ConcludeHold{call.with.get<rules::Roll>("dice"), call.with.text_or("")});
}

Ran correct(const Invocation& call) {
    AmendRounds amend;
    amend.amendments = call.with.get<std::vector<Amendment>>("corrections");
    amend.cause = rules::Cause::wrong_result;
    amend.reason = call.with.text_or("wrong result");
    return call.perform(amend);
}

Ran void_rounds(const Invocation& call) {
    AmendRounds amend;
    for (const auto& [first, last] : call.with.get<std::vector<RoundRange>>("rounds")) {
        check(first <= last);
        for (std::int64_t round = first; round <= last; ++round) {
            amend.amendments.emplace_back().round = static_cast<std::uint64_t>(round);
        }
    }
    amend.cause = call.with.get<rules::Cause>("cause");
    amend.reason = call.with.text_or(std::string(to_word(amend.cause)));
    return call.perform(amend);
}

// As the server does: what the journal has of the rounds goes into the order.
Ran recall(const Invocation& call) {
    RecallRounds order;
    for (const auto& [first, last] : call.with.get<std::vector<RoundRange>>("rounds")) {
        check(first <= last);
        for (std::int64_t round = first; round <= last; ++round) {
            order.rounds.push_back(static_cast<std::uint64_t>(round));
        }
    }
    order.reason = call.with.text_or("to be amended");
    order.found = call.fixture.find_records(order.rounds);
    return call.perform(order);
}

Ran return_bets(const Invocation& call) {
    AmendRounds amend;
    Amendment& amendment = amend.amendments.emplace_back();
    amendment.round = static_cast<std::uint64_t>(call.with.get<std::int64_t>("number"));
    amendment.stay = call.with.get<StayId>("player");
    amend.cause = rules::Cause::not_covered;
    amend.reason = call.with.text_or("returned");
    return call.perform(amend);
}

Ran resolve(const Invocation& call) {
    const auto number = static_cast<std::uint32_t>(call.with.get<std::int64_t>("count"));
    return call.perform(ResolveIncident{IncidentId{number}, call.with.text_or("")});
}

// Authorises the request that was made last, or last by the person who is named.
Ran authorise(const Invocation& call) {
    const auto by = call.with.find<PersonId>("person");
    Hash digest;
    std::uint64_t latest = 0;
    for (const auto& [request, pending] : call.fixture.table().pending) {
        if (by && pending.command.stamp.actor.number != by->number) continue;
        if (pending.sequence < latest) continue;
        latest = pending.sequence;
        digest = request;
    }
    return call.perform(Authorise{digest});
}

Ran begin_manual_entry(const Invocation& call) {
    return call.perform(SwitchToManualEntry{call.with.text_or("")});
}
Ran confirm_void(const Invocation& call) {
    return call.perform(DecideVoid{true, call.with.text_or("")});
}
Ran reject_void(const Invocation& call) {
    return call.perform(DecideVoid{false, call.with.text_or("")});
}
Ran resolve_dispute(const Invocation& call) {
    const auto number = static_cast<std::uint32_t>(call.with.get<std::int64_t>("count"));
    return call.perform(ResolveDispute{IncidentId{number}, call.with.get<rules::Roll>("dice"),
                                       call.with.text_or("")});
}

Ran cut_power(const Invocation& call) { return call.fixture.cut_power(); }
Ran resend(const Invocation& call) { return call.fixture.resend(); }
Ran wait(const Invocation&) { return Decision(); }

// clang-format off
const std::vector<CommandForm> list_of_trouble_commands = {
    {"report(s) <cause> [<text>]", "dealer", report,
     {"report not-covered \"a die is missing\""}, "device, technician",
     "what the document provides for the cause at that moment: a void, a hold, or `incident 1: "
     "CAUSE, for supervisor`"},
    {"decide(s) to <verdict> [<text>]", "shift-manager", decide_hold,
     {"decide to void \"reason\""}, "supervisor, to ask",
     "`decided: void \"reason\"; round void: not-covered`; two people"},
    {"certify(s) not seen", "dealer", certify_not_seen,
     {}, "", "after an interruption; two people"},
    {"certify(s) [seen] <dice>", "dealer", certify_seen,
     {"certify seen 2 3 5"}, "", "after an interruption; two people"},
    {"certify(s) dice <seen-dice> [<finding>] [<text>]", "dealer", certify_dice,
     {"certify dice 2 3 ? disturbed", "certify dice x x x damaged \"cracked\""}, "",
     "after an interruption: `dice certified: 2 3 ?, disturbed; referred: interrupted-closed`, a "
     "void or a settlement; two people"},
    {"conclude(s) on <dice> [<text>]", "shift-manager", conclude,
     {"conclude on 2-3-5 \"camera 4\""}, "supervisor, to ask",
     "`decided: conclude \"camera 4\"; ...`, for a round that was referred; two people"},
    {"correct(s) round <corrections> [<text>]", "dealer", correct,
     {"correct round 1 to 1-2-4, round 2 to 6-5-3 \"why\""}, "",
     "`amended: round 1 to 1-2-4, 2 to 6-5-3`; two people; all or none"},
    {"void(s) round|rounds <rounds> [for] <cause> [<text>]", "shift-manager", void_rounds,
     {"void rounds 2 to 4 for damaged-dice \"why\"", "void round 2, 4 for broken"},
     "supervisor, to ask; the dealer for the round in play",
     "`amended: round 2 void, 3 void, 4 void`; a round in play gives `round void`; two people"},
    {"recall(s) round|rounds <rounds> [<text>]", "shift-manager", recall,
     {"recall rounds 1 to 4 \"set 1 was loaded\""}, "supervisor, to ask",
     "`recalled: round 1, 2, 3, 4`: rounds older than `rounds kept` are read from the journal and "
     "can be corrected, void or returned until the table closes; two people"},
    {"return(s) bets of <player> in round <number> [<text>]", "shift-manager", return_bets,
     {"return bets of ann in round 3 \"why\""}, "supervisor, to ask",
     "`bets returned: ann`, or `amended: ...` if it is settled; two people"},
    {"resolve(s) incident <count> [<text>]", "supervisor", resolve,
     {"resolve incident 1 \"note\""}, "",
     "`incident resolved: 1`; refused if the incident is for somebody higher"},
    {"authorise(s) [<person>]", "supervisor", authorise,
     {"authorise", "authorise dealer"}, "dealer, where one is enough",
     "the second person, for what was asked for last, or last by the one named"},
    {"begin(s) manual entry [<text>]", "supervisor", begin_manual_entry,
     {"begin manual entry \"no answer\""}, "",
     "`manual entry \"no answer\"`: the dealer keys alone, although a reader is fitted, until it "
     "answers again or the table closes"},
    {"confirm(s) void [<text>]", "supervisor", confirm_void,
     {"confirm void \"seen leaning\""}, "dealer, if a supervisor asked",
     "`void confirmed \"seen leaning\"; round void: not-flat`, of a void that contradicts a signed "
     "reading; never the person who reported it"},
    {"reject(s) void [<text>]", "supervisor", reject_void,
     {"reject void \"flat\""}, "dealer, if a supervisor asked",
     "`void rejected \"flat\"`: play goes on"},
    {"resolve(s) dispute <count> as <dice> [<text>]", "dealer", resolve_dispute,
     {"resolve dispute 1 as 1-2-3 \"camera 4\""}, "supervisor",
     "`dispute resolved: 1-2-3`, and `amended: ...` if that is not the result; two people"},
    {"power cut", nobody, cut_power,
     {}, "", "see [below](#power-cuts-lost-messages-resends)"},
    {"resend(s)", nobody, resend,
     {}, "", "the last command once more, as the same message"},
    {"wait(s)", nobody, wait,
     {}, "", "nothing, time passes"},
};
// clang-format on

}  // namespace

std::span<const CommandForm> trouble_commands() { return list_of_trouble_commands; }

}  // namespace sicbo::scenario
