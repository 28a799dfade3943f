// SPDX-License-Identifier: MIT
// The part of the state of the cage (table/state_cage.h) about live tables: how their chips are
// kept, the inventory of their trays, and boxes that wait for their count.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/id.h"
#include "core/money.h"
#include "core/time.h"
#include "table/words_cage.h"

namespace sicbo::table {

// From one count of the tray to the next.
struct InventoryPeriod {
    Money opener;
    Money fills;
    Money credits;
    Money house;  // the win of the table by the ledger when the period began
    Instant since;
    std::string drop_box;
    std::string tip_box;  // empty if the document has none
};

// A box that was removed and not counted yet. The money of the tray is that of a drop box's period.
struct RemovedBox {
    BoxKind kind = BoxKind::drop;
    TerminalId terminal;       // of a stacker
    std::uint64_t period = 0;  // of a box of the table
    Money expected;            // cash by the books
    Money tray;                // closer + credits - opener - fills
    Money win_by_ledger;
    Instant removed_at;
};

// What is kept of a table besides its rounds.
struct TableCash {
    ChipMode chips = ChipMode::tracked;
    std::uint64_t periods = 0;  // number of the last one
    std::optional<InventoryPeriod> period;
    Money closer;                             // of the last period
    std::map<std::string, RemovedBox> boxes;  // by seal
};

// What counts of boxes have brought to the vault of one currency. None of these ever decreases.
struct VaultMeter {
    Money counted;
    Money over;
    Money missing;
};

// A dispute of a patron that is not closed.
struct PatronDispute {
    TableId table;
    TerminalId terminal;  // 0: at the felt
};

// The meter of a terminal when its stay began, as far as alerts need it.
struct StayStart {
    Money in;
    Money staked;
    Money returned;
};

}  // namespace sicbo::table
