// SPDX-License-Identifier: MIT
#include "store/round_history.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "store/reports.h"
#include "wire/bytes.h"

namespace sicbo::store {
namespace {

using table::RoundEnd;

std::unexpected<Error> does_not_fit(const RoundSummary& round, std::uint64_t sequence) {
    return failure("the event does not fit round " + std::to_string(round.number) + " of table " +
                       std::to_string(round.table.number),
                   "event " + std::to_string(sequence));
}

// Calls `change` with each bet in the order in which events list them: by stay, then in the order
// in which the spots were first bet on.
template <class Change>
void for_each_bet(RoundSummary& round, const Change& change) {
    for (auto& [stay, bets] : round.bet_slips) {
        for (BetSummary& bet : bets) change(bet);
    }
}

bool assign(RoundSummary& round, const std::vector<Money>& values, Money BetSummary::* member) {
    auto value = values.begin();
    for_each_bet(round, [&](BetSummary& bet) {
        if (value != values.end()) bet.*member = *value++;
    });
    std::size_t count = 0;
    for_each_bet(round, [&](BetSummary&) { ++count; });
    return count == values.size();
}

// Returns true if the event commits to the round's dice or reveals their secret.
bool concerns_dice_of(const table::Event& event, std::uint64_t round) {
    const auto* committed = get_if<table::DiceCommitted>(&event.fact);
    const auto* revealed = get_if<table::DiceRevealed>(&event.fact);
    return (committed && committed->round == round) || (revealed && revealed->round == round);
}

// Updates the summary by one event. Returns false if the event does not fit the round.
struct SummaryUpdate {
    RoundSummary& round;
    const JournalEvent& read;
    const table::Event& event = read.event;

    bool operator()(const table::BettingOpened&) const {
        round.opened_at = event.stamp.at;
        return true;
    }
    bool operator()(const table::BetsPlaced& e) const {
        const bool terminal = event.stamp.actor.kind == table::ActorKind::terminal;
        for (const table::BetAnswer& answer : e.answers) {
            if (answer.accepted == Money()) continue;
            std::vector<BetSummary>& bets = round.bet_slips[e.stay];
            auto bet = std::ranges::find(bets, answer.spot, &BetSummary::spot);
            if (bet == bets.end()) {
                bets.push_back(
                    {{terminal ? event.stamp.actor.number : 0}, answer.spot, {}, {}, {}});
                bet = bets.end() - 1;
            }
            bet->stake += answer.accepted;
        }
        return true;
    }
    bool reduce_stake(StayId stay, rules::SpotId spot, Money amount) const {
        const auto slip = round.bet_slips.find(stay);
        if (slip == round.bet_slips.end()) return false;
        const auto bet = std::ranges::find(slip->second, spot, &BetSummary::spot);
        if (bet == slip->second.end() || bet->stake < amount) return false;
        bet->stake -= amount;
        if (bet->stake == Money()) slip->second.erase(bet);
        if (slip->second.empty()) round.bet_slips.erase(slip);
        return true;
    }
    bool operator()(const table::BetsWithdrawn& e) const {
        return std::ranges::all_of(e.answers, [&](const table::BetAnswer& answer) {
            return answer.accepted == Money() || reduce_stake(e.stay, answer.spot, answer.accepted);
        });
    }
    bool operator()(const table::ExcessRejected& e) const {
        return std::ranges::all_of(e.rejections, [&](const table::Placement& one) {
            return reduce_stake(one.stay, one.spot, one.amount);
        });
    }
    bool operator()(const table::BetsReturned& e) const {
        return round.bet_slips.erase(e.stay) == 1;
    }
    bool operator()(const table::BettingClosed& e) const {
        if (!e.effective.empty()) return assign(round, e.effective, &BetSummary::effective);
        for_each_bet(round, [](BetSummary& bet) { bet.effective = bet.stake; });
        return true;
    }
    bool operator()(const table::ReadingTaken& e) const {
        round.read = e.roll;
        return true;
    }
    bool operator()(const table::ResultEntered& e) const {
        round.roll = e.roll;
        round.manual = e.manual;
        return true;
    }
    bool operator()(const table::RoundSettled& e) const {
        if (round.roll != e.roll) return false;
        round.first_roll = e.roll;
        end(RoundEnd::settled);
        return assign(round, e.back, &BetSummary::back);
    }
    bool operator()(const table::RoundVoided& e) const {
        for_each_bet(round, [](BetSummary& bet) { bet.back = bet.stake; });
        round.roll.reset();
        round.cause = e.cause;
        round.reason = e.reason;
        end(RoundEnd::void_);
        return true;
    }
    bool operator()(const table::LightsCleared&) const {
        end(round.end);
        return true;
    }
    bool operator()(const table::LightsFailed&) const {
        if (round.end == RoundEnd::settled) end(round.end);
        return true;
    }
    bool operator()(const table::RoundsAmended& e) const {
        const auto one = std::ranges::find(e.rounds, round.number, &table::Amended::round);
        if (one == e.rounds.end()) return true;
        if (round.end != RoundEnd::settled) return false;
        AmendmentSummary& amendment = round.amendments.emplace_back();
        amendment.sequence = read.at.sequence;
        amendment.stamp = event.stamp;
        amendment.first_person = read.first_person;
        amendment.cause = e.cause;
        amendment.reason = e.reason;
        for (const table::Amended& each : e.rounds) amendment.rounds.push_back(each.round);
        amendment.roll_before = round.roll;
        amendment.returned = one->stay;
        if (!one->stay) round.roll = one->roll;
        amendment.roll = round.roll;
        if (one->roll) round.manual = true;
        if (!one->stay && !one->roll) {
            round.cause = e.cause;
            round.reason = e.reason;
            round.end = RoundEnd::void_;
        }
        for (const auto& [stay, bets] : round.bet_slips)
            amendment.back[stay].before = total_back(bets);
        if (!assign(round, one->back, &BetSummary::back)) return false;
        for (const auto& [stay, bets] : round.bet_slips)
            amendment.back[stay].after = total_back(bets);
        return true;
    }
    template <class Other>
    bool operator()(const Other&) const {
        return true;
    }

private:
    static Money total_back(const std::vector<BetSummary>& bets) {
        Money total;
        for (const BetSummary& bet : bets) total += bet.back;
        return total;
    }
    void end(RoundEnd how) const {
        round.end = how;
        round.ended_at = event.stamp.at;
    }
};

// Returns true if the fact decides about a round; others that take two people, such as a change of
// limits, are not about one.
bool decides_round(const table::Fact& fact) {
    return holds<table::ResultEntered>(fact) || holds<table::BetsReturned>(fact) ||
           holds<table::RoundVoided>(fact) || holds<table::HoldDecided>(fact) ||
           holds<table::Certified>(fact) || holds<table::RoundsAmended>(fact);
}

void note_decision(RoundSummary& round, const JournalEvent& read) {
    if (!read.first_person || !decides_round(read.event.fact)) return;
    if (holds<table::RoundsAmended>(read.event.fact) && !amends(read.event, round)) return;
    const table::Stamp& stamp = read.event.stamp;
    const auto same = [&](const JointDecision& decision) {
        return decision.stamp.actor == stamp.actor && decision.stamp.request == stamp.request;
    };
    if (!round.decisions.empty() && same(round.decisions.back())) return;
    round.decisions.push_back({read.at.sequence, stamp, *read.first_person});
}

// Returns the first round that the table begins with an event from `from` to `to`.
struct Begun {
    std::uint64_t sequence = 0;
    std::uint64_t number = 0;
};
Result<std::optional<Begun>> first_begun(const Store& journal, TableId table, std::uint64_t from,
                                         std::uint64_t to) {
    std::optional<Begun> begun;
    const auto look = [&](const JournalEvent& read) -> Result<bool> {
        if (read.at.sequence > to) return false;
        const auto* fact = get_if<table::RoundBegun>(&read.event.fact);
        if (fact && read.event.stamp.table == table) begun = {read.at.sequence, fact->round};
        return !begun;
    };
    if (auto done = read_events(journal, from, look); !done) return std::unexpected(done.error());
    return begun;
}

}  // namespace

std::optional<FirstPerson> FirstPersonTracker::first_of(const table::Event& event) {
    if (const auto* authorised = get_if<table::Authorised>(&event.fact)) {
        stamp_ = event.stamp;
        first_ = {authorised->first, authorised->first_role};
    }
    const bool same_command = event.stamp.actor == stamp_.actor &&
                              event.stamp.request == stamp_.request && event.stamp.at == stamp_.at;
    if (!same_command) first_.reset();
    return first_;
}

Result<Record> find_record(const Store& journal, std::uint64_t sequence) {
    check(sequence >= 1);
    std::optional<Record> found;
    const Result<void> read = journal.read(sequence - 1, [&](const Record& record) -> Result<bool> {
        found = record;
        return false;
    });
    if (found) return std::move(*found);
    return failure(read ? "there is no such event" : read.error().text(),
                   "event " + std::to_string(sequence));
}

Result<void> read_events(const Store& journal, std::uint64_t first,
                         const JournalEventHandler& handle) {
    if (first > journal.last().sequence) return {};
    const Result<Record> record = find_record(journal, first);
    if (!record) return std::unexpected(record.error());
    const std::uint64_t after = record->first - 1;
    const Result<std::optional<Position>> end = journal.end_of_record(after);
    if (!end) return std::unexpected(end.error());
    Position before = *end ? **end : beginning_of(journal.origin());
    bool stopped = false;
    FirstPersonTracker first_people;  // a record holds all events of a command, so none is missed
    const auto read_events_of = [&](const Record& next) -> Result<bool> {
        const auto read_event = [&](const Position& at, std::string_view bytes) -> Result<void> {
            const Hash previous = std::exchange(before.hash, at.hash);
            if (stopped) return {};
            Result<table::Event> event = wire::read_event(bytes);
            if (!event) {
                return failure(event.error().text(), "event " + std::to_string(at.sequence));
            }
            const std::optional<FirstPerson> first_person = first_people.first_of(*event);
            if (at.sequence < first) return {};
            JournalEvent read{at, previous, bytes, std::move(*event), first_person};
            const Result<bool> more = handle(read);
            if (!more) return std::unexpected(more.error());
            stopped = !*more;
            return {};
        };
        if (auto done = read_record(next, Position(before), read_event); !done) {
            return std::unexpected(done.error());
        }
        check(before.hash == next.last.hash);
        before = next.last;
        // Events that are appended from here on are left out.
        return !stopped && next.last.sequence < journal.last().sequence;
    };
    return journal.read(after, read_events_of);
}

std::optional<RoundSummary> started_by(const table::Event& event, std::uint64_t sequence) {
    const auto* begun = get_if<table::RoundBegun>(&event.fact);
    if (!begun) return std::nullopt;
    RoundSummary round;
    round.table = event.stamp.table;
    round.number = begun->round;
    round.rules = begun->rules;
    round.begun_at = event.stamp.at;
    round.first = sequence;
    round.last = sequence;
    check(round.end == RoundEnd::none && round.bet_slips.empty());
    return round;
}

bool amends(const table::Event& event, const RoundSummary& round) {
    const auto* amended = get_if<table::RoundsAmended>(&event.fact);
    return amended && event.stamp.table == round.table &&
           std::ranges::find(amended->rounds, round.number, &table::Amended::round) !=
               amended->rounds.end();
}

Result<void> apply_event(RoundSummary& round, const JournalEvent& read) {
    const table::Event& event = read.event;
    check(event.stamp.table == round.table);
    check(read.at.sequence >= round.last);
    if (!visit(SummaryUpdate{round, read}, event.fact.choice())) {
        return does_not_fit(round, read.at.sequence);
    }
    note_decision(round, read);
    if (updates_report_row(event.fact) || amends(event, round)) round.last = read.at.sequence;
    return {};
}

// Rounds are numbered in the order in which they begin, so a binary search finds them.
Result<std::uint64_t> find_round_start(const Store& journal, TableId table, std::uint64_t round) {
    std::uint64_t low = 1;
    std::uint64_t high = journal.last().sequence;
    while (low <= high) {
        const std::uint64_t middle = low + (high - low) / 2;
        const auto begun = first_begun(journal, table, middle, high);
        if (!begun) return std::unexpected(begun.error());
        check(!*begun || (middle <= (*begun)->sequence && (*begun)->sequence <= high));
        if (*begun && (*begun)->number == round) return (*begun)->sequence;
        if (*begun && (*begun)->number < round) {
            low = (*begun)->sequence + 1;
        } else {
            high = middle - 1;
        }
    }
    return failure("there is no round " + std::to_string(round) + " at table " +
                   std::to_string(table.number));
}

Result<void> RoundCollector::take(JournalEvent& read) {
    if (read.event.stamp.table != table_) return {};
    if (auto begun = started_by(read.event, read.at.sequence)) {
        in_play_ = begun->number == number_;
        if (in_play_) history.round = std::move(*begun);
    }
    const bool about_dice = concerns_dice_of(read.event, number_);
    if (!in_play_ && !about_dice && !amends(read.event, history.round)) return {};
    if (!about_dice) {
        if (auto applied = apply_event(history.round, read); !applied) return applied;
    }
    history.events.push_back({read.at, read.previous, std::string(read.bytes),
                              std::move(read.event), read.first_person});
    return {};
}

Result<RoundHistory> read_round_history(const Store& journal, TableId table, std::uint64_t number) {
    const Result<std::uint64_t> first = find_round_start(journal, table, number);
    if (!first) return std::unexpected(first.error());
    // The commitment to its dice may have come during the round before.
    const Result<std::uint64_t> before =
        number > 1 ? find_round_start(journal, table, number - 1) : 1;
    RoundCollector collector(table, number);
    const auto take = [&](JournalEvent& read) -> Result<bool> {
        if (auto taken = collector.take(read); !taken) return std::unexpected(taken.error());
        return true;
    };
    if (auto done = read_events(journal, before.value_or(*first), take); !done) {
        return std::unexpected(done.error());
    }
    return std::move(collector.history);
}

bool RoundFilter::takes(const RoundSummary& round) const {
    if (table && round.table != table) return false;
    if (round.number < first_round || round.number > last_round) return false;
    if (round.begun_at < from || round.begun_at >= to) return false;
    if (stay && !round.bet_slips.contains(stay)) return false;
    const auto has_bet = [&](const auto& slip) {
        return std::ranges::find(slip.second, terminal, &BetSummary::terminal) != slip.second.end();
    };
    return !terminal || std::ranges::any_of(round.bet_slips, has_bet);
}

Result<std::vector<RoundSummary>> latest_rounds(const Store& journal, const RoundFilter& filter,
                                                std::size_t limit) {
    const std::uint64_t last = journal.last().sequence;
    // Reads back in growing windows: the last rounds are usually in the first one.
    constexpr std::uint64_t first_window = 4'000;  // events
    constexpr std::uint64_t growth = 4;
    for (std::uint64_t window = first_window;; window *= growth) {
        const std::uint64_t first = window < last ? last - window + 1 : 1;
        std::vector<RoundSummary> rounds;
        std::map<TableId, std::size_t> in_play;
        const auto take = [&](const JournalEvent& read) -> Result<bool> {
            const TableId at = read.event.stamp.table;
            if (filter.table && at != filter.table) return true;
            if (auto round = started_by(read.event, read.at.sequence)) {
                in_play[at] = rounds.size();
                rounds.push_back(std::move(*round));
                return true;
            }
            const auto own = in_play.find(at);
            const bool amending = holds<table::RoundsAmended>(read.event.fact);
            for (std::size_t i = amending ? 0 : rounds.size(); i < rounds.size(); ++i) {
                if ((own != in_play.end() && own->second == i) || !amends(read.event, rounds[i]))
                    continue;
                if (auto applied = apply_event(rounds[i], read); !applied) {
                    return std::unexpected(applied.error());
                }
            }
            if (own == in_play.end()) return true;
            const auto applied = apply_event(rounds[own->second], read);
            if (!applied) return std::unexpected(applied.error());
            return true;
        };
        if (auto done = read_events(journal, first, take); !done) {
            return std::unexpected(done.error());
        }
        std::erase_if(rounds, [&](const RoundSummary& round) { return !filter.takes(round); });
        if (rounds.size() < limit && first > 1) continue;
        std::ranges::reverse(rounds);
        if (rounds.size() > limit) rounds.resize(limit);
        check(rounds.size() <= limit);
        return rounds;
    }
}

std::string layout_of(const table::State& later, const RoundSummary& round, const BetSummary& bet) {
    const table::Table* table = find_table(later, round.table);
    const auto rules = later.rule_sets.find(round.rules);
    if (!table || rules == later.rule_sets.end()) return {};
    std::size_t index = 0;
    if (bet.terminal) {
        const auto terminal = table->terminals.find(bet.terminal);
        if (terminal == table->terminals.end()) return {};
        index = terminal->second.layout;
    }
    const auto& layouts = rules->second.game->layouts;
    return index < layouts.size() ? layouts[index].id : std::string();
}

}  // namespace sicbo::store
