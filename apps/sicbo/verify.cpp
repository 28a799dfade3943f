// SPDX-License-Identifier: MIT
// sicbo verify: whether a round's dice are those that were promised and signed.
#include <fmt/format.h>

#include "commands.h"
#include "device/proof.h"
#include "edge.h"

namespace sicbo::app {

int run_verify(const VerifyOptions& options) {
    const Result<std::string> text = read_input(options.file);
    if (!text) return complain(text.error());
    const auto proofs = device::read_proofs(*text);
    if (!proofs) return complain({proofs.error().text(), input_name(options.file)});
    std::optional<device::PublicKey> known;
    if (!options.key.empty()) {
        known = parse_hash(options.key);
        if (!known) return complain({"--key: must be 64 hexadecimal digits"});
    }
    if (proofs->empty()) {
        return complain({"there is no proof in it", input_name(options.file)}, exit_no);
    }
    std::string answer;
    bool all = true;
    for (const device::RoundProof& proof : *proofs) {
        answer += fmt::format("table {} round {}: {}\n", proof.table.number, proof.round,
                              to_text(proof.roll));
        bool any = false;
        for (const device::Claim& claim : verify(proof, known)) {
            any = any || claim.holds.has_value();
            all = all && claim.holds.value_or(true);
            answer += fmt::format("  {:<7} {}\n",
                                  !claim.holds   ? "nothing"
                                  : *claim.holds ? "holds"
                                                 : "FAILS",
                                  claim.what);
        }
        all = all && any;
        if (!any) {
            answer += "  there is nothing here that could be verified\n";
        } else if (!proof.has_signature_part()) {
            answer += "  these dice are not signed: only the commitment was verified\n";
        }
    }
    if (const int code = write_answer(answer)) return code;
    return all ? exit_fine : exit_no;
}

}  // namespace sicbo::app
