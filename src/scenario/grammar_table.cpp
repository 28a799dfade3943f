// SPDX-License-Identifier: MIT
// The grammar of the table and its people: opening, service, log-on, appointments, configuration.
#include "scenario/grammar.h"
#include "scenario/hint.h"

namespace sicbo::scenario {
namespace {

using namespace table;  // the orders
using Ran = Result<Decision>;

constexpr TableId property = {};  // for orders that are not about one table

Ran take_out(const Invocation& call) {
    return call.perform(TakeOutOfService{call.with.text_or("")});
}
Ran record_approval(const Invocation& call) {
    return call.perform(
        RecordApproval{call.with.get<Approvable>("approvable"), call.with.text_or("")});
}
Ran repair(const Invocation& call) { return call.perform(RecordRepair{call.with.text_or("")}); }
Ran repair_part(const Invocation& call) {
    return call.perform(
        RepairEquipment{call.with.get<Repairable>("equipment"), call.with.text_or("")});
}

// The system records the failure, whoever it is that fails.
Ran fail_to_log_on(const Invocation& call) {
    const Issuer system = *call.fixture.find_issuer("system");
    return call.fixture.perform(system, ReportFailedLogOn{PersonId{call.issuer.actor.number}},
                                property);
}

Ran lock_console(const Invocation& call) {
    return call.fixture.perform(*call.fixture.find_issuer("system"), LockConsole{});
}

// Not through perform(), which would unlock the console before.
Ran unlock_console(const Invocation& call) {
    return call.fixture.issue(call.issuer, UnlockConsole{});
}

Ran disable_person(const Invocation& call) {
    return call.perform(DisablePerson{call.with.get<PersonId>("person")}, property);
}
Ran restore_person(const Invocation& call) {
    return call.perform(RestorePerson{call.with.get<PersonId>("person")}, property);
}
Ran disable_terminal(const Invocation& call) {
    return call.perform(DisableTerminal{call.with.get<TerminalId>("terminal")});
}
Ran enable_terminal(const Invocation& call) {
    return call.perform(EnableTerminal{call.with.get<TerminalId>("terminal")});
}

Ran retire_terminal(const Invocation& call) {
    return call.perform(
        RetireTerminal{call.with.get<TerminalId>("terminal"), call.with.text_or("")});
}
Ran retire_table(const Invocation& call) {
    return call.perform(RetireTable{call.with.text_or("")});
}

// "for" counts from now, "until" from the beginning of the scenario.
Ran appoint(const Invocation& call) {
    const Instant clock = call.fixture.clock();
    const Instant counts_from = call.with.has_word("for") ? clock : call.fixture.begin();
    Appoint order;
    order.person = call.with.get<PersonId>("person");
    order.role = call.with.get<rules::Role>("post");
    order.from = clock;
    order.until = counts_from + call.with.get<std::int64_t>("time");
    return call.perform(order, property);
}

Ran revoke(const Invocation& call) {
    return call.perform(
        RevokeAppointment{call.with.get<PersonId>("person"), call.with.get<rules::Role>("post")},
        property);
}

// For orders of the property that take two people.
Ran log_on_at_property(const Invocation& call) { return call.perform(LogOn{}, property); }
Ran log_off_at_property(const Invocation& call) { return call.perform(LogOff{}, property); }
Ran reset_password(const Invocation& call) {
    return call.perform(ResetPassword{call.with.get<PersonId>("person")}, property);
}

// Authorises the request at the property that was made last.
Ran authorise_at_property(const Invocation& call) {
    Hash digest;
    std::uint64_t latest = 0;
    for (const auto& [request, pending] : call.fixture.state().safety.pending) {
        if (pending.sequence < latest) continue;
        latest = pending.sequence;
        digest = request;
    }
    return call.perform(Authorise{digest}, property);
}

// Applies lines of the setup to the table's configuration.
Ran configure(const Invocation& call) {
    Settings settings = call.settings;
    settings.configuration = call.fixture.table().configuration;
    for (const std::string& line : call.with.get<std::vector<std::string>>("settings")) {
        const Result<bool> applied = read_setting(line, settings, &call.fixture, true);
        if (applied && *applied) continue;
        const std::string why = applied ? "" : ": " + applied.error().text();
        return failure("\"" + shortened(line) + "\" sets nothing" + why);
    }
    return call.perform(Configure{settings.configuration});
}

// clang-format off
const std::vector<CommandForm> list_of_table_commands = {
    {"open(s) table", "supervisor", perform<OpenTable>,
     {}, "", "`table opened`"},
    {"close(s) table", "supervisor", perform<CloseTable>,
     {}, "", "`table closed`"},
    {"announce(s) last round", "dealer", perform<AnnounceLastRound>,
     {}, "", "`last round announced`"},
    {"take(s) table out of service [<text>]", "supervisor", take_out,
     {"take table out of service \"why\""}, "technician, system", "`out of service: why`"},
    {"return(s) table to service", "supervisor", perform<ReturnToService>,
     {}, "", "`back in service`"},
    {"repair(s) [<text>]", "technician", repair,
     {"repair \"what\""}, "",
     "`repaired: what`: what the table is out of service for; in service, its failed shakers"},
    {"repair(s) <equipment> [<text>]", "technician", repair_part,
     {"repair automated-shaker \"new motor\""}, "",
     "`repaired: automated-shaker, new motor`: this part and no other"},
    {"record(s) approval of <approvable> [<text>]", "administrator", record_approval,
     {"record approval of drop-box \"MD-4\""}, "", "`approval recorded: drop-box`"},
    {"log(s) on", must_be_named, perform<LogOn>,
     {"max logs on"}, "all posts", "`logged on`"},
    {"log(s) off", must_be_named, perform<LogOff>,
     {"max logs off"}, "all posts", "`logged off`"},
    {"log(s) on at property", must_be_named, log_on_at_property,
     {"administrator logs on at property"}, "all posts",
     "`logged on`; for orders about accounts that take two people"},
    {"log(s) off at property", must_be_named, log_off_at_property,
     {"administrator logs off at property"}, "all posts", "`logged off`"},
    {"reset(s) password of <person>", "administrator", reset_password,
     {"reset password of max"}, "", "`password reset allowed: max`; from supervisor up two people"},
    {"authorise(s) at property", "shift-manager", authorise_at_property,
     {}, "another administrator", "the second person, for what was asked for last"},
    {"revoke(s) <person> [as] <post>", "supervisor", revoke,
     {"revoke max as supervisor"}, "whoever holds that post or a higher",
     "`appointment revoked: max as supervisor`, and all that was granted by virtue of it"},
    {"fail(s) to log on", must_be_named, fail_to_log_on,
     {"max fails to log on"}, "", "`log-on failed: max`; three in a row lock the account"},
    {"lock(s) console", "system", lock_console,
     {}, "", "`console locked`"},
    {"unlock(s) console", must_be_named, unlock_console,
     {"max unlocks console"}, "whoever is logged on", "`console unlocked`"},
    {"disable(s) <person>", "administrator", disable_person,
     {"disable max"}, "", "`person disabled: max`"},
    {"restore(s) <person>", "administrator", restore_person,
     {"restore max"}, "", "`person restored: max`"},
    {"disable(s) <terminal>", "supervisor", disable_terminal,
     {"disable T1"}, "technician", "`terminal disabled: T1`"},
    {"enable(s) <terminal>", "supervisor", enable_terminal,
     {"enable T1"}, "technician", "`terminal enabled: T1`"},
    {"retire(s) <terminal> [<text>]", "administrator", retire_terminal,
     {"retire T1 \"why\""}, "technician, system", "`terminal retired: T1`"},
    {"retire(s) table [<text>]", "administrator", retire_table,
     {"retire table \"why\""}, "system", "`table retired: why`"},
    {"appoint(s) <person> [as] <post> for <time>", "supervisor", appoint,
     {"appoint max as supervisor for 1h"}, "whoever holds that post or a higher",
     "`appointed: max as supervisor until 1h`; counts from now. Then `max as supervisor ...`"},
    {"appoint(s) <person> [as] <post> [until] <time>", "supervisor", appoint,
     {"appoint max as supervisor until 3h"}, "whoever holds that post or a higher",
     "the same; counts from the beginning of the scenario"},
    {"set(s) <settings>", "supervisor", configure,
     {"supervisor sets maximum 500, operator \"Harbour House\""}, "",
     "`table configured`; two people from supervisor up, between rounds only. The words are "
     "those of the setup that are about chips, limits, policy, times, `second entry`, the "
     "operator and approvals; currency and training are fixed"},
};
// clang-format on

}  // namespace

std::span<const CommandForm> table_commands() { return list_of_table_commands; }

}  // namespace sicbo::scenario
