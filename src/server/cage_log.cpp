// SPDX-License-Identifier: MIT
#include "server/cage_log.h"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <string_view>

namespace sicbo::server {

using namespace table;
namespace json = boost::json;

namespace {

// One entry, without the keys that all have.
using MaybeEntry = std::optional<json::object>;

json::value text_or_null(const std::string& text) {
    return text.empty() ? json::value(nullptr) : json::value(text);
}

json::object entry(std::string_view kind, Money amount, CounterId counter = {}) {
    return {{"kind", kind}, {"amount", amount.cents()}, {"counter", counter.number}};
}

// An entry of cash that a patron paid in or was paid.
json::object with_patron(json::object one, const Patron& patron) {
    one["reference"] = text_or_null(patron.reference);
    one["identity"] = text_or_null(patron.identity);
    return one;
}

json::object with_count(json::object one, std::optional<Money> expected, Money counted) {
    one["expected"] = expected ? json::value(expected->cents()) : json::value(nullptr);
    one["counted"] = counted.cents();
    return one;
}

json::object with_text(json::object one, const char* key, const std::string& text) {
    one[key] = text;
    return one;
}

std::string last_digits(const State& state, const Hash& ticket) {
    const auto found = state.instruments.tickets.find(ticket);
    if (found == state.instruments.tickets.end()) return {};
    return four_digits(found->second.last_four);
}

template <class F>
MaybeEntry entry_of(const State&, const F&) {
    return std::nullopt;
}
MaybeEntry entry_of(const State&, const ShiftOpened& e) {
    return with_count(entry("shift_opened", e.counted, e.counter), e.expected, e.counted);
}
MaybeEntry entry_of(const State&, const ShiftClosed& e) {
    return with_count(entry("shift_closed", e.counted, e.counter), e.expected, e.counted);
}
MaybeEntry entry_of(const State&, const FloatMoved& e) {
    return with_text(entry(e.in ? "float_in" : "float_out", e.amount, e.counter), "text", e.reason);
}
MaybeEntry entry_of(const State&, const CounterAdjusted& e) {
    return with_text(entry(e.more ? "adjusted_up" : "adjusted_down", e.amount, e.counter), "text",
                     e.reason);
}
MaybeEntry entry_of(const State&, const TicketSold& e) {
    return with_text(with_patron(entry("ticket_sold", e.amount, e.counter), e.patron), "last_four",
                     e.last_four);
}
MaybeEntry entry_of(const State& state, const TicketCashed& e) {
    return with_text(with_patron(entry("ticket_cashed", e.amount, e.counter), e.patron),
                     "last_four", last_digits(state, e.ticket));
}
MaybeEntry entry_of(const State&, const CounterTicketRejected& e) {
    json::object one = entry("ticket_refused", Money(), e.counter);
    one["last_four"] = text_or_null(e.last_four);
    one["reason"] = json::string(to_word(e.reason));
    return one;
}
MaybeEntry entry_of(const State&, const CounterUnlocked& e) {
    return entry("reader_unlocked", Money(), e.counter);
}
MaybeEntry entry_of(const State& state, const HandPayCashed& e) {
    json::object one = with_patron(entry("hand_paid", e.amount, e.counter), e.patron);
    const auto found = state.instruments.hand_pays.find(e.hand_pay);
    if (found != state.instruments.hand_pays.end()) one["terminal"] = found->second.terminal.number;
    return one;
}
MaybeEntry entry_of(const State&, const UnclaimedCashed& e) {
    json::object one = with_patron(entry("unclaimed_paid", e.amount, e.counter), e.patron);
    one["stay"] = e.stay.number;
    return one;
}
// One that the cage has sold; others are made void at a table.
MaybeEntry entry_of(const State& state, const TicketVoided& e) {
    const auto found = state.instruments.tickets.find(e.ticket);
    if (found == state.instruments.tickets.end() || found->second.table) return std::nullopt;
    json::object one = entry("ticket_voided", e.amount);
    one["last_four"] = four_digits(found->second.last_four);
    one["currency"] = ledger::letters_of(found->second.currency);
    one["training"] = ledger::is_training(found->second.currency);
    return with_text(std::move(one), "text", e.reason);
}
MaybeEntry entry_of(const State& state, const ExpiredCashed& e) {
    json::object one = with_patron(entry("expired_paid", e.amount, e.counter), e.patron);
    one["last_four"] = last_digits(state, e.ticket);
    return with_text(std::move(one), "text", e.reason);
}
MaybeEntry entry_of(const State&, const ReceivableTaken& e) {
    json::object one = with_patron(entry("receivable_taken", e.amount, e.counter), e.patron);
    one["stay"] = e.stay.number;
    return one;
}
MaybeEntry entry_of(const State&, const ChipsSold& e) {
    return with_patron(entry("chips_sold", e.amount, e.counter), e.patron);
}
MaybeEntry entry_of(const State&, const ChipsBought& e) {
    return with_patron(entry("chips_bought", e.amount, e.counter), e.patron);
}
MaybeEntry entry_of(const State&, const InventoryOpened& e) {
    return with_text(with_count(entry("inventory_opened", e.counted), e.expected, e.counted),
                     "seal", e.drop_box);
}
MaybeEntry entry_of(const State&, const TableFilled& e) {
    return with_text(entry("table_filled", e.amount), "slip", e.slip);
}
MaybeEntry entry_of(const State&, const TableCredited& e) {
    return with_text(entry("table_credited", e.amount), "slip", e.slip);
}
MaybeEntry entry_of(const State&, const InventoryCounted& e) {
    return entry(e.drop_box.empty() ? "inventory_closed" : "inventory_counted", e.counted);
}
MaybeEntry entry_of(const State&, const StackerRemoved& e) {
    json::object one = with_text(entry("stacker_removed", Money()), "seal", e.seal);
    one["terminal"] = e.terminal.number;
    return one;
}
MaybeEntry entry_of(const State&, const BoxCounted& e) {
    json::object one = with_count(entry("box_counted", e.counted), e.expected, e.counted);
    one["seal"] = e.seal;
    one["box"] = json::string(to_word(e.kind));
    if (e.kind == BoxKind::tips) one["expected"] = nullptr;  // the books know nothing of tips
    if (e.kind == BoxKind::drop) {
        one["win_by_count"] = e.win_by_count.cents();
        one["win_by_ledger"] = e.win_by_ledger.cents();
    }
    return one;
}

json::value name_or_null(const State& state, const Actor& actor) {
    const auto found = state.people.find(PersonId{actor.number});
    const bool known = actor.kind == ActorKind::person && found != state.people.end();
    return known ? json::value(found->second.name) : json::value(nullptr);
}

// The currency of the counter, or of the table.
CurrencyCode currency_for(const State& state, const json::object& one, TableId table) {
    const CounterId counter{static_cast<std::uint32_t>(one.at("counter").to_number<int>())};
    if (counter) return state.cage.counters.at(counter).currency;
    return state.tables.at(table).configuration.currency_code();
}

}  // namespace

void CageLog::on_committed(const State& state, std::span<const CommittedEvent> events) {
    for (const CommittedEvent& committed : events) {
        const Stamp& stamp = committed.event.stamp;
        if (const auto* authorised = get_if<Authorised>(&committed.event.fact)) {
            first_ = FirstPerson{stamp.actor, stamp.request, {authorised->first.number}};
        }
        MaybeEntry one = visit([&](const auto& fact) { return entry_of(state, fact); },
                               committed.event.fact.choice());
        if (!one) continue;
        const bool by_two =
            first_ && first_->second == stamp.actor && first_->request == stamp.request;
        const Actor by = by_two ? Actor{ActorKind::person, first_->person.number} : stamp.actor;
        (*one)["seq"] = committed.at.sequence;
        (*one)["at"] = stamp.at.milliseconds;
        (*one)["table"] = stamp.table.number;
        (*one)["by"] = name_or_null(state, by);
        (*one)["with"] = by_two ? name_or_null(state, stamp.actor) : json::value(nullptr);
        if (!one->contains("currency")) {
            const CurrencyCode currency = currency_for(state, *one, stamp.table);
            (*one)["currency"] = ledger::letters_of(currency);
            (*one)["training"] = ledger::is_training(currency);
        }
        entries_.push_back(json::serialize(*one));
        if (entries_.size() > entries_max) entries_.pop_front();
    }
}

std::string CageLog::entries() const {
    std::string all = "[";
    for (const std::string& one : entries_) {
        if (all.size() > 1) all += ',';
        all += one;
    }
    return all + "]";
}

}  // namespace sicbo::server
