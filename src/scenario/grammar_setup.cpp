// SPDX-License-Identifier: MIT
// The grammar of the setup: what there is before anybody plays.
#include "scenario/grammar.h"

namespace sicbo::scenario {
namespace {

using Applied = std::optional<Error>;
constexpr Applied done = std::nullopt;

// Set a member of the configuration from the argument of the pattern.
template <auto member>
Applied set_amount(Settings& s, const Arguments& with) {
    s.configuration.*member = with.get<Money>("amount");
    return done;
}

template <auto member>
Applied set_seconds(Settings& s, const Arguments& with) {
    s.configuration.*member = static_cast<std::uint32_t>(with.get<std::int64_t>("seconds") / 1000);
    return done;
}

template <auto member>
Applied set_flag(Settings& s, const Arguments&) {
    s.configuration.*member = true;
    return done;
}

Applied set_game(Settings& s, const Arguments& with) {
    s.game = with.get<std::string>("game");
    return done;
}

Applied set_nothing(Settings&, const Arguments&) { return done; }

Applied set_switch(Settings& s, const Arguments& with) {
    s.switches[with.get<rules::SwitchName>("switch")] = with.get<std::string>("value");
    return done;
}

Applied set_start(Settings& s, const Arguments& with) {
    s.starts = with.get<Instant>("moment-of-day");
    return done;
}

Applied add_seat(Settings& s, const Arguments& with) {
    Settings::Seat seat;
    seat.name = with.get<std::string>("new-name");
    seat.layout = with.find<std::string>("layout").value_or("");
    seat.credit = with.find<Money>("amount").value_or(Money());
    if (seat.credit < Money()) return Error{"nobody begins with a negative amount"};
    (seat.layout.empty() ? s.players : s.terminals).push_back(seat);
    return done;
}

Applied add_person(Settings& s, const Arguments& with) {
    s.people.push_back({with.get<std::string>("new-person"), with.get<rules::Role>("post")});
    return done;
}

Applied set_minimum(Settings& s, const Arguments& with) {
    s.configuration.limit.min = with.get<Money>("amount");
    return done;
}

Applied set_maximum(Settings& s, const Arguments& with) {
    s.configuration.limit.max = with.get<Money>("amount");
    return done;
}

Applied set_limit(Settings& s, const Arguments& with) {
    const Bounds bounds = with.find<Bounds>("bounds").value_or(Bounds());
    table::SpotLimit limit = s.configuration.limit;
    if (bounds.min) limit.min = *bounds.min;
    if (bounds.max) limit.max = *bounds.max;
    for (const rules::SpotId spot : with.get<std::vector<rules::SpotId>>("limited")) {
        s.configuration.limit_of[spot] = limit;
    }
    return done;
}

Applied set_policy(Settings& s, const Arguments& with) {
    s.configuration.policy = with.get<table::Policy>("policy");
    return done;
}

Applied set_rounds_kept(Settings& s, const Arguments& with) {
    s.configuration.rounds_kept = static_cast<std::uint32_t>(with.get<std::int64_t>("count"));
    return done;
}

Applied set_operator(Settings& s, const Arguments& with) {
    const auto name = with.get<std::string>("name");
    if (name.empty()) return Error{"an operator has a name; \"no operator\" has none"};
    s.configuration.operator_name = name;
    return done;
}

Applied set_no_operator(Settings& s, const Arguments&) {
    s.configuration.operator_name.clear();
    return done;
}

Applied set_currency(Settings& s, const Arguments& with) {
    s.configuration.currency = with.get<std::string>("currency");
    return done;
}

Applied set_shaker(Settings& s, const Arguments& with) {
    s.mixer = with.get<rules::MixerKind>("mixer");
    return done;
}

Applied set_unapproved_layout(Settings& s, const Arguments&) {
    s.configuration.layout_approval.clear();
    return done;
}

Applied set_unapproved(Settings& s, const Arguments& with) {
    const auto mixer = with.get<rules::MixerKind>("mixer");
    s.unapproved.push_back(mixer);
    s.configuration.approvals.erase(mixer);
    return done;
}

Applied set_unapproved_equipment(Settings& s, const Arguments& with) {
    s.unapproved_equipment.push_back(with.get<table::Approvable>("approvable"));
    return done;
}

Applied set_zone(Settings& s, const Arguments& with) {
    s.zone_minutes = with.get<std::int64_t>("offset");
    return done;
}

Applied set_approved(Settings& s, const Arguments& with) {
    const auto mixer = with.get<rules::MixerKind>("mixer");
    s.configuration.approvals[mixer] = {with.text_or("on file"), "on file"};
    return done;
}

Applied set_safeguards(Settings& s, const Arguments&) {
    if (!s.safeguards) s.safeguards.emplace();
    return done;
}

template <auto member>
Applied set_cap(Settings& s, const Arguments& with) {
    if (!s.safeguards) s.safeguards.emplace();
    *s.safeguards.*member = with.get<Money>("amount");
    return done;
}

// Every line about the cash policy sets it, with what the line does not name at its default, and
// the caps that it needs.
table::CashPolicy& cash_policy(Settings& s) {
    if (!s.safeguards) s.safeguards.emplace();
    if (!s.cash_policy) {
        s.cash_policy.emplace();
        for (const int note : {2, 5, 10, 50, 100, 1000}) {
            s.cash_policy->notes.push_back(Money::of_cents(std::int64_t{note} * 100));
        }
    }
    return *s.cash_policy;
}

Applied set_cash_policy(Settings& s, const Arguments&) {
    cash_policy(s);
    return done;
}

template <auto member>
Applied set_cash_limit(Settings& s, const Arguments& with) {
    cash_policy(s).*member = with.get<Money>("amount");
    return done;
}

template <auto member>
Applied set_days(Settings& s, const Arguments& with) {
    cash_policy(s).*member =
        static_cast<std::uint32_t>(with.find<std::int64_t>("count").value_or(0));
    return done;
}

Applied set_notes(Settings& s, const Arguments& with) {
    cash_policy(s).notes = with.get<std::vector<Money>>("amounts");
    return done;
}

Applied set_tickets(Settings& s, const Arguments& with) {
    cash_policy(s).ticket_min = with.get<Money>("from");
    cash_policy(s).ticket_max = with.get<Money>("amount");
    return done;
}

Applied add_signature(Settings& s, const Arguments& with) {
    cash_policy(s).signatures.push_back({with.get<Money>("amount"), with.get<rules::Role>("post")});
    return done;
}

// Every line about the cage sets a cash policy too, without which no shift can be opened.
table::CagePolicy& cage_policy(Settings& s) {
    cash_policy(s);
    if (!s.cage_policy) s.cage_policy.emplace();
    return *s.cage_policy;
}

template <auto member>
Applied set_cage_amount(Settings& s, const Arguments& with) {
    cage_policy(s).*member = with.get<Money>("amount");
    return done;
}

Applied set_day(Settings& s, const Arguments& with) {
    constexpr std::int64_t minute = 60;
    cage_policy(s).day_begins_at =
        static_cast<std::uint32_t>(with.get<std::int64_t>("seconds") / 1000 / minute);
    return done;
}

Applied set_alert(Settings& s, const Arguments& with) {
    cage_policy(s).alert_from = with.get<Money>("amount");
    const auto percent = with.find<std::int64_t>("count");
    if (percent) cage_policy(s).alert_percent = static_cast<std::uint32_t>(*percent);
    return done;
}

Applied set_untracked(Settings& s, const Arguments&) {
    s.untracked = true;
    return done;
}

Applied set_reader(Settings& s, const Arguments& with) {
    s.reader = true;
    return set_safeguards(s, with);
}

Applied set_strict_console(Settings& s, const Arguments&) {
    s.strict_console = true;
    return done;
}

Applied set_closed(Settings& s, const Arguments&) {
    s.closed = true;
    return done;
}

constexpr bool changeable = true;
constexpr bool fixed = false;

using C = table::Configuration;
using S = table::Safeguards;
using P = table::CashPolicy;
using Q = table::CagePolicy;

// clang-format off
const std::vector<Setting> list_of_settings = {
    {"game <game>", fixed, set_game,
     {"game rws-etg"}, "the game; the first line that says something", "must be there"},
    {"covers <clauses>", fixed, set_nothing,
     {"covers rws-etg 3.5, rws-etg 5.7"},
     "clauses of the game's document that the file shows, for the reader and the traceability "
     "table; `sicbo rules clauses rws-etg` lists them, others are refused", "none"},
    {"switch <switch> <value>", fixed, set_switch,
     {"switch mix-order before-close"},
     "another reading of the document, see [rule sets](ruleset.md#switches)",
     "as the rule set has it"},
    {"starts <moment-of-day>", fixed, set_start,
     {"starts 2026-01-05T10:00+00:00"}, "when the scenario begins", "that moment"},
    {"terminal <new-name> on <layout> [with <amount>]", fixed, add_seat,
     {"terminal T1 on rws-etg-1 with 100.00"},
     "a terminal with its layout; without `with` nobody sits there (electronic games)", "none"},
    {"player <new-name> with <amount>", fixed, add_seat,
     {"player ann with 1,000.00"},
     "a player at the felt (Tai Sai, Maryland); the amount must be there and may be 0", "none"},
    {"person <new-person> [,] <post>", fixed, add_person,
     {"person max dealer"}, "one more person, logged on", "the eight above"},
    {"chip <amount>", changeable, set_amount<&C::chip>,
     {"chip 25"}, "stakes are whole chips", "1.00"},
    {"minimum <amount>", changeable, set_minimum,
     {"minimum 100"}, "the least stake on each spot", "0.00"},
    {"maximum <amount>", changeable, set_maximum,
     {"maximum 10,000"}, "the most on each spot", "none"},
    {"limit <limited> [<bounds>]", changeable, set_limit,
     {"limit big minimum 50 maximum 500", "limit total maximum 50"},
     "for one spot, or for all of a kind; what it does not name it takes from `minimum` and "
     "`maximum` as they stand above it, so write it below them", "none"},
    {"round(s) maximum <amount>", changeable, set_amount<&C::round_max>,
     {"round maximum 500"}, "for a player on all spots of one round", "none"},
    {"differential <amount>", changeable, set_amount<&C::differential_max>,
     {"differential 5,000"}, "between opposing boxes (Tai Sai)", "none"},
    {"exposure <amount>", changeable, set_amount<&C::exposure_max>,
     {"exposure 100,000"}, "what the house may lose on one roll", "none"},
    {"policy <policy>", changeable, set_policy,
     {"policy advise"},
     "with `advise` what is over a shared limit is only warned of; with `enforce` it is not "
     "accepted (Tai Sai)", "`enforce`"},
    {"large win <amount>", changeable, set_amount<&C::large_win>,
     {"large win 10,000"},
     "winnings of one round from which a terminal is locked, see [large wins](#money)", "none"},
    {"timer <seconds>", changeable, set_seconds<&C::betting_seconds>,
     {"timer 20s"}, "bets close by themselves", "only by hand"},
    {"least window <seconds>", changeable, set_seconds<&C::betting_seconds_min>,
     {"least window 10s"}, "no close before", "0s"},
    {"rounds kept <count>", changeable, set_rounds_kept,
     {"rounds kept 100"}, "how far back a round can be corrected", "100"},
    {"second entry", changeable, set_flag<&C::second_entry>,
     {}, "every keyed result takes two people", "off"},
    {"training", changeable, set_flag<&C::training>,
     {}, "play credit, no tickets beside real tables; the system may run the round", "off"},
    {"operator <name>", changeable, set_operator,
     {"operator \"Harbour House\""},
     "the house's name on the felt; Maryland does not open without", "`The House`"},
    {"no operator", changeable, set_no_operator,
     {}, "the felt has no name on it", "it has one"},
    {"currency <currency>", changeable, set_currency,
     {"currency EUR"}, "three capital letters", "`SGD`"},
    {"shaker <mixer>", fixed, set_shaker,
     {"shaker automated-shaker"}, "which one is in use (Maryland); also `manual-shaker`",
     "`manual-shaker`"},
    {"unapproved layout", changeable, set_unapproved_layout,
     {}, "the layout has no approval of the regulator on file (Maryland)", "approved"},
    {"unapproved <mixer>", changeable, set_unapproved,
     {"unapproved manual-shaker"}, "a shaker has no approval of the regulator on file (Maryland)",
     "all approved"},
    {"unapproved <approvable>", fixed, set_unapproved_equipment,
     {"unapproved drop-box"},
     "what else needs an approval, or a clean copy of the document (Tai Sai), has none on file",
     "all approved"},
    {"time zone <offset>", fixed, set_zone,
     {"time zone -05:00"}, "where calendar months of dice in a shaker end (Maryland)", "`+00:00`"},
    {"approved <mixer> [<text>]", changeable, set_approved,
     {"approved automated-shaker \"MD-17\""}, "an approval with its reference; for `sets`",
     "`on file`"},
    {"safeguards", fixed, set_safeguards,
     {}, "what a server sets at every start: caps at their ceilings, no single person against a "
     "reader, two people for accounts", "off"},
    {"cap of credit <amount>", fixed, set_cap<&S::credit_max>,
     {"cap of credit 5,000"}, "what a player may have when money is put in; sets `safeguards`",
     "10,000,000,000.00"},
    {"cap of stakes <amount>", fixed, set_cap<&S::stake_max>,
     {"cap of stakes 5,000"}, "of one player in a round; sets `safeguards`", "10,000,000,000.00"},
    {"cap of all stakes <amount>", fixed, set_cap<&S::stakes_max>,
     {"cap of all stakes 50,000"}, "of all players in a round; sets `safeguards`",
     "10,000,000,000.00"},
    {"cap of tickets <amount>", fixed, set_cap<&S::ticket_max>,
     {"cap of tickets 5,000"}, "of one ticket; sets `safeguards`", "10,000,000,000.00"},
    {"cap of meters <amount>", fixed, set_cap<&S::meter_max>,
     {"cap of meters 1,000,000"}, "of every meter, the win and the cash; sets `safeguards`",
     "80,000,000,000,000.00"},
    {"cash policy", fixed, set_cash_policy,
     {}, "terminals have cabinets with note acceptor, ticket reader and ticket printer, see "
     "[notes, tickets, hand pays](#notes-tickets-hand-pays); sets `safeguards`, as do the next "
     "lines", "no cabinets"},
    {"cash policy notes <amounts>", fixed, set_notes,
     {"cash policy notes 10, 50, 100"}, "the notes that are taken",
     "2, 5, 10, 50, 100, 1,000"},
    {"cash policy tickets from <from:amount> to <amount>", fixed, set_tickets,
     {"cash policy tickets from 1 to 500"},
     "the amounts that are printed as tickets; others are paid by hand", "0.01 to 10,000.00"},
    {"cash policy tickets in to <amount>", fixed, set_cash_limit<&P::ticket_in_max>,
     {"cash policy tickets in to 300"},
     "the largest ticket that a reader takes; others go to the cage", "4,999.99"},
    {"cash policy credit to <amount>", fixed, set_cash_limit<&P::credit_max>,
     {"cash policy credit to 2,000"}, "the most credit at a terminal, with what is put in",
     "10,000.00"},
    {"cash policy expiry <count> days", fixed, set_days<&P::expiry_days>,
     {"cash policy expiry 30 days"}, "how long a ticket is good", "182 days"},
    {"cash policy no expiry", fixed, set_days<&P::expiry_days>,
     {}, "tickets do not expire", "182 days"},
    {"cash policy closed tickets kept <count> days", fixed, set_days<&P::closed_days>,
     {"cash policy closed tickets kept 7 days"},
     "how long a redeemed, expired or void ticket is told apart from others that are closed",
     "7 days"},
    {"cash policy signature of <post> from <amount>", fixed, add_signature,
     {"cash policy signature of supervisor from 200"},
     "a hand pay from this amount on takes a second person in this post; amounts go up from line "
     "to line", "one person pays"},
    {"cage policy identity from <amount>", fixed, set_cage_amount<&Q::identity_from>,
     {"cage policy identity from 5,000"},
     "a single payment at the cage from this amount on takes an identity; sets `cash policy`, as "
     "do the next lines", "never"},
    {"cage policy identity per day from <amount>", fixed, set_cage_amount<&Q::identity_day_from>,
     {"cage policy identity per day from 10,000"},
     "the same for all payments of one patron in one direction in a gaming day", "never"},
    {"cage policy day begins <seconds>", fixed, set_day,
     {"cage policy day begins 6h"}, "when the gaming day begins, after midnight in UTC", "0s"},
    {"cage policy alert from <amount> [below <count> percent]", fixed, set_alert,
     {"cage policy alert from 3,000 below 10 percent"},
     "so much taken away from a terminal that took as much from the player is an incident if less "
     "than this percentage of it was played, and so is such a ticket that was sold and is paid at "
     "the cage", "never; 10 percent"},
    {"chips untracked", fixed, set_untracked,
     {}, "nobody keys the chips on the felt (Tai Sai, Maryland)", "tracked"},
    {"reader", fixed, set_reader,
     {}, "a device reads the dice; sets `safeguards`", "none"},
    {"strict console", fixed, set_strict_console,
     {}, "a console that locked itself stays locked until somebody unlocks it",
     "whoever acts unlocks it"},
    {"closed", fixed, set_closed,
     {}, "the table as delivered: no dice, not inspected, not open", "open"},
};
// clang-format on

}  // namespace

std::span<const Setting> settings_grammar() { return list_of_settings; }

}  // namespace sicbo::scenario
