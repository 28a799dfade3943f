// SPDX-License-Identifier: MIT
// The server of a property: the network in front, the loop behind, and what runs beside them.
//
// The thread that calls run() is the loop thread: it executes everything in turns. Network threads
// and the background thread only put items into the inbox. Replies leave once per turn, after the
// commit. Reports and signatures follow on a thread of their own (store/follower_thread.h).
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "server/api_sessions.h"
#include "server/background_worker.h"
#include "server/cabinet_controller.h"
#include "server/clock.h"
#include "server/create_missing.h"
#include "server/gateway_hub.h"
#include "server/http_pages.h"
#include "server/log_limiter.h"
#include "server/metrics.h"
#include "server/order_scheduler.h"
#include "server/sessions.h"
#include "server/shared_secrets.h"
#include "server/simulated_cabinets.h"
#include "server/standby.h"
#include "server/upkeep.h"
#include "store/follower_thread.h"
#include "store/journal_verifier.h"
#include "store/lease_keeper.h"

namespace sicbo::server {

// The Unix socket in the folder of a property whose server runs; it speaks the protocol.
inline constexpr std::string_view local_socket_name = "control.socket";

class Server : private ConnectionHandler {
public:
    struct Options {
        PropertyPlan plan;
        std::string folder;  // for the journal and what belongs to it; created if it is missing
        bool demo = false;   // creates one account per staff role in a new property
        bool own_certificate = false;  // TLS with a certificate that is created if it is missing
        std::vector<table::Key> new_keys = {};  // to be replaced by new ones before the start
        bool accept_clock =
            false;  // a person says that a clock which contradicts the journal is right
        // The address of the journal if it is on PostgreSQL; empty: it is a file in the folder.
        std::string database = {};
        // Follows the journal in the database, and serves only once the lease of the server that
        // leads has lapsed.
        bool standby = false;
        // Where clients reach this server, for the lease: host and port; empty: where it listens.
        std::string endpoint = {};
        std::chrono::milliseconds lease{5'000};
        // Called once, on the loop thread, when a server that stood by begins to serve.
        std::function<void(const Server&)> on_serving = {};
    };
    // Listens, then recovers. Blocks until recovery is complete; until then /readyz answers 503 and
    // WebSockets are refused. A standby only follows when this returns, and run() does the rest.
    // Returns an error if the network, a file or the journal can't be used, or if a command failed
    // a check (see Quarantined); the process must end then.
    static Result<std::unique_ptr<Server>> start(Options options);
    ~Server() override;

    std::uint16_t port() const { return network_->port(); }
    bool is_encrypted() const { return !options_.plan.certificate.empty(); }

    // What start() created because the configuration names it and the journal had none.
    const CreateResult& created() const { return created_; }

    // Returns true while this server follows another.
    bool stands_by() const { return stands_by_; }

    // Serves until stop(), or until it has handed over. Returns an error if a commit or a command
    // failed; the process must end then. The calling thread becomes the loop thread.
    Result<void> run();

    // The first call lets rounds in play finish, for at most the plan's `stop_seconds`; the second
    // one stops at once. From any thread.
    void stop();

    // Opens the log file again and reads the certificate again. What can't be read is logged, and
    // what was in use stays in use. From any thread, after start().
    void reload();

private:
    // What other threads put into the inbox.
    struct Connected {
        Peer peer;
    };
    struct Disconnected {};
    struct Malformed {
        std::uint64_t id = 0;
        Error error;
    };
    struct CabinetConnected {};
    struct CabinetDisconnected {};
    struct CabinetMessage {
        std::string text;
    };
    struct PasswordChecked {
        PasswordCheck check;
        bool is_right = false;
    };
    struct ProgramHashed {
        Result<SoftwareHashes> software;
    };
    struct InboxItem {
        ConnectionId from;
        std::variant<Connected, Disconnected, wire::Request, Malformed, PasswordChecked,
                     ProgramHashed, CabinetConnected, CabinetDisconnected, CabinetMessage,
                     ApiSessions::Call>
            what;
    };
    // Receives what cabinets do, on network threads.
    class CabinetListener : public ConnectionHandler {
    public:
        explicit CabinetListener(Server& server) : server_(server) {}
        HttpResponse on_http_request(const HttpRequest& request) override;
        bool accepts_websockets() const override { return server_.accepts_websockets(); }
        std::string why_no_websockets() const override { return server_.why_not_ready(); }
        void on_connect(ConnectionId connection, const Peer& peer) override;
        Received on_message(ConnectionId connection, std::string_view text) override;
        void on_disconnect(ConnectionId connection) override;

    private:
        Server& server_;
    };
    struct TurnTimes {
        std::chrono::steady_clock::time_point begun;
        std::chrono::steady_clock::time_point committing;
        std::chrono::steady_clock::time_point committed;
    };

    explicit Server(Options options);
    Result<void> open();
    Result<void> open_property();
    Result<void> prepare_standby();
    Result<bool> stand_by();
    std::string endpoint() const;
    Result<void> start_lease();
    Result<void> confirm_lease() const;
    void hand_over_if_asked();
    std::string why_not_ready() const;
    std::optional<HttpResponse> redirect_to_leader(const HttpRequest& request) const;
    Result<void> prepare_folder();
    Result<void> open_network();
    Result<void> open_metrics_network();
    Result<void> open_gateway_network();
    Result<void> open_store();
    Result<void> replace_keys();
    Result<void> open_accounts();
    Result<void> restore_secrets(const store::Store& journal);
    Result<void> check_clock(const table::State& state);
    void note_start_clock();
    void start_journal_verification();
    Result<void> open_devices();
    Result<void> open_cabinets(const device::SigningKey& key);
    void set_checkpoint(const store::Note& note);
    void open_local_socket();
    Result<void> open_sessions();
    Result<void> make_own_certificate();

    // On network threads.
    HttpResponse on_http_request(const HttpRequest& request) override;
    bool take_http_request(const HttpRequest& request, Respond& respond) override;
    bool accepts_websockets() const override { return ready_ && why_not_ready().empty(); }
    std::string why_no_websockets() const override { return why_not_ready(); }
    void on_connect(ConnectionId connection, const Peer& peer) override;
    Received on_message(ConnectionId connection, std::string_view text) override;
    void on_disconnect(ConnectionId connection) override;

    // From any thread.
    void enqueue(InboxItem item);
    bool enqueue_message(InboxItem item);
    bool is_overloaded();
    void wake();

    // On the loop thread.
    Result<void> turn(std::deque<InboxItem> inbox);
    void handle_backlog();
    static bool is_urgent(const InboxItem& item);
    Result<void> execute_scheduled(Instant now);
    void handle(InboxItem& item);
    void handle(const ProgramHashed& hashed);
    bool handle_cabinet(const InboxItem& item);
    void begin_cabinet_turn(Instant now);
    void send_to_cabinets(Instant now);
    void send_to_clients(std::vector<std::vector<Delivery>> lists, const GatewayTraffic& traffic);
    void connect_sessions_to_cabinets(Sessions::Options& sessions);
    void on_committed(const std::vector<CommittedEvent>& events);
    void compare_clocks(Instant now);
    void start_program_check_if_due(Instant now);
    void start_program_check(Instant now);
    void restart_follower_if_stopped(Instant now);
    Result<void> read_last_note();
    void take_notes(Instant now);
    void watch_journal_verification(Instant now);
    void finish_journal_verification();
    store::FollowerThread::Options follower_options() const;
    void watch_property(Instant now);
    void record_metrics(const TurnTimes& times, const std::vector<CommittedEvent>& events);
    void stop_rounds(std::chrono::milliseconds wait_max);
    bool is_stop_complete(Instant now);
    Instant next_turn(Instant now) const;
    std::deque<InboxItem> wait_for_inbox(Instant until, int stops);

    Options options_;
    Accounts accounts_;
    Metrics metrics_;
    HttpPages pages_;
    MetricsListener metrics_listener_;
    CabinetListener cabinet_listener_;
    std::unique_ptr<Standby> standby_;  // null unless it stands by, or has
    // Of the server that leads; null if the journal is a file. Network threads ask it.
    std::unique_ptr<store::LeaseKeeper> lease_;
    std::unique_ptr<Network> network_;
    std::optional<GatewayHub> gateways_;        // none if the configuration has no gateways
    std::unique_ptr<Network> gateway_network_;  // of their lines
    std::unique_ptr<Network> metrics_network_;  // null: /metrics is with the pages, or nowhere
    GuestBook guests_;
    std::unique_ptr<store::Store> journal_;
    std::unique_ptr<store::Follower> warm_follower_;  // from a standby to follower_
    std::optional<SharedSecrets> secrets_;            // none if the journal is a file
    std::unique_ptr<store::FollowerThread> follower_;
    store::Position end_at_start_;                      // of the journal
    std::unique_ptr<store::JournalVerifier> verifier_;  // none before the start is complete
    store::JournalVerifier::Status journal_status_ = store::JournalVerifier::Status::running;
    DamagedJournal damaged_journal_;
    std::unique_ptr<Loop> loop_;
    AutoDealer dealer_;
    std::optional<DeviceController> devices_;
    std::optional<CabinetController> cabinets_;
    std::optional<SimulatedCabinets> simulated_cabinets_;
    std::optional<OrderScheduler> scheduler_;
    std::optional<TicketFinder> ticket_finder_;
    std::optional<Sessions> sessions_;
    std::optional<ApiSessions> api_;
    CreateResult created_;

    std::atomic<bool> ready_ = false;
    std::atomic<bool> stands_by_ = false;
    std::atomic<bool> disk_full_ = false;
    std::atomic<int> stops_ = 0;  // how often stop() was called
    std::mutex mutex_;            // of the inbox
    std::condition_variable wake_;
    std::deque<InboxItem> inbox_;
    std::deque<InboxItem> backlog_;  // of the loop thread: what a turn has left for the next
    std::atomic<std::size_t> backlogged_ = 0;  // its size
    bool woken_ = false;

    std::optional<GracefulStop> graceful_stop_;  // none before the first stop()
    Instant follower_checked_at_;
    Instant property_watched_at_;
    Instant last_note_at_;                // when the last note was signed, or the server started
    std::uint64_t last_note_events_ = 0;  // how many events the last note covers
    LogLimiter limiter_;
    Instant wall_at_start_;
    Instant clock_last_event_;  // when the server started
    StartClock start_clock_;
    ClockMonitor clock_monitor_;
    std::optional<Instant> program_checked_at_;  // when the last check was started
    std::unique_ptr<BackgroundWorker> background_;
};

}  // namespace sicbo::server
