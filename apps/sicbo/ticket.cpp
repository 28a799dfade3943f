// SPDX-License-Identifier: MIT
// sicbo ticket: writes specimens of the tickets that terminals print.
#include <unistd.h>

#include <chrono>

#include "commands.h"
#include "core/time.h"
#include "device/ticket_face.h"
#include "device/ticket_number.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

Instant wall_clock_now() {
    using namespace std::chrono;
    return {duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
}

// A specimen issued now, in UTC, that expires in thirty days.
device::TicketFace make_specimen(const TicketOptions& options, Money amount) {
    constexpr std::int64_t thirty_days = std::int64_t{30} * 86'400'000;
    constexpr std::size_t date_length = 10;  // of "2026-01-05T18:04:09.000Z"
    const Instant now = wall_clock_now();
    const std::string at = to_text_exact(now);
    device::TicketFace face;
    face.heading = "Cash-out ticket 兑现票";
    face.house = options.house;
    face.terminal = "Terminal 101";
    face.date = at.substr(0, date_length);
    face.time = at.substr(date_length + 1, 8) + " UTC";
    face.expires = to_text_exact(now + thirty_days).substr(0, date_length);
    face.message = "This is not a ticket. It shows what one looks like.";
    face.number = device::new_ticket_number(device::specimen_system);
    face.amount = amount;
    face.currency = options.currency;
    face.checkpoint_hash = "00000000";
    face.marking = device::Marking::specimen;
    return face;
}

Result<std::string> write(const std::vector<device::TicketFace>& faces, const std::string& format) {
    if (format == "json") {
        std::string all;
        for (const device::TicketFace& face : faces) all += to_json(face);
        return all;
    }
    if (format == "svg") return to_svg(draw(faces.front()));
    std::vector<device::Drawing> pages;
    pages.reserve(faces.size());
    for (const device::TicketFace& face : faces) pages.push_back(draw(face));
    return device::to_pdf(pages);
}

}  // namespace

int run_ticket_sample(const TicketOptions& options) {
    const Result<Money> amount = parse_money(options.amount);
    if (!amount || *amount <= Money() || *amount > money_max) {
        return complain({"must be an amount above 0 and up to " + to_text(money_max) +
                             ", with two decimals at most, such as 37.50",
                         "--amount"});
    }
    if (options.format == "svg" && options.count > 1) {
        return complain({"an SVG file holds one ticket; use pdf or json", "--count"});
    }
    if (options.format == "pdf" && isatty(STDOUT_FILENO) == 1) {
        return complain(
            {"a PDF can't be shown on a terminal; write it to a file: "
             "sicbo ticket sample > ticket.pdf",
             "standard output"});
    }
    std::vector<device::TicketFace> faces;
    for (std::uint32_t i = 0; i < options.count; ++i) {
        faces.push_back(make_specimen(options, *amount));
    }
    const Result<std::string> document = write(faces, options.format);
    if (!document) return complain(document.error(), exit_no);
    return write_answer(*document);
}

}  // namespace sicbo::app
