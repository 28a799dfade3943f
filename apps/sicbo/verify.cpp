// SPDX-License-Identifier: MIT
// sicbo verify: whether a round's dice are those that were promised and signed, and whether a
// bundle is what was registered.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <vector>

#include "bundle.h"
#include "commands.h"
#include "device/proof.h"
#include "round_text.h"
#include "store/round_bundle.h"
#include "subcommand.h"

namespace sicbo::app {
namespace {

namespace json = boost::json;

// What was found of one round, and whether all of it holds.
class Report {
public:
    Report(TableId table, std::uint64_t round, std::string result)
        : table_(table), round_(round), result_(std::move(result)) {}

    void add_line(const std::string& line) {
        text_ += "  " + line + "\n";
        lines_.emplace_back(line);
    }
    void add_claim(const std::string& what, const std::optional<bool>& holds) {
        all_hold_ = all_hold_ && holds.value_or(true);
        text_ += fmt::format("  {:<7} {}\n", !holds ? "nothing" : *holds ? "holds" : "FAILS", what);
        claims_.push_back(
            json::object{{"what", what}, {"holds", holds ? json::value(*holds) : json::value()}});
    }
    void add_proof(const device::RoundProof& proof, const std::optional<device::PublicKey>& known) {
        bool any = false;
        for (const device::Claim& claim : verify(proof, known)) {
            any = any || claim.holds.has_value();
            add_claim(claim.what, claim.holds);
        }
        if (!any) {
            add_failure("there is nothing here that could be verified");
        } else if (!proof.has_signature_part()) {
            add_line("these dice are not signed: only the commitment was verified");
        }
    }
    void add_failure(const std::string& line) {
        all_hold_ = false;
        add_line(line);
    }

    bool all_hold() const { return all_hold_; }
    std::string text() const {
        return fmt::format("table {} round {}: {}\n", table_.number, round_, result_) + text_;
    }
    json::object as_json() const {
        return {{"table", table_.number}, {"round", round_},   {"result", result_},
                {"holds", all_hold_},     {"claims", claims_}, {"lines", lines_}};
    }

private:
    TableId table_;
    std::uint64_t round_;
    std::string result_;
    std::string text_;
    json::array claims_;
    json::array lines_;
    bool all_hold_ = true;
};

int write_reports(const std::vector<Report>& reports, const VerifyOptions& options) {
    bool all_hold = true;
    std::string text;
    json::array rounds;
    for (const Report& report : reports) {
        all_hold = all_hold && report.all_hold();
        text += report.text();
        rounds.push_back(report.as_json());
    }
    if (options.format == "json") {
        text = json::serialize(json::object{{"holds", all_hold}, {"rounds", rounds}}) + "\n";
    }
    if (const int code = write_answer(text)) return code;
    return all_hold ? exit_fine : exit_no;
}

// The keys of the journal's notes; none if no file was given.
Result<std::vector<store::NoteKey>> read_journal_keys(const std::string& path) {
    if (path.empty()) return std::vector<store::NoteKey>();
    const Result<std::string> text = read_input(path);
    if (!text) return std::unexpected(text.error());
    auto keys = store::parse_public_keys(*text);
    if (!keys) return failure(keys.error().text(), path);
    return keys;
}

int verify_round_bundle(const std::string& text, const VerifyOptions& options,
                        const std::optional<device::PublicKey>& known) {
    const Result<store::RoundBundle> bundle = store::read_bundle(text);
    if (!bundle) return complain({bundle.error().text(), input_name(options.file)});
    const auto keys = read_journal_keys(options.journal_key);
    if (!keys) return complain(keys.error());
    const store::BundleCheck check = store::verify_bundle(*bundle, *keys);
    Report report(
        bundle->table, bundle->round,
        check.history.events.empty() ? "not in this bundle" : state_text(check.history.round));
    // Who was added under which number is in the journal, long before this chain: the names are
    // only what the file says.
    table::State names;
    for (const auto& [person, name] : bundle->people) {
        names.people[person].name = fmt::format("{} (person {})", name, person.number);
    }
    if (!check.history.events.empty()) {
        for (const std::string& line : account_of(check.history.round, names)) {
            report.add_line(line);
        }
    }
    if (!bundle->people.empty()) {
        report.add_line(
            "the names of people are the bundle's own: the chain proves their numbers only; sicbo "
            "history of the journal has the names");
    }
    for (const store::BundleClaim& claim : check.claims) report.add_claim(claim.what, claim.holds);
    // The proof is computed from the events; what else the file says proves nothing.
    const boost::json::value proof =
        check.history.events.empty() ? nullptr : proof_json(check.history);
    if (proof.is_null()) {
        report.add_failure("there is no proof of the dice: no tumbler read them in this round");
    } else {
        const auto proofs = device::read_proofs(boost::json::serialize(proof));
        if (!proofs) return complain({proofs.error().text(), input_name(options.file)});
        report.add_proof(proofs->front(), known);
    }
    return write_reports({report}, options);
}

}  // namespace

int run_verify(const VerifyOptions& options) {
    const Result<std::string> text = read_input(options.file);
    if (!text) return complain(text.error());
    std::optional<device::PublicKey> known;
    if (!options.key.empty()) {
        known = parse_hash(options.key);
        if (!known) return complain({"--key: must be 64 hexadecimal digits"});
    }
    if (store::is_bundle(*text)) return verify_round_bundle(*text, options, known);
    if (!options.journal_key.empty()) {
        return complain({"--journal-key is for a bundle; this is a proof of dice alone",
                         input_name(options.file)});
    }
    const auto proofs = device::read_proofs(*text);
    if (!proofs) return complain({proofs.error().text(), input_name(options.file)});
    if (proofs->empty()) {
        return complain({"there is no proof in it", input_name(options.file)}, exit_no);
    }
    std::vector<Report> reports;
    for (const device::RoundProof& proof : *proofs) {
        reports.emplace_back(proof.table, proof.round, to_text(proof.roll));
        reports.back().add_proof(proof, known);
    }
    return write_reports(reports, options);
}

}  // namespace sicbo::app
