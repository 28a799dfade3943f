#include "sim/sim.h"

#include <algorithm>
#include <array>
#include <set>

#include "rules/documents.h"
#include "sim/driver.h"
#include "sim/world.h"

namespace sicbo::sim {
namespace {

using namespace table;

Rates draw_rates(Random& random) {
    const auto up_to = [&](int most) { return random.from_to(most / 10, most); };
    Rates rates;
    rates.wild = up_to(600);
    rates.cut = up_to(40);
    rates.trouble = up_to(500);
    rates.lost = up_to(3000);
    rates.repeated = up_to(5000);
    rates.late = up_to(2000);
    rates.offline = up_to(300);
    rates.amends = up_to(600);
    rates.cheats = up_to(600);
    return rates;
}

// Ends what is under way with everybody honest: every round must come to an end.
void finish(Driver& driver, World& world) {
    driver.calm_down();
    constexpr int most = 400;
    for (const TableId table : world.tables()) {
        for (int turn = 0; turn < most && !world.failed(); ++turn) {
            const Table& t = world.state().tables.at(table);
            if (!t.round && !t.out_of_service && t.phase == Phase::idle) break;
            driver.turn(table);
        }
        const Table& t = world.state().tables.at(table);
        if (t.out_of_service || t.phase == Phase::held) {
            world.fail("a round did not end: table " + std::to_string(table.number) + ", " +
                       std::string(to_word(t.phase)) +
                       (t.held ? " for " + std::string(to_word(t.held->cause)) : "") +
                       (t.out_of_service ? ", out of service: " + *t.out_of_service : ""));
        }
    }
}

// What can't occur, by what the games have. Everything else must.
std::set<std::string> impossible(const std::vector<std::string>& games) {
    bool terminals = false;
    bool felts = false;
    bool lights = false;
    bool shared = false;
    bool seals = false;
    bool tumbler = false;
    bool uninspected = false;
    bool close_first = false;

    for (const rules::Game& game : rules::documents()) {
        if (std::ranges::find(games, game.id) == games.end()) continue;
        (game.equipment.terminals ? terminals : felts) = true;
        lights = lights || game.equipment.lights;
        seals = seals || game.equipment.inspection.has_value();
        uninspected = uninspected || !game.equipment.inspection;
        shared = shared || game.limits.maximum == rules::Reach::box;
        tumbler = tumbler || game.equipment.mixers.front().kind == rules::MixerKind::tumbler;
        const auto place = [&](rules::Step step) {
            return std::ranges::find(game.procedure.steps, step, &rules::StepRule::step);
        };
        close_first = close_first || place(rules::Step::close) < place(rules::Step::mix);
    }
    std::set<std::string> names = {
        // done once, when the world is built, or by hands that the world does not have
        "rules_not_effective", "operator_name_missing", "mixer_not_approved", "training_table",
        "clock_wrong",         "layout_not_approved",   "request_put_aside",  "disk_full",
        "EnrolTerminal",       "TerminalEnrolled",      "NoteClock",          "ClockJumped",
        "CheckSoftware",       "SoftwareChecked",
    };
    const auto without = [&](bool has, std::initializer_list<const char*> list) {
        if (!has) names.insert(list.begin(), list.end());
    };
    without(terminals, {"AddTerminal",
                        "TerminalAdded",
                        "IssueTicket",
                        "TicketIssued",
                        "RedeemTicket",
                        "TicketRedeemed",
                        "CallAttendant",
                        "AttendantCalled",
                        "AnswerCall",
                        "CallAnswered",
                        "UnlockTerminal",
                        "TerminalUnlocked",
                        "TerminalLocked",
                        "EnableTerminal",
                        "TerminalEnabled",
                        "DisableTerminal",
                        "TerminalDisabled",
                        "ReportTerminal",
                        "TerminalReported",
                        "no_such_layout",
                        "terminal_disabled",
                        "terminal_offline",
                        "terminal_locked",
                        "terminal_not_locked",
                        "no_call",
                        "ticket_redeemed",
                        "ticket_number_taken",
                        "bad_ticket_number",
                        "not_a_felt_game",
                        "bet after the close",
                        "terminal speaks for another",
                        "guessed ticket",
                        "terminal offline while bets are open"});
    without(felts,
            {"TakeSeat", "WalkAway", "WalkedAway", "ReportLayout", "LayoutReported", "AdvisePlayer",
             "PlayerAdvised", "seat_left", "not_a_terminal_game", "instruction_missing"});
    without(lights, {"ReportLights", "LightsReported", "wrong lights", "no_lights"});
    without(seals, {"TestLights",
                    "LightsTested",
                    "TestMixer",
                    "MixerTested",
                    "SignInspection",
                    "InspectionSigned",
                    "MarkMixer",
                    "MixerMarked",
                    "UseMixer",
                    "MixerChosen",
                    "HandOverShaker",
                    "ShakerHandedOver",
                    "ClearLights",
                    "LightsCleared",
                    "LightsFailed",
                    "CoverDice",
                    "DiceCovered",
                    "inspection_missing",
                    "inspection_not_needed",
                    "seal_broken",
                    "mixer_not_ready",
                    "mixer_marked",
                    "shaker_not_handed_over",
                    "shaker_not_yours",
                    "lights_not_cleared",
                    "floorperson_absent",
                    "dead lamp at inspection",
                    "not_repaired",
                    "dice_worn",
                    "RecordRepair",
                    "RepairRecorded"});
    without(shared, {"RejectExcess", "ExcessRejected", "LimitWarned", "BelowMinimumWarned",
                     "nothing_to_reject", "table_limit_reached"});
    without(terminals, {"not_on_behalf"});
    without(felts, {"SettleRound", "void after the result by one"});
    without(seals, {"values_needed", "cash_not_accepted", "NotePresence", "PresenceNoted",
                    "dice left in the shaker for a day"});
    without(seals || !lights, {"no_lights"});
    without(tumbler, {"ArmTumbler", "TumblerArmed", "ReportReading", "ReadingTaken",
                      "already_armed", "wrong_hash"});
    without(uninspected, {"inspection_not_needed"});
    without(close_first, {"dice_not_mixed"});
    return names;
}

std::vector<std::string> never(const Summary& summary, const std::vector<std::string>& games) {
    const std::set<std::string> excused = impossible(games);
    std::vector<std::string> list;
    const auto look = [&](const char* what, const Counts& counts, const auto& names) {
        for (const std::string_view name : names) {
            const std::string text(name);
            if (!counts.contains(text) && !excused.contains(text)) {
                list.push_back(std::string(what) + " " + text);
            }
        }
    };
    look("order", summary.orders, choice_names<OrderChoice>);
    look("event", summary.facts, choice_names<FactChoice>);
    look("refusal", summary.refusals, words_of<Reason>);
    constexpr std::array faults = {"message lost",
                                   "message late",
                                   "message repeated",
                                   "power cut while idle",
                                   "power cut while playing",
                                   "power cut while held",
                                   "wild order",
                                   "request replayed",
                                   "bet after the close",
                                   "void after the result by one",
                                   "one person with two hats",
                                   "terminal speaks for another",
                                   "guessed ticket",
                                   "limits changed in a round",
                                   "role not held",
                                   "early reading",
                                   "second of too low a rank",
                                   "short mix",
                                   "a leaning die",
                                   "wrong result keyed",
                                   "wrong result found",
                                   "damaged dice in earlier rounds",
                                   "console left alone",
                                   "wrong lights",
                                   "dead lamp at inspection",
                                   "terminal offline while bets are open",
                                   "bets returned by decision"};
    look("fault", summary.faults, faults);
    return list;
}

}  // namespace

Summary run(const Options& options, const Progress& progress) {
    Summary summary;
    Random random(options.seed);
    World world(options, summary);
    if (world.failed()) return summary;
    Driver driver(world, random, draw_rates(random));
    std::uint64_t told = 0;
    for (std::uint64_t turn = 0; summary.rounds < options.rounds && !world.failed(); ++turn) {
        driver.turn(world.tables()[turn % world.tables().size()]);
        if (progress && summary.rounds >= told + 1000) {
            told = summary.rounds;
            progress(told);
        }
        if (turn > options.rounds * 1000 + 100'000) world.fail("the tables do not get on");
    }
    if (!world.failed()) finish(driver, world);
    world.finish();
    summary.never = never(summary, options.games);
    return summary;
}

}  // namespace sicbo::sim
