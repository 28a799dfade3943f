// SPDX-License-Identifier: MIT
#include "table/state_instruments.h"

namespace sicbo {

void Codec<table::Instruments>::write(ByteWriter& to, const table::Instruments& value) {
    encode(to, value.policies);
    encode(to, value.tickets);
    encode(to, value.cabinets);
    encode(to, value.hand_pays);
    encode(to, value.hand_pays_requested);
}

table::Instruments Codec<table::Instruments>::read(ByteReader& from) {
    static_assert(field_count<table::Instruments> == 7, "every field is read below");
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
    if (is_closed(ticket.state)) {
        instruments.closed.emplace(ticket.changed_at, name);
    } else if (ticket.state == TicketState::printed && ticket.expires_at != never) {
        instruments.expiring.emplace(ticket.expires_at, name);
    }
}

const CashPolicy* find_policy(const Instruments& instruments, TableId table) {
    auto found = instruments.policies.find(table);
    if (found == instruments.policies.end()) found = instruments.policies.find(TableId{});
    return found == instruments.policies.end() ? nullptr : &found->second;
}

}  // namespace table
}  // namespace sicbo
