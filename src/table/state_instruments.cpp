// SPDX-License-Identifier: MIT
#include "table/state_instruments.h"

#include "core/check.h"

namespace sicbo {

void Codec<table::Instruments>::write(ByteWriter& to, const table::Instruments& value) {
    encode(to, value.policies);
    encode(to, value.tickets);
    encode(to, value.cabinets);
    encode(to, value.hand_pays);
    encode(to, value.hand_pays_requested);
}

table::Instruments Codec<table::Instruments>::read(ByteReader& from) {
    static_assert(field_count<table::Instruments> == 8, "every field is read below");
    table::Instruments value;
    value.policies = decode<std::map<TableId, table::CashPolicy>>(from);
    value.tickets = decode<std::map<Hash, table::TicketRecord>>(from);
    value.cabinets = decode<std::map<TerminalId, table::Cabinet>>(from);
    value.hand_pays = decode<std::map<HandPayId, table::HandPay>>(from);
    value.hand_pays_requested = decode<std::uint32_t>(from);
    for (const auto& [name, ticket] : value.tickets) table::index_ticket(value, name, ticket);
    return value;
}

namespace table {

void index_ticket(Instruments& instruments, const Hash& name, const TicketRecord& ticket) {
    ++instruments.totals.count.at(static_cast<std::size_t>(ticket.state));
    if (is_closed(ticket.state)) {
        instruments.closed.emplace(ticket.changed_at, name);
        return;
    }
    instruments.totals.live[ticket.currency] += ticket.amount;
    if (ticket.state == TicketState::printed && ticket.expires_at != never) {
        instruments.expiring.emplace(ticket.expires_at, name);
    }
}

void unindex_ticket(Instruments& instruments, const Hash& name, const TicketRecord& ticket) {
    std::size_t& count = instruments.totals.count.at(static_cast<std::size_t>(ticket.state));
    check(count > 0);
    --count;
    if (is_closed(ticket.state)) {
        const std::size_t erased = instruments.closed.erase({ticket.changed_at, name});
        check(erased == 1);
        return;
    }
    const auto live = instruments.totals.live.find(ticket.currency);
    check(live != instruments.totals.live.end() && live->second >= ticket.amount);
    live->second -= ticket.amount;
    if (live->second == Money()) instruments.totals.live.erase(live);
    if (ticket.state == TicketState::printed && ticket.expires_at != never) {
        const std::size_t erased = instruments.expiring.erase({ticket.expires_at, name});
        check(erased == 1);
    }
}

const CashPolicy* find_policy(const Instruments& instruments, TableId table) {
    auto found = instruments.policies.find(table);
    if (found == instruments.policies.end()) found = instruments.policies.find(TableId{});
    return found == instruments.policies.end() ? nullptr : &found->second;
}

}  // namespace table
}  // namespace sicbo
