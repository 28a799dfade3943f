// SPDX-License-Identifier: MIT
// One person never decides against a device that reads the dice: manual entry, voids that
// contradict a signed reading, and results that a later reading contradicts.
#include <algorithm>

#include "table/decide.h"

namespace sicbo::table {
namespace {

using rules::Cause;

const Round* round_numbered(const Table& table, std::uint64_t number) {
    if (table.round && table.round->number == number) return &*table.round;
    const auto past = table.past.find(number);
    return past == table.past.end() ? nullptr : &past->second;
}

bool is_mixed_enough(const Context& c, const Proof& proof) {
    return proof.mixes >= static_cast<std::uint32_t>(mixer_of(c).mixes_min);
}

// The round is void and stays so. A signed reading of dice that were mixed often enough is kept
// beside it all the same: two people must see what somebody did not want to see.
Decision decide_reading_of_void(const Context& c, const Round& round, const ReportReading& o) {
    const Reason other_round = c.table().round ? Reason::wrong_round : Reason::no_round;
    if (round.ended != RoundEnd::void_ || !has_edition(c.state, 2)) return other_round;
    if (round.reading) return round.reading == o.roll ? Decision() : Decision(other_round);
    if (!o.proof || !is_mixed_enough(c, *o.proof)) return other_round;
    if (o.proof->counter <= c.table().tumbler_counter) return Reason::replayed;
    Decision decision = VoidRoundRead{o.round, o.roll, *o.proof};
    IncidentRaised raised = incident(c, Cause::wrong_result, rules::Role::supervisor,
                                     "read " + to_text(o.roll) + ", round void");
    raised.round = o.round;
    decision.add(std::move(raised));
    end_manual_entry(decision, c);
    return decision;
}

}  // namespace

const ContestedVoid* find_contested(const Context& c) {
    const Reader* reader = find_reader(c.state, c.id());
    return reader && reader->contested ? &*reader->contested : nullptr;
}

bool has_signed_reading(const Context& c) {
    if (!safeguards_of(c) || !c.table().round) return false;
    const Round& round = *c.table().round;
    return round.reading && round.proof && is_mixed_enough(c, *round.proof);
}

bool awaits_reading(const Context& c) {
    const Table& t = c.table();
    const Reader* reader = find_reader(c.state, c.id());
    if (!has_edition(c.state, 2) || !safeguards_of(c) || !reader || !reader->fitted) return false;
    if (!t.round || t.mixer != rules::MixerKind::tumbler) return false;
    if (reader->manual && reader->manual->by != c.person()) return false;
    const Round& round = *t.round;
    const bool thrown = round.mixing || round.mixes > 0;
    return thrown && !round.reading && is_done(*c.rules, round, rules::Step::close);
}

void contest_void(Decision& decision, const Context& c, Cause cause, std::string note) {
    check(c.by_person() && (has_signed_reading(c) || awaits_reading(c)));
    const std::optional<rules::Roll>& reading = c.table().round->reading;
    decision.add(VoidContested{cause, std::move(note)});
    decision.add(
        incident(c, cause, rules::Role::supervisor,
                 "void-contested, " + (reading ? "read " + to_text(*reading) : "not read yet")));
}

void end_manual_entry(Decision& decision, const Context& c) {
    const Reader* reader = find_reader(c.state, c.id());
    if (reader && reader->manual) decision.add(ManualEntryEnded{});
}

Decision decide_late_reading(const Context& c, const Round& round, const ReportReading& o) {
    const bool ended = round.ended != RoundEnd::none;
    const Reason other_round = c.table().round ? Reason::wrong_round : Reason::no_round;
    if (!round.armed) return ended ? other_round : Reason::not_armed;
    if (*round.armed != o.close_hash) return ended ? other_round : Reason::wrong_hash;
    if (!round.roll) return decide_reading_of_void(c, round, o);
    const bool disputed = is_disputed(c.state, c.id(), o.round);
    if (round.reading || disputed) {
        if (round.reading == o.roll) return Decision();
        return Reason::result_stands;
    }
    if (o.proof && o.proof->counter <= c.table().tumbler_counter) return Reason::replayed;
    Decision decision;
    if (*round.roll != o.roll) {
        decision.add(ReadingDisputed{o.round, o.roll, o.proof});
        IncidentRaised raised =
            incident(c, Cause::wrong_result, rules::Role::supervisor,
                     "read " + to_text(o.roll) + ", entered " + to_text(*round.roll));
        raised.round = o.round;
        decision.add(std::move(raised));
    } else if (round.ended == RoundEnd::none) {
        decision.add(ReadingTaken{o.roll});
        if (o.proof) decision.add(ReadingProved{*o.proof});
    }
    end_manual_entry(decision, c);
    return decision;
}

template <>
Decision decide_on(const Context& c, const FitReader& o) {
    const Reader* reader = find_reader(c.state, c.id());
    if ((reader && reader->fitted) == o.fitted) return Decision();
    return ReaderFitted{o.fitted};
}

template <>
Decision decide_on(const Context& c, const SwitchToManualEntry& o) {
    const Reader* reader = find_reader(c.state, c.id());
    if (!reader || !reader->fitted) return Reason::no_reader;
    if (c.table().phase == Phase::closed) return Reason::table_closed;
    if (reader->manual) return Reason::manual_entry_on;
    if (c.table().round && c.table().round->reading && !c.table().round->roll) {
        return Reason::reader_answers;
    }
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    return ManualEntryStarted{o.reason};
}

template <>
Decision decide_on(const Context& c, const DecideVoid& o) {
    const ContestedVoid* contested = find_contested(c);
    if (!contested || !c.table().held) return Reason::not_held;
    if (contested->by == c.person()) return Reason::same_person;
    if (!may_give(c, o)) return refuse(c, Reason::not_allowed, contested->cause);
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    Decision decision = VoidDecided{o.confirmed, o.reason};
    if (o.confirmed) void_with_consequences(decision, c, contested->cause, contested->note);
    return decision;
}

template <>
Decision decide_on(const Context& c, const ResolveDispute& o) {
    if (!c.table().incidents.contains(o.incident)) return Reason::no_such_incident;
    const auto found = c.state.safety.disputes.find(o.incident);
    if (found == c.state.safety.disputes.end()) return Reason::not_disputed;
    const Dispute& dispute = found->second;
    if (!is_valid_note(o.note)) return Reason::reason_missing;
    const Round* round = round_numbered(c.table(), dispute.round);
    const std::optional<rules::Roll> result = round ? round->roll : std::nullopt;
    // The dice lay as they were entered or as they were read, unless two people have corrected the
    // round to other ones in the meantime.
    if (o.roll != dispute.entered && o.roll != dispute.read && o.roll != result) {
        return refuse(c, Reason::dice_were_seen, Cause::wrong_result);
    }
    Decision decision = DisputeResolved{o.incident, o.roll, o.note};
    // A round that is void or too old to be amended keeps its end; how the dice lay is on record.
    if (!result || o.roll == *result) return decision;
    Decision amended =
        decide_on(c, AmendRounds{{{dispute.round, o.roll, {}}}, Cause::wrong_result, o.note});
    if (amended.refusal) return amended;
    return decision.add_all(std::move(amended));
}

}  // namespace sicbo::table
