// SPDX-License-Identifier: MIT
#include "device/cabinet.h"

#include <algorithm>

#include "core/text.h"
#include "device/message_line.h"
#include "device/ticket_number.h"

namespace sicbo::device::cabinet {
namespace {

using Problem = std::optional<Error>;

Problem problem_of_counter(std::uint64_t counter) {
    if (counter == 0) return Error{"must be at least 1", "counter"};
    return std::nullopt;
}

// Notes and tickets are stacked and returned; print jobs are not.
Problem problem_of_item(Item item, std::uint64_t counter) {
    if (item == Item::print) return Error{"must be note or ticket", "item"};
    return problem_of_counter(counter);
}

bool is_currency(std::string_view text) {
    return text.size() == 3 &&
           std::ranges::all_of(text, [](char letter) { return 'A' <= letter && letter <= 'Z'; });
}

// draw() requires what is asked for here.
Problem problem_of_face(const TicketFace& face) {
    if (!is_ticket_number(face.number)) return Error{"must have 16 or 18 digits", "number"};
    if (is_specimen(face.number) || face.marking == Marking::specimen) {
        return Error{"is that of a specimen", "number"};
    }
    if (face.amount <= Money()) return Error{"must be above 0", "amount"};
    if (!is_currency(face.currency)) return Error{"must have three letters", "currency"};
    if (face.checkpoint_hash.size() != 8) return Error{"must have 8 digits", "checkpoint_hash"};
    return std::nullopt;
}

Problem problem_of(const Begin& m) {
    if (!m.terminal) return Error{"must be at least 1", "terminal"};
    if (m.printing && m.print == 0) return Error{"must be at least 1", "print"};
    return std::nullopt;
}
Problem problem_of(const Stack& m) { return problem_of_item(m.item, m.counter); }
Problem problem_of(const Return& m) { return problem_of_item(m.item, m.counter); }
Problem problem_of(const Print& m) {
    if (Problem problem = problem_of_counter(m.counter)) return problem;
    return problem_of_face(m.face);
}
Problem problem_of(const Acknowledge& m) { return problem_of_counter(m.counter); }
Problem problem_of(const Ready&) { return std::nullopt; }
Problem problem_of(const Status&) { return std::nullopt; }
Problem problem_of(const Note& m) {
    if (m.amount <= Money()) return Error{"must be above 0", "amount"};
    return problem_of_counter(m.counter);
}
Problem problem_of(const Ticket& m) {
    if (!m.number.empty() && !is_ticket_number(m.number)) {
        return Error{"must be empty, or have 16 or 18 digits", "number"};
    }
    return problem_of_counter(m.counter);
}
Problem problem_of(const Done& m) {
    if ((m.item == Item::note) != (m.amount > Money())) {
        return Error{"must be above 0 for a note, and 0 for a ticket", "amount"};
    }
    return problem_of_item(m.item, m.counter);
}
Problem problem_of(const Printed& m) { return problem_of_counter(m.counter); }
Problem problem_of(const Failure&) { return std::nullopt; }

template <class Variant>
Result<Variant> read_valid(std::string_view line) {
    Result<Variant> message = read_message<Variant>(line);
    if (!message) return message;
    const Problem problem = std::visit([](const auto& m) { return problem_of(m); }, *message);
    if (problem) return std::unexpected(*problem);
    return message;
}

}  // namespace

std::string write_line(const ToCabinet& message) { return write_message(message); }
std::string write_line(const FromCabinet& message) { return write_message(message); }

Result<ToCabinet> read_to_cabinet(std::string_view line) { return read_valid<ToCabinet>(line); }
Result<FromCabinet> read_from_cabinet(std::string_view line) {
    return read_valid<FromCabinet>(line);
}

}  // namespace sicbo::device::cabinet
