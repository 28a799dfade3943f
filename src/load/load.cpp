// SPDX-License-Identifier: MIT
#include "load/load.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <random>
#include <ranges>

#include "core/check.h"

namespace sicbo::load {
namespace {

using namespace std::chrono_literals;

Clock::duration between(double a_second) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / a_second));
}

}  // namespace

Load::Load(LoadPlan plan, Progress progress)
    : plan_(std::move(plan)),
      progress_(std::move(progress)),
      random_(static_cast<std::minstd_rand::result_type>(plan_.seed)),
      epoll_(epoll_create1(EPOLL_CLOEXEC)),
      begun_(Clock::now()),
      progress_due_(begun_) {
    check(epoll_ >= 0 && !plan_.tables.empty());
    servers_ = plan_.others;
    servers_.insert(servers_.begin(), plan_.server);
    for (const TableId id : plan_.tables) tables_.emplace_back().feed.table = id;
    for (std::uint32_t i = 0; i < plan_.terminals; ++i) {
        Table& table = tables_.at(i % tables_.size());
        terminals_.emplace_back(servers_, table.feed, tally_, plan_.seed * 1'000'003 + i + 1);
        table.terminals.push_back(&terminals_.back());
    }
}

Load::~Load() { ::close(epoll_); }

std::uint32_t Load::playing() const {
    return static_cast<std::uint32_t>(std::ranges::count_if(terminals_, &LoadTerminal::is_playing));
}

std::chrono::milliseconds Load::lasted() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun_);
}

void Load::watch_socket(LoadTerminal& terminal) {
    epoll_event event{};
    event.events = EPOLLIN | (terminal.socket().wants_to_write() ? EPOLLOUT : 0U);
    event.data.ptr = &terminal;
    const int socket = terminal.socket().descriptor();
    if (epoll_ctl(epoll_, EPOLL_CTL_MOD, socket, &event) != 0) {
        epoll_ctl(epoll_, EPOLL_CTL_ADD, socket, &event);
    }
}

Result<void> Load::reconnect(LoadTerminal& terminal) {
    if (auto done = terminal.connect(); !done) return done;
    watch_socket(terminal);
    return {};
}

bool Load::wait_for(const std::function<bool()>& ready, std::chrono::seconds timeout) {
    const Clock::time_point end = Clock::now() + timeout;
    while (!ready()) {
        const Clock::time_point now = Clock::now();
        if (now >= end || interrupted_) return false;
        turn(std::min(end, now + 20ms));
    }
    return true;
}

Result<void> Load::connect_all(std::chrono::seconds timeout) {
    // At most this many are connecting at a time; as some are admitted, others follow.
    constexpr std::ptrdiff_t connecting_max = 100;
    auto next = terminals_.begin();
    const auto all_in = [&] {
        if (tally_.failures > 0) return true;  // there is no point in going on
        std::ptrdiff_t connecting = (next - terminals_.begin()) - static_cast<int>(playing());
        for (; next != terminals_.end() && connecting < connecting_max; ++next, ++connecting) {
            if (const auto done = reconnect(*next); !done) {
                tally_.record_failure(done.error().text());
                return true;
            }
        }
        return next == terminals_.end() && playing() == terminals_.size();
    };
    if (wait_for(all_in, timeout) && tally_.failures == 0) return {};
    const std::string why = interrupted_                      ? "interrupted"
                            : tally_.failure_messages.empty() ? "the server does not answer"
                                                              : tally_.failure_messages.front();
    return failure(std::to_string(playing()) + " of " + std::to_string(terminals_.size()) +
                   " terminals could join a table: " + why);
}

void Load::play(std::chrono::milliseconds time) {
    betting_ = true;
    for (Table& table : tables_) table.open = false;
    reconnect_due_ = Clock::now();
    const Clock::time_point end = Clock::now() + time;
    while (Clock::now() < end && !interrupted_) turn(end);
    betting_ = false;
}

Result<std::chrono::milliseconds> Load::reconnect_at_once(std::uint32_t count,
                                                          std::chrono::seconds timeout) {
    const Clock::time_point begin = Clock::now();
    const auto some = terminals_ | std::views::take(count);
    for (LoadTerminal& terminal : some) terminal.cut();
    tally_.cuts += count;
    for (LoadTerminal& terminal : some) {
        if (auto done = reconnect(terminal); !done) return std::unexpected(done.error());
    }
    const auto back = [&] { return std::ranges::all_of(some, &LoadTerminal::is_playing); };
    if (!wait_for(back, timeout)) return failure("not all terminals came back");
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
}

void Load::finish(std::chrono::seconds timeout) {
    betting_ = false;
    interrupted_ = false;  // that was the phase before
    const auto at_rest = [&] {
        return std::ranges::all_of(terminals_, [](const LoadTerminal& terminal) {
            return terminal.socket_closed() || (terminal.is_answered() && !terminal.has_bets());
        });
    };
    wait_for(at_rest, timeout);
    for (LoadTerminal& terminal : terminals_) terminal.request_balance();
    const auto answered = [&] {
        return std::ranges::all_of(terminals_, [](const LoadTerminal& terminal) {
            return terminal.socket_closed() || terminal.is_answered();
        });
    };
    wait_for(answered, timeout);
    for (LoadTerminal& terminal : terminals_) terminal.compare_balance();
}

// Says why the connection of the terminal, which must be closed, has ended.
std::string Load::describe_cut(LoadTerminal& terminal) const {
    const WebSocket& socket = terminal.socket();
    check(socket.is_closed());
    if (terminal.number() != 0) {
        return "terminal " + std::to_string(terminal.number()) +
               " was cut off: " + socket.why_closed();
    }
    if (!socket.was_accepted()) {
        return "the server at " + plan_.server.host + ":" + std::to_string(plan_.server.port) +
               " can't be reached: " + socket.why_closed();
    }
    return "a terminal that has not joined yet was cut off: " + socket.why_closed();
}

void Load::on_closed(LoadTerminal& terminal) {
    ++tally_.closed;
    if (servers_.size() == 1) tally_.record_failure(describe_cut(terminal));
    terminal.on_closed();
    returning_.emplace_back(Clock::now() + 500ms / servers_.size(), &terminal);
}

// Waits once for sockets, at most until the next bet is due, and handles what arrived.
void Load::turn(Clock::time_point until) {
    Clock::time_point now = Clock::now();
    act(now);
    Clock::time_point wake = until;
    for (const Table& table : tables_) {
        if (table.open && betting_) wake = std::min(wake, table.due);
    }
    if (betting_ && plan_.reconnects > 0) wake = std::min(wake, reconnect_due_);
    now = Clock::now();
    const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::clamp<Clock::duration>(wake - now, 0ns, 100ms));
    const timespec wait{0, static_cast<long>(left.count() % 1'000'000'000)};
    std::array<epoll_event, 256> events{};
    const int count = epoll_pwait2(epoll_, events.data(), events.size(), &wait, nullptr);
    for (int i = 0; i < count; ++i) {
        const epoll_event& event = events.at(static_cast<std::size_t>(i));
        LoadTerminal& terminal = *static_cast<LoadTerminal*>(event.data.ptr);
        WebSocket& socket = terminal.socket();
        if ((event.events & EPOLLOUT) != 0 && !socket.is_closed()) socket.write();
        if ((event.events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0 && !socket.is_closed()) {
            terminal.read();
        }
        if (!socket.is_closed()) {
            const bool was_writable = (event.events & EPOLLOUT) != 0;
            if (socket.wants_to_write() != was_writable) watch_socket(terminal);
            continue;
        }
        on_closed(terminal);
    }
    while (!returning_.empty() && returning_.front().first <= Clock::now()) {
        LoadTerminal& terminal = *returning_.front().second;
        returning_.pop_front();
        if (terminal.socket_closed() && !reconnect(terminal)) {
            tally_.record_failure("a terminal can't come back");
        }
    }
    if (progress_ && Clock::now() >= progress_due_) {
        progress_due_ = Clock::now() + 1s;
        interrupted_ = !progress_(*this) || interrupted_;
    }
}

void Load::act(Clock::time_point now) {
    if (!betting_) return;
    for (Table& table : tables_) act_at(table, now);
    reconnect_some(now);
}

void Load::act_at(Table& table, Clock::time_point now) {
    if (!table.feed.betting || table.terminals.empty()) {
        table.open = false;
        return;
    }
    const double share =
        static_cast<double>(table.terminals.size()) / static_cast<double>(terminals_.size());
    if (!table.open) {
        table.open = true;
        table.due = now;
        // Somewhere within the time between two bets: otherwise every opening would add one to what
        // was asked for, which is most of it where there are many tables and few bets.
        if (plan_.bets > 0) {
            const double part = std::uniform_real_distribution<>()(random_);
            table.due += between(plan_.bets * share / part);
        }
    }
    while (table.due <= now) {
        const bool burst = plan_.burst > 0 && table.feed.closes_at &&
                           wall_clock() + plan_.burst_time.count() >= *table.feed.closes_at;
        const double rate = (burst ? plan_.burst : plan_.bets) * share;
        if (rate <= 0) {
            table.due = now + 100ms;
            return;
        }
        LoadTerminal& terminal = *table.terminals.at(random_() % table.terminals.size());
        if (!terminal.act(table.due, burst)) ++tally_.missed;
        if (terminal.socket().wants_to_write()) watch_socket(terminal);
        table.due += between(rate);
    }
}

void Load::reconnect_some(Clock::time_point now) {
    if (plan_.reconnects <= 0) return;
    while (reconnect_due_ <= now) {
        reconnect_due_ += between(plan_.reconnects);
        LoadTerminal& terminal = terminals_.at(random_() % terminals_.size());
        if (!terminal.is_playing()) continue;
        terminal.cut();
        ++tally_.cuts;
        if (!reconnect(terminal)) tally_.record_failure("a terminal can't come back");
    }
}

}  // namespace sicbo::load
