// The server of a property: the network in front, the loop behind, and all that happens beside
// them.
//
// The thread that calls run() drives the loop. Network threads hand it what was said; it answers
// once a turn, after the commit. Passwords are checked aside, reports and signatures follow in a
// thread of their own.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "server/driver.h"
#include "server/found.h"
#include "server/hall.h"
#include "server/metrics.h"
#include "store/follower_thread.h"

namespace sicbo::server {

class Server : private ConnectionHandler {
public:
    struct Options {
        PropertyPlan plan;
        std::string folder;  // for the journal and what belongs to it; made if it is not there
        bool demo = false;   // a new property gets staff
        bool own_certificate = false;  // TLS with one that is made if it is not there
    };
    // Listens, then recovers: until that is done /readyz says no and no WebSocket may come.
    static Result<std::unique_ptr<Server>> start(Options options);
    ~Server() override;

    std::uint16_t port() const { return network_->port(); }
    bool is_encrypted() const { return !options_.plan.certificate.empty(); }
    const Founded& founded() const { return founded_; }

    // Until it was asked to stop; then how it went.
    Result<void> run();

    // The first time rounds are finished first, the second time nothing is. From any thread.
    void stop();

private:
    struct Came {};
    struct Left {};
    struct Nonsense {
        std::uint64_t id = 0;
        Error error;
    };
    struct Checked {
        PasswordCheck check;
        bool right = false;
    };
    struct Hashed {
        Result<Hash> program;
    };
    struct Heard {
        ConnectionId from;
        std::variant<Came, Left, wire::Message, Nonsense, Checked, Hashed> what;
    };

    explicit Server(Options options);
    Result<void> open();
    Result<void> open_store();
    Result<void> make_own_certificate();

    // On the network's threads.
    HttpResponse on_http_request(const HttpRequest& request) override;
    bool accepts_websockets() const override { return ready_; }
    void on_connect(ConnectionId connection) override;
    bool on_message(ConnectionId connection, std::string_view text) override;
    void on_disconnect(ConnectionId connection) override;
    void hear(Heard heard);
    void poke();  // a tumbler has said something

    // On the loop's thread.
    Result<void> turn(std::deque<Heard>& heard);
    void take(Heard& heard);
    void take(const Hashed& hashed);
    Result<void> drive(Instant at);
    void keep_rules();
    void look_at_follower(Instant at);
    void look_at_clock(Instant at);
    void check_software(Instant at);
    bool finished();
    Instant next_turn(Instant at) const;
    std::deque<Heard> wait(Instant until);

    Options options_;
    Accounts accounts_;
    Metrics metrics_;
    std::unique_ptr<Network> network_;
    std::unique_ptr<store::SqliteStore> journal_;
    std::unique_ptr<store::FollowerThread> follower_;
    std::unique_ptr<Loop> loop_;
    std::optional<Driver> driver_;
    std::optional<Hall> hall_;
    Founded founded_;

    std::atomic<bool> ready_ = false;
    std::atomic<int> stops_ = 0;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Heard> heard_;
    bool poked_ = false;
    bool aside_ends_ = false;
    std::condition_variable wake_aside_;
    std::deque<PasswordCheck> to_check_;
    bool hash_program_ = false;
    std::mutex rules_mutex_;
    std::map<std::string, std::string> rules_;  // as JSON, by their hash
    bool finishing_ = false;
    Instant said_waiting_;
    Instant looked_at_follower_;
    Instant looked_at_clock_;
    std::int64_t clock_ahead_ = 0;  // the machine's clock, of ours; in milliseconds
    Instant checked_software_;
    std::jthread aside_;
};

}  // namespace sicbo::server
