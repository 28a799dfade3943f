// SPDX-License-Identifier: MIT
// sicbo verify: whether a round's dice are those that were promised and signed, and whether a
// bundle is what was registered.
#include <fmt/format.h>

#include <boost/json/serialize.hpp>

#include "bundle.h"
#include "commands.h"
#include "device/proof.h"
#include "edge.h"
#include "round_text.h"
#include "store/round_bundle.h"

namespace sicbo::app {
namespace {

// The answer, and whether all of it holds.
class Report {
public:
    void add_line(const std::string& line) { text += "  " + line + "\n"; }
    void add_claim(const std::string& what, const std::optional<bool>& holds) {
        all_hold = all_hold && holds.value_or(true);
        text += fmt::format("  {:<7} {}\n", !holds ? "nothing" : *holds ? "holds" : "FAILS", what);
    }
    void add_proof(const device::RoundProof& proof, const std::optional<device::PublicKey>& known) {
        bool any = false;
        for (const device::Claim& claim : verify(proof, known)) {
            any = any || claim.holds.has_value();
            add_claim(claim.what, claim.holds);
        }
        all_hold = all_hold && any;
        if (!any) {
            add_line("there is nothing here that could be verified");
        } else if (!proof.has_signature_part()) {
            add_line("these dice are not signed: only the commitment was verified");
        }
    }

    std::string text;
    bool all_hold = true;
};

// The keys of the journal's notes; none if no file was given.
Result<std::vector<store::PublicKey>> read_journal_keys(const std::string& path) {
    if (path.empty()) return std::vector<store::PublicKey>();
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
    Report report;
    report.text = fmt::format(
        "table {} round {}: {}\n", bundle->table.number, bundle->round,
        check.history.events.empty() ? "not in this bundle" : state_text(check.history.round));
    table::State names;
    for (const auto& [person, name] : bundle->people) names.people[person].name = name;
    if (!check.history.events.empty()) {
        for (const std::string& line : account_of(check.history.round, names)) {
            report.add_line(line);
        }
    }
    for (const store::BundleClaim& claim : check.claims) report.add_claim(claim.what, claim.holds);
    // The proof is computed from the events; what else the file says proves nothing.
    const boost::json::value proof =
        check.history.events.empty() ? nullptr : proof_json(check.history);
    if (proof.is_null()) {
        report.all_hold = false;
        report.add_line("there is no proof of the dice: no tumbler read them in this round");
    } else {
        const auto proofs = device::read_proofs(boost::json::serialize(proof));
        if (!proofs) return complain({proofs.error().text(), input_name(options.file)});
        report.add_proof(proofs->front(), known);
    }
    if (const int code = write_answer(report.text)) return code;
    return report.all_hold ? exit_fine : exit_no;
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
    Report report;
    for (const device::RoundProof& proof : *proofs) {
        report.text += fmt::format("table {} round {}: {}\n", proof.table.number, proof.round,
                                   to_text(proof.roll));
        report.add_proof(proof, known);
    }
    if (const int code = write_answer(report.text)) return code;
    return report.all_hold ? exit_fine : exit_no;
}

}  // namespace sicbo::app
