// SPDX-License-Identifier: MIT
// sicbo cabinet: a simulated cabinet of a terminal as a device of its own, which connects to a
// server. Standard input has what the player and a technician do, a line each.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <set>
#include <sstream>

#include "commands.h"
#include "device/simulated_cabinet.h"
#include "device/ticket_number.h"
#include "load/websocket.h"
#include "server/property.h"
#include "server/secret.h"
#include "server_addresses.h"
#include "store/files.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

using device::cabinet::CabinetFault;
using device::cabinet::CabinetMemory;
using device::cabinet::SimulatedCabinet;

volatile std::sig_atomic_t cabinet_stopped = 0;

Instant cabinet_now() {
    return {std::chrono::duration_cast<std::chrono::milliseconds>(
                std::chrono::steady_clock::now().time_since_epoch())
                .count()};
}

// The memory of a cabinet in a file. With `cut_after` the process is killed, as by a power cut,
// right after that many writes.
class MemoryFile {
public:
    MemoryFile(std::string path, std::uint64_t cut_after)
        : path_(std::move(path)), cut_after_(cut_after) {}

    Result<CabinetMemory> load() const {
        if (!store::exists(path_)) return CabinetMemory();
        const Result<std::string> text = store::read_file(path_);
        if (!text) return std::unexpected(text.error());
        Result<CabinetMemory> memory = device::cabinet::read_memory(*text);
        if (!memory) return failure("this is not the memory of a cabinet", path_);
        return memory;
    }
    // Durable when it returns true.
    bool save(const CabinetMemory& memory) {
        if (auto done = store::write_file(path_, device::cabinet::write_memory(memory)); !done) {
            complain(done.error());
            cabinet_stopped = 1;
            return false;
        }
        if (++writes_ == cut_after_) ::raise(SIGKILL);
        return true;
    }

private:
    std::string path_;
    std::uint64_t cut_after_;
    std::uint64_t writes_ = 0;
};

// Carries the lines of a cabinet in a WebSocket, connects again when it is lost, and does what
// standard input asks for.
class CabinetProcess {
public:
    CabinetProcess(SimulatedCabinet& cabinet, std::vector<load::ServerAddress> servers)
        : cabinet_(cabinet), servers_(std::move(servers)) {}

    int run() {
        while (cabinet_stopped == 0) {
            cut_if_silent();
            if (socket_.is_closed()) connect_if_due();
            exchange();
            wait();
        }
        return exit_fine;
    }

private:
    // A server pings every ten seconds. One that was stopped keeps its connections and says
    // nothing.
    void cut_if_silent() {
        constexpr std::int64_t silence_max = 25'000;  // milliseconds
        if (!socket_.is_closed() && cabinet_now() >= received_at_ + silence_max) socket_.cut();
    }

    void connect_if_due() {
        constexpr std::int64_t pause_milliseconds = 1'000;
        if (cabinet_now() < connect_at_) return;
        connect_at_ = cabinet_now() + pause_milliseconds;
        cabinet_.connect();
        received_at_ = cabinet_now();
        const auto done = socket_.connect(servers_.at(server_));
        server_ = (server_ + 1) % servers_.size();
        if (!done) {
            complain_once(done.error().text());
            cabinet_.disconnect();
        }
    }

    // Says why there is no connection, each reason once until there is one.
    void complain_once(const std::string& why) {
        if (!why.empty() && complaints_.insert(why).second) remark("no connection: " + why);
    }

    void exchange() {
        if (socket_.is_open() || !socket_.is_closed()) {
            while (const auto line = cabinet_.next_line(cabinet_now())) socket_.send(*line);
        }
        if (cabinet_.take_disconnect()) socket_.cut();
        if (cabinet_.is_ready() && !was_ready_) {
            write_answer("ready\n");
            complaints_.clear();
        }
        if (socket_.is_closed() && was_connected_) {
            if (was_ready_) write_answer("disconnected\n");
            complain_once(socket_.why_closed());
            cabinet_.disconnect();
        }
        was_ready_ = cabinet_.is_ready();
        was_connected_ = !socket_.is_closed();
    }

    void wait() {
        constexpr int poll_milliseconds = 100;
        const short wanted = socket_.wants_to_write() ? POLLIN | POLLOUT : POLLIN;
        std::array<pollfd, 2> ready = {pollfd{input_ended_ ? -1 : STDIN_FILENO, POLLIN, 0},
                                       pollfd{socket_.descriptor(), wanted, 0}};
        if (::poll(ready.data(), ready.size(), poll_milliseconds) <= 0) return;
        if (ready[1].revents & (POLLOUT | POLLERR)) socket_.write();
        if (!socket_.is_closed() && ready[1].revents & (POLLIN | POLLHUP)) {
            received_at_ = cabinet_now();
            bool goes_on = true;
            socket_.read([&](std::string_view line) {
                goes_on = goes_on && cabinet_.handle_line(line, cabinet_now());
            });
            exchange();
            if (!goes_on) socket_.cut();
        }
        if (ready[0].revents & (POLLIN | POLLHUP)) read_input();
    }

    void read_input() {
        std::array<char, 4'096> bytes = {};
        const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        if (got <= 0) {
            input_ended_ = true;
            return;
        }
        input_.append(bytes.data(), static_cast<std::size_t>(got));
        for (std::size_t end = input_.find('\n'); end != std::string::npos;
             end = input_.find('\n')) {
            obey(input_.substr(0, end));
            input_.erase(0, end + 1);
        }
    }

    void obey(const std::string& line) {
        std::istringstream words(line);
        std::string verb;
        std::string what;
        words >> verb >> what;
        const Result<Money> amount = parse_money(what);
        const auto fault = parse_word<CabinetFault>(what);
        if (verb == "note" && amount && *amount > Money()) {
            write_answer(cabinet_.insert_note(*amount) ? "note taken\n" : "note not taken\n");
        } else if (verb == "ticket" && device::is_ticket_number(what)) {
            write_answer(cabinet_.insert_ticket(what) ? "ticket taken\n" : "ticket not taken\n");
        } else if (verb == "fault" && fault) {
            cabinet_.inject_fault(*fault);
        } else if (verb == "repair" && what.empty()) {
            cabinet_.repair();
        } else {
            remark("lines are: note AMOUNT, ticket NUMBER, repair, fault NAME with one of " +
                   list_words<CabinetFault>());
        }
    }

    SimulatedCabinet& cabinet_;
    std::vector<load::ServerAddress> servers_;
    std::size_t server_ = 0;  // to connect to next
    Instant received_at_;     // when anything arrived last
    load::WebSocket socket_;
    Instant connect_at_;
    bool was_ready_ = false;
    bool was_connected_ = false;
    bool input_ended_ = false;
    std::string input_;
    std::set<std::string> complaints_;  // since the cabinet was ready
};

}  // namespace

int run_cabinet(const CabinetOptions& options) {
    const Result<Hash> seed = server::load_or_create_secret(options.key);
    if (!seed) return complain(seed.error(), exit_no);
    SimulatedCabinet::Options cabinet;
    cabinet.seed = *seed;
    if (options.print_key) {
        return write_answer(to_text(SimulatedCabinet(cabinet).public_key()) + "\n");
    }
    const std::optional<Hash> server = parse_hash(options.server);
    if (!server) {
        return complain({"--server: must be the server's public key, 64 hexadecimal digits"});
    }
    Result<std::vector<load::ServerAddress>> servers =
        server_addresses(options.connect, std::string(device::cabinet::protocol), "/cabinet");
    if (!servers) return complain({"--connect: " + servers.error().text()});
    if (options.tls || !options.authorities.empty()) {
        const auto trust = load::TlsTrust::open(options.authorities);
        if (!trust) return complain(trust.error());
        for (load::ServerAddress& one : *servers) one.trust = *trust;
    }
    MemoryFile file(options.key + ".memory", options.cut_after);
    const Result<CabinetMemory> memory = file.load();
    if (!memory) return complain(memory.error(), exit_no);
    cabinet.server = *server;
    cabinet.memory = *memory;
    cabinet.save = [&](const CabinetMemory& changed) { return file.save(changed); };
    cabinet.present = [](const device::TicketFace& face) {
        write_answer("ticket " + device::to_json(face));
    };
    SimulatedCabinet device(std::move(cabinet));
    for (const std::string& word : options.faults) {
        if (const auto fault = parse_word<CabinetFault>(word)) device.inject_fault(*fault);
    }
    struct sigaction act = {};
    act.sa_handler = [](int) { cabinet_stopped = 1; };
    for (const int one : {SIGINT, SIGTERM}) sigaction(one, &act, nullptr);
    if (const int code =
            write_answer("a simulated cabinet\nkey " + to_text(device.public_key()) + "\n")) {
        return code;
    }
    return CabinetProcess(device, *servers).run();
}

}  // namespace sicbo::app
