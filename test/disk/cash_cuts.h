// SPDX-License-Identifier: MIT
// Power cuts while a note, a ticket or a hand pay is under way, after which all money must be there
// once.
//
// A player puts notes into a cabinet, cashes out to a ticket, puts it into the cabinet of another
// terminal, and is paid by hand there. The store, the loop and the controller of cabinets are the
// real ones, the cabinets are simulated, and the journal is on the disk that forgets. What notes,
// tickets and cash really did is kept beside it, as a camera in the ceiling would.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "device/simulated_cabinet.h"
#include "disk/process.h"

namespace sicbo::disk {

// What is there after a power cut.
struct CashRemains {
    Disk disk;
    std::array<device::cabinet::CabinetMemory, 2> cabinets = {};
    std::vector<device::TicketFace> printed;  // tickets that came out of a printer, in this order
    std::size_t stacked = 0;                  // how many of them are in a stacker
    std::set<HandPayId> paid;                 // hand pays whose cash the player has
    std::set<Hash> paid_tickets;              // void tickets whose cash the player has
    Money cash;                               // that attendants have given to the player
    std::size_t stage = 0;                    // of the player's plan
    Instant now;
};

struct CashTally {
    std::uint64_t steps = 0;    // of the disk, after which the power was cut
    std::uint64_t saves = 0;    // of a cabinet's memory, at which its power was cut
    std::uint64_t cuts = 0;     // and played on from
    std::uint64_t second = 0;   // of them: the second of two cuts
    std::uint64_t unknown = 0;  // prints that two people resolved
};

class CashCutter {
public:
    explicit CashCutter(Drive& drive, Setting setting = {});

    struct Scope {
        std::uint64_t every = 1;          // of so many steps one is cut after
        std::size_t outcomes = 256;       // of one step, at most
        std::uint64_t second_every = 0;   // of so many cuts one is followed by others; 0: none
        std::size_t second_outcomes = 4;  // of each step after such a cut, at most
    };
    // Cuts the power of the server after each step of its disk, in every way in which the disk can
    // come out of it. Returns what was wrong; nothing if all money was there each time.
    std::optional<std::string> try_disk(const Scope& scope);

    // Cuts the power of a cabinet before and after each time it saves its memory; once while the
    // server goes on, and once together with the server's. `forgets`: the cabinets come back with
    // the memory that they began with, which must be noticed.
    std::optional<std::string> try_cabinets(bool forgets = false);

    const CashTally& tally() const { return tally_; }

private:
    const CashRemains& prepared();
    std::optional<std::string> try_after(const CashRemains& at, const Scope& scope, bool second);

    Drive& drive_;
    Setting setting_;
    std::optional<CashRemains> prepared_;
    CashTally tally_;
};

}  // namespace sicbo::disk
