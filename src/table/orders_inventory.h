// SPDX-License-Identifier: MIT
// The orders about chips, the inventory of live tables, boxes that are removed and counted, and
// disputes of patrons. decide() executes or refuses an order (table/engine.h); docs/authority.md
// lists who may give it.
#pragma once

#include <string>

#include "core/id.h"
#include "core/money.h"
#include "table/cage_policy.h"
#include "table/words_cage.h"

namespace sicbo::table {

// Given by the server at a start with the mode of the table's configuration.
struct SetChipMode {
    ChipMode mode = ChipMode::tracked;
};

// Sells chips or plaques for cash, at the cage.
struct SellChips {
    CounterId counter;
    Money amount;
    Patron patron;
};

// Buys chips or plaques back for cash, at the cage.
struct BuyChips {
    CounterId counter;
    Money amount;
    Patron patron;
};

// A player puts chips that were bought elsewhere on their seat.
struct BringChips {
    StayId stay;
    Money amount;
};

// A player takes credit of the seat away as chips; an amount of 0: all of it.
struct TakeChips {
    StayId stay;
    Money amount;
};

// Opens the inventory of a table with the chips that were counted in its tray, and the boxes that
// were put in place under these seals. Takes two people.
struct OpenInventory {
    Money counted;
    std::string drop_box;
    std::string tip_box;  // only where the document has one
};

// Brings chips from the cage to the tray. `slip` is the number of the signed slip. Takes two
// people.
struct FillTable {
    Money amount;
    std::string slip;
};

// The same for chips that go back to the cage.
struct CreditTable {
    Money amount;
    std::string slip;
};

// Counts the tray and removes the boxes: at a change of shifts with the seals of the boxes that
// replace them, at the close without. Takes two people.
struct CountInventory {
    Money counted;
    std::string drop_box;  // empty: the inventory is closed
    std::string tip_box;
};

// Removes the note stacker of a terminal under a seal. Takes two people.
struct RemoveStacker {
    TerminalId terminal;
    std::string seal;
};

// Counts a box or a stacker that was removed. Takes two people.
struct CountBox {
    std::string seal;
    Money counted;
};

// Records what a patron disputes. A terminal that is named is locked until the dispute is closed.
struct OpenDispute {
    TerminalId terminal;  // 0: at the felt
    std::string statement;
};

// Records how the dispute was resolved.
struct CloseDispute {
    IncidentId incident;
    std::string resolution;
};

}  // namespace sicbo::table
