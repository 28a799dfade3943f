// SPDX-License-Identifier: MIT
// The facts about the machine on which the server runs: alarms, its clock, and its software.
#pragma once

#include <string>
#include <vector>

#include "core/hash.h"
#include "core/time.h"
#include "table/codecs.h"
#include "table/orders_round.h"
#include "table/words.h"

namespace sicbo::table {

// The server or a device has raised an alarm; its incident follows. The fields are those of
// RaiseAlarm.
struct AlarmRaised {
    AlarmKind kind = AlarmKind::early_reveal;
    std::string note;
};

// The machine's clock at a start. The fields are those of NoteStartClock.
struct StartClockNoted {
    Instant last;
    Instant found;
    bool accepted = false;
};

// The shared libraries and the pages were hashed. The first two fields are those of CheckParts.
struct PartsChecked {
    std::vector<SoftwarePart> libraries;
    Hash pages;
    bool same = false;  // they are those of the previous check, or this is the first
};

}  // namespace sicbo::table
