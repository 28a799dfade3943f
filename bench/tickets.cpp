// SPDX-License-Identifier: MIT
// What a year of tickets costs the state: bytes of memory for each ticket, and the time of a
// restart from a snapshot, which decodes the tickets and indexes them.
//
// tickets [TICKETS_A_DAY]: a property that issues so many each day (150,000) for a year. One in
// fifty is never redeemed and stays until it expires after 182 days; those that are redeemed are
// closed the same day and dropped after seven. Prints ratios against limits that are named below.
#include <fmt/format.h>
#include <malloc.h>

#include <cstdlib>
#include <ctime>
#include <string>

#include "core/hash.h"
#include "table/state.h"

namespace {

using namespace sicbo;
using namespace sicbo::table;

constexpr std::int64_t day = 86'400'000;
constexpr std::uint32_t expiry_days = 182;
constexpr std::uint32_t closed_days = 7;
constexpr std::uint32_t lost_one_in = 50;

// The limits: a server with 2 GiB for the state, and a restart that a shift can wait for.
constexpr double bytes_each_max = 512;
constexpr double memory_max = 2.0 * 1024 * 1024 * 1024;
constexpr double restart_seconds_max = 30;

std::size_t bytes_in_use() { return mallinfo2().uordblks + mallinfo2().hblkhd; }

// Time of the processor: what else runs on the machine does not count.
double seconds_since(std::clock_t begin) {
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

void add(Instruments& instruments, std::uint64_t number, Instant issued, TicketState state) {
    TicketRecord ticket;
    ticket.amount = Money::of_cents(static_cast<std::int64_t>(500 + number % 100'000));
    ticket.issued_at = issued;
    ticket.expires_at = issued + day * expiry_days;
    ticket.changed_at = issued;
    ticket.job = number;
    ticket.currency = ledger::currency_code("SGD", false);
    ticket.terminal = TerminalId{static_cast<std::uint32_t>(1 + number % 3'000)};
    ticket.stay = StayId{static_cast<std::uint32_t>(number)};
    ticket.last_four = static_cast<std::uint16_t>(number % 10'000);
    ticket.state = state;
    const Hash name = sha256("ticket " + std::to_string(number));
    instruments.tickets.emplace(name, ticket);
    index_ticket(instruments, name, ticket);
}

// The tickets that the state has at the end of a year.
std::size_t fill(Instruments& instruments, std::uint32_t a_day) {
    const Instant end = {std::int64_t{20'000} * day};
    std::uint64_t number = 0;
    for (std::uint32_t ago = expiry_days; ago-- > 0;) {
        for (std::uint32_t i = 0; i < a_day; ++i) {
            ++number;
            const bool lost = i % lost_one_in == 0;
            if (!lost && ago >= closed_days) continue;  // dropped
            const Instant issued{end.milliseconds - day * ago + std::int64_t{i} * day / a_day};
            add(instruments, number, issued, lost ? TicketState::printed : TicketState::redeemed);
        }
    }
    return instruments.tickets.size();
}

int measure(std::uint32_t a_day) {
    const std::size_t before = bytes_in_use();
    Instruments instruments;
    const std::size_t tickets = fill(instruments, a_day);
    const double memory = static_cast<double>(bytes_in_use() - before);
    const double each = memory / static_cast<double>(tickets);
    const std::clock_t begin_writing = std::clock();
    const std::string bytes = to_bytes(instruments);
    const double writing = seconds_since(begin_writing);
    const std::clock_t begin = std::clock();
    ByteReader reader(bytes);
    const Instruments again = decode<Instruments>(reader);
    const double restart = seconds_since(begin);
    if (reader.failed() || again.totals != instruments.totals) {
        fmt::print(stderr, "the tickets can't be read back\n");
        return EXIT_FAILURE;
    }
    const auto row = [](const char* what, double value, const char* unit, double max) {
        fmt::print("{:<28}{:>12.2f} {:<8}{:>6.2f} of the limit {:.0f}\n", what, value, unit,
                   value / max, max);
    };
    fmt::print("{} tickets a day for a year leave {} in the state, {} of them live\n", a_day,
               tickets, instruments.totals.of(TicketState::printed));
    constexpr double mebibyte = 1024.0 * 1024;
    row("memory for a ticket", each, "bytes", bytes_each_max);
    row("memory of all tickets", memory / mebibyte, "MiB", memory_max / mebibyte);
    row("restart: decode and index", restart, "seconds", restart_seconds_max);
    fmt::print("{:<28}{:>12.2f} seconds, {:.0f} bytes a ticket\n", "snapshot: encode", writing,
               static_cast<double>(bytes.size()) / static_cast<double>(tickets));
    const bool within =
        each <= bytes_each_max && memory <= memory_max && restart <= restart_seconds_max;
    return within ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int count, char** arguments) {
    constexpr std::uint32_t usual = 150'000;
    const long a_day = count > 1 ? std::strtol(arguments[1], nullptr, 10) : usual;
    if (a_day <= 0 || a_day > 10'000'000) {
        fmt::print(stderr, "usage: tickets [TICKETS_A_DAY]\n");
        return EXIT_FAILURE;
    }
    return measure(static_cast<std::uint32_t>(a_day));
}
