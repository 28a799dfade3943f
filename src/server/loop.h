// The one place where a property changes: takes what has arrived, decides and applies it one by
// one, writes all that came of it as one record, and only when that is durable lets anything out.
//
// It is driven from one thread and has none of its own. A failed commit, or a check that fails,
// ends it: whoever drives it ends the process, so that nobody ever sees what is not registered.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "store/recover.h"
#include "table/engine.h"

namespace sicbo::server {

// Thrown when a command failed a check of ours. It has been put aside; the process ends, and after
// the restart that request is refused and its table is out of service.
class Quarantined : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// What a command led to, for whoever gave it.
struct Answer {
    std::optional<table::Refusal> refusal;
    std::vector<table::BetAnswer> answers;  // to a batch of bets, bet by bet
    std::string detail;                     // what is wrong, where the reason alone does not say
    bool anything = false;                  // whether anything happened
    std::optional<Hash> needs;              // the digest that a second person is to authorise
};

struct Happened {
    store::Position at;
    table::Event event;
};

class Loop {
public:
    struct Options {
        std::string quarantine;  // begins the names of files for commands that fail a check
        Instant now;
    };
    // Recovers, follows the law of interruptions, and takes tables with a quarantined command out
    // of service. All of that is registered when it returns.
    static Result<std::unique_ptr<Loop>> start(store::Store& journal, const Options& options,
                                               const store::Progress& progress = {});

    const table::State& state() const { return at_.state; }

    // Of the last event, registered or not.
    const store::Position& position() const { return record_.record().last; }
    std::uint64_t replayed() const { return replayed_; }  // events since the snapshot, at the start

    // What the start itself led to.
    const std::vector<Happened>& concluded() const { return concluded_; }

    // Begins a turn: time goes on, never back, and what is due by now is done first.
    void tick(Instant now);

    // Decides the command as of now, whatever time it names. The answer may leave after the commit.
    Answer take(table::Command command);

    // An order of the system's own; 0 where it is not about one table.
    Answer take_own(TableId table, table::Order order);

    // Registers what was taken since the last commit, and gives it out to be told.
    Result<std::vector<Happened>> commit();

    // Signed notes that the next commit takes into the journal's database.
    void keep(std::vector<store::Note> notes);

    // Tidies the journal up if it is time to, after what there is to tell was told.
    Result<void> tidy();

    // The hash of the close of the round in play, which a tumbler signs its reading over.
    Result<std::optional<Hash>> close_hash(TableId table) const;

private:
    Loop(store::Store& journal, store::Recovered at);
    Result<void> read_quarantine(const std::string& prefix);
    Result<void> take_out_of_service();
    [[noreturn]] void put_aside(const table::Command& command, const std::string& why) const;
    bool is_put_aside(const table::Stamp& stamp) const;
    bool refuses_for_room(const table::Command& command) const;

    store::Store& journal_;
    store::Recovered at_;
    std::uint64_t replayed_ = 0;
    store::RecordWriter record_;
    std::vector<store::Record> full_;  // before it, large enough to be written by themselves
    ByteWriter bytes_;                 // of one event; kept for its room
    Instant now_;
    Instant room_asked_;
    bool room_ = true;
    std::string quarantine_;
    std::vector<Happened> happened_;
    std::vector<Happened> concluded_;
    std::vector<store::Note> notes_;
    std::map<TableId, Hash> closes_;
    std::set<std::pair<table::Actor, std::uint64_t>> put_aside_;
    std::vector<std::pair<std::string, TableId>> to_note_;  // files, and the tables they are about
};

}  // namespace sicbo::server
