// SPDX-License-Identifier: MIT
#include "sim/coverage.h"

#include <algorithm>
#include <set>
#include <span>

#include "rules/documents.h"

namespace sicbo::sim {
namespace {

using namespace table;

// clang-format off
// Happens once, when the world is built, or needs something that the world does not have.
constexpr std::string_view not_simulated[] = {
    "rules_not_effective", "operator_name_missing", "mixer_not_approved", "training_table",
    "clock_wrong", "layout_not_approved", "disk_full", "EnrolTerminal",
    "TerminalEnrolled", "NoteClock", "ClockJumped", "CheckSoftware", "SoftwareChecked",
    "RetireTable", "TableRetired", "RetireTerminal", "TerminalRetired", "ReplaceKey", "KeyReplaced",
    "retired", "not_empty", "RequestEnrolment", "EnrolmentRequested", "EnrolByCode",
    "EnrolmentCompleted", "ClearTerminal", "TerminalCleared", "NotePassword", "PasswordSet",
    "NoteSignIn", "SignedIn", "NoteSignOut", "SignedOut", "NoteSelfCheck", "SelfCheckRequested",
    "NoteFault", "FaultInjected", "rounds_not_found",
    "too_many_tables", "bad_safeguards", "meter_full", "QuarantineCommand",
    "CheckParts", "PartsChecked", "ticket_training", "ticket_currency", "NoteSecondFactor",
    "SecondFactorSet",
    // Its players do not limit themselves; test/support/driven_property.h has a script.
    "LimitLoss", "LossLimited", "LimitTime", "TimeLimited", "TakeBreak", "BreakTaken",
    "own_loss_limit_reached", "own_time_limit_reached", "on_a_break", "minutes_out_of_range",
};

// Without a cash policy nobody works at the cage.
constexpr std::string_view need_cage[] = {
    "SetCagePolicy", "CagePolicySet", "OpenShift", "ShiftOpened", "CloseShift", "ShiftClosed",
    "MoveFloat", "FloatMoved", "AdjustCounter", "CounterAdjusted", "SellTicket", "TicketSold",
    "CashTicket", "TicketCashed", "CounterTicketRejected", "UnlockCounter", "CounterUnlocked",
    "CashUnclaimed", "UnclaimedCashed", "TakeReceivable", "ReceivableTaken", "VoidSoldTicket",
    "CashExpired", "ExpiredCashed", "SellChips", "ChipsSold", "BuyChips", "ChipsBought",
    "CountBox", "BoxCounted", "OpenDispute", "PatronDisputeOpened", "CloseDispute",
    "PatronDisputeClosed", "not_at_the_cage", "no_such_counter", "counter_in_use", "shift_open",
    "no_open_shift", "shift_of_another", "other_currency", "not_enough_cash", "identity_needed",
    "not_enough_chips", "bad_seal", "seal_used", "no_such_box", "dispute_open",
    "ticket_not_expired", "drawer counted wrong", "copy of a ticket at the cage",
    "ticket number guessed at the cage", "power cut after a payment at the cage",
};

constexpr std::string_view need_cage_and_terminals[] = {
    "CashHandPay", "HandPayCashed", "RemoveStacker", "StackerRemoved", "CashAlertRaised",
};

constexpr std::string_view need_cage_and_felts[] = {
    "SetChipMode", "ChipModeSet", "BringChips", "ChipsBrought", "TakeChips", "ChipsTaken",
    "OpenInventory", "InventoryOpened", "FillTable", "TableFilled", "CreditTable",
    "TableCredited", "CountInventory", "InventoryCounted", "chips_untracked", "inventory_open",
    "inventory_closed", "tray counted wrong",
};

constexpr std::string_view need_terminals[] = {
    "AddTerminal", "TerminalAdded", "IssueTicket", "TicketIssued", "RedeemTicket",
    "TicketRedeemed", "CallAttendant", "AttendantCalled", "AnswerCall", "CallAnswered",
    "CancelCall", "CallCancelled",
    "UnlockTerminal", "TerminalUnlocked", "TerminalLocked", "EnableTerminal", "TerminalEnabled",
    "DisableTerminal", "TerminalDisabled", "ReportTerminal", "TerminalReported", "no_such_layout",
    "terminal_disabled", "terminal_offline", "terminal_locked", "terminal_not_locked", "no_call",
    "ticket_redeemed", "ticket_number_taken", "bad_ticket_number", "not_a_felt_game",
    "ticket_above_maximum",
    "bet after the close", "terminal speaks for another", "guessed ticket",
    "request of the former stay",
    "terminal offline while bets are open", "not_on_behalf",
};

constexpr std::string_view need_cabinets[] = {
    "SetCashPolicy", "CashPolicySet", "CashOut", "TicketCreated", "ReportPrint", "TicketPrinted",
    "TicketNotPrinted", "PrintUnknown", "ResolvePrint", "PrintResolved", "PresentTicket",
    "TicketPending", "TicketRejected", "ReportTicket", "TicketCredited", "TicketReturned",
    "ResolveTicket", "CabinetItemResolved", "PresentBanknote", "BanknotePending",
    "BanknoteRejected",
    "ReportBanknote", "BanknoteStacked", "BanknoteReturned", "ResolveBanknote", "ReportCabinet",
    "CabinetReported", "UnlockReader", "ReaderUnlocked", "HandPayRequested", "PayByHand",
    "HandPaid", "AcknowledgeHandPay", "HandPayAcknowledged", "CancelHandPay", "HandPayCancelled",
    "VoidTicket", "TicketVoided", "ExpireTickets", "TicketExpired",
    "ticket_misread", "ticket_closed", "ticket_not_printed", "ticket_pending", "ticket_expired",
    "ticket_voided", "ticket_cage_only", "reader_locked", "reader_not_locked", "reader_busy",
    "note_not_accepted", "cabinet_not_ready", "nothing_pending", "print_pending",
    "no_such_hand_pay", "hand_pay_paid", "hand_pay_not_paid", "hand_pay_pending",
    "bad_cash_policy", "superseded",
    "device reports out of order", "device report repeated", "a cabinet never returns",
    "note stacked while nobody could see it", "copy of a ticket at another reader",
    "ticket number guessed", "power cut after a note", "power cut after a ticket",
    "power cut after a cash-out", "power cut after a hand pay",
    "power cut after a report of a cabinet",
};

// Tickets by number, which a cash policy ends; and a lock that no hand pay belongs to.
constexpr std::string_view need_no_cabinets[] = {
    "IssueTicket", "TicketIssued", "RedeemTicket", "TicketRedeemed", "TerminalUnlocked",
    "ticket_above_maximum", "CancelCall", "CallCancelled", "guessed ticket",
};

constexpr std::string_view need_a_felt[] = {
    "TakeSeat", "WalkAway", "WalkedAway", "ReturnPlayer", "PlayerReturned", "FreeSeat", "SeatFreed",
    "player_present", "ReportLayout", "LayoutReported", "AdvisePlayer", "WithdrawOnBehalf",
    "InstructionRecorded",
    "PlayerAdvised", "seat_left", "not_a_terminal_game", "instruction_missing", "SettleRound",
    "void after the result by one", "CollectBets", "BetsCollected",
};

constexpr std::string_view need_lights[] = {
    "ReportLights", "LightsReported", "wrong lights", "no_lights", "approval_missing",
};

constexpr std::string_view need_an_inspection[] = {
    "TestLights", "LightsTested", "TestMixer", "MixerTested", "SignInspection",
    "InspectionSigned", "MarkMixer", "MixerMarked", "UseMixer", "MixerChosen", "HandOverShaker",
    "ShakerHandedOver", "ClearLights", "LightsCleared", "LightsFailed", "CoverDice",
    "DiceCovered", "inspection_missing", "inspection_not_needed", "seal_broken",
    "mixer_not_ready", "mixer_marked", "shaker_not_handed_over", "shaker_not_yours",
    "lights_not_cleared", "floorperson_absent", "dead lamp at inspection", "not_repaired",
    "dice_worn", "RecordRepair", "RepairRecorded", "values_needed", "cash_not_accepted",
    "NotePresence", "PresenceNoted", "dice left in the shaker for a day", "TickChecklist",
    "ChecklistTicked", "InstallDatedDice", "DiceDated", "checklist_incomplete", "RepairEquipment",
    "EquipmentRepaired",
};

constexpr std::string_view need_shared_boxes[] = {
    "RejectExcess", "ExcessRejected", "LimitWarned", "BelowMinimumWarned", "nothing_to_reject",
    "SharesRecomputed", "PastSharesRecomputed",
    "table_limit_reached",
};

constexpr std::string_view need_an_inspection_or_no_lights[] = {
    "no_lights",
};

constexpr std::string_view need_a_tumbler[] = {
    "ArmTumbler", "TumblerArmed", "ReportReading", "ReadingTaken", "already_armed", "wrong_hash",
    "FitReader", "ReaderFitted", "SwitchToManualEntry", "ManualEntryStarted", "ManualEntryEnded",
    "DecideVoid", "VoidContested", "VoidDecided", "ResolveDispute", "ReadingDisputed",
    "DisputeResolved", "reader_in_use", "reader_answers", "manual_entry_on", "result_disputed",
    "reading after the result", "void against the reading", "result keyed beside the reader",
    "VoidRoundRead", "void before the reading", "mix counted beside the reader",
};

constexpr std::string_view need_no_inspection[] = {
    "inspection_not_needed",
};

constexpr std::string_view need_a_close_before_the_mix[] = {
    "dice_not_mixed",
};

// Faults that the participants cause on purpose.
constexpr std::string_view faults[] = {
    "message lost", "message late", "message repeated", "power cut while idle",
    "power cut while playing", "power cut while held", "fuzzed command", "request replayed",
    "bet after the close", "void after the result by one", "one person with two hats",
    "terminal speaks for another", "guessed ticket", "limits changed in a round", "role not held",
    "early reading", "second of too low a rank", "short mix", "a leaning die",
    "wrong result keyed", "wrong result found", "damaged dice in earlier rounds",
    "console left alone", "wrong lights", "dead lamp at inspection",
    "terminal offline while bets are open", "bets returned by decision", "extreme amount",
    "check that fails", "administrator alone", "appointment beyond one's own",
    "reading after the result", "void against the reading", "result keyed beside the reader",
    "void before the reading", "mix counted beside the reader",
    "request of the former stay",
    "secret asked early", "clock behind at the start", "clock ahead at the start",
    "clock right again at the start",
    "device reports out of order", "device report repeated", "a cabinet never returns",
    "note stacked while nobody could see it", "copy of a ticket at another reader",
    "ticket number guessed", "power cut after a note", "power cut after a ticket",
    "power cut after a cash-out", "power cut after a hand pay",
    "power cut after a report of a cabinet",
    "drawer counted wrong", "copy of a ticket at the cage", "ticket number guessed at the cage",
    "power cut after a payment at the cage", "tray counted wrong",
};
// clang-format on

// What the games on the tables have, taken together.
struct Equipment {
    bool terminals = false;
    bool felts = false;
    bool lights = false;
    bool shared_boxes = false;
    bool inspection = false;
    bool tumbler = false;
    bool uninspected = false;
    bool close_first = false;
};

Equipment equipment_of(const std::vector<std::string>& games) {
    Equipment has;
    for (const rules::Game& game : rules::documents()) {
        if (std::ranges::find(games, game.id) == games.end()) continue;
        (game.equipment.terminals ? has.terminals : has.felts) = true;
        has.lights |= game.equipment.lights;
        has.inspection |= game.equipment.inspection.has_value();
        has.uninspected |= !game.equipment.inspection;
        has.shared_boxes |= game.limits.maximum == rules::Reach::box;
        has.tumbler |= game.equipment.mixers.front().kind == rules::MixerKind::tumbler;
        const auto where = [&](rules::Step step) {
            return std::ranges::find(game.procedure.steps, step, &rules::StepRule::step);
        };
        has.close_first |= where(rules::Step::close) < where(rules::Step::mix);
    }
    return has;
}

// What cannot occur with these games, with cabinets at the terminals or without.
std::set<std::string_view> impossible(const std::vector<std::string>& games, bool cabinets) {
    const Equipment has = equipment_of(games);
    std::set<std::string_view> names(std::begin(not_simulated), std::end(not_simulated));
    const auto without = [&](bool possible, std::span<const std::string_view> list) {
        if (!possible) names.insert(list.begin(), list.end());
    };
    without(cabinets, need_cage);
    without(cabinets && has.terminals, need_cage_and_terminals);
    without(cabinets && has.felts, need_cage_and_felts);
    without(has.terminals, need_terminals);
    without(has.terminals && cabinets, need_cabinets);
    without(!cabinets, need_no_cabinets);
    without(has.felts, need_a_felt);
    without(has.lights, need_lights);
    without(has.inspection, need_an_inspection);
    without(has.shared_boxes, need_shared_boxes);
    without(has.inspection || !has.lights, need_an_inspection_or_no_lights);
    without(has.tumbler, need_a_tumbler);
    without(has.uninspected, need_no_inspection);
    without(has.close_first, need_a_close_before_the_mix);
    return names;
}

}  // namespace

std::vector<std::string> never_occurred(const Summary& summary,
                                        const std::vector<std::string>& games, bool cabinets) {
    const std::set<std::string_view> excused = impossible(games, cabinets);
    std::vector<std::string> list;
    const auto look = [&](const char* what, const Counts& counts, const auto& names) {
        for (const std::string_view name : names) {
            const std::string text(name);
            if (!counts.contains(text) && !excused.contains(name)) {
                list.push_back(std::string(what) + " " + text);
            }
        }
    };
    look("order", summary.orders, choice_names<OrderChoice>);
    look("event", summary.facts, choice_names<FactChoice>);
    look("refusal", summary.refusals, words_of<Reason>);
    look("fault", summary.faults, faults);
    return list;
}

}  // namespace sicbo::sim
