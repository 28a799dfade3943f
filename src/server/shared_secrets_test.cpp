// SPDX-License-Identifier: MIT
#include "server/shared_secrets.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "store/files.h"
#include "store/memory.h"
#include "support/journal.h"

namespace sicbo::server {
namespace {

// A journal in memory that keeps secrets as a database does.
class DatabaseInMemory : public store::MemoryStore {
public:
    explicit DatabaseInMemory(std::string origin = "test/main") : MemoryStore(std::move(origin)) {}

    bool keeps_secrets() const override { return true; }
    Result<void> put_secret(const std::string& name, std::string_view sealed) override {
        ++writes;
        stored[name] = sealed;
        return {};
    }
    Result<std::map<std::string, std::string>> secrets() const override { return stored; }

    std::map<std::string, std::string> stored;
    int writes = 0;
};

// The folder of one machine.
struct Machine {
    void write(const std::string& name, std::string_view text) const {
        ASSERT_TRUE(store::write_file(folder.file(name), text, 0600));
    }
    std::string read(const std::string& name) const {
        return store::read_file(folder.file(name)).value_or("");
    }
    bool has(const std::string& name) const { return store::exists(folder.file(name)); }
    Result<SharedSecrets> open(const store::Store& journal) const {
        return SharedSecrets::open(journal, std::filesystem::path(folder.file("x")).parent_path());
    }
    // As people do it by hand.
    void copy_node_key(const Machine& from) const { write("node.key", from.read("node.key")); }

    test::Folder folder;
};

// A first machine that has published a key, the passwords and the guests.
class TwoMachines : public testing::Test {
protected:
    TwoMachines() {
        first.write("journal.key", "signs");
        first.write("accounts", "passwords");
        first.write("guests", "guests");
        first.write("unrelated", "stays here");
        EXPECT_TRUE(first.open(database)->publish(database));
    }

    DatabaseInMemory database;
    Machine first;
    Machine second;
};

TEST_F(TwoMachines, ShareWhatIsPublishedAndNothingElse) {
    second.copy_node_key(first);
    ASSERT_TRUE(second.open(database)->restore({}));
    EXPECT_EQ(second.read("journal.key"), "signs");
    EXPECT_EQ(second.read("accounts"), "passwords");
    EXPECT_EQ(second.read("guests"), "guests");
    EXPECT_FALSE(second.has("unrelated"));
    struct stat status = {};
    ASSERT_EQ(::stat(second.folder.file("journal.key").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(TwoMachines, KeepTheNodeKeyAndThePlainTextsFromTheDatabase) {
    const std::string key = first.read("node.key");
    ASSERT_FALSE(key.empty());
    EXPECT_FALSE(database.stored.contains("node.key"));
    for (const auto& [name, sealed] : database.stored) {
        EXPECT_EQ(sealed.find(key), std::string::npos) << name;
        EXPECT_EQ(sealed.find("signs"), std::string::npos) << name;
        EXPECT_EQ(sealed.find("passwords"), std::string::npos) << name;
    }
}

TEST_F(TwoMachines, NeedTheSameNodeKey) {
    const auto without = second.open(database);
    ASSERT_FALSE(without);
    EXPECT_NE(without.error().what.find("the node key is missing"), std::string::npos);
    EXPECT_FALSE(second.has("node.key"));  // none is made that would not fit
    second.write("node.key", to_text(sha256("another")) + "\n");
    const auto other = second.open(database);
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().what.find("did not encrypt"), std::string::npos);
}

TEST_F(TwoMachines, RefuseASecretOfAnotherNameOrJournal) {
    second.copy_node_key(first);
    std::swap(database.stored.at("accounts"), database.stored.at("guests"));
    EXPECT_FALSE(second.open(database));
    std::swap(database.stored.at("accounts"), database.stored.at("guests"));
    DatabaseInMemory another("test/another");
    another.stored = database.stored;
    EXPECT_FALSE(second.open(another));
    database.stored.at("guests") = "short";
    const auto unreadable = second.open(database);
    ASSERT_FALSE(unreadable);
    EXPECT_NE(unreadable.error().what.find("can't read"), std::string::npos);
}

TEST_F(TwoMachines, TakePasswordsFromTheDatabaseAndRefuseAnotherKey) {
    second.copy_node_key(first);
    second.write("accounts", "old passwords");
    ASSERT_TRUE(second.open(database)->restore({}));
    EXPECT_EQ(second.read("accounts"), "passwords");
    second.write("journal.key", "another");
    EXPECT_FALSE(second.open(database)->restore({}));
    EXPECT_EQ(second.read("journal.key"), "another");
    // A key that this start replaces may differ.
    EXPECT_TRUE(second.open(database)->restore({table::Key::journal}));
    EXPECT_EQ(second.read("journal.key"), "another");
}

TEST_F(TwoMachines, WriteOnlyWhatHasChanged) {
    auto opened = first.open(database).value();
    const int before = database.writes;
    EXPECT_TRUE(opened.publish(database));
    EXPECT_TRUE(opened.publish_accounts(database, "passwords"));
    EXPECT_EQ(database.writes, before);
    EXPECT_TRUE(opened.publish_accounts(database, "new passwords"));
    EXPECT_TRUE(opened.publish_guests(database, "new guests"));
    EXPECT_EQ(database.writes, before + 2);
    second.copy_node_key(first);
    ASSERT_TRUE(second.open(database)->restore({}));
    EXPECT_EQ(second.read("accounts"), "new passwords");
    EXPECT_EQ(second.read("guests"), "new guests");
}

TEST(SharedSecrets, MakeTheNodeKeyForTheFirstMachine) {
    const DatabaseInMemory database;
    const Machine machine;
    ASSERT_TRUE(machine.open(database));
    const std::string key = machine.read("node.key");
    EXPECT_FALSE(key.empty());
    ASSERT_TRUE(machine.open(database));
    EXPECT_EQ(machine.read("node.key"), key);
}

}  // namespace
}  // namespace sicbo::server
