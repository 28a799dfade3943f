// SPDX-License-Identifier: MIT
#include "wire/touched.h"

#include <algorithm>

#include "core/check.h"

namespace sicbo::wire {
namespace {

using namespace table;

using Touch = std::function<void(Topic)>;

// What the fact is about: one terminal, one stay, or neither.
struct Subject {
    TerminalId terminal;
    StayId stay;
};

Subject subject_of(const Fact& fact) {
    return visit(
        [](const auto& choice) {
            Subject subject;
            if constexpr (requires { subject.terminal = choice.terminal; }) {
                subject.terminal = choice.terminal;
            }
            if constexpr (requires { subject.stay = choice.stay; }) subject.stay = choice.stay;
            return subject;
        },
        fact.choice());
}

void touch_stay(const State& state, StayId stay, const Touch& touch) {
    const auto found = state.stays.find(stay);
    if (found == state.stays.end()) return;
    const TerminalId terminal = found->second.terminal;
    touch(terminal ? Topic{TopicKind::terminal, terminal.number}
                   : Topic{TopicKind::seat, stay.number});
}

void touch_owners(const State& state, const Event& event, const Touch& touch) {
    StayId last;  // both accounts of a posting are often of the same stay
    for (const ledger::Posting& posting : event.postings) {
        for (const ledger::Account account : {posting.from, posting.to}) {
            const StayId stay{account.owner};
            if (!is_of_stay(account.kind) || stay == last) continue;
            touch_stay(state, stay, touch);
            last = stay;
        }
    }
}

void touch_players(const State& state, TableId id, const Table& table, const Touch& touch) {
    for (const auto& [terminal, at] : table.terminals) {
        touch({TopicKind::terminal, terminal.number});
    }
    for (const auto& [stay, at] : state.stays) {
        if (at.table == id && !at.terminal) touch({TopicKind::seat, stay.number});
    }
}

// The players with bets in a round that has ended. All players, if the round is no longer kept.
void touch_ended_round(const State& state, TableId id, const Table& table, std::uint64_t round,
                       const Touch& touch) {
    if (round == 0) return;
    const auto found = table.past.find(round);
    if (found == table.past.end()) return touch_players(state, id, table, touch);
    for (const auto& [stay, slip] : found->second.bet_slips) touch_stay(state, stay, touch);
}

// A player is shown the bets in the round in play and in the last one that ended. When a round
// ends, this changes for those who had bets in it or in the one before.
void touch_bettors(const State& state, TableId id, const Table& table, const Touch& touch) {
    if (table.round) {
        for (const auto& [stay, slip] : table.round->bet_slips) touch_stay(state, stay, touch);
    }
    const std::uint64_t ended = table.round ? table.rounds - 1 : table.rounds;
    touch_ended_round(state, id, table, ended, touch);
    if (ended > 0) touch_ended_round(state, id, table, ended - 1, touch);
}

// `state` may be several rounds ahead of the event. If the round that began has already ended, then
// so has the one before it, perhaps after the last publication.
void touch_bettors_before(const State& state, const Table& table, const Stamp& stamp,
                          const RoundBegun& begun, const Touch& touch) {
    if (table.round && table.round->number == begun.round) return;
    check(begun.round > 0);
    touch_ended_round(state, stamp.table, table, begun.round - 1, touch);
    if (begun.round > 1) touch_ended_round(state, stamp.table, table, begun.round - 2, touch);
}

// An event without a table can change the view of every table: a person who is disabled is logged
// off at all of them.
void touch_all_tables(const State& state, const Touch& touch) {
    touch({TopicKind::property, 0});
    for (const auto& [id, table] : state.tables) {
        for (const TopicKind kind : {TopicKind::table, TopicKind::console, TopicKind::places}) {
            touch({kind, id.number});
        }
    }
}

// Returns true if the cage may show what the event changes. Of the facts that concern one player
// only, those that move nothing but credit and stakes do not.
bool may_change_cage(const Event& event, Audience audience) {
    if (audience != Audience::player) return true;
    return std::ranges::any_of(event.postings, [](const ledger::Posting& posting) {
        const auto is_play = [](ledger::AccountKind kind) {
            using enum ledger::AccountKind;
            return kind == credit || kind == escrow || kind == house || kind == cash;
        };
        return !is_play(posting.from.kind) || !is_play(posting.to.kind);
    });
}

}  // namespace

void for_each_touched(const State& state, const Event& event, const Touch& touch) {
    const TableId id = event.stamp.table;
    if (holds<SignedIn>(event.fact) || holds<SignedOut>(event.fact)) return;  // nobody shows it
    const Audience audience = audience_of(event.fact);
    if (may_change_cage(event, audience)) touch({TopicKind::cage, 0});
    if (!id) touch_owners(state, event, touch);  // the cage pays what belongs to stays
    if (!id && audience == Audience::cage) return;
    if (!id && holds<CashPolicySet>(event.fact)) {  // what every terminal takes
        for (const auto& [table_id, table] : state.tables) {
            touch_players(state, table_id, table, touch);
        }
    }
    if (!id) return touch_all_tables(state, touch);
    const Table* table = find_table(state, id);
    touch({TopicKind::places, id.number});
    touch_owners(state, event, touch);
    const auto [terminal, stay] = subject_of(event.fact);
    if (audience != Audience::table) {
        if (terminal) touch({TopicKind::terminal, terminal.number});
        touch_stay(state, stay, touch);
    }
    const bool felt = table && !rules_of(state, *table).game->equipment.terminals;
    if (audience == Audience::player && !felt) return;
    touch({TopicKind::table, id.number});
    touch({TopicKind::console, id.number});
    touch({TopicKind::property, 0});
    if (audience == Audience::bettors && table) touch_bettors(state, id, *table, touch);
    if (const auto* begun = get_if<RoundBegun>(&event.fact); begun && table) {
        touch_bettors_before(state, *table, event.stamp, *begun, touch);
    }
    const bool all_players = audience == Audience::everybody || audience == Audience::consoles;
    if (all_players && !terminal && !stay && table) touch_players(state, id, *table, touch);
    if (audience != Audience::consoles) return;
    for (const auto& [other, at] : state.tables) touch({TopicKind::console, other.number});
}

}  // namespace sicbo::wire
