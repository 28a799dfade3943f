// SPDX-License-Identifier: MIT
#include "server/server.h"

#include <sodium.h>

#include <algorithm>
#include <filesystem>

#include "server/dice_dates.h"
#include "server/keys.h"
#include "server/log.h"
#include "server/priority.h"
#include "server/property_check.h"
#include "server/secret.h"
#include "server/tls.h"
#include "store/files.h"
#include "store/open_store.h"

namespace sicbo::server {

using namespace table;

namespace {

using SteadyClock = std::chrono::steady_clock;

void log_issues(const std::vector<ConfigurationIssue>& issues) {
    for (const ConfigurationIssue& one : issues) {
        log(LogLevel::warning, one.what, {{"at", one.location}});
    }
}

constexpr std::string_view disk_full_text =
    "the disk is nearly full: no bets are taken; free space on it";

}  // namespace

Server::Server(Options options)
    : options_(std::move(options)),
      pages_([this] { return metrics_.text(); }),
      metrics_listener_(pages_.metrics()),
      cabinet_listener_(*this) {}

Server::~Server() {
    // Joins the threads that call back into this object before its members are destroyed.
    verifier_.reset();
    background_.reset();
    metrics_network_.reset();
    gateway_network_.reset();
    network_.reset();
    scheduler_.reset();
    devices_.reset();
    lease_.reset();
}

Result<std::unique_ptr<Server>> Server::start(Options options) {
    std::unique_ptr<Server> server(new Server(std::move(options)));
    try {
        if (auto done = server->open(); !done) return std::unexpected(done.error());
    } catch (const Quarantined& error) {  // an order of create_missing() failed a check
        return failure(error.what());
    }
    return server;
}

Result<void> Server::make_own_certificate() {
    options_.plan.certificate = options_.folder + "/tls.crt";
    options_.plan.private_key = options_.folder + "/tls.key";
    if (store::exists(options_.plan.certificate)) return {};
    const Result<SelfSignedCertificate> made = make_certificate(options_.plan.address);
    if (!made) return std::unexpected(made.error());
    if (auto done = store::write_file(options_.plan.private_key, made->key, 0600); !done)
        return done;
    return store::write_file(options_.plan.certificate, made->certificate, 0644);
}

Result<void> Server::open_network() {
    Network::Options network;
    network.certificate = options_.plan.certificate;
    network.private_key = options_.plan.private_key;
    network.address = options_.plan.address;
    network.port = options_.plan.port;
    network.threads = options_.plan.threads;
    network.origins = options_.plan.origins;
    network.connections_per_address_max = options_.plan.connections_per_address_max;
    network.message_max = player_message_max;
    network.protocol = wire::protocol;
    network.services = {{"/cabinet", device::cabinet::protocol, &cabinet_listener_}};
    const AccessPlan& access = options_.plan.access;
    network.names = access.names;
    network.client_authorities = access.client_authorities;
    network.admit_pages_of(options_.plan.connections_per_address_max);
    pages_.metrics().require(access.metrics_token);
    if (!access.metrics_at.address.empty()) pages_.hide_metrics();
    pages_.allow_media(options_.plan.video_origins());
    pages_.allow_connections(options_.plan.socket_origins());
    auto listening = Network::start(network, *this);
    if (!listening) return std::unexpected(listening.error());
    network_ = std::move(*listening);
    if (auto done = open_gateway_network(); !done) return done;
    return open_metrics_network();
}

// If the local socket can't be opened, only `sicbo user` stops working.
void Server::open_local_socket() {
    const std::string path = options_.folder + "/" + std::string(local_socket_name);
    if (auto done = network_->listen_locally(path); !done) {
        log(LogLevel::warning, "sicbo user can't reach this server: there is no local socket",
            {{"why", done.error().text()}});
    }
}

Result<void> Server::open_devices() {
    const Result<Hash> seed = load_or_create_secret(options_.folder + "/tumbler.seed");
    if (!seed) return std::unexpected(seed.error());
    const Result<Hash> key = load_or_create_secret(options_.folder + "/server.key");
    if (!key) return std::unexpected(key.error());
    const device::SigningKey signing = device::key_of(*key);
    devices_.emplace(
        DeviceController::Options{&options_.plan, *seed, signing, steady_now, [this] { wake(); }});
    scheduler_.emplace(options_.plan, *devices_, dealer_);
    log(LogLevel::info, "the public key of this server, to be entered in each tumbler",
        {{"key", to_text(signing.public_key())}});
    if (gateways_) gateways_->open(signing, *gateway_network_);
    return open_cabinets(signing);
}

Result<void> Server::open_sessions() {
    const Result<Hash> secret = load_or_create_secret(options_.folder + "/places.secret");
    if (!secret) return std::unexpected(secret.error());
    background_ = std::make_unique<BackgroundWorker>(
        BackgroundWorker::Results{[this](PasswordCheck check, bool is_right) {
                                      const ConnectionId from = check.connection;
                                      enqueue({from, PasswordChecked{std::move(check), is_right}});
                                  },
                                  [this](Result<SoftwareHashes> software) {
                                      enqueue({{}, ProgramHashed{std::move(software)}});
                                  }});
    Result<GuestBook> guests = GuestBook::open(options_.folder + "/guests");
    if (!guests) return std::unexpected(guests.error());
    guests_ = *std::move(guests);
    if (secrets_) {
        guests_.set_publisher(
            [this](std::string_view text) { return secrets_->publish_guests(*journal_, text); });
    }
    Sessions::Options sessions;
    const double bytes = options_.plan.access.answer_bytes_per_second;
    sessions.reads.address = {bytes, 4 * bytes};
    sessions.reads.all = {8 * bytes, 16 * bytes};
    sessions.guests = &guests_;
    sessions.plan = &options_.plan;
    sessions.accounts = &accounts_;
    sessions.token_secret = *secret;
    sessions.threads = network_->threads();
    sessions.check_password = [this](PasswordCheck check) {
        return background_->check_password(std::move(check));
    };
    sessions.inject_fault = [this](TableId table, std::string_view fault) {
        return devices_->inject_fault(table, fault);
    };
    sessions.start_self_check = [this] { start_program_check(steady_now()); };
    sessions.send_early = [this](std::vector<std::vector<Delivery>> lists) {
        send_to_clients(std::move(lists), {});
    };
    connect_sessions_to_cabinets(sessions);
    sessions_.emplace(*loop_, std::move(sessions), steady_now());
    api_.emplace(*sessions_, ApiSessions::Options{}, steady_now());
    return {};
}

// Creates the folder for its owner alone. One that is there stays as it is.
Result<void> Server::prepare_folder() {
    namespace fs = std::filesystem;
    std::error_code error;
    const bool is_new = fs::create_directories(options_.folder, error);
    if (!error && is_new) fs::permissions(options_.folder, fs::perms::owner_all, error);
    if (error) return failure(error.message(), options_.folder);
    const fs::perms others = fs::perms::group_all | fs::perms::others_all;
    if ((fs::status(options_.folder, error).permissions() & others) != fs::perms::none) {
        log(LogLevel::warning,
            "other users may look into the data folder, which has what every player did; run chmod "
            "700 on it",
            {{"folder", options_.folder}});
    }
    return {};
}

Result<void> Server::open() {
    if (sodium_init() < 0)
        return failure("libsodium can't be initialised: the system gives no random numbers");
    if (auto done = verify_journal_exists(options_.folder, options_.database); !done) return done;
    if (auto done = prepare_folder(); !done) return done;
    log_issues(check_plan(options_.plan));
    if (auto done = replace_keys(); !done) return done;
    if (options_.own_certificate && options_.plan.certificate.empty()) {
        if (auto done = make_own_certificate(); !done) return done;
    }
    if (auto fine = verify_encryption(options_.plan); !fine) return fine;
    if (auto done = open_network(); !done) return done;
    return options_.standby ? prepare_standby() : open_property();
}

// What a server that leads needs. Nothing is served before it returns.
Result<void> Server::open_property() {
    if (auto done = open_store(); !done) return done;
    if (auto done = open_accounts(); !done) return done;
    auto created = create_missing(*loop_, options_.plan, accounts_, options_.demo);
    if (!created) return std::unexpected(created.error());
    created_ = std::move(*created);
    note_start_clock();
    std::erase_if(options_.plan.tables, [&](const TablePlan& table) {
        return loop_->state().retired.tables.contains(table.number);
    });
    for (const std::string& warning : created_.warnings) log(LogLevel::warning, warning);
    log_issues(check_opening(options_.plan, loop_->state()));
    if (auto done = open_devices(); !done) return done;
    if (auto done = open_sessions(); !done) return done;
    pages_.add_rules(loop_->state().rule_sets);
    open_local_socket();
    if (auto done = read_last_note(); !done) return done;
    watch_property(steady_now());
    if (auto done = loop_->commit(); !done) return std::unexpected(done.error());
    if (auto done = secrets_ ? secrets_->publish(*journal_) : Result<void>(); !done) return done;
    start_journal_verification();
    stands_by_ = false;
    ready_ = true;
    log(LogLevel::info, "ready",
        {{"events", std::to_string(loop_->state().sequence)},
         {"replayed", std::to_string(loop_->replayed())},
         {"tables", std::to_string(loop_->state().tables.size())}});
    return {};
}

HttpResponse Server::on_http_request(const HttpRequest& request) {
    if (auto elsewhere = redirect_to_leader(request)) return *std::move(elsewhere);
    const std::string not_ready = why_not_ready();
    if (!not_ready.empty()) return pages_.respond(request, not_ready);
    return pages_.respond(request, disk_full_ ? disk_full_text : "");
}

void Server::on_connect(ConnectionId connection, const Peer& peer) {
    enqueue({connection, Connected{peer}});
}

void Server::on_disconnect(ConnectionId connection) { enqueue({connection, Disconnected{}}); }

Server::Received Server::on_message(ConnectionId connection, std::string_view text) {
    std::uint64_t id = 0;
    Result<wire::Request> request = wire::read_request(text, id);
    if (!request) {
        const bool taken = enqueue_message({connection, Malformed{id, request.error()}});
        return taken ? Received::unreadable : Received::overloaded;
    }
    const bool taken = enqueue_message({connection, *std::move(request)});
    return taken ? Received::fine : Received::overloaded;
}

// Returns false, and drops the message, if so many wait that the loop is many seconds behind.
bool Server::enqueue_message(InboxItem item) {
    if (is_overloaded()) return false;
    enqueue(std::move(item));
    return true;
}

bool Server::is_overloaded() {
    constexpr std::size_t waiting_max = 50'000;
    const std::lock_guard lock(mutex_);
    return inbox_.size() + backlogged_ >= waiting_max;
}

void Server::enqueue(InboxItem item) {
    {
        const std::lock_guard lock(mutex_);
        inbox_.push_back(std::move(item));
    }
    wake_.notify_one();
}

void Server::wake() {
    {
        const std::lock_guard lock(mutex_);
        woken_ = true;
    }
    wake_.notify_one();
}

void Server::stop() {
    {
        const std::lock_guard lock(mutex_);
        ++stops_;
    }
    wake_.notify_one();
}

void Server::handle(InboxItem& item) {
    const ConnectionId from = item.from;
    if (const auto* request = std::get_if<wire::Request>(&item.what)) {
        sessions_->on_message(from, *request);
    } else if (const auto* malformed = std::get_if<Malformed>(&item.what)) {
        sessions_->on_malformed_message(from, malformed->id, malformed->error);
    } else if (const auto* checked = std::get_if<PasswordChecked>(&item.what)) {
        sessions_->on_password_checked(checked->check, checked->is_right);
    } else if (const auto* hashed = std::get_if<ProgramHashed>(&item.what)) {
        handle(*hashed);
    } else if (auto* call = std::get_if<ApiSessions::Call>(&item.what)) {
        api_->on_call(std::move(*call));
    } else if (handle_cabinet(item)) {
        return;
    } else if (const auto* connected = std::get_if<Connected>(&item.what)) {
        sessions_->on_connect(from, connected->peer);
    } else {
        sessions_->on_disconnect(from);
    }
}

Result<void> Server::execute_scheduled(Instant now) {
    while (true) {
        Result<std::optional<Command>> command = scheduler_->next_command(*loop_, now);
        if (!command) return std::unexpected(command.error());
        if (!*command) return {};
        const TableId table = (*command)->stamp.table;
        const std::string order(choice_names<OrderChoice>[(*command)->order.index()]);
        const Reply reply = loop_->execute(std::move(**command));
        if (!reply.refusal) continue;
        scheduler_->on_refused(table, now);
        const std::string number = std::to_string(table.number);
        const std::string reason(to_word(reply.refusal->reason));
        const auto suppressed = limiter_.admit(number + " " + order + " " + reason, now);
        if (!suppressed) continue;
        log(LogLevel::warning, "an order of the server or of a device was refused",
            {{"table", number},
             {"order", order},
             {"reason", reason},
             {"suppressed", std::to_string(*suppressed)}});
    }
}

// Handles what has arrived, for a limited time: the close of betting and the replies of this turn
// do not wait for the rest, which the next turn handles.
void Server::handle_backlog() {
    constexpr std::chrono::milliseconds work_max{20};
    // A close of betting does not wait behind the bets of others.
    prioritise(backlog_, is_urgent);
    const SteadyClock::time_point until = SteadyClock::now() + work_max;
    do {
        if (backlog_.empty()) break;
        handle(backlog_.front());
        backlog_.pop_front();
    } while (SteadyClock::now() < until);
    backlogged_ = backlog_.size();
}

Result<void> Server::turn(std::deque<InboxItem> inbox) {
    const Instant now = steady_now();
    TurnTimes times{SteadyClock::now(), {}, {}};
    if (auto held = confirm_lease(); !held) return held;
    check(loop_->is_committed());
    loop_->tick(now);
    sessions_->begin_turn(now);
    api_->begin_turn(now);
    begin_cabinet_turn(now);
    compare_clocks(now);
    watch_journal_verification(now);
    start_program_check_if_due(now);
    if (auto done = execute_scheduled(now); !done) return done;
    std::ranges::move(inbox, std::back_inserter(backlog_));
    handle_backlog();
    if (backlog_.empty()) sessions_->close_unused();
    sessions_->answer_reads();
    take_notes(now);
    times.committing = SteadyClock::now();
    const Result<std::vector<CommittedEvent>> events = loop_->commit();
    if (!events) return std::unexpected(events.error());
    times.committed = SteadyClock::now();
    on_committed(*events);
    if (auto held = confirm_lease(); !held) return held;
    std::vector<std::vector<Delivery>> lists = sessions_->take_outbox(now);
    send_to_clients(std::move(lists), sessions_->take_gateway_traffic());
    send_to_cabinets(now);
    record_metrics(times, *events);
    restart_follower_if_stopped(now);
    watch_property(now);
    return loop_->compact();
}

void Server::on_committed(const std::vector<CommittedEvent>& events) {
    for (const CommittedEvent& one : events) {
        const auto* failed = get_if<CommandQuarantined>(&one.event.fact);
        if (!failed) continue;
        log(LogLevel::error, "a command failed a check",
            {{"order", failed->order},
             {"table", std::to_string(one.event.stamp.table.number)},
             {"actor", std::string(to_word(failed->actor.kind)) + " " +
                           std::to_string(failed->actor.number)},
             {"request", std::to_string(failed->request)},
             {"why", failed->why}});
    }
    scheduler_->on_committed(events);
    cabinets_->on_committed(events);
    simulated_cabinets_->on_committed(events);
    sessions_->on_committed(events);
    const bool has_new_rules = std::ranges::any_of(events, [](const CommittedEvent& committed) {
        return holds<RulesAdopted>(committed.event.fact);
    });
    if (has_new_rules) pages_.add_rules(loop_->state().rule_sets);
}

Instant Server::next_turn(Instant now) const {
    constexpr std::chrono::milliseconds turn_max = std::chrono::seconds(1);
    Instant next = std::min(now + turn_max.count(), scheduler_->next_due());
    for (const auto& [id, t] : loop_->state().tables) {
        if (t.round && t.round->closes_at && *t.round->closes_at > now) {
            next = std::min(next, *t.round->closes_at);
        }
    }
    if (const auto due = sessions_->next_due()) next = std::min(next, *due);
    if (const auto due = api_->next_due()) next = std::min(next, *due);
    if (const auto due = cabinets_->next_due()) next = std::min(next, *due);
    return backlog_.empty() && !simulated_cabinets_->has_lines() ? next : now;
}

// Waits until an item arrives, wake() is called, the number of stop() calls differs from `stops`,
// or the time `until` has come. Moves out the inbox, which may be empty.
std::deque<Server::InboxItem> Server::wait_for_inbox(Instant until, int stops) {
    std::unique_lock lock(mutex_);
    const std::chrono::milliseconds left(
        std::max<std::int64_t>(until.milliseconds - steady_now().milliseconds, 0));
    wake_.wait_for(lock, left, [&] { return !inbox_.empty() || woken_ || stops_ != stops; });
    woken_ = false;
    return std::exchange(inbox_, {});
}

Result<void> Server::run() {
    if (stands_by_) {
        const Result<bool> leads = stand_by();
        if (!leads) return std::unexpected(leads.error());
        if (!*leads) return {};
    }
    check(ready_);
    try {
        while (true) {
            const int stops = stops_;
            if (stops == 1) stop_rounds(std::chrono::seconds(options_.plan.stop_seconds));
            hand_over_if_asked();
            if (stops > 1 || (graceful_stop_ && is_stop_complete(steady_now()))) break;
            if (auto done = turn(wait_for_inbox(next_turn(steady_now()), stops)); !done)
                return done;
        }
    } catch (const Quarantined& error) {
        return failure(error.what());
    }
    ready_ = false;
    for (const auto& network : {&metrics_network_, &gateway_network_, &network_}) {
        if (*network) (*network)->stop();
    }
    const Result<std::vector<CommittedEvent>> last = loop_->commit();
    if (!last) return std::unexpected(last.error());
    finish_journal_verification();
    if (auto done = follower_->finish(); !done) return done;
    lease_.reset();  // the next server may begin now
    log(LogLevel::info, "stopped", {{"events", std::to_string(loop_->state().sequence)}});
    return {};
}

}  // namespace sicbo::server
