// SPDX-License-Identifier: MIT
#include "wire/cash_view.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include "table/cabinet_status.h"

namespace sicbo::wire {
namespace {

using namespace table;
namespace json = boost::json;

json::value ticket_amount(const Instruments& instruments, const Hash& name) {
    const auto found = instruments.tickets.find(name);
    return found == instruments.tickets.end() ? json::value(nullptr)
                                              : json::value(found->second.amount.cents());
}

}  // namespace

json::value hand_pay_part(const State& state, TerminalId terminal) {
    const auto& all = state.instruments.hand_pays;
    const auto found =
        std::ranges::find_if(all, [&](const auto& one) { return one.second.terminal == terminal; });
    if (found == all.end()) return nullptr;
    const HandPay& pay = found->second;
    return json::object{{"id", found->first.number},
                        {"amount", pay.amount.cents()},
                        {"kind", to_word(pay.kind)},
                        {"paid", pay.paid}};
}

std::string cash_part(const State& state, TableId table, TerminalId terminal) {
    const Instruments& instruments = state.instruments;
    const CashPolicy* policy = find_policy(instruments, table);
    if (!policy) return "null";
    static const Cabinet none;
    const auto found = instruments.cabinets.find(terminal);
    const Cabinet& cabinet = found == instruments.cabinets.end() ? none : found->second;
    const CabinetStatus& status = cabinet.status;
    json::array notes;
    for (const Money note : policy->notes) notes.emplace_back(note.cents());
    const json::object object{
        {"cabinet", json::object{{"connected", status.connected},
                                 {"takes_notes", takes_notes(status)},
                                 {"takes_tickets", takes_tickets(status) && !cabinet.reader_locked},
                                 {"prints", prints(status)},
                                 {"paper", to_word(status.paper)}}},
        {"notes", notes},
        {"credit_max", policy->credit_max.cents()},
        {"note", cabinet.note ? json::value(cabinet.note->amount.cents()) : nullptr},
        {"ticket", cabinet.ticket ? ticket_amount(instruments, cabinet.ticket->ticket) : nullptr},
        {"printing", cabinet.printing ? ticket_amount(instruments, *cabinet.printing) : nullptr},
        {"reader_locked", cabinet.reader_locked},
        {"hand_pay", hand_pay_part(state, terminal)}};
    return json::serialize(object);
}

}  // namespace sicbo::wire
