#include "server/server.h"

#include <sodium.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <filesystem>

#include "server/embedded.h"
#include "server/log.h"
#include "server/overtake.h"
#include "server/secret.h"
#include "server/tls.h"
#include "store/files.h"
#include "wire/game_json.h"

namespace sicbo::server {

using namespace table;  // the facts

namespace {

using Clock = std::chrono::steady_clock;

Instant wall_clock() {
    return {std::chrono::duration_cast<std::chrono::milliseconds>(
                std::chrono::system_clock::now().time_since_epoch())
                .count()};
}

// Wall time when the process started, and what has passed since: no clock that somebody sets moves
// it.
Instant now() {
    static const Instant wall = wall_clock();
    static const Clock::time_point begun = Clock::now();
    const auto passed =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun).count();
    return wall + passed;
}

bool closes_betting(const wire::Message& message) {
    const auto* give = std::get_if<wire::Give>(&message.ask);
    return give && std::holds_alternative<CloseBetting>(give->order);
}

Result<Hash> hash_of_program() {
    const Result<std::string> program = store::read_file("/proc/self/exe");
    if (!program) return std::unexpected(program.error());
    return sha256(*program);
}

std::string_view type_of(std::string_view name) {
    if (name.ends_with(".html")) return "text/html; charset=utf-8";
    if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
    if (name.ends_with(".css")) return "text/css; charset=utf-8";
    if (name.ends_with(".svg")) return "image/svg+xml";
    return "text/plain; charset=utf-8";
}

// A page by its address: "/terminal" is terminal.html, "/" is index.html.
const EmbeddedFile* find_page(std::string_view path) {
    if (!path.starts_with('/')) return nullptr;
    path.remove_prefix(1);
    std::string name(path.empty() ? "index" : path);
    if (name.find('.') == std::string::npos) name += ".html";
    if (name.ends_with(".toml")) return nullptr;
    for (const EmbeddedFile& file : embedded_files()) {
        if (file.name == name) return &file;
    }
    return nullptr;
}

// Whether somebody would look at what is there, or would have: files and programs' answers are not
// looked at.
bool is_page(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const bool file = name.find('.') != std::string_view::npos && !name.ends_with(".html");
    return path.starts_with('/') && !path.starts_with("/api/") && !file;
}

constexpr std::string_view no_page = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not found · 找不到页面</title>
<link rel="icon" href="data:,">
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center;
       background: #0d1512; color: #f4efe2; font: 400 18px/1.6 system-ui, sans-serif; }
a { color: #e9c46a; }
</style>
<h1>404</h1>
<p>There is no page here. <a href="/">To the start page</a></p>
<p lang="zh">此处没有页面。<a href="/">返回首页</a></p>
</html>
)";

}  // namespace

std::string_view demo_property() {
    for (const EmbeddedFile& file : embedded_files()) {
        if (file.name == "demo.toml") return file.text;
    }
    unreachable();
}

Server::Server(Options options) : options_(std::move(options)) {}

Server::~Server() {
    {
        const std::lock_guard lock(mutex_);
        aside_ends_ = true;
    }
    wake_aside_.notify_all();
    if (aside_.joinable()) aside_.join();
    network_.reset();  // its threads call us, and those of the tumblers do
    driver_.reset();
}

Result<std::unique_ptr<Server>> Server::start(Options options) {
    std::unique_ptr<Server> server(new Server(std::move(options)));
    if (auto done = server->open(); !done) return std::unexpected(done.error());
    return server;
}

Result<void> Server::open_store() {
    const std::string path = options_.folder + "/journal";
    auto journal = store::SqliteStore::open({.path = path});
    if (!journal) return std::unexpected(journal.error());
    journal_ = std::move(*journal);
    const auto progress = [&](std::uint64_t done, std::uint64_t all) {
        log(Grave::info, "recovering",
            {{"done", std::to_string(done)}, {"of", std::to_string(all)}});
    };
    // The follower before the loop: with a wrong key nothing more is registered.
    auto follower = store::FollowerThread::start(store::FollowerThread::beside(path));
    if (!follower) return std::unexpected(follower.error());
    follower_ = std::move(*follower);
    auto loop = Loop::start(*journal_, {path + ".quarantine-", now()}, progress);
    if (!loop) return std::unexpected(loop.error());
    loop_ = std::move(*loop);
    return {};
}

Result<void> Server::make_own_certificate() {
    options_.plan.certificate = options_.folder + "/tls.crt";
    options_.plan.private_key = options_.folder + "/tls.key";
    if (store::exists(options_.plan.certificate)) return {};
    const Result<SelfSignedCertificate> made = make_certificate(options_.plan.address);
    if (!made) return std::unexpected(made.error());
    if (auto done = store::write_file(options_.plan.private_key, made->key, 0600); !done)
        return done;
    return store::write_file(options_.plan.certificate, made->certificate);
}

Result<void> Server::open() {
    if (sodium_init() < 0) return failure("the system gives no random numbers");
    std::error_code error;
    std::filesystem::create_directories(options_.folder, error);
    if (error) return failure(error.message(), options_.folder);
    if (options_.own_certificate && options_.plan.certificate.empty()) {
        if (auto done = make_own_certificate(); !done) return done;
    }
    Network::Options network;
    network.certificate = options_.plan.certificate;
    network.private_key = options_.plan.private_key;
    network.address = options_.plan.address;
    network.port = options_.plan.port;
    network.threads = options_.plan.threads;
    network.origins = options_.plan.origins;
    network.connections_per_address_max = options_.plan.connections_from_one_address;
    network.message_max = player_message_most;
    network.protocol = wire::protocol;
    auto listening = Network::start(network, *this);
    if (!listening) return std::unexpected(listening.error());
    network_ = std::move(*listening);

    if (auto done = open_store(); !done) return done;
    auto accounts = Accounts::open(options_.folder + "/accounts");
    if (!accounts) return std::unexpected(accounts.error());
    accounts_ = std::move(*accounts);
    auto founded = found(*loop_, options_.plan, accounts_, options_.demo);
    if (!founded) return std::unexpected(founded.error());
    founded_ = std::move(*founded);
    for (const std::string& remark : founded_.remarks) log(Grave::warning, remark);

    const Result<Hash> seed = keep_secret(options_.folder + "/tumbler.seed");
    if (!seed) return std::unexpected(seed.error());
    const Result<Hash> key = keep_secret(options_.folder + "/server.key");
    if (!key) return std::unexpected(key.error());
    const Result<Hash> places = keep_secret(options_.folder + "/places.secret");
    if (!places) return std::unexpected(places.error());
    const device::SigningKey signing = device::key_of(*key);
    driver_.emplace(Driver::Options{&options_.plan, *seed, signing, now, [this] { poke(); }});
    log(Grave::info, "tumblers know this server by its key",
        {{"key", to_text(signing.public_key())}});
    no_hash();
    aside_ = std::jthread([this] {
        std::unique_lock lock(mutex_);
        while (!aside_ends_) {
            wake_aside_.wait(lock,
                             [&] { return aside_ends_ || hash_program_ || !to_check_.empty(); });
            if (std::exchange(hash_program_, false)) {
                lock.unlock();
                hear({{}, Hashed{hash_of_program()}});
                lock.lock();
            }
            if (to_check_.empty()) continue;
            PasswordCheck check = std::move(to_check_.front());
            to_check_.pop_front();
            lock.unlock();
            const bool right =
                !check.by_administrator && is_password(check.hash, check.password) && check.person;
            if (!check.fresh.empty()) check.fresh = hash_password(check.fresh);
            sodium_memzero(check.password.data(), check.password.size());
            hear({check.connection, Checked{std::move(check), right}});
            lock.lock();
        }
    });
    hall_.emplace(*loop_,
                  Hall::Options{&options_.plan, &accounts_, *places, network_->threads(),
                                [this](PasswordCheck check) {
                                    constexpr std::size_t waiting_most = 50;
                                    const std::lock_guard lock(mutex_);
                                    if (to_check_.size() >= waiting_most) return false;
                                    to_check_.push_back(std::move(check));
                                    wake_aside_.notify_one();
                                    return true;
                                },
                                [this](TableId table, std::string_view misdeed) {
                                    return driver_->misbehave(table, misdeed);
                                },
                                [this] {
                                    checked_software_ = {};
                                    check_software(now());
                                }},
                  now());
    keep_rules();
    ready_ = true;
    log(Grave::info, "ready",
        {{"events", std::to_string(loop_->state().sequence)},
         {"replayed", std::to_string(loop_->replayed())},
         {"tables", std::to_string(loop_->state().tables.size())}});
    return {};
}

void Server::keep_rules() {
    const std::lock_guard lock(rules_mutex_);
    for (const auto& [hash, rules] : loop_->state().rule_sets) {
        std::string& text = rules_[to_text(hash)];
        if (!text.empty()) continue;
        boost::json::object game = wire::to_json(*rules.game);
        boost::json::array layouts;
        for (const rules::Layout& layout : rules.game->layouts) {
            layouts.push_back(wire::to_json(layout));
        }
        game["layouts"] = std::move(layouts);
        text = boost::json::serialize(game);
    }
}

HttpResponse Server::on_http_request(const HttpRequest& request) {
    const std::string_view path = request.target.substr(0, request.target.find('?'));
    if (request.method != "GET" && request.method != "HEAD") {
        return {405, "text/plain; charset=utf-8", "only GET is answered here\n", false};
    }
    if (path == "/healthz") return {200, "text/plain; charset=utf-8", "alive\n", false};
    if (path == "/readyz") {
        if (!ready_) return {503, "text/plain; charset=utf-8", "recovering\n", false};
        return {200, "text/plain; charset=utf-8", "ready\n", false};
    }
    if (path == "/metrics") {
        return {200, "text/plain; version=0.0.4; charset=utf-8", metrics_.text(), false};
    }
    constexpr std::string_view rules = "/api/rules/";
    if (path.starts_with(rules)) {
        const std::lock_guard lock(rules_mutex_);
        const auto found = rules_.find(std::string(path.substr(rules.size())));
        if (found == rules_.end()) {
            return {404, "text/plain; charset=utf-8", "there is no such rule set\n", false};
        }
        return {200, "application/json", found->second, true};
    }
    if (const EmbeddedFile* page = find_page(path)) {
        return {200, type_of(page->name), std::string(page->text), false};
    }
    if (is_page(path)) return {404, type_of(".html"), std::string(no_page), false};
    return {404, "text/plain; charset=utf-8", "there is nothing here\n", false};
}

void Server::on_connect(ConnectionId connection) { hear({connection, Came{}}); }

void Server::on_disconnect(ConnectionId connection) { hear({connection, Left{}}); }

bool Server::on_message(ConnectionId connection, std::string_view text) {
    std::uint64_t id = 0;
    Result<wire::Message> message = wire::read_message(text, id);
    if (!message) {
        hear({connection, Nonsense{id, message.error()}});
        return false;
    }
    hear({connection, *std::move(message)});
    return true;
}

void Server::hear(Heard heard) {
    {
        const std::lock_guard lock(mutex_);
        heard_.push_back(std::move(heard));
    }
    wake_.notify_one();
}

void Server::poke() {
    {
        const std::lock_guard lock(mutex_);
        poked_ = true;
    }
    wake_.notify_one();
}

void Server::stop() {
    ++stops_;
    wake_.notify_one();
}

void Server::take(Heard& heard) {
    const ConnectionId from = heard.from;
    if (auto* message = std::get_if<wire::Message>(&heard.what)) {
        hall_->said(from, std::move(*message));
    } else if (const auto* nonsense = std::get_if<Nonsense>(&heard.what)) {
        hall_->said_nonsense(from, nonsense->id, nonsense->error);
    } else if (const auto* checked = std::get_if<Checked>(&heard.what)) {
        hall_->checked(checked->check, checked->right);
    } else if (const auto* hashed = std::get_if<Hashed>(&heard.what)) {
        take(*hashed);
    } else if (std::holds_alternative<Came>(heard.what)) {
        hall_->came(from);
    } else {
        hall_->left(from);
    }
}

Result<void> Server::drive(Instant at) {
    while (true) {
        Result<std::optional<Command>> command = driver_->due(*loop_, at);
        if (!command) return std::unexpected(command.error());
        if (!*command) return {};
        const TableId table = (*command)->stamp.table;
        const std::string order(choice_names<OrderChoice>[(*command)->order.index()]);
        const Reply answer = loop_->execute(std::move(**command));
        if (!answer.refusal) continue;
        driver_->refused(table, at);
        log(Grave::warning, "an order of the server or of a device was refused",
            {{"table", std::to_string(table.number)},
             {"order", order},
             {"reason", std::string(to_word(answer.refusal->reason))}});
    }
}

Result<void> Server::turn(std::deque<Heard>& heard) {
    const Instant at = now();
    const Clock::time_point begun = Clock::now();
    loop_->tick(at);
    hall_->begin(at);
    look_at_clock(at);
    check_software(at);
    if (auto done = drive(at); !done) return done;
    // The close of betting does not stand in line behind the bets of others.
    overtake(heard, [](const Heard& one) {
        const auto* message = std::get_if<wire::Message>(&one.what);
        return message && closes_betting(*message);
    });
    for (Heard& one : heard) take(one);
    heard.clear();
    loop_->add_notes(follower_->take_notes());
    const Clock::time_point committing = Clock::now();
    Result<std::vector<CommittedEvent>> happened = loop_->commit();
    if (!happened) return std::unexpected(happened.error());
    const Clock::time_point committed = Clock::now();
    driver_->told(*happened);
    hall_->told(*happened);
    std::uint64_t ended = 0;
    for (const CommittedEvent& one : *happened) {
        const Fact& fact = one.event.fact;
        if (std::holds_alternative<RoundSettled>(fact) ||
            std::holds_alternative<RoundVoided>(fact)) {
            ++ended;
        }
        if (std::holds_alternative<RulesAdopted>(fact)) keep_rules();
    }
    network_->send(hall_->take_deliveries(at));
    if (!happened->empty()) {
        metrics_.turn(happened->size(), Clock::now() - begun, committed - committing);
        metrics_.rounds_ended(ended);
    }
    const Hall::Counts& counts = hall_->counts();
    metrics_.requests(counts.followed, counts.refused, counts.nonsense);
    metrics_.connections(network_->connections());
    look_at_follower(at);
    return loop_->compact();
}

// Nothing here goes by the machine's clock once the server runs; whoever sets it is still noted.
void Server::look_at_clock(Instant at) {
    constexpr std::int64_t look_every = 1'000;
    constexpr std::int64_t jump = 1'000;
    if (at < looked_at_clock_ + look_every) return;
    looked_at_clock_ = at;
    const Instant found = wall_clock();
    const Instant expected = at + clock_ahead_;
    const std::int64_t off = found.milliseconds - expected.milliseconds;
    if (off >= -jump && off <= jump) return;
    clock_ahead_ += off;
    if (found.milliseconds < 0 || found >= clock_max) return;  // no moment that could be noted
    log(Grave::warning, "the machine's clock was set",
        {{"expected", to_text_exact(expected)}, {"found", to_text_exact(found)}});
    loop_->execute_system({}, NoteClock{expected, found});
}

// At the start, every day, and when somebody asks. Aside: it takes a moment, and tables do not
// wait.
void Server::check_software(Instant at) {
    constexpr std::int64_t day = 86'400'000;
    if (checked_software_.milliseconds > 0 && at < checked_software_ + day) return;
    checked_software_ = at;
    {
        const std::lock_guard lock(mutex_);
        hash_program_ = true;
    }
    wake_aside_.notify_one();
}

void Server::take(const Hashed& hashed) {
    if (!hashed.program) {
        log(Grave::error, "the program can't be checked", {{"why", hashed.program.error().text()}});
    } else {
        const auto& before = loop_->state().program;
        if (before && *before != *hashed.program) {
            log(Grave::warning, "this is another program than before",
                {{"before", to_text(*before)}, {"now", to_text(*hashed.program)}});
        }
        loop_->execute_system({}, CheckSoftware{*hashed.program});
    }
    hall_->self_checked();
}

// Reports and signatures are made anew if something stopped them; the tables go on meanwhile.
void Server::look_at_follower(Instant at) {
    constexpr std::int64_t look_every = 1'000;
    if (at < looked_at_follower_ + look_every) return;
    looked_at_follower_ = at;
    const std::uint64_t behind =
        loop_->state().sequence - std::min(loop_->state().sequence, follower_->sequence());
    metrics_.behind(behind);
    const std::optional<Error> wrong = follower_->wrong();
    if (!wrong) return;
    log(Grave::error, "reports and signatures stopped", {{"why", wrong->text()}});
    auto again = store::FollowerThread::start(store::FollowerThread::beside(journal_->path()));
    if (!again) {
        log(Grave::error, "they can't be started again", {{"why", again.error().text()}});
        constexpr std::int64_t later = 60'000;
        looked_at_follower_ = at + later;
        return;
    }
    follower_ = std::move(*again);
}

// Whether it is time to go: asked to, and no round is under way, or asked twice.
bool Server::finished() {
    const int stops = stops_;
    if (stops == 0) return false;
    if (stops > 1) return true;
    if (!finishing_) {
        finishing_ = true;
        driver_->finish();
        hall_->finish();
        log(Grave::info,
            "stopping: rounds that have begun are finished; a second signal stops at once");
    }
    std::string playing;
    for (const auto& [id, t] : loop_->state().tables) {
        if (t.round) playing += (playing.empty() ? "" : ",") + std::to_string(id.number);
    }
    constexpr std::int64_t say_every = 10'000;
    const Instant at = now();
    if (!playing.empty() && at >= said_waiting_ + say_every) {
        said_waiting_ = at;
        log(Grave::info, "waiting for rounds", {{"tables", playing}});
    }
    return playing.empty();
}

Instant Server::next_turn(Instant at) const {
    constexpr std::int64_t longest = 1'000;
    Instant next = std::min(at + longest, driver_->next());
    for (const auto& [id, t] : loop_->state().tables) {
        if (t.round && t.round->closes_at && *t.round->closes_at > at) {
            next = std::min(next, *t.round->closes_at);
        }
    }
    if (const auto waiting = hall_->waiting()) next = std::min(next, *waiting);
    return next;
}

std::deque<Server::Heard> Server::wait(Instant until) {
    std::unique_lock lock(mutex_);
    const std::chrono::milliseconds left(
        std::max<std::int64_t>(until.milliseconds - now().milliseconds, 0));
    const int stops = stops_;
    wake_.wait_for(lock, left, [&] { return !heard_.empty() || poked_ || stops_ != stops; });
    poked_ = false;
    return std::exchange(heard_, {});
}

Result<void> Server::run() {
    try {
        while (!finished()) {
            std::deque<Heard> heard = wait(next_turn(now()));
            if (auto done = turn(heard); !done) return done;
        }
    } catch (const Quarantined& wrong) {
        return failure(wrong.what());
    }
    ready_ = false;
    network_->stop();
    Result<std::vector<CommittedEvent>> last = loop_->commit();
    if (!last) return std::unexpected(last.error());
    if (auto done = follower_->finish(); !done) return done;
    log(Grave::info, "stopped", {{"events", std::to_string(loop_->state().sequence)}});
    return {};
}

}  // namespace sicbo::server
