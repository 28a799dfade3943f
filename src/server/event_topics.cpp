#include "server/event_topics.h"

namespace sicbo::server {

using namespace table;  // the facts
using wire::Topic;
using wire::TopicKind;

namespace {

// Returns true if the event changes only what its own player and the staff see. The player is the
// owner of an account in its postings.
bool is_private(const Fact& fact) {
    return std::holds_alternative<BetsPlaced>(fact) ||
           std::holds_alternative<BetsWithdrawn>(fact) ||
           std::holds_alternative<LateAttempt>(fact) || std::holds_alternative<CreditPut>(fact) ||
           std::holds_alternative<CreditPaid>(fact) ||
           std::holds_alternative<TerminalReported>(fact);  // staff see it among the places
}

// Returns true if the event changes nothing that a player's own topic shows.
bool leaves_players_alone(const Fact& fact) {
    return is_private(fact) || std::holds_alternative<BettingOpened>(fact) ||
           std::holds_alternative<MixStarted>(fact) || std::holds_alternative<MixEnded>(fact) ||
           std::holds_alternative<TumblerArmed>(fact) ||
           std::holds_alternative<ReadingTaken>(fact) ||
           std::holds_alternative<DiceUncovered>(fact) ||
           std::holds_alternative<DiceCovered>(fact) || std::holds_alternative<DiceKeyed>(fact) ||
           std::holds_alternative<ResultEntered>(fact) ||
           std::holds_alternative<LightsReported>(fact) || std::holds_alternative<LoggedOn>(fact) ||
           std::holds_alternative<LoggedOff>(fact) || std::holds_alternative<RoundBegun>(fact) ||
           std::holds_alternative<DiceCommitted>(fact) ||
           std::holds_alternative<ReadingProved>(fact) ||
           std::holds_alternative<DiceRevealed>(fact);
}

// The one terminal or stay that the event names, if it names one.
struct Concerned {
    TerminalId terminal;
    StayId stay;
};
Concerned concerned(const Fact& fact) {
    return std::visit(
        [](const auto& one) {
            Concerned place;
            if constexpr (requires { place.terminal = one.terminal; })
                place.terminal = one.terminal;
            if constexpr (requires { place.stay = one.stay; }) place.stay = one.stay;
            return place;
        },
        fact);
}

void add_player(std::vector<Topic>& topics, const State& state, StayId stay) {
    const auto at = state.stays.find(stay);
    if (at == state.stays.end()) return;
    const TerminalId terminal = at->second.terminal;
    topics.push_back(terminal ? Topic{TopicKind::terminal, terminal.number}
                              : Topic{TopicKind::seat, stay.number});
}

void add_players_of(std::vector<Topic>& topics, const State& state,
                    const std::vector<ledger::Posting>& postings) {
    for (const ledger::Posting& posting : postings) {
        for (const ledger::Account account : {posting.from, posting.to}) {
            const bool of_stay = account.kind == ledger::AccountKind::credit ||
                                 account.kind == ledger::AccountKind::receivable ||
                                 account.kind == ledger::AccountKind::unclaimed;
            if (of_stay) add_player(topics, state, {account.owner});
        }
    }
}

}  // namespace

ChangedTopics topics_changed_by(const State& state, const Event& event) {
    ChangedTopics changed;
    std::vector<Topic>& topics = changed.topics;
    const std::uint32_t number = event.stamp.table.number;
    topics.push_back({TopicKind::places, number});
    add_players_of(topics, state, event.postings);
    const Table* t = find_table(state, event.stamp.table);
    const bool felt = t && !rules_of(state, *t).game->equipment.terminals;
    if (is_private(event.fact) && !felt) return changed;
    topics.push_back({TopicKind::table, number});
    topics.push_back({TopicKind::console, number});
    topics.push_back({TopicKind::property, 0});
    if (leaves_players_alone(event.fact) || !t) return changed;
    if (const auto [terminal, stay] = concerned(event.fact); terminal || stay) {
        if (terminal) topics.push_back({TopicKind::terminal, terminal.number});
        add_player(topics, state, stay);
        return changed;
    }
    for (const auto& [id, terminal] : t->terminals) {
        topics.push_back({TopicKind::terminal, id.number});
    }
    changed.all_seats = felt;
    return changed;
}

}  // namespace sicbo::server
