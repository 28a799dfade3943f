// SPDX-License-Identifier: MIT
// The words of the engine that are not in the regulators' documents: reasons of refusals, phases
// of a table, kinds of actors. Each has one spelling, in code, in scenarios and on screens.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/words.h"
#include "table/words_instruments.h"
#include "table/words_machine.h"

namespace sicbo::table {

// Who gives orders. A seat is a player at a shared felt.
enum class ActorKind : std::uint8_t { system, device, person, terminal, seat };

// The phase of a table.
enum class Phase : std::uint8_t {
    closed,   // not open for play
    idle,     // between rounds
    playing,  // a round is under way
    held,     // a round is under way and waits for a decision of people
};

// What a table does with bets over a limit that all players share.
enum class Policy : std::uint8_t {
    enforce,  // the excess is rejected, the last placed first
    advise,   // the dealer is warned; excess that stays is apportioned when betting closes
};

// How a round ended; none while it is in play.
enum class RoundEnd : std::uint8_t { none, settled, void_ };

// When the chips on the felt are compared with the bets: at the call of no more bets, or when the
// winning spots are lit.
enum class Moment : std::uint8_t { call, illumination };

// How a shaker is marked as out of use: covered, or with a signed notice.
enum class Mark : std::uint8_t { covered, signed_ };

// What becomes of a round that is held: play goes on, the round is void, or it is settled on dice
// that the people who decide have established.
enum class Verdict : std::uint8_t { resume, void_, conclude };

// How a die of an interrupted round was seen before the interruption.
enum class Sight : std::uint8_t { not_seen, flat, not_flat };

// How the dice were found after an interruption: as they had come to rest, moved since, damaged, or
// under a broken dome or cover.
enum class DiceCondition : std::uint8_t { undisturbed, disturbed, damaged, broken };

// What the regulator approves or confirms besides the layout and the shakers. The clean copy is
// that of the document, from which odds and layout were read.
enum class Approvable : std::uint8_t { drop_box, tip_box, lights, clean_copy };

// The limits on a bet: of the spot, of the difference from the opposing box, of what the house can
// lose in a round, and of a player's stakes in a round.
enum class LimitKind : std::uint8_t { spot, differential, exposure, round };

// What a technician repairs. `lights` is the electrical device with its supply; `other` is whatever
// else a table was taken out of service for.
enum class Repairable : std::uint8_t {
    lights,
    tumbler,
    automated_shaker,
    manual_shaker,
    layout,
    other,
};

// Why a command is refused. It changed no bets, money or round then; some refusals are recorded
// (Decision in table/decision.h).
enum class Reason : std::uint8_t {
    // who
    clock_wrong,
    request_too_old,
    no_such_person,
    person_disabled,
    role_not_held,
    not_allowed,
    not_logged_on,
    already_logged_on,
    console_locked,
    console_not_locked,
    no_such_appointment,
    same_person,
    no_such_request,
    request_expired,
    shaker_not_handed_over,
    shaker_not_yours,
    // what there is
    name_taken,
    bad_text,
    bad_rules,
    rules_unknown,
    rules_not_effective,
    bad_configuration,
    no_such_table,
    no_such_terminal,
    no_such_layout,
    no_such_stay,
    no_such_round,
    no_such_incident,
    no_such_ticket,
    not_a_terminal_game,
    not_a_felt_game,
    // the table
    out_of_service,
    in_service,
    table_closed,
    table_open,
    table_held,
    not_held,
    round_in_play,
    no_round,
    last_round_played,
    operator_name_missing,
    layout_not_approved,
    out_of_order,
    inspection_missing,
    inspection_not_needed,
    not_repaired,
    // equipment
    no_such_mixer,
    mixer_not_approved,
    mixer_not_ready,
    mixer_marked,
    no_dice,
    dice_in_place,
    dice_used_before,
    dice_worn,
    seal_broken,
    not_mixing,
    not_armed,
    already_armed,
    wrong_round,
    wrong_hash,
    dice_covered,
    cover_before_payment,
    not_three_dice,
    nothing_keyed,
    not_as_keyed,
    lights_not_cleared,
    no_lights,
    floorperson_absent,
    // bets
    betting_not_open,
    betting_closed,
    window_too_short,
    spot_not_offered,
    not_in_chips,
    stake_below_minimum,
    spot_limit_reached,
    round_limit_reached,
    table_limit_reached,
    not_enough_credit,
    no_such_bet,
    not_on_behalf,
    instruction_missing,
    nothing_to_reject,
    no_bets,
    too_many_bets,
    // terminals and money
    terminal_disabled,
    terminal_offline,
    terminal_locked,
    terminal_not_locked,
    no_call,
    amount_out_of_range,
    nothing_to_pay,
    training_table,
    seat_left,
    ticket_redeemed,
    ticket_number_taken,
    bad_ticket_number,
    nothing_owed,
    // what went wrong
    cause_not_in_rules,
    result_stands,
    no_result,
    same_result,
    round_too_old,
    round_amended_void,
    dice_were_seen,
    dice_not_mixed,
    values_needed,
    reason_missing,
    cash_not_accepted,
    // by the loop that feeds the engine
    request_put_aside,
    disk_full,
    // of the tumbler's proof
    replayed,
    too_late_to_commit,
    // of requests, approvals and inspections
    request_lapsed,
    approval_missing,
    checklist_incomplete,
    // of tables and terminals that are retired, or to be retired
    retired,
    not_empty,
    // of a seat
    player_present,
    // of the stay or log-on that a request names
    session_ended,
    // of the cover, and of rounds that are recalled
    cover_not_confirmed,
    round_still_kept,
    too_many_rounds,
    rounds_not_found,
    // of the caps of a property
    credit_above_maximum,
    stake_above_maximum,
    round_stakes_above_maximum,
    ticket_above_maximum,
    meter_full,
    too_many_tables,
    bad_safeguards,
    // of a table whose dice are read by a device
    no_reader,
    reader_in_use,
    reader_answers,
    manual_entry_on,
    result_disputed,
    not_disputed,
    // of people
    appointment_too_long,
    // of notes, tickets and hand pays
    ticket_misread,
    ticket_closed,
    ticket_not_printed,
    ticket_pending,
    ticket_expired,
    ticket_voided,
    ticket_training,
    ticket_currency,
    ticket_cage_only,
    reader_locked,
    reader_not_locked,
    reader_busy,
    note_not_accepted,
    cabinet_not_ready,
    nothing_pending,
    print_pending,
    no_such_hand_pay,
    hand_pay_paid,
    hand_pay_not_paid,
    hand_pay_pending,
    bad_cash_policy,
    superseded,
    // of the cage
    not_at_the_cage,
    no_such_counter,
    counter_in_use,
    shift_open,
    no_open_shift,
    shift_of_another,
    other_currency,
    not_enough_cash,
    identity_needed,
    // of chips, inventories and disputes
    chips_untracked,
    not_enough_chips,
    inventory_open,
    inventory_closed,
    bad_seal,
    seal_used,
    no_such_box,
    dispute_open,
    // of appointments
    already_appointed,
    ticket_not_expired,
    // of what players allow themselves
    own_loss_limit_reached,
    own_time_limit_reached,
    on_a_break,
    minutes_out_of_range,
};

}  // namespace sicbo::table

namespace sicbo {

// clang-format off
template <> inline constexpr std::array words_of<table::ActorKind> =
    std::to_array<std::string_view>({"system", "device", "person", "terminal", "seat"});
template <> inline constexpr std::array words_of<table::Phase> =
    std::to_array<std::string_view>({"closed", "idle", "playing", "held"});
template <> inline constexpr std::array words_of<table::Policy> =
    std::to_array<std::string_view>({"enforce", "advise"});
template <> inline constexpr std::array words_of<table::RoundEnd> =
    std::to_array<std::string_view>({"none", "settled", "void"});
template <> inline constexpr std::array words_of<table::Moment> =
    std::to_array<std::string_view>({"call", "illumination"});
template <> inline constexpr std::array words_of<table::Mark> =
    std::to_array<std::string_view>({"covered", "signed"});
template <> inline constexpr std::array words_of<table::Verdict> =
    std::to_array<std::string_view>({"resume", "void", "conclude"});
template <> inline constexpr std::array words_of<table::Sight> =
    std::to_array<std::string_view>({"not-seen", "flat", "not-flat"});
template <> inline constexpr std::array words_of<table::DiceCondition> =
    std::to_array<std::string_view>({"undisturbed", "disturbed", "damaged", "broken"});
template <> inline constexpr std::array words_of<table::Approvable> =
    std::to_array<std::string_view>({"drop-box", "tip-box", "lights", "clean-copy"});
template <> inline constexpr std::array words_of<table::LimitKind> =
    std::to_array<std::string_view>({"spot", "differential", "exposure", "round"});
template <> inline constexpr std::array words_of<table::Repairable> =
    std::to_array<std::string_view>({
    "lights", "tumbler", "automated-shaker", "manual-shaker", "layout", "other"});
template <> inline constexpr std::array words_of<table::Reason> =
    std::to_array<std::string_view>({
    "clock_wrong", "request_too_old", "no_such_person", "person_disabled", "role_not_held",
    "not_allowed", "not_logged_on", "already_logged_on", "console_locked", "console_not_locked",
    "no_such_appointment", "same_person", "no_such_request", "request_expired",
    "shaker_not_handed_over", "shaker_not_yours",
    "name_taken", "bad_text", "bad_rules", "rules_unknown", "rules_not_effective",
    "bad_configuration", "no_such_table", "no_such_terminal", "no_such_layout", "no_such_stay",
    "no_such_round", "no_such_incident", "no_such_ticket", "not_a_terminal_game",
    "not_a_felt_game",
    "out_of_service", "in_service", "table_closed", "table_open", "table_held", "not_held",
    "round_in_play", "no_round", "last_round_played", "operator_name_missing",
    "layout_not_approved", "out_of_order", "inspection_missing", "inspection_not_needed",
    "not_repaired",
    "no_such_mixer", "mixer_not_approved", "mixer_not_ready", "mixer_marked", "no_dice",
    "dice_in_place", "dice_used_before", "dice_worn", "seal_broken", "not_mixing", "not_armed",
    "already_armed", "wrong_round", "wrong_hash", "dice_covered", "cover_before_payment",
    "not_three_dice", "nothing_keyed", "not_as_keyed", "lights_not_cleared", "no_lights",
    "floorperson_absent",
    "betting_not_open", "betting_closed", "window_too_short", "spot_not_offered", "not_in_chips",
    "stake_below_minimum", "spot_limit_reached", "round_limit_reached", "table_limit_reached",
    "not_enough_credit", "no_such_bet", "not_on_behalf", "instruction_missing",
    "nothing_to_reject", "no_bets", "too_many_bets",
    "terminal_disabled", "terminal_offline", "terminal_locked", "terminal_not_locked",
    "no_call", "amount_out_of_range", "nothing_to_pay", "training_table",
    "seat_left", "ticket_redeemed", "ticket_number_taken", "bad_ticket_number",
    "nothing_owed",
    "cause_not_in_rules", "result_stands", "no_result", "same_result", "round_too_old",
    "round_amended_void", "dice_were_seen", "dice_not_mixed", "values_needed", "reason_missing",
    "cash_not_accepted", "request_put_aside", "disk_full", "replayed", "too_late_to_commit",
    "request_lapsed", "approval_missing", "checklist_incomplete",
    "retired", "not_empty", "player_present", "session_ended",
    "cover_not_confirmed", "round_still_kept", "too_many_rounds", "rounds_not_found",
    "credit_above_maximum", "stake_above_maximum",
    "round_stakes_above_maximum", "ticket_above_maximum", "meter_full", "too_many_tables",
    "bad_safeguards", "no_reader", "reader_in_use", "reader_answers", "manual_entry_on",
    "result_disputed", "not_disputed", "appointment_too_long",
    "ticket_misread", "ticket_closed", "ticket_not_printed", "ticket_pending", "ticket_expired",
    "ticket_voided", "ticket_training", "ticket_currency", "ticket_cage_only", "reader_locked",
    "reader_not_locked", "reader_busy", "note_not_accepted", "cabinet_not_ready",
    "nothing_pending", "print_pending", "no_such_hand_pay", "hand_pay_paid",
    "hand_pay_not_paid", "hand_pay_pending", "bad_cash_policy", "superseded",
    "not_at_the_cage", "no_such_counter", "counter_in_use", "shift_open", "no_open_shift",
    "shift_of_another", "other_currency", "not_enough_cash", "identity_needed",
    "chips_untracked", "not_enough_chips", "inventory_open", "inventory_closed", "bad_seal",
    "seal_used", "no_such_box", "dispute_open", "already_appointed",
    "ticket_not_expired", "own_loss_limit_reached", "own_time_limit_reached", "on_a_break",
    "minutes_out_of_range"});
// clang-format on

// If a spelling were missing, all that follow would be shifted.
static_assert(to_word(table::Reason::shaker_not_yours) == "shaker_not_yours");
static_assert(to_word(table::Reason::not_a_felt_game) == "not_a_felt_game");
static_assert(to_word(table::Reason::not_repaired) == "not_repaired");
static_assert(to_word(table::Reason::floorperson_absent) == "floorperson_absent");
static_assert(to_word(table::Reason::too_many_bets) == "too_many_bets");
static_assert(to_word(table::Reason::cash_not_accepted) == "cash_not_accepted");
static_assert(to_word(table::Reason::player_present) == "player_present");
static_assert(to_word(table::Reason::no_reader) == "no_reader");
static_assert(words_of<table::Reason>.size() ==
              static_cast<std::size_t>(table::Reason::minutes_out_of_range) + 1);

}  // namespace sicbo
