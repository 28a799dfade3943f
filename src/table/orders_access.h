// SPDX-License-Identifier: MIT
// The orders about access: keys of terminals, passwords, and who is signed in. decide() executes or
// refuses an order (table/engine.h); docs/authority.md lists who may give it.
#pragma once

#include <string>

#include "core/hash.h"
#include "core/id.h"
#include "table/words.h"

namespace sicbo::table {

// Asks for the enrolment of a terminal: whoever presents the code within ten minutes may register a
// key for it. `code` is the SHA-256 of the code. A later request for the same terminal replaces it.
struct RequestEnrolment {
    TerminalId terminal;
    Hash code;
};

// Given by the server when a terminal presented a code: it has this key from then on. `code` is the
// SHA-256 of the code, which names the request.
struct EnrolByCode {
    TerminalId terminal;
    Hash key;
    Hash code;
};

// Ends the stay at a terminal, so that it can be enrolled again. Its credit is paid out in cash, or
// kept as unclaimed money of the stay if `pay` is false. Takes two people.
struct ClearTerminal {
    TerminalId terminal;
    bool pay = true;
    std::string note;
};

// Given by the server when it has stored a password of the person. `by` is who set it: the person,
// an administrator, or 0 for the owner of the machine.
struct NotePassword {
    PersonId person;
    PersonId by;
    bool one_time = false;  // must be changed before the person can sign in
};

// Given by the server when the person has signed in.
struct NoteSignIn {
    PersonId person;
};

// Given by the server when the person is signed in no longer.
struct NoteSignOut {
    PersonId person;
    SignOutCause cause = SignOutCause::asked;
};

// Given by the server when the person has asked it to hash its program file.
struct NoteSelfCheck {
    PersonId person;
};

// Given by the server when the person has made a simulated device of the table fail.
struct NoteFault {
    PersonId person;
    std::string fault;
};

}  // namespace sicbo::table
