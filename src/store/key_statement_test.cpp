// SPDX-License-Identifier: MIT
#include "store/key_statement.h"

#include <gtest/gtest.h>

#include "store/checkpoint.h"

namespace sicbo::store {
namespace {

TEST(KeyStatement, IsSignedByTheOldKeyForThisJournalAndThisKeyAlone) {
    const std::string path = testing::TempDir() + "key_statement_test.key";
    const std::string origin = "sicbo-0123456789abcdef";
    const Notary old = Notary::create(path, origin).value();
    const std::string after = to_text(Notary::create(path, origin)->public_key());
    const auto replaced = [&](const std::string& statement) {
        return table::KeyReplaced{table::Key::journal, to_text(old.public_key()), after,
                                  old.sign_text(statement)};
    };
    const std::string statement = key_statement(origin, table::Key::journal, after);
    EXPECT_TRUE(is_signed_by_old_key(origin, replaced(statement)));
    EXPECT_FALSE(is_signed_by_old_key("sicbo-another", replaced(statement)));
    EXPECT_FALSE(is_signed_by_old_key(origin, replaced(statement + "\n")));
    table::KeyReplaced fact = replaced(statement);
    fact.before = after;  // as if another key had signed
    EXPECT_FALSE(is_signed_by_old_key(origin, fact));
    fact = replaced(statement);
    fact.key = table::Key::server;
    EXPECT_FALSE(is_signed_by_old_key(origin, fact));
    fact = replaced(statement);
    fact.signature.pop_back();
    EXPECT_FALSE(is_signed_by_old_key(origin, fact));
    remove_file(path);
}

}  // namespace
}  // namespace sicbo::store
