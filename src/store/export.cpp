// SPDX-License-Identifier: MIT
#include "store/export.h"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <map>
#include <utility>

#include "core/check.h"
#include "rules/spot_id.h"
#include "store/export_source.h"
#include "store/people.h"
#include "wire/event_json.h"

namespace sicbo::store {
namespace {

std::string moment(const std::optional<Instant>& at) {
    return at && at->milliseconds != 0 ? to_text_exact(*at) : std::string();
}

Result<void> export_rounds(const Store& journal, const Period& period, const RowHandler& handle,
                           const Progress& progress) {
    const Result<Recovered> now = recover(journal, progress);
    if (!now) return std::unexpected(now.error());
    if (auto done = handle(round_heading()); !done) return done;
    return rounds_of(journal, period, [&](const RoundSummary& round) {
        return handle(round_row(round, now->state));
    });
}

Result<void> export_bets(const Store& journal, const Period& period, const RowHandler& handle,
                         const Progress& progress) {
    if (auto done = handle({"table", "round", "begun_at", "stay", "terminal", "layout", "spot",
                            "stake", "effective", "back"});
        !done) {
        return done;
    }
    const Result<Recovered> now = recover(journal, progress);
    if (!now) return std::unexpected(now.error());
    return rounds_of(journal, period, [&](const RoundSummary& round) -> Result<void> {
        for (const auto& [stay, bets] : round.bet_slips) {
            for (const BetSummary& bet : bets) {
                const auto handled =
                    handle({std::to_string(round.table.number), std::to_string(round.number),
                            to_text_exact(round.begun_at), std::to_string(stay.number),
                            bet.terminal ? std::to_string(bet.terminal.number) : "",
                            layout_of(now->state, round, bet), to_text(rules::spot_of(bet.spot)),
                            to_text(bet.stake), to_text(bet.effective), to_text(bet.back)});
                if (!handled) return handled;
            }
        }
        return {};
    });
}

// Follows the events of a period and knows which rounds the entries of each belong to.
class EntryRounds {
public:
    // `before` is the state before the first event.
    explicit EntryRounds(const table::State& before) {
        for (const auto& [id, table] : before.tables) last_[id] = table.rounds;
    }

    // Several only if one order amended several rounds; none if the entries are not about a round.
    std::vector<std::uint64_t> rounds_of(const table::Event& event) {
        using namespace table;
        const Fact& fact = event.fact;
        if (const auto* begun = get_if<RoundBegun>(&fact)) last_[event.stamp.table] = begun->round;
        if (const auto* amended = get_if<RoundsAmended>(&fact)) {
            std::vector<std::uint64_t> rounds;
            for (const Amended& each : amended->rounds) rounds.push_back(each.round);
            return rounds;
        }
        const bool in_play = holds<BetsPlaced>(fact) || holds<BetsWithdrawn>(fact) ||
                             holds<ExcessRejected>(fact) || holds<BettingClosed>(fact) ||
                             holds<BetsReturned>(fact) || holds<RoundSettled>(fact) ||
                             holds<RoundVoided>(fact);
        return in_play ? std::vector{last_[event.stamp.table]} : std::vector<std::uint64_t>();
    }

private:
    std::map<TableId, std::uint64_t> last_;
};

// What each player got (or, negative, gave back) in each round, by the event that amended several
// rounds at once.
using Shares = std::map<std::uint64_t, Money>;  // by round
using AmendmentShares = std::map<std::uint64_t, std::map<StayId, Shares>>;

Result<AmendmentShares> find_shares(const Store& journal, const Period& period) {
    AmendmentShares shares;
    Period whole = period;
    whole.from = {0};
    const auto done = rounds_of(journal, whole, [&](const RoundSummary& round) -> Result<void> {
        for (const AmendmentSummary& amendment : round.amendments) {
            if (amendment.rounds.size() < 2) continue;
            for (const auto& [stay, change] : amendment.back) {
                if (change.after == change.before) continue;
                shares[amendment.sequence][stay][round.number] = change.after - change.before;
            }
        }
        return {};
    });
    if (!done) return std::unexpected(done.error());
    return shares;
}

// An entry of the books, or the part of it that belongs to one round.
struct EntryPart {
    std::uint64_t entry = 0;  // counted within the event; 0: the books have none
    ledger::Posting posting;
    std::optional<std::uint64_t> round;
};

// Splits the entries of an order that amended several rounds by round. The books move the net
// amount of each player; the parts of an entry add up to it, those in the other direction counted
// negative. A player whose rounds add up to nothing has no entry in the books, but still parts.
std::vector<EntryPart> split_by_round(const table::Event& event, std::map<StayId, Shares> shares) {
    std::vector<EntryPart> parts;
    std::uint64_t number = 0;
    for (const ledger::Posting& posting : event.postings) {
        ++number;
        const bool gets = posting.from.kind == ledger::AccountKind::house;
        const ledger::Account player = gets ? posting.to : posting.from;
        Shares& left = shares[StayId{player.owner}];
        Money room = posting.amount;
        // Shares in the other direction first: they make room for more of the others.
        for (const bool same : {false, true}) {
            for (auto& [round, share] : left) {
                const Money directed = gets ? share : -share;
                if (directed == Money() || (directed > Money()) != same) continue;
                const Money taken = std::min(directed, room);
                if (taken == Money()) continue;
                room -= taken;
                share -= gets ? taken : -taken;
                ledger::Posting part = posting;
                if (!same) std::swap(part.from, part.to);
                part.amount = same ? taken : -taken;
                parts.push_back({number, part, round});
            }
        }
        check(room == Money());
    }
    const ledger::Account house = ledger::house(event.stamp.table);
    for (const auto& [stay, left] : shares) {
        Money sum;
        for (const auto& [round, share] : left) {
            sum += share;
            const ledger::Account player = ledger::credit(stay);
            if (share > Money()) parts.push_back({0, {house, player, share}, round});
            if (share < Money()) parts.push_back({0, {player, house, -share}, round});
        }
        check(sum == Money());
    }
    return parts;
}

// Returns true if the posting belongs to the export: the currency of an account says whether it is
// play money; other accounts belong to the event's table.
bool belongs(const Period& period, const table::State& state, TableId table,
             const ledger::Posting& posting) {
    if (!period.training) return true;
    for (const ledger::Account& account : {posting.from, posting.to}) {
        if (!is_of_currency(account.kind) || account.owner == 0) continue;
        return ledger::is_training(CurrencyCode{account.owner}) == *period.training;
    }
    const table::Table* t = find_table(state, table);
    return (t && t->configuration.training) == *period.training;
}

Result<void> export_entries(const Store& journal, const Period& period, const RowHandler& handle,
                            const Progress& progress) {
    const Result<PeriodStates> states = recover_period(journal, period, progress);
    if (!states) return std::unexpected(states.error());
    if (auto done = handle({"event", "entry", "at", "table", "what", "from", "from_owner", "to",
                            "to_owner", "amount", "rounds", "by"});
        !done) {
        return done;
    }
    const Result<AmendmentShares> shares = find_shares(journal, period);
    if (!shares) return std::unexpected(shares.error());
    EntryRounds entry_rounds(states->before.state);
    return events_of(journal, period, [&](const JournalEvent& read) -> Result<bool> {
        const table::Event& event = read.event;
        const std::vector<std::uint64_t> rounds = entry_rounds.rounds_of(event);
        std::vector<EntryPart> parts;
        const auto split = shares->find(read.at.sequence);
        if (rounds.size() > 1 && split != shares->end()) {
            parts = split_by_round(event, split->second);
        } else {
            for (const ledger::Posting& posting : event.postings) {
                const auto round = rounds.size() == 1 ? std::optional(rounds[0]) : std::nullopt;
                parts.push_back({parts.size() + 1, posting, round});
            }
        }
        for (const auto& [number, posting, round] : parts) {
            if (!belongs(period, states->now.state, event.stamp.table, posting)) continue;
            const auto handled =
                handle({std::to_string(read.at.sequence), std::to_string(number),
                        to_text_exact(event.stamp.at), std::to_string(event.stamp.table.number),
                        std::string(choice_names<table::FactChoice>[event.fact.index()]),
                        std::string(to_word(posting.from.kind)), std::to_string(posting.from.owner),
                        std::string(to_word(posting.to.kind)), std::to_string(posting.to.owner),
                        to_text(posting.amount), round ? std::to_string(*round) : "",
                        describe_actor(states->now.state, event.stamp, read.first_person)});
            if (!handled) return std::unexpected(handled.error());
        }
        return true;
    });
}

Result<void> export_events(const Store& journal, const Period& period, const RowHandler& handle,
                           const Progress& progress) {
    const Result<Recovered> now = recover(journal, progress);
    if (!now) return std::unexpected(now.error());
    if (auto done = handle({"event", "at", "table", "actor", "number", "role", "request", "what",
                            "json", "hash", "name", "first_number", "first_role", "first_name"});
        !done) {
        return done;
    }
    return events_of(journal, period, [&](const JournalEvent& read) -> Result<bool> {
        const table::Event& event = read.event;
        const table::Stamp& stamp = event.stamp;
        const auto& first = read.first_person;
        const boost::json::object object = wire::event_json(event);
        const auto handled = handle(
            {std::to_string(read.at.sequence), to_text_exact(stamp.at),
             std::to_string(stamp.table.number), std::string(to_word(stamp.actor.kind)),
             std::to_string(stamp.actor.number), std::string(to_word(stamp.role)),
             std::to_string(stamp.request), std::string(object.at("event").as_string()),
             boost::json::serialize(object.at("fact")), to_text(read.at.hash),
             actor_name(now->state, stamp.actor), first ? std::to_string(first->actor.number) : "",
             first ? std::string(to_word(first->role)) : "",
             first ? actor_name(now->state, first->actor) : ""});
        if (!handled) return std::unexpected(handled.error());
        return true;
    });
}

}  // namespace

ExportRow round_heading() {
    return {"table",       "round",      "begun_at", "opened_at", "ended_at",   "end",
            "dice",        "manual",     "cause",    "bets",      "staked",     "back",
            "first_event", "last_event", "amended",  "dice_read", "dice_first", "decided_by"};
}

ExportRow round_row(const RoundSummary& round, const table::State& later) {
    std::size_t count = 0;
    Money staked;
    Money back;
    for (const auto& [stay, bets] : round.bet_slips) {
        for (const BetSummary& bet : bets) {
            ++count;
            staked += bet.stake;
            back += bet.back;
        }
    }
    const auto dice = [](const std::optional<rules::Roll>& roll) {
        return roll ? to_text(*roll) : std::string();
    };
    std::string decided_by;
    for (const JointDecision& decision : round.decisions) {
        decided_by += (decided_by.empty() ? "" : "; ") +
                      describe_actor(later, decision.stamp, decision.first_person);
    }
    return {std::to_string(round.table.number),
            std::to_string(round.number),
            to_text_exact(round.begun_at),
            moment(round.opened_at),
            moment(round.ended_at),
            std::string(to_word(round.end)),
            dice(round.roll),
            round.manual ? "yes" : "no",
            round.cause ? std::string(to_word(*round.cause)) : "",
            std::to_string(count),
            to_text(staked),
            to_text(back),
            std::to_string(round.first),
            std::to_string(round.last),
            round.amendments.empty() ? "no" : "yes",
            dice(round.read),
            dice(round.first_roll),
            decided_by};
}

Result<void> export_rows(const Store& journal, ExportKind what, const Period& wanted,
                         const RowHandler& handle, const Progress& progress) {
    Period period = wanted;
    if (period.training) {
        const Result<Recovered> now = recover(journal, progress);
        if (!now) return std::unexpected(now.error());
        for (const auto& [id, t] : now->state.tables) {
            if (t.configuration.training != *period.training) period.excluded.insert(id);
        }
        const bool by_currency = what == ExportKind::entries || what == ExportKind::tickets;
        if (*period.training && !by_currency) period.excluded.insert(TableId{});
    }
    switch (what) {
        case ExportKind::rounds: return export_rounds(journal, period, handle, progress);
        case ExportKind::bets: return export_bets(journal, period, handle, progress);
        case ExportKind::entries: return export_entries(journal, period, handle, progress);
        case ExportKind::meters: return export_meters(journal, period, handle, progress);
        case ExportKind::events: return export_events(journal, period, handle, progress);
        case ExportKind::incidents: return export_incidents(journal, period, handle, progress);
        case ExportKind::staff: return export_staff(journal, period, handle, progress);
        case ExportKind::amendments: return export_amendments(journal, period, handle, progress);
        case ExportKind::tickets: return export_tickets(journal, period, handle, progress);
    }
    unreachable();
}

}  // namespace sicbo::store
