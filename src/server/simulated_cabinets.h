// SPDX-License-Identifier: MIT
// The simulated cabinets inside the server: one for each terminal of a training table whose
// configuration asks for them. They speak the protocol of real ones with the CabinetController,
// line by line, on connections that have no socket.
//
// Such a cabinet has no memory of its own. After a restart it begins with what the journal knows,
// as if the power had failed with every note and ticket in the path and no paper moved: there is no
// money in its stacker, and nobody gets to see a printed ticket before the journal has it as
// printed. Every method runs on the loop thread.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "device/simulated_cabinet.h"
#include "server/cabinet_controller.h"
#include "server/loop.h"
#include "server/property.h"

namespace sicbo::server {

class SimulatedCabinets {
public:
    // How many printed tickets of a terminal are kept for its player.
    static constexpr std::size_t tickets_max = 3;

    // `key` is that of the server, `seed` that of the cabinets' own keys. All must outlive this
    // object. Registers the cabinets' keys with the controller.
    SimulatedCabinets(const Loop& loop, const PropertyPlan& plan, const device::PublicKey& key,
                      const Hash& seed, CabinetController& controller);

    // Connects cabinets that are not connected, and passes what the cabinets say to the controller.
    // Call it once per turn, before the commit.
    void begin_turn(Instant now);

    // Takes the deliveries to simulated cabinets out of the lists, and handles them. Call it once
    // per turn, after the commit.
    void take_deliveries(std::vector<std::vector<Delivery>>& lists, Instant now);

    // Shows printed tickets to their players until they are redeemed: a reader keeps the paper.
    // Call it once per turn, after the commit, with its events.
    void on_committed(std::span<const CommittedEvent> events);

    // The player puts a note or a ticket in. Return false if the terminal has no simulated cabinet,
    // or if it does not take that now.
    bool insert_note(TerminalId terminal, Money amount);
    bool insert_ticket(TerminalId terminal, const std::string& number);

    // Returns the last tickets that came out of the terminal's printer and were not redeemed since,
    // as a JSON array, oldest first; "null" if it has no simulated cabinet.
    std::string tickets_of(TerminalId terminal) const;

    // Returns true if a cabinet has something to say: the next turn is due at once.
    bool has_lines() const { return !talking_.empty(); }

private:
    struct ShownTicket {
        Hash name;
        std::string json;
    };
    struct Simulated {
        std::unique_ptr<device::cabinet::SimulatedCabinet> cabinet;
        ConnectionId connection;  // 0: none
        bool ended = false;       // the controller must still be told that the connection is lost
        std::vector<ShownTicket> presented;  // not in the journal yet
        std::deque<ShownTicket> tickets;     // printed
    };

    void remove_ticket(const Hash& name);
    void add(TerminalId terminal, const device::PublicKey& key, const Hash& seed);

    const Loop& loop_;
    CabinetController& controller_;
    std::map<TerminalId, Simulated> cabinets_;
    std::map<ConnectionId, TerminalId> connections_;
    std::set<TerminalId> talking_;
    std::uint64_t next_connection_;
    Instant look_at_;  // when unacknowledged reports are sent again
};

}  // namespace sicbo::server
