// SPDX-License-Identifier: MIT
// Exports about what people did: incidents, log-ons, and amendments of rounds.
#include <algorithm>
#include <map>
#include <utility>

#include "store/export_source.h"
#include "store/people.h"
#include "table/cash_alert.h"

namespace sicbo::store {
namespace {

// An incident, and how it was resolved.
struct IncidentRow {
    ExportRow raised;
    ExportRow resolved = {"", "", "", "", ""};
};

// A log-on at a table or, without one, at the property. Texts are empty where it has not ended, or
// began before the events that were read.
struct LogOn {
    TableId table;
    PersonId person;
    rules::Role role = rules::Role::dealer;
    Instant on_at;
    std::string on_event;
    std::string off_at;
    std::string off_event;
};

class LogOns {
public:
    // Begins with those who were logged on in the state.
    explicit LogOns(const table::State& before) {
        begin({}, before.safety.duty);
        for (const auto& [id, table] : before.tables) begin(id, table.staff);
    }

    void apply(const JournalEvent& read) {
        const table::Stamp& stamp = read.event.stamp;
        const PersonId actor{stamp.actor.number};
        if (holds<table::LoggedOn>(read.event.fact)) {
            end(stamp.table, actor, read);
            open_[{stamp.table, actor}] = all.size();
            all.push_back({stamp.table, actor, stamp.role, stamp.at,
                           std::to_string(read.at.sequence), "", ""});
        } else if (holds<table::LoggedOff>(read.event.fact)) {
            end(stamp.table, actor, read);
        } else if (const auto* disabled = get_if<table::PersonDisabled>(&read.event.fact)) {
            const std::map<std::pair<TableId, PersonId>, std::size_t> open = open_;
            for (const auto& [key, at] : open) {
                if (key.second == disabled->person) end(key.first, key.second, read);
            }
        }
    }

    std::vector<LogOn> all;

private:
    // At a table, or at the property (0).
    void begin(TableId table, const std::map<PersonId, table::LoggedOnAs>& staff) {
        for (const auto& [person, as] : staff) {
            open_[{table, person}] = all.size();
            all.push_back({table, person, as.role, as.since, std::to_string(as.number), "", ""});
        }
    }

    void end(TableId table, PersonId person, const JournalEvent& read) {
        const auto found = open_.find({table, person});
        if (found == open_.end()) return;
        LogOn& log_on = all.at(found->second);
        log_on.off_at = to_text_exact(read.event.stamp.at);
        log_on.off_event = std::to_string(read.at.sequence);
        open_.erase(found);
    }

    std::map<std::pair<TableId, PersonId>, std::size_t> open_;
};

std::string dice(const std::optional<rules::Roll>& roll) {
    return roll ? to_text(*roll) : std::string();
}

// How an incident began. Patrons' disputes and alerts about cash are incidents too.
struct Raised {
    IncidentId incident;
    std::uint64_t round = 0;  // 0: between rounds
    std::string cause;
    std::string note;
    rules::Role resolves;
};
std::optional<Raised> find_raised(const table::Fact& fact) {
    if (const auto* one = get_if<table::IncidentRaised>(&fact)) {
        return Raised{one->incident, one->round, std::string(to_word(one->cause)), one->note,
                      one->resolves};
    }
    if (const auto* one = get_if<table::PatronDisputeOpened>(&fact)) {
        return Raised{one->incident, 0, "patron-dispute", one->statement, rules::Role::supervisor};
    }
    if (const auto* one = get_if<table::CashAlertRaised>(&fact)) {
        return Raised{one->incident, 0, "cash-alert", table::note_of(*one),
                      rules::Role::shift_manager};
    }
    return std::nullopt;
}

// How an incident ended.
struct Resolved {
    IncidentId incident;
    std::string note;
};
std::optional<Resolved> find_resolved(const table::Fact& fact) {
    if (const auto* one = get_if<table::IncidentResolved>(&fact)) {
        return Resolved{one->incident, one->note};
    }
    if (const auto* one = get_if<table::PatronDisputeClosed>(&fact)) {
        return Resolved{one->incident, one->resolution};
    }
    return std::nullopt;
}

// What a round became by an amendment.
std::string outcome_of(const AmendmentSummary& amendment) {
    if (amendment.returned) return "bets-returned";
    return amendment.roll ? "corrected" : "void";
}

}  // namespace

Result<void> export_incidents(const Store& journal, const Period& period, const RowHandler& handle,
                              const Progress& progress) {
    const Result<Recovered> now = recover(journal, progress);
    if (!now) return std::unexpected(now.error());
    const Result<std::uint64_t> before = last_before(journal, period.from);
    if (!before) return std::unexpected(before.error());
    std::vector<IncidentRow> rows;
    std::map<std::pair<TableId, IncidentId>, std::size_t> open;
    // An incident may be resolved after the period.
    const auto look = [&](const JournalEvent& read) -> Result<bool> {
        const table::Stamp& stamp = read.event.stamp;
        if (!period.includes(stamp.table)) return true;
        const auto by = [&] { return describe_actor(now->state, stamp, read.first_person); };
        if (const auto raised = find_raised(read.event.fact)) {
            if (stamp.at < period.from || stamp.at >= period.to) return true;
            open[{stamp.table, raised->incident}] = rows.size();
            rows.push_back(
                {{std::to_string(stamp.table.number), std::to_string(raised->incident.number),
                  raised->round == 0 ? "" : std::to_string(raised->round), raised->cause,
                  to_text_exact(stamp.at), by(), raised->note,
                  std::string(to_word(raised->resolves)), std::to_string(read.at.sequence)}});
        } else if (const auto resolved = find_resolved(read.event.fact)) {
            const auto found = open.find({stamp.table, resolved->incident});
            if (found == open.end()) return true;
            rows.at(found->second).resolved = {"yes", to_text_exact(stamp.at), by(), resolved->note,
                                               std::to_string(read.at.sequence)};
            open.erase(found);
        }
        return stamp.at < period.to || !open.empty();
    };
    if (auto done = read_events(journal, *before + 1, look); !done) return done;
    if (auto done = handle({"table", "incident", "round", "cause", "raised_at", "raised_by", "note",
                            "resolves", "raised_event", "resolved", "resolved_at", "resolved_by",
                            "resolution", "resolved_event"});
        !done) {
        return done;
    }
    for (IncidentRow& row : rows) {
        if (row.resolved.front().empty()) row.resolved.front() = "no";
        row.raised.insert(row.raised.end(), row.resolved.begin(), row.resolved.end());
        if (auto done = handle(row.raised); !done) return done;
    }
    return {};
}

Result<void> export_staff(const Store& journal, const Period& period, const RowHandler& handle,
                          const Progress& progress) {
    const Result<PeriodStates> states = recover_period(journal, period, progress);
    if (!states) return std::unexpected(states.error());
    LogOns log_ons(states->before.state);
    // A log-on may end after the period.
    const auto look = [&](const JournalEvent& read) -> Result<bool> {
        log_ons.apply(read);
        return true;
    };
    if (auto done = read_events(journal, states->before.at.sequence + 1, look); !done) return done;
    if (auto done =
            handle({"table", "person", "name", "role", "on_at", "off_at", "on_event", "off_event"});
        !done) {
        return done;
    }
    for (const LogOn& log_on : log_ons.all) {
        if (log_on.on_at >= period.to || !period.includes(log_on.table)) continue;
        const table::Actor actor{table::ActorKind::person, log_on.person.number};
        const auto done =
            handle({std::to_string(log_on.table.number), std::to_string(log_on.person.number),
                    actor_name(states->now.state, actor), std::string(to_word(log_on.role)),
                    to_text_exact(log_on.on_at), log_on.off_at, log_on.on_event, log_on.off_event});
        if (!done) return done;
    }
    return {};
}

Result<void> export_amendments(const Store& journal, const Period& period, const RowHandler& handle,
                               const Progress& progress) {
    const Result<Recovered> now = recover(journal, progress);
    if (!now) return std::unexpected(now.error());
    // By the time of the amendment, then by round: the rounds may have begun long before.
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<ExportRow>> rows;
    const auto take = [&](const RoundSummary& round) -> Result<void> {
        for (const AmendmentSummary& amendment : round.amendments) {
            const table::Stamp& stamp = amendment.stamp;
            if (stamp.at < period.from || stamp.at >= period.to) continue;
            const auto& first = amendment.first_person;
            const auto add = [&](const std::string& stay, const AmendmentSummary::Change& change) {
                rows[{amendment.sequence, round.number}].push_back(
                    {std::to_string(round.table.number), std::to_string(round.number),
                     std::to_string(amendment.sequence), to_text_exact(stamp.at),
                     outcome_of(amendment), std::string(to_word(amendment.cause)), amendment.reason,
                     first ? describe_actor(now->state, first->actor, first->role) : "",
                     describe_actor(now->state, stamp.actor, stamp.role), dice(round.read),
                     dice(amendment.roll_before), dice(amendment.roll), stay,
                     to_text(change.before), to_text(change.after),
                     to_text(change.after - change.before)});
            };
            for (const auto& [stay, change] : amendment.back) {
                add(std::to_string(stay.number), change);
            }
            if (amendment.back.empty()) add("", {});
        }
        return {};
    };
    Period whole = period;
    whole.from = {0};
    if (auto done = rounds_of(journal, whole, take); !done) return done;
    if (auto done = handle({"table", "round", "event", "at", "outcome", "cause", "reason", "first",
                            "second", "dice_read", "dice_before", "dice_after", "stay",
                            "back_before", "back_after", "difference"});
        !done) {
        return done;
    }
    for (const auto& [at, list] : rows) {
        for (const ExportRow& row : list) {
            if (auto done = handle(row); !done) return done;
        }
    }
    return {};
}

}  // namespace sicbo::store
