// SPDX-License-Identifier: MIT
// The facts about chips, the inventory of live tables, boxes that are removed and counted, and
// disputes of patrons. apply() changes the state as a fact says (table/engine.h). Fields without a
// comment are those of the order (orders_inventory.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/choice.h"
#include "core/id.h"
#include "core/money.h"
#include "table/audience.h"
#include "table/cage_policy.h"
#include "table/words_cage.h"

namespace sicbo::table {

struct ChipModeSet {
    ChipMode mode = ChipMode::tracked;
};

struct ChipsSold {
    CounterId counter;
    Money amount;
    Patron patron;

    static constexpr Audience audience = Audience::cage;
};

struct ChipsBought {
    CounterId counter;
    Money amount;
    Patron patron;

    static constexpr Audience audience = Audience::cage;
};

// A player at the felt has exchanged chips for credit.
struct ChipsBrought {
    StayId stay;
    Money amount;
};

// A player at the felt has exchanged credit for chips.
struct ChipsTaken {
    StayId stay;
    Money amount;
};

// The inventory is open. `expected` is the last closer; none: it is the table's first.
struct InventoryOpened {
    std::uint64_t period = 0;  // counts the periods from one count of the tray to the next
    std::optional<Money> expected;
    Money counted;
    std::string drop_box;
    std::string tip_box;

    static constexpr Audience audience = Audience::table;
};

struct TableFilled {
    Money amount;
    std::string slip;  // its number

    static constexpr Audience audience = Audience::table;
};

struct TableCredited {
    Money amount;
    std::string slip;  // its number

    static constexpr Audience audience = Audience::table;
};

// The tray was counted and the boxes of the period were removed. Another period begins if
// `drop_box` is the seal of another box.
struct InventoryCounted {
    std::uint64_t period = 0;
    Money counted;
    Money win_by_ledger;  // of the period
    Money drop_expected;  // cash in the drop box by the books; 0 where bets are not keyed
    std::string drop_box;
    std::string tip_box;

    static constexpr Audience audience = Audience::table;
};

struct StackerRemoved {
    TerminalId terminal;
    std::string seal;
    Money expected;  // notes by the books

    static constexpr Audience audience = Audience::table;
};

// A box was counted. The wins are of the period of a drop box, and 0 for other boxes.
struct BoxCounted {
    std::string seal;
    BoxKind kind = BoxKind::drop;
    std::uint64_t period = 0;
    Money expected;
    Money counted;
    Money win_by_count;
    Money win_by_ledger;

    static constexpr Audience audience = Audience::table;
};

// A patron disputes something. It is an incident of the table.
struct PatronDisputeOpened {
    IncidentId incident;
    TerminalId terminal;
    std::string statement;
};

struct PatronDisputeClosed {
    IncidentId incident;
    TerminalId terminal;
    std::string resolution;
};

// Much money came in and goes out at a terminal, and little of it was played. It is an incident of
// the table. Terminal and stay are 0 for a ticket that was sold at the cage and is paid there.
struct CashAlertRaised {
    IncidentId incident;
    TerminalId terminal;
    StayId stay;
    Money in;      // of the stay
    Money out;     // of the stay, with what is taken now
    Money played;  // stakes that were not returned
};

// All of these facts, for code that treats them alike.
using InventoryFacts =
    Choice<ChipModeSet, ChipsSold, ChipsBought, ChipsBrought, ChipsTaken, InventoryOpened,
           TableFilled, TableCredited, InventoryCounted, StackerRemoved, BoxCounted,
           PatronDisputeOpened, PatronDisputeClosed, CashAlertRaised>;

}  // namespace sicbo::table
