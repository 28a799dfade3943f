// SPDX-License-Identifier: MIT
// sicbo compare: whether two copies of a journal are the same, and where they differ first.
#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "commands.h"
#include "journal.h"
#include "store/postgres_address.h"
#include "subcommand.h"
#include "wire/bytes.h"

namespace sicbo::app {
namespace {

namespace json = boost::json;

// How far two journals agree. `difference` is the first event that is not the same in both; 0 if
// one is the beginning of the other.
struct Comparison {
    std::uint64_t common = 0;  // events that both have
    std::uint64_t difference = 0;
    std::string in_a;  // what that event is
    std::string in_b;
};

Result<std::optional<store::Record>> record_after(const store::Store& journal,
                                                  std::uint64_t sequence) {
    std::optional<store::Record> record;
    const Result<void> read = journal.read(sequence, [&](const store::Record& one) -> Result<bool> {
        record = one;
        return false;
    });
    if (!read) return std::unexpected(read.error());
    return record;
}

Result<std::vector<std::string>> events_of(const store::Record& record) {
    std::vector<std::string> events;
    const auto done =
        store::split_record(record, [&](std::uint64_t, std::string_view bytes) -> Result<void> {
            events.emplace_back(bytes);
            return {};
        });
    if (!done) return std::unexpected(done.error());
    return events;
}

std::string describe(const std::vector<std::string>& events, std::size_t index) {
    if (index >= events.size()) return "nothing: the record ends before it";
    const Result<table::Event> event = wire::read_event(events[index]);
    if (!event) return "unreadable: " + event.error().text();
    return fmt::format("{} at table {}, {}", choice_names<table::FactChoice>[event->fact.index()],
                       event -> stamp.table.number, to_text_exact(event->stamp.at));
}

// Finds the first event that differs in two records that begin with the same event.
Result<void> find_difference(const store::Record& a, const store::Record& b, Comparison& result) {
    const Result<std::vector<std::string>> events_a = events_of(a);
    if (!events_a) return std::unexpected(events_a.error());
    const Result<std::vector<std::string>> events_b = events_of(b);
    if (!events_b) return std::unexpected(events_b.error());
    std::size_t same = 0;
    while (same < events_a->size() && same < events_b->size() &&
           (*events_a)[same] == (*events_b)[same]) {
        ++same;
    }
    result.common = a.first - 1 + same;
    result.difference = a.first + same;
    result.in_a = describe(*events_a, same);
    result.in_b = describe(*events_b, same);
    return {};
}

Result<Comparison> compare(const store::Store& a, const store::Store& b, ProgressBar& bar) {
    Comparison result;
    constexpr std::uint64_t report_every = 1'000;  // records
    std::uint64_t records = 0;
    const std::uint64_t both = std::min(a.last().sequence, b.last().sequence);
    const Result<void> read = a.read(0, [&](const store::Record& one) -> Result<bool> {
        if (one.first > both) return false;
        const auto other = record_after(b, one.first - 1);
        if (!other) return std::unexpected(other.error());
        if (!*other) return false;
        const bool same = (*other)->bytes == one.bytes && (*other)->last == one.last;
        if (!same) {
            if (auto done = find_difference(one, **other, result); !done) {
                return std::unexpected(done.error());
            }
            return false;
        }
        result.common = one.last.sequence;
        if (++records % report_every == 0) bar.show(result.common, both);
        return true;
    });
    if (!read) return std::unexpected(read.error());
    return result;
}

std::string as_json(const CompareOptions& options, const Comparison& result, const store::Store& a,
                    const store::Store& b, const std::string& verdict) {
    json::object object{{"result", verdict},
                        {"common", result.common},
                        {"a", json::object{{"file", options.a}, {"events", a.last().sequence}}},
                        {"b", json::object{{"file", options.b}, {"events", b.last().sequence}}}};
    if (result.difference > 0) {
        object["difference"] =
            json::object{{"event", result.difference}, {"a", result.in_a}, {"b", result.in_b}};
    }
    return json::serialize(object) + "\n";
}

std::string as_text(const CompareOptions& options, const Comparison& result, const store::Store& a,
                    const store::Store& b, const std::string& verdict) {
    const std::uint64_t last_a = a.last().sequence;
    const std::uint64_t last_b = b.last().sequence;
    if (verdict == "other") {
        return fmt::format("other: {} is {}, {} is {}\n", options.a, a.origin(), options.b,
                           b.origin());
    }
    if (verdict == "same") {
        return fmt::format("same: {} events, last hash {}\n", last_a, to_text(a.last().hash));
    }
    if (verdict == "prefix") {
        const bool a_is_shorter = last_a < last_b;
        return fmt::format("prefix: {} is the beginning of {}, which has {} more events\n",
                           a_is_shorter ? options.a : options.b,
                           a_is_shorter ? options.b : options.a,
                           std::max(last_a, last_b) - result.common);
    }
    return fmt::format("differ: the same until event {}; event {} is\n  {} in {}\n  {} in {}\n",
                       result.common, result.difference, result.in_a, options.a, result.in_b,
                       options.b);
}

}  // namespace

int run_compare(const CompareOptions& given) {
    // An address may hold a password, which is not printed.
    CompareOptions options = given;
    options.a = store::shown(given.a);
    options.b = store::shown(given.b);
    const auto a = store::open_to_read(given.a);
    if (!a) return complain(a.error(), exit_code_for_journal(given.a));
    const auto b = store::open_to_read(given.b);
    if (!b) return complain(b.error(), exit_code_for_journal(given.b));
    Comparison result;
    std::string verdict = "other";
    if ((*a)->origin() == (*b)->origin()) {
        ProgressBar bar("comparing");
        const Result<Comparison> compared = compare(**a, **b, bar);
        bar.clear();
        if (!compared) return complain(compared.error(), exit_no);
        result = *compared;
        verdict = result.difference > 0          ? "differ"
                  : (*a)->last() == (*b)->last() ? "same"
                                                 : "prefix";
    }
    const bool is_json = options.format == "json";
    const std::string answer = is_json ? as_json(options, result, **a, **b, verdict)
                                       : as_text(options, result, **a, **b, verdict);
    if (const int code = write_answer(answer)) return code;
    return verdict == "same" ? exit_fine : exit_no;
}

}  // namespace sicbo::app
