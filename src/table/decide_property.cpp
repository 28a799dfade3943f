// SPDX-License-Identifier: MIT
// People, rule sets, tables and the console.
#include <algorithm>

#include "rules/conform.h"
#include "rules/documents.h"
#include "table/decide.h"
#include "table/opening.h"

namespace sicbo::table {
namespace {

constexpr std::size_t name_max = 60;  // bytes

// Under editions 0 and 1 a name could have blanks that nobody sees.
bool is_name(const State& state, const std::string& text) {
    if (has_edition(state, 2) && !has_single_blanks(text)) return false;
    return is_valid_note(text) && text.size() <= name_max;
}

Decision bad_configuration(const Error& error) {
    Decision decision = Reason::bad_configuration;
    decision.detail = error.text();
    return decision;
}

// Returns true if two people may act who could agree to the account of a third.
bool has_two_for_accounts(const State& state) {
    return std::ranges::count_if(state.people, [](const auto& one) {
               return may_act(one.second) && may_agree_to_account(one.second.role);
           }) >= 2;
}

}  // namespace

template <>
Decision decide_on(const Context& c, const AdoptRules& o) {
    const Hash hash = sha256(o.text);
    if (c.state.rule_sets.contains(hash)) return Reason::name_taken;
    const auto bad_rules = [](const Error& error) {
        Decision decision = Reason::bad_rules;
        decision.detail = error.text();
        return decision;
    };
    const Result<RuleSet> rules = read_rules(o.text);
    if (!rules) return bad_rules(rules.error());
    if (!rules::is_former_document(hash)) {
        if (const auto notes = conform(*rules->game); !notes) return bad_rules(notes.error());
    }
    return RulesAdopted{hash, o.text};
}

template <>
Decision decide_on(const Context& c, const RecordApproval& o) {
    if (!is_valid_note(o.reference)) return Reason::reason_missing;
    const auto found = c.table().approvals.find(o.what);
    if (found != c.table().approvals.end() && found->second == o.reference) return Decision();
    return ApprovalRecorded{o.what, o.reference};
}

template <>
Decision decide_on(const Context& c, const AddPerson& o) {
    // The system adds the first administrator, and another one if nobody is left who could be the
    // second person for an account. The owner of the machine asks for that.
    const bool lacks_second = c.state.safety.safeguards && !has_two_for_accounts(c.state);
    const bool by_owner =
        (c.state.people.empty() || lacks_second) && o.role == rules::Role::administrator;
    if (!c.by_person() && !by_owner) return Reason::not_allowed;
    if (!o.person || c.state.people.contains(o.person)) return Reason::name_taken;
    if (!is_name(c.state, o.name)) return Reason::bad_text;
    const bool same_name = std::ranges::any_of(
        c.state.people, [&](const auto& one) { return one.second.name == o.name; });
    if (same_name) return Reason::name_taken;
    if (!rules::is_staff(o.role)) return Reason::not_allowed;
    return PersonAdded{o.person, o.name, o.role};
}

template <>
Decision decide_on(const Context& c, const DisablePerson& o) {
    const auto found = c.state.people.find(o.person);
    if (found == c.state.people.end()) return Reason::no_such_person;
    if (found->second.disabled) return Reason::person_disabled;
    if (o.person == c.person()) return Reason::same_person;  // or nobody could undo it
    Decision decision = PersonDisabled{o.person};
    if (!has_edition(c.state, 1)) return decision;
    // A shaker with dice must have a holder: somebody else has to take it.
    std::uint32_t already = 0;
    for (const auto& [id, table] : c.state.tables) {
        const auto shaker = table.mixers.find(rules::MixerKind::manual_shaker);
        const bool loaded = shaker != table.mixers.end() && shaker->second.dice;
        if (table.shaker_holder != o.person || !loaded) continue;
        const IncidentId incident{c.state.incidents_raised + ++already};
        decision.add(IncidentRaised{incident, table.round ? table.round->number : 0,
                                    rules::Cause::not_covered, rules::Role::supervisor,
                                    "shaker-without-holder"},
                     {}, id);
    }
    return decision;
}

template <>
Decision decide_on(const Context& c, const RestorePerson& o) {
    if (!c.state.people.contains(o.person)) return Reason::no_such_person;
    return PersonRestored{o.person};
}

template <>
Decision decide_on(const Context& c, const ReportFailedLogOn& o) {
    const auto found = c.state.people.find(o.person);
    if (found == c.state.people.end()) return Reason::no_such_person;
    return LogOnFailed{o.person, found->second.failures + 1 >= failures_max};
}

template <>
Decision decide_on(const Context& c, const Appoint& o) {
    const auto found = c.state.people.find(o.person);
    if (found == c.state.people.end()) return Reason::no_such_person;
    if (o.person == c.person()) return Reason::same_person;
    if (rank(o.role) == 0 || rank(found->second.role) == 0) return Reason::not_allowed;
    if (!counts_as(c.stamp.role, o.role)) return Reason::not_allowed;
    if (o.until <= o.from || o.until <= c.stamp.at) return Reason::no_such_appointment;
    // What somebody grants by an appointment ends with it.
    const Appointment* by = acting_by(c.state.people.at(c.person()), o.role, c.stamp.at);
    if (c.state.safety.safeguards && by && o.until > by->until) return Reason::appointment_too_long;
    // Two that are equal could not be told apart when the person who made one of them loses the
    // right to do so.
    const Appointment made{o.role, o.from, o.until};
    const auto& all = found->second.appointments;
    const bool has_it = std::ranges::find(all, made) != all.end();
    if (has_it && has_edition(c.state, 2)) return Reason::already_appointed;
    return Appointed{o.person, o.role, o.from, o.until};
}

template <>
Decision decide_on(const Context& c, const AddTable& o) {
    if (!o.table || c.state.tables.contains(o.table)) return Reason::name_taken;
    if (!is_name(c.state, o.name)) return Reason::bad_text;
    if (c.state.safety.safeguards && c.state.tables.size() >= tables_max) {
        return Reason::too_many_tables;
    }
    const auto rules = c.state.rule_sets.find(o.configuration.rules);
    if (rules == c.state.rule_sets.end()) return Reason::rules_unknown;
    if (auto error = find_error(o.configuration, *rules->second.game)) {
        return bad_configuration(*error);
    }
    return Decision().add(TableAdded{o.table, o.name, o.configuration}, {}, o.table);
}

template <>
Decision decide_on(const Context& c, const Configure& o) {
    if (c.table().round) return refuse(Reason::round_in_play, c.game().limits.clauses);
    const auto rules = c.state.rule_sets.find(o.configuration.rules);
    if (rules == c.state.rule_sets.end()) return Reason::rules_unknown;
    const rules::Game& game = *rules->second.game;
    // Terminals store the index of their layout.
    if (game.id != c.game().id || game.layouts.size() != c.game().layouts.size()) {
        return Reason::rules_unknown;
    }
    // Rounds that were played in the old currency may still be amended.
    if (o.configuration.currency != c.configuration().currency ||
        o.configuration.training != c.configuration().training) {
        return bad_configuration({"is fixed when the table is added", "currency or training"});
    }
    if (auto error = find_error(o.configuration, game)) return bad_configuration(*error);
    return Configured{o.configuration};
}

template <>
Decision decide_on(const Context& c, const AddTerminal& o) {
    if (!c.game().equipment.terminals) return Reason::not_a_terminal_game;
    const bool taken = std::ranges::any_of(
        c.state.tables, [&](const auto& one) { return one.second.terminals.contains(o.terminal); });
    if (!o.terminal || taken) return Reason::name_taken;
    const auto& layouts = c.game().layouts;
    const auto layout = std::ranges::find(layouts, o.layout, &rules::Layout::id);
    if (layout == layouts.end()) return Reason::no_such_layout;
    return TerminalAdded{o.terminal, static_cast<std::uint8_t>(layout - layouts.begin())};
}

template <>
Decision decide_on(const Context& c, const LogOn&) {
    if (!c.table_or_null) {  // at the property
        if (c.state.safety.duty.contains(c.person())) return Reason::already_logged_on;
        return LoggedOn{};
    }
    if (c.table().staff.contains(c.person())) return Reason::already_logged_on;
    return LoggedOn{};
}

template <>
Decision decide_on(const Context& c, const LogOff&) {
    if (c.table_or_null && c.table().shaker_holder == c.person()) {
        return refuse(c, Reason::shaker_not_handed_over, rules::Duty::care);
    }
    return LoggedOff{};
}

template <>
Decision decide_on(const Context& c, const LockConsole&) {
    if (c.table().console_locked) return Reason::console_locked;
    if (c.table().round) return Reason::round_in_play;
    return ConsoleLocked{};
}

template <>
Decision decide_on(const Context& c, const UnlockConsole&) {
    if (!c.table().console_locked) return Reason::console_not_locked;
    return ConsoleUnlocked{};
}

template <>
Decision decide_on(const Context& c, const OpenTable&) {
    const Table& t = c.table();
    const rules::Equipment& equipment = c.game().equipment;
    if (t.out_of_service) return Reason::out_of_service;
    if (t.phase != Phase::closed) return Reason::table_open;
    const auto effective = c.game().document.effective_from;
    if (effective && c.stamp.at < *effective) return Reason::rules_not_effective;
    const auto missing = find_missing_records(c.game(), c.configuration(), t.approvals);
    if (!missing.empty()) {
        const MissingRecord& first = missing.front();
        Decision decision = refuse(c, first.reason, first.duty);
        if (first.reference) decision.detail = std::string(to_word(*first.reference));
        return decision;
    }
    if (equipment.inspection && !t.inspection.signed_off) {
        return refuse(Reason::inspection_missing, equipment.inspection->clauses);
    }
    const bool by_hand = t.mixer == rules::MixerKind::manual_shaker && !c.configuration().training;
    if (by_hand && !t.shaker_holder && has_edition(c.state, 1)) {
        return refuse(c, Reason::shaker_not_handed_over, rules::Duty::care);
    }
    return TableOpened{};
}

template <>
Decision decide_on(const Context& c, const CloseTable&) {
    if (c.table().round) return Reason::round_in_play;
    if (c.table().phase == Phase::closed) return Reason::table_closed;
    return TableClosed{};
}

template <>
Decision decide_on(const Context& c, const AnnounceLastRound&) {
    if (c.table().phase == Phase::closed) return Reason::table_closed;
    if (c.table().last_round_announced) return Reason::last_round_played;
    return LastRoundAnnounced{};
}

template <>
Decision decide_on(const Context& c, const TakeOutOfService& o) {
    if (!is_valid_note(o.reason)) return Reason::reason_missing;
    if (!c.table_or_null) {  // without a table: all tables in service; takes a pit manager
        if (!counts_as(c.stamp.role, rules::Role::pit_manager)) return Reason::not_allowed;
        Decision all;
        for (const auto& [id, table] : c.state.tables) {
            if (!table.out_of_service) all.add(TakenOutOfService{o.reason}, {}, id);
        }
        if (all.events.empty()) return Reason::out_of_service;
        return all;
    }
    if (c.table().out_of_service) return Reason::out_of_service;
    return TakenOutOfService{o.reason};
}

template <>
Decision decide_on(const Context& c, const ReturnToService&) {
    const Table& t = c.table();
    if (!t.out_of_service) return Reason::in_service;
    if (t.repair_needed) return refuse(c, Reason::not_repaired, rules::Duty::repair);
    const auto& inspection = c.game().equipment.inspection;
    if (inspection && !t.inspection.signed_off && !t.round) {  // a round in play is finished first
        return refuse(Reason::inspection_missing, inspection->clauses);
    }
    return ReturnedToService{};
}

template <>
Decision decide_on(const Context& c, const RecordRepair& o) {
    if (!is_valid_note(o.what)) return Reason::reason_missing;
    const bool failed =
        std::ranges::any_of(c.table().mixers, [](const auto& one) { return one.second.unusable; });
    if (!c.table().out_of_service && !failed) return Reason::in_service;
    return RepairRecorded{o.what};
}

template <>
Decision decide_on(const Context&, const NoteClock& o) {
    return ClockJumped{o.expected, o.found};
}

template <>
Decision decide_on(const Context&, const NoteStartClock& o) {
    return StartClockNoted{o.last, o.found, o.accepted};
}

template <>
Decision decide_on(const Context& c, const CheckParts& o) {
    constexpr std::size_t libraries_max = 200;
    if (o.libraries.size() > libraries_max) return Reason::amount_out_of_range;
    for (const SoftwarePart& part : o.libraries) {
        if (!is_valid_note(part.name)) return Reason::bad_text;
    }
    const Machine& before = c.state.machine;
    const bool first = before.libraries.empty() && before.pages == Hash();
    const bool same = before.libraries == o.libraries && before.pages == o.pages;
    return PartsChecked{o.libraries, o.pages, first || same};
}

template <>
Decision decide_on(const Context& c, const CheckSoftware& o) {
    std::string hashes;
    for (const auto& [hash, rules] : c.state.rule_sets) hashes += to_text(hash) + "\n";
    return SoftwareChecked{o.program, sha256(hashes),
                           !c.state.program || *c.state.program == o.program};
}

}  // namespace sicbo::table
