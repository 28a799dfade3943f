// SPDX-License-Identifier: MIT
#include "device/simulated_cabinet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace sicbo::device::cabinet {
namespace {

using table::PrintResult;

const std::string number = "012345678901234567";

TicketFace sample_face() {
    TicketFace face;
    face.number = number;
    face.amount = Money::of_cents(3'750);
    face.currency = "SGD";
    face.checkpoint_hash = "0a1b2c3d";
    return face;
}

// The other end of the line, as a server keeps it: what is in here is durable before anything is
// sent. It counts a note or a ticket once for each counter.
class Host {
public:
    SigningKey key = key_of(sha256("host"));

    void connect(SimulatedCabinet& cabinet) {
        line_.emplace(SecureLine::Options{SecureLine::Side::responder, std::string(protocol), key,
                                          [](const PublicKey&) { return true; }});
        begun_ = false;
        received.clear();
        cabinet.connect();
    }
    // Exchanges lines until both sides are silent. Returns false if the connection ended.
    bool exchange(SimulatedCabinet& cabinet, Instant at = {}) {
        while (const auto line = cabinet.next_line(at)) {
            auto got = line_->receive(*line);
            if (!got) return false;
            std::vector<std::string> out;
            if (got->reply) out.push_back(*got->reply);
            if (line_->is_open() && !begun_) {
                begun_ = true;
                out.push_back(
                    line_->seal(write_line(ToCabinet(Begin{{1}, note, ticket, print, printing}))));
            }
            if (got->text && !answer(*got->text, out)) return false;
            for (const std::string& one : out) {
                if (!cabinet.handle_line(one, at)) return false;
            }
            if (cabinet.take_disconnect()) return false;
        }
        return true;
    }
    bool send(SimulatedCabinet& cabinet, const ToCabinet& message) {
        return cabinet.handle_line(line_->seal(write_line(message)), {});
    }
    // Issues a ticket and sends it to the printer.
    bool print_ticket(SimulatedCabinet& cabinet) {
        ++print;
        printing = true;
        return send(cabinet, Print{print, sample_face()});
    }

    bool acknowledges = true;
    bool takes = true;  // stacks what is in escrow
    std::uint64_t note = 0;
    std::uint64_t ticket = 0;
    std::uint64_t print = 0;
    bool printing = false;
    Money credited;
    std::uint64_t redeemed = 0;
    std::map<std::uint64_t, PrintResult> printed;
    std::vector<FromCabinet> received;

private:
    bool answer(const std::string& text, std::vector<std::string>& out) {
        const Result<FromCabinet> message = read_from_cabinet(text);
        if (!message) return false;
        received.push_back(*message);
        if (const auto reply = std::visit([&](const auto& m) { return on(m); }, *message)) {
            out.push_back(line_->seal(write_line(*reply)));
        }
        return true;
    }

    using Reply = std::optional<ToCabinet>;
    template <class M>
    Reply on(const M&) {
        return std::nullopt;
    }
    Reply on(const Note& m) {
        note = std::max(note, m.counter);
        if (takes) return Stack{Item::note, m.counter};
        return Return{Item::note, m.counter};
    }
    Reply on(const Ticket& m) {
        ticket = std::max(ticket, m.counter);
        if (takes && !m.number.empty()) return Stack{Item::ticket, m.counter};
        return Return{Item::ticket, m.counter};
    }
    Reply on(const Done& m) {
        std::uint64_t& last = m.item == Item::note ? notes_done_ : tickets_done_;
        if (m.counter > last) {
            last = m.counter;
            if (m.stacked && m.item == Item::note) credited += m.amount;
            if (m.stacked && m.item == Item::ticket) ++redeemed;
        }
        if (!acknowledges) return std::nullopt;
        return Acknowledge{m.item, m.counter};
    }
    Reply on(const Printed& m) {
        if (printing && m.counter == print) {
            printing = false;
            printed[m.counter] = m.result;
        }
        if (!acknowledges) return std::nullopt;
        return Acknowledge{Item::print, m.counter};
    }

    std::optional<SecureLine> line_;
    bool begun_ = false;
    std::uint64_t notes_done_ = 0;
    std::uint64_t tickets_done_ = 0;
};

class SimulatedCabinetTest : public ::testing::Test {
protected:
    SimulatedCabinet::Options options() {
        SimulatedCabinet::Options options;
        options.seed = sha256("cabinet");
        options.server = host.key.public_key();
        options.present = [this](const TicketFace& face) { presented.push_back(face); };
        return options;
    }
    void connect(SimulatedCabinet& cabinet) {
        host.connect(cabinet);
        ASSERT_TRUE(host.exchange(cabinet));
    }
    template <class M>
    int count() const {
        return static_cast<int>(std::ranges::count_if(
            host.received, [](const auto& one) { return std::holds_alternative<M>(one); }));
    }

    Host host;
    std::vector<TicketFace> presented;
    const Money fifty = Money::of_cents(5'000);
};

TEST_F(SimulatedCabinetTest, StacksANoteOnlyWhenTold) {
    SimulatedCabinet cabinet(options());
    EXPECT_FALSE(cabinet.insert_note(fifty));  // nobody is there to credit it
    connect(cabinet);
    EXPECT_TRUE(cabinet.is_ready());
    EXPECT_EQ(count<Ready>(), 1);
    EXPECT_EQ(count<Status>(), 1);
    EXPECT_TRUE(cabinet.insert_note(fifty));
    EXPECT_FALSE(cabinet.insert_note(fifty));  // one at a time
    EXPECT_EQ(cabinet.memory().stacker, Money());
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(cabinet.memory().stacker, fifty);
    EXPECT_EQ(host.credited, fifty);
    EXPECT_FALSE(cabinet.memory().held_note);  // acknowledged, so forgotten
    host.takes = false;
    EXPECT_TRUE(cabinet.insert_note(fifty));
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(cabinet.memory().stacker, fifty);
    EXPECT_EQ(host.credited, fifty);
    EXPECT_EQ(cabinet.memory().note, 2U);
}

TEST_F(SimulatedCabinetTest, ReadsATicketAndPrintsOne) {
    SimulatedCabinet cabinet(options());
    connect(cabinet);
    ASSERT_TRUE(host.print_ticket(cabinet));
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(host.printed.at(1), PrintResult::printed);
    ASSERT_EQ(presented.size(), 1U);
    EXPECT_EQ(presented.front().number, number);
    EXPECT_TRUE(cabinet.insert_ticket(number));
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(host.redeemed, 1U);
    cabinet.inject_fault(CabinetFault::misread);
    EXPECT_TRUE(cabinet.insert_ticket(number));
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(host.redeemed, 1U);
    EXPECT_EQ(cabinet.memory().tickets_stacked, 1U);
}

TEST_F(SimulatedCabinetTest, NeverPrintsAJobTwice) {
    SimulatedCabinet cabinet(options());
    connect(cabinet);
    host.acknowledges = false;
    ASSERT_TRUE(host.print_ticket(cabinet));
    ASSERT_TRUE(host.send(cabinet, Print{1, sample_face()}));
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(count<Printed>(), 2);  // said twice, printed once
    host.acknowledges = true;
    connect(cabinet);
    ASSERT_TRUE(host.send(cabinet, Print{1, sample_face()}));
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(count<Failure>(), 1);
    EXPECT_EQ(presented.size(), 1U);
}

TEST_F(SimulatedCabinetTest, KeepsAReportUntilItIsAcknowledged) {
    SimulatedCabinet cabinet(options());
    connect(cabinet);
    host.acknowledges = false;
    EXPECT_TRUE(cabinet.insert_note(fifty));
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(count<Done>(), 1);
    EXPECT_FALSE(cabinet.insert_note(fifty));
    ASSERT_TRUE(host.exchange(cabinet, {6'000}));  // it says so again
    EXPECT_EQ(count<Done>(), 2);
    host.acknowledges = true;
    connect(cabinet);  // and on every connection
    EXPECT_EQ(count<Done>(), 1);
    EXPECT_FALSE(cabinet.memory().held_note);
    EXPECT_EQ(host.credited, fifty);
}

TEST_F(SimulatedCabinetTest, GivesBackWhatIsInEscrowWhenTheConnectionIsLost) {
    SimulatedCabinet cabinet(options());
    connect(cabinet);
    EXPECT_TRUE(cabinet.insert_note(fifty));
    EXPECT_TRUE(cabinet.insert_ticket(number));
    connect(cabinet);
    EXPECT_EQ(count<Done>(), 2);
    EXPECT_EQ(cabinet.memory().stacker, Money());
    EXPECT_EQ(host.credited, Money());
    EXPECT_EQ(host.redeemed, 0U);
}

// A job that was ordered while the connection broke is used up, so that it can't be printed later.
TEST_F(SimulatedCabinetTest, SaysWhatBecameOfAJobThatNeverArrived) {
    SimulatedCabinet cabinet(options());
    connect(cabinet);
    host.print = 1;
    host.printing = true;
    connect(cabinet);
    EXPECT_EQ(host.printed.at(1), PrintResult::not_printed);
    ASSERT_TRUE(host.send(cabinet, Print{1, sample_face()}));
    EXPECT_TRUE(presented.empty());
}

TEST_F(SimulatedCabinetTest, CannotSayWhatItHasForgotten) {
    host.print = 1;
    host.printing = true;
    SimulatedCabinet replaced(options());
    connect(replaced);
    EXPECT_EQ(host.printed.at(1), PrintResult::unknown);
    host.print = 9;
    host.printing = true;
    connect(replaced);
    EXPECT_EQ(host.printed.at(9), PrintResult::unknown);
}

TEST_F(SimulatedCabinetTest, ReportsTheStateOfItsParts) {
    SimulatedCabinet cabinet(options());
    connect(cabinet);
    for (const CabinetFault fault :
         {CabinetFault::door_open, CabinetFault::stacker_full, CabinetFault::note_jam,
          CabinetFault::ticket_jam, CabinetFault::acceptor_failed, CabinetFault::printer_failed,
          CabinetFault::paper_low, CabinetFault::paper_out}) {
        cabinet.inject_fault(fault);
        ASSERT_TRUE(host.exchange(cabinet));
        EXPECT_EQ(std::get<Status>(host.received.back()), cabinet.status());
        EXPECT_NE(cabinet.status(), Status{});
    }
    EXPECT_FALSE(cabinet.insert_note(fifty));
    EXPECT_FALSE(cabinet.insert_ticket(number));
    ASSERT_TRUE(host.print_ticket(cabinet));
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(host.printed.at(1), PrintResult::not_printed);
    cabinet.repair();
    EXPECT_EQ(cabinet.status(), Status{});
    EXPECT_TRUE(cabinet.insert_note(fifty));
}

TEST_F(SimulatedCabinetTest, GivesBackANoteThatJams) {
    SimulatedCabinet cabinet(options());
    connect(cabinet);
    EXPECT_TRUE(cabinet.insert_note(fifty));
    cabinet.inject_fault(CabinetFault::note_jam);
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(count<Done>(), 0);  // nobody knows yet
    cabinet.repair();
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(count<Done>(), 1);
    EXPECT_EQ(host.credited, Money());
    EXPECT_EQ(cabinet.memory().stacker, Money());
}

TEST_F(SimulatedCabinetTest, FailsAsAsked) {
    SimulatedCabinet cabinet(options());
    connect(cabinet);
    cabinet.inject_fault(CabinetFault::print_fails);
    ASSERT_TRUE(host.print_ticket(cabinet));
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(host.printed.at(1), PrintResult::not_printed);
    cabinet.inject_fault(CabinetFault::print_unknown);
    ASSERT_TRUE(host.print_ticket(cabinet));
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(host.printed.at(2), PrintResult::unknown);
    EXPECT_TRUE(presented.empty());
    cabinet.inject_fault(CabinetFault::repeat);
    EXPECT_TRUE(cabinet.insert_note(fifty));
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(host.credited, fifty);
    cabinet.inject_fault(CabinetFault::no_report);
    EXPECT_TRUE(cabinet.insert_note(fifty));
    ASSERT_TRUE(host.exchange(cabinet));
    EXPECT_EQ(host.credited, fifty);
    connect(cabinet);
    EXPECT_EQ(host.credited, fifty + fifty);
    cabinet.inject_fault(CabinetFault::nonsense);
    EXPECT_TRUE(cabinet.insert_note(fifty));
    EXPECT_FALSE(host.exchange(cabinet));
    connect(cabinet);
    cabinet.inject_fault(CabinetFault::disconnect);
    EXPECT_TRUE(cabinet.insert_note(fifty));
    EXPECT_TRUE(cabinet.take_disconnect());
    connect(cabinet);
    EXPECT_EQ(host.credited, cabinet.memory().stacker);
}

TEST_F(SimulatedCabinetTest, RefusesWhoIsNotTheServer) {
    SimulatedCabinet::Options stranger = options();
    stranger.server = sha256("another");
    SimulatedCabinet cabinet(stranger);
    host.connect(cabinet);
    EXPECT_FALSE(host.exchange(cabinet));
    EXPECT_FALSE(cabinet.is_ready());
}

TEST_F(SimulatedCabinetTest, WritesItsMemoryAsText) {
    CabinetMemory memory;
    memory.begun = true;
    memory.note = 7;
    memory.stacker = fifty;
    memory.held_note = HeldItem{7, fifty, EscrowStage::stacked, true};
    memory.held_print = HeldPrint{3, PaperPosition::moving, PrintResult::unknown};
    const std::string text = write_memory(memory);
    const Result<CabinetMemory> read = read_memory(text);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(write_memory(*read), text);
    EXPECT_FALSE(read_memory("{}"));
    EXPECT_FALSE(read_memory(text.substr(0, text.size() / 2)));
}

// One session of a player: a note, a cash-out and a ticket. Whatever the cabinet does not take, the
// player keeps.
void play(Host& host, SimulatedCabinet& cabinet) {
    host.connect(cabinet);
    (void)host.exchange(cabinet);
    if (cabinet.is_ready() && cabinet.insert_note(Money::of_cents(5'000))) {
        (void)host.exchange(cabinet);
    }
    if (cabinet.is_ready() && !host.printing) {
        (void)host.print_ticket(cabinet);
        (void)host.exchange(cabinet);
    }
    if (cabinet.is_ready() && cabinet.insert_ticket(number)) (void)host.exchange(cabinet);
}

// The power fails at every step, before and after the step is saved. After the next power-on the
// host knows exactly what a person would count.
TEST_F(SimulatedCabinetTest, LosesAndDoublesNothingWhereverThePowerFails) {
    int cuts = 0;
    for (int cut = 1;; ++cut) {
        bool reached = false;
        for (const bool saved : {false, true}) {
            host = Host();
            presented.clear();
            CabinetMemory durable;
            int steps = 0;
            SimulatedCabinet::Options before = options();
            before.save = [&](const CabinetMemory& memory) {
                if (++steps < cut) {
                    durable = memory;
                    return true;
                }
                if (steps == cut && saved) durable = memory;
                return false;
            };
            SimulatedCabinet first(before);
            play(host, first);
            reached = reached || steps >= cut;
            SimulatedCabinet::Options after = options();
            after.memory = durable;
            SimulatedCabinet second(after);
            connect(second);
            EXPECT_EQ(host.credited, second.memory().stacker) << cut << saved;
            EXPECT_EQ(host.redeemed, second.memory().tickets_stacked) << cut << saved;
            EXPECT_FALSE(host.printing) << cut << saved;
            for (const auto& [job, result] : host.printed) {
                if (result == PrintResult::printed) EXPECT_EQ(presented.size(), 1U) << cut;
                if (result == PrintResult::not_printed) EXPECT_TRUE(presented.empty()) << cut;
            }
            EXPECT_TRUE(second.insert_note(fifty));  // it works again
        }
        if (!reached) break;
        ++cuts;
    }
    EXPECT_GE(cuts, 14);
}

}  // namespace
}  // namespace sicbo::device::cabinet
