// SPDX-License-Identifier: MIT
// The export of tickets: each with where and when it was issued, and what became of it.
#include <map>

#include "store/export_source.h"
#include "store/people.h"

namespace sicbo::store {

using namespace table;

namespace {

struct TicketRow {
    ExportRow issued;
    ExportRow redeemed = {"no", "", "", "", "", "", ""};
    std::string last_four = {};
    CurrencyCode currency = {};
    TicketState state = TicketState::issued;
    std::string expires_at = {};
    ExportRow closed = {"", "", "", ""};  // at, event, by, reason
    bool in_period = false;
};

// Follows the events and collects the tickets of both kinds: those of early journals, which are
// known by their number, and those that are known by their name.
class TicketRows {
public:
    TicketRows(const State& now, const Period& period) : now_(now), period_(period) {}

    Result<bool> add(const JournalEvent& read) {
        const Stamp& stamp = read.event.stamp;
        if (stamp.at >= period_.to) return false;
        in_period_ = stamp.at >= period_.from && period_.includes(stamp.table);
        const Fact& fact = read.event.fact;
        if (const auto* begun = get_if<StayBegun>(&fact)) {
            if (begun->terminal) terminals_[begun->stay] = begun->terminal;
        } else if (const auto* issued = get_if<TicketIssued>(&fact)) {
            issue(issued->number, read, issued->amount, terminal_of(issued->stay), issued->stay);
        } else if (const auto* created = get_if<TicketCreated>(&fact)) {
            TicketRow& row = issue(to_text(created->ticket), read, created->amount,
                                   number_or_empty(created->terminal.number), created->stay);
            row.last_four = created->last_four;
            row.expires_at = created->expires_at ? to_text_exact(*created->expires_at) : "";
        } else if (const auto* sold = get_if<TicketSold>(&fact)) {
            TicketRow& row = issue(to_text(sold->ticket), read, sold->amount, "", {});
            row.last_four = sold->last_four;
            row.expires_at = sold->expires_at ? to_text_exact(*sold->expires_at) : "";
            row.currency = now_.cage.counters.at(sold->counter).currency;
            row.state = TicketState::printed;
        } else if (const auto* redeemed = get_if<TicketRedeemed>(&fact)) {
            return redeem(redeemed->number, read, redeemed->stay, terminal_of(redeemed->stay));
        } else if (const auto* credited = get_if<TicketCredited>(&fact)) {
            return redeem(to_text(credited->ticket), read, credited->stay,
                          number_or_empty(credited->terminal.number));
        } else if (const auto* cashed = get_if<TicketCashed>(&fact)) {
            return redeem(to_text(cashed->ticket), read, {}, "");
        } else if (const auto* late = get_if<ExpiredCashed>(&fact)) {
            return redeem(to_text(late->ticket), read, {}, "");
        } else {
            return change(read);
        }
        return true;
    }

    Result<void> write(const RowHandler& handle) const {
        if (auto done = handle({"ticket",
                                "amount",
                                "table",
                                "terminal",
                                "stay",
                                "issued_at",
                                "issued_event",
                                "redeemed",
                                "redeemed_at",
                                "redeemed_where",
                                "redeemed_terminal",
                                "redeemed_stay",
                                "redeemed_by",
                                "redeemed_event",
                                "last_four",
                                "currency",
                                "training",
                                "state",
                                "expires_at",
                                "closed_at",
                                "closed_event",
                                "closed_by",
                                "reason"});
            !done) {
            return done;
        }
        for (const TicketRow& row : rows_) {
            const bool training = ledger::is_training(row.currency);
            if (!row.in_period || (period_.training && training != *period_.training)) continue;
            ExportRow fields = row.issued;
            fields.insert(fields.end(), row.redeemed.begin(), row.redeemed.end());
            fields.insert(fields.end(),
                          {row.last_four, ledger::letters_of(row.currency), training ? "yes" : "no",
                           std::string(to_word(row.state)), row.expires_at});
            fields.insert(fields.end(), row.closed.begin(), row.closed.end());
            if (auto done = handle(fields); !done) return done;
        }
        return {};
    }

private:
    static std::string number_or_empty(std::uint32_t number) {
        return number == 0 ? "" : std::to_string(number);
    }

    // The state forgets stays.
    std::string terminal_of(StayId stay) const {
        const auto found = terminals_.find(stay);
        return found == terminals_.end() ? "" : std::to_string(found->second.number);
    }

    TicketRow& issue(const std::string& name, const JournalEvent& read, Money amount,
                     const std::string& terminal, StayId stay) {
        const Stamp& stamp = read.event.stamp;
        by_name_[name] = rows_.size();
        TicketRow& row = rows_.emplace_back();
        row.issued = {name,
                      to_text(amount),
                      std::to_string(stamp.table.number),
                      terminal,
                      number_or_empty(stay.number),
                      to_text_exact(stamp.at),
                      std::to_string(read.at.sequence)};
        row.in_period = in_period_;
        if (const Table* t = find_table(now_, stamp.table)) {
            row.currency = t->configuration.currency_code();
        }
        return row;
    }

    TicketRow* find(const std::string& name) {
        const auto found = by_name_.find(name);
        return found == by_name_.end() ? nullptr : &rows_.at(found->second);
    }

    void close(TicketRow& row, const JournalEvent& read, TicketState state,
               const std::string& reason = {}) {
        const Stamp& stamp = read.event.stamp;
        row.state = state;
        row.in_period = row.in_period || in_period_;
        row.closed = {to_text_exact(stamp.at), std::to_string(read.at.sequence),
                      describe_actor(now_, stamp, read.first_person), reason};
    }

    Result<bool> redeem(const std::string& name, const JournalEvent& read, StayId stay,
                        const std::string& terminal) {
        TicketRow* row = find(name);
        if (!row) return failure("a ticket was redeemed, but not issued");
        close(*row, read, TicketState::redeemed);
        const Stamp& stamp = read.event.stamp;
        row->redeemed = {"yes",
                         to_text_exact(stamp.at),
                         stay ? "terminal" : "cage",
                         stay ? terminal : "",
                         number_or_empty(stay.number),
                         describe_actor(now_, stamp, read.first_person),
                         std::to_string(read.at.sequence)};
        return true;
    }

    // What else becomes of a ticket.
    Result<bool> change(const JournalEvent& read) {
        const Fact& fact = read.event.fact;
        const auto row = [&](const auto* one) {
            return one ? find(to_text(one->ticket)) : nullptr;
        };
        if (TicketRow* one = row(get_if<TicketPrinted>(&fact))) one->state = TicketState::printed;
        if (TicketRow* one = row(get_if<TicketReturned>(&fact))) one->state = TicketState::printed;
        if (TicketRow* one = row(get_if<TicketPending>(&fact))) one->state = TicketState::pending;
        if (TicketRow* one = row(get_if<PrintUnknown>(&fact))) {
            one->state = TicketState::print_unknown;
        }
        if (TicketRow* one = row(get_if<TicketNotPrinted>(&fact))) {
            close(*one, read, TicketState::voided);
        }
        if (TicketRow* one = row(get_if<TicketExpired>(&fact))) {
            close(*one, read, TicketState::expired);
        }
        const auto* voided = get_if<TicketVoided>(&fact);
        if (TicketRow* one = row(voided)) close(*one, read, TicketState::voided, voided->reason);
        const auto* resolved = get_if<PrintResolved>(&fact);
        if (TicketRow* one = row(resolved)) {
            if (resolved->printed) {
                one->state = TicketState::printed;
            } else {
                close(*one, read, TicketState::voided, resolved->reason);
            }
        }
        return true;
    }

    const State& now_;
    const Period& period_;
    std::vector<TicketRow> rows_;
    std::map<std::string, std::size_t> by_name_;  // or number
    std::map<StayId, TerminalId> terminals_;
    bool in_period_ = false;
};

}  // namespace

Result<void> export_tickets(const Store& journal, const Period& period, const RowHandler& handle,
                            const Progress& progress) {
    const Result<Recovered> now = recover(journal, progress);
    if (!now) return std::unexpected(now.error());
    TicketRows rows(now->state, period);
    // A ticket may have been issued long before the period in which it was redeemed.
    const auto look = [&](const JournalEvent& read) { return rows.add(read); };
    if (auto done = read_events(journal, 1, look); !done) return done;
    return rows.write(handle);
}

}  // namespace sicbo::store
