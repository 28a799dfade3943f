// SPDX-License-Identifier: MIT
#include "round_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "store/people.h"

namespace sicbo::app {
namespace {

using store::AmendmentSummary;
using store::RoundSummary;

std::string dice_or(const std::optional<rules::Roll>& roll, const char* otherwise) {
    return roll ? to_text(*roll) : otherwise;
}

// "3, 4 and 7"
std::string listed(const std::vector<std::uint64_t>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const char* between = i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ";
        text += fmt::format("{}{}", between, numbers[i]);
    }
    return text;
}

std::string outcome_text(const AmendmentSummary& amendment) {
    if (amendment.returned) {
        return fmt::format("the bets of stay {} returned", amendment.returned->number);
    }
    const std::string before = dice_or(amendment.roll_before, "no dice");
    if (!amendment.roll) return "void instead of settled on " + before;
    return fmt::format("settled on {} instead of {}", to_text(*amendment.roll), before);
}

struct Totals {
    Money staked;
    Money back_first;  // as it was settled first
    Money back;
};

Totals totals_of(const RoundSummary& round) {
    Totals totals;
    for (const auto& [stay, bets] : round.bet_slips) {
        for (const store::BetSummary& bet : bets) {
            totals.staked += bet.stake;
            totals.back += bet.back;
        }
    }
    totals.back_first = totals.back;
    if (round.amendments.empty()) return totals;
    totals.back_first = {};
    for (const auto& [stay, change] : round.amendments.front().back) {
        totals.back_first += change.before;
    }
    return totals;
}

bool is_same_order(const table::Stamp& a, const table::Stamp& b) {
    return a.actor == b.actor && a.request == b.request && a.at == b.at;
}

void add_amendment(std::vector<std::string>& lines, const AmendmentSummary& amendment,
                   const table::State& later) {
    lines.push_back(fmt::format(
        "amended at {} (event {}) by {}: {}; {}: {}", to_text_exact(amendment.stamp.at),
        amendment.sequence, store::describe_actor(later, amendment.stamp, amendment.first_person),
        outcome_text(amendment), to_word(amendment.cause), amendment.reason));
    for (const auto& [stay, change] : amendment.back) {
        if (change.before == change.after) continue;
        lines.push_back(fmt::format("  stay {}: {} instead of {}", stay.number,
                                    to_text(change.after), to_text(change.before)));
    }
    if (amendment.rounds.size() > 1) {
        lines.push_back(
            fmt::format("  the same order amended rounds {}", listed(amendment.rounds)));
    }
}

}  // namespace

std::string state_text(const RoundSummary& round) {
    std::string text = "in play";
    if (round.end == table::RoundEnd::settled) {
        text = "settled on " + dice_or(round.roll, "no dice");
    } else if (round.end == table::RoundEnd::void_) {
        text = fmt::format("void: {}{}{}", round.cause ? to_word(*round.cause) : "",
                           round.reason.empty() ? "" : ", ", round.reason);
    }
    if (round.amendments.empty()) return text;
    return fmt::format("{}; amended (first settled on {})", text,
                       dice_or(round.first_roll, "no dice"));
}

std::vector<std::string> account_of(const RoundSummary& round, const table::State& later) {
    std::vector<std::string> lines;
    if (round.read) lines.push_back("the tumbler read " + to_text(*round.read));
    const Totals totals = totals_of(round);
    if (round.first_roll) {
        const bool otherwise = round.read && *round.read != *round.first_roll;
        lines.push_back(fmt::format("settled on {}{}: {} paid on stakes of {}",
                                    to_text(*round.first_roll),
                                    otherwise ? ", which people entered" : "",
                                    to_text(totals.back_first), to_text(totals.staked)));
    } else if (round.end == table::RoundEnd::void_) {
        lines.push_back(fmt::format("void: {} returned", to_text(totals.back)));
    }
    for (const store::JointDecision& decision : round.decisions) {
        const auto is_same = [&](const AmendmentSummary& amendment) {
            return amendment.sequence == decision.sequence;
        };
        if (std::ranges::any_of(round.amendments, is_same)) continue;
        lines.push_back(fmt::format(
            "decided at {} (event {}) by {}", to_text_exact(decision.stamp.at), decision.sequence,
            store::describe_actor(later, decision.stamp, decision.first_person)));
    }
    for (const AmendmentSummary& amendment : round.amendments) {
        add_amendment(lines, amendment, later);
    }
    if (!round.amendments.empty()) {
        lines.push_back(fmt::format("in the end {} paid on stakes of {}", to_text(totals.back),
                                    to_text(totals.staked)));
    }
    return lines;
}

Rows bets_of(const RoundSummary& round, const table::State& later) {
    Rows rows = {{"stay", "terminal", "layout", "spot", "stake", "counted", "got back"}};
    for (const auto& [stay, bets] : round.bet_slips) {
        for (const store::BetSummary& bet : bets) {
            rows.push_back({fmt::format("{}", stay.number),
                            bet.terminal ? fmt::format("{}", bet.terminal.number) : "",
                            layout_of(later, round, bet), to_text(rules::spot_of(bet.spot)),
                            to_text(bet.stake), to_text(bet.effective), to_text(bet.back)});
        }
    }
    return rows;
}

Rows entries_of(const store::RoundHistory& history) {
    Rows rows = {{"event", "from", "to", "amount", "part of rounds"}};
    const auto account = [](ledger::Account one) {
        return one.owner == 0 ? std::string(to_word(one.kind))
                              : fmt::format("{} {}", to_word(one.kind), one.owner);
    };
    std::optional<table::Stamp> ended;  // by which order the bets were settled or returned
    for (const store::RoundEvent& one : history.events) {
        const std::string event = fmt::format("{}", one.at.sequence);
        const auto& amendments = history.round.amendments;
        const auto amendment =
            std::ranges::find(amendments, one.at.sequence, &AmendmentSummary::sequence);
        const bool amends_other =
            amendment == amendments.end() && holds<table::RoundsAmended>(one.event.fact);
        const bool is_later =
            ended && amendment == amendments.end() && !is_same_order(*ended, one.event.stamp);
        if (amends_other || is_later) continue;  // no entries of this round
        if (holds<table::RoundSettled>(one.event.fact) || holds<table::RoundVoided>(one.event.fact))
            ended = one.event.stamp;
        if (amendment == amendments.end() || amendment->rounds.size() == 1) {
            for (const ledger::Posting& posting : one.event.postings) {
                rows.push_back({event, account(posting.from), account(posting.to),
                                to_text(posting.amount), ""});
            }
            continue;
        }
        // The books move the net amount of all rounds together.
        const std::string house = account(ledger::house(history.round.table));
        for (const auto& [stay, change] : amendment->back) {
            const std::string player = fmt::format("stay {}", stay.number);
            if (change.after > change.before) {
                rows.push_back({event, house, player, to_text(change.after - change.before),
                                listed(amendment->rounds)});
            } else if (change.after < change.before) {
                rows.push_back({event, player, house, to_text(change.before - change.after),
                                listed(amendment->rounds)});
            }
        }
    }
    return rows;
}

}  // namespace sicbo::app
