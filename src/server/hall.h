// The hall: who is connected, as whom, and what they ask, watch and are told.
//
// Everything here happens on the loop's thread. What is to be told is kept until the loop has
// registered what led to it.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "server/accounts.h"
#include "server/loop.h"
#include "server/property.h"
#include "server/topics.h"

namespace sicbo::server {

// A log-on whose password is to be looked at aside.
struct PasswordCheck {
    ConnectionId connection;
    std::uint64_t id = 0;
    PersonId person;  // none if there is nobody of that name
    std::string hash;
    std::string password;
    std::string fresh;  // the password to be set, then its hash; none: only to enter
    bool by_administrator = false;
};

// Of a message, in bytes: players send bets, staff reasons and lists as well.
inline constexpr std::size_t player_message_most = 4 << 10;
inline constexpr std::size_t staff_message_most = 16 << 10;

class Hall {
public:
    struct Options {
        const PropertyPlan* plan = nullptr;
        Accounts* accounts = nullptr;
        Hash place_secret;  // makes the tokens with which a guest comes back to a place
        std::size_t threads = 1;
        std::function<bool(PasswordCheck)> check_password;  // false: too many wait
        std::function<bool(TableId, std::string_view misdeed)> misbehave;
        std::function<void()> self_check;
        std::int64_t idle_most = 10'000;  // milliseconds without having asked for anything
        std::int64_t gone_after = 3'000;  // milliseconds that a terminal has to come back
    };
    Hall(Loop& loop, Options options, Instant now);

    void begin(Instant at);  // of a turn
    void came(ConnectionId connection);
    void left(ConnectionId connection);
    void said(ConnectionId connection, wire::Message message);
    void said_nonsense(ConnectionId connection, std::uint64_t id, const Error& error);
    void checked(const PasswordCheck& check, bool right);
    void self_checked();

    // What was registered since the last time.
    void told(const std::vector<CommittedEvent>& happened);

    // What leaves now: a list for each thread of the network.
    std::vector<std::vector<Delivery>> take_deliveries(Instant at);

    // When something waits to be told, or somebody to be closed.
    std::optional<Instant> waiting() const;

    // From now on no round may begin.
    void finish() { finishing_ = true; }

    struct Counts {
        std::uint64_t followed = 0;
        std::uint64_t refused = 0;
        std::uint64_t nonsense = 0;
    };
    const Counts& counts() const { return counts_; }

private:
    // Where a player is.
    struct Place {
        table::Actor actor;
        TableId table;
        TerminalId terminal;  // none at a felt
    };
    struct Code {
        TableId table;
        TerminalId terminal;
        Instant until;
    };
    struct Session {
        Hash nonce;  // for a terminal to sign
        std::optional<Place> place;
        std::set<PersonId> people;
        std::set<wire::Topic> topics;
        std::uint32_t checks = 0;  // passwords that are looked at
    };
    struct Arrival {
        ConnectionId connection;
        Instant until;
    };
    struct Lost {
        TableId table;
        Instant until;
    };

    void hear(ConnectionId connection, std::uint64_t id, const wire::Sit& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::NewCode& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::Enrol& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::ProveTerminal& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::Rise& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::TopUp& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::Enter& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::Leave& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::SetPassword& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::Watch& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::Unwatch& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::Rounds& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::SelfCheck& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::Misbehave& ask);
    void hear(ConnectionId connection, std::uint64_t id, const wire::Give& ask);

    PersonId person_named(std::string_view name) const;
    void entered(const PasswordCheck& check);
    void set_password(const PasswordCheck& check);
    void dismiss(ConnectionId connection, PersonId person);
    bool acts_as(PersonId person, rules::Role role) const;
    const TablePlan* plan_of(TableId table) const;
    const table::Table* table_of(TableId table) const;
    std::optional<Place> find_place(const TablePlan& plan, const wire::Sit& ask);
    bool free_seat(const TablePlan& plan);
    std::optional<Place> place_of_token(const TablePlan& plan, std::string_view token);
    void seat(ConnectionId connection, std::uint64_t id, const Place& place, bool with_token);
    void take_place(ConnectionId connection, const Place& place);
    void give_up_place(ConnectionId connection, Session& session);
    void displace(const table::Actor& actor);
    bool is_missed(TableId table, TerminalId terminal) const;
    void lose(TableId table, TerminalId terminal);
    void report_lost();
    std::string token_of(const Place& place, Instant since) const;
    StayId stay_at(const Place& place) const;
    std::optional<std::string_view> top_up(const TablePlan& plan, const Place& place);
    bool may_watch(const Session& session, wire::Topic topic) const;
    bool is_new(const table::Stamp& stamp) const;
    bool begins_round(const table::Table& t, const table::Order& order) const;
    wire::Parts view(wire::Topic topic) const;

    void answer(ConnectionId connection, std::string text);
    void refuse(ConnectionId connection, std::uint64_t id, std::string_view reason,
                std::string_view detail = {});
    void tell(ConnectionId connection, Text text);
    Delivery& delivery_to(ConnectionId connection);
    void close_idle();
    void check_aside(PasswordCheck check);
    void limit_messages(ConnectionId connection, const Session& session);

    Loop& loop_;
    Options options_;
    std::unordered_map<std::uint64_t, Session> sessions_;
    std::map<table::Actor, ConnectionId> live_;  // one connection for each
    std::map<table::Actor, Instant> guests_;     // since when the last one sits there
    std::map<std::string, Code> codes_;          // of terminals to be enrolled
    std::deque<Arrival> arrived_;                // and may not have asked for anything yet
    std::map<TerminalId, Lost> lost_;            // and may still come back
    std::vector<std::pair<ConnectionId, std::uint64_t>> self_checks_;  // that wait
    Topics topics_;
    bool finishing_ = false;
    Instant now_;
    Counts counts_;
    std::vector<std::vector<Delivery>> deliveries_;
    std::unordered_map<std::uint64_t, std::size_t>
        places_;  // of a connection's delivery in its list
};

}  // namespace sicbo::server
