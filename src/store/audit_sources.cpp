// SPDX-License-Identifier: MIT
#include "store/audit_sources.h"

#include "store/files.h"

namespace sicbo::store {

Result<std::vector<NoteKey>> find_keys(const AuditOptions& options, const std::string& files,
                                       Audit& audit) {
    std::string path = options.key;
    if (path.empty() && exists(files + ".key.pub")) {
        path = files + ".key.pub";
        audit.remarks.push_back(
            "the key is the one beside the journal: it shows that one key signed everything, not "
            "whose key it is");
    }
    if (path.empty()) {
        audit.remarks.emplace_back("no key was given: signatures were not verified");
        return std::vector<NoteKey>();
    }
    const Result<std::string> text = read_file(path);
    if (!text) return std::unexpected(text.error());
    Result<std::vector<NoteKey>> keys = parse_public_keys(*text);
    if (!keys) return failure(keys.error().text(), path);
    return keys;
}

std::string find_notes(const AuditOptions& options, const std::string& files, Audit& audit) {
    if (!options.notes.empty()) return options.notes;
    if (exists(files + ".notes")) {
        audit.remarks.emplace_back(
            "the notes are those beside the journal: a person who can change the journal can "
            "change "
            "them too");
        return files + ".notes";
    }
    audit.remarks.emplace_back(
        "no notes from outside were given: a truncated journal would look complete");
    return {};
}

}  // namespace sicbo::store
