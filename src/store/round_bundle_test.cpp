// SPDX-License-Identifier: MIT
#include "store/round_bundle.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "support/journal.h"

namespace sicbo::store {
namespace {

namespace json = boost::json;

std::string hex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const char one : bytes) {
        text += digits[static_cast<unsigned char>(one) >> 4];
        text += digits[static_cast<unsigned char>(one) & 15];
    }
    return text;
}

// Round 1 of a journal whose end is signed for.
class RoundBundles : public testing::Test {
protected:
    RoundBundles() {
        const auto loop = test::start_loop(journal);
        test::give_all(*loop, test::some_rounds());
        const RoundHistory history = read_round_history(journal, TableId{1}, 1).value();
        bundle.origin = journal.origin();
        bundle.table = {1};
        bundle.round = 1;
        bundle.previous = history.events.front().previous;
        for (const RoundEvent& one : history.events) bundle.events.push_back(one.at);
        const auto take = [&](const JournalEvent& read) -> Result<bool> {
            bundle.chain.push_back({read.at.sequence, std::string(read.bytes)});
            return true;
        };
        EXPECT_TRUE(read_events(journal, history.events.front().at.sequence, take));
        bundle.note = notary.sign(journal.last()).text;
        bundle.people[{2}] = "Mei Tan";
    }

    // The claims: y holds, n does not, ? can't be known.
    static std::string claims(const RoundBundle& one, std::span<const NoteKey> keys) {
        std::string text;
        for (const BundleClaim& claim : verify_bundle(one, keys).claims) {
            text += !claim.holds ? '?' : *claim.holds ? 'y' : 'n';
        }
        return text;
    }
    std::string claims(const RoundBundle& one) const {
        return claims(one, std::vector{notary.public_key()});
    }
    std::string text() const {
        json::array chain;
        for (const auto& link : bundle.chain) {
            chain.push_back(json::object{{"sequence", link.sequence}, {"bytes", hex(link.bytes)}});
        }
        json::array events;
        for (const Position& at : bundle.events) {
            events.push_back(json::object{{"sequence", at.sequence}, {"hash", to_text(at.hash)}});
        }
        return json::serialize(
            json::object{{"format", "sicbo-round-v3"},
                         {"journal", bundle.origin},
                         {"table", bundle.table.number},
                         {"round", bundle.round},
                         {"previous_hash", to_text(bundle.previous)},
                         {"chain", std::move(chain)},
                         {"events", std::move(events)},
                         {"people", json::array{json::object{{"person", 2}, {"name", "Mei Tan"}}}},
                         {"of_a_later_version", true},
                         {"note", bundle.note}});
    }

    test::Folder folder;
    MemoryStore journal;
    Notary notary = Notary::create(folder.file("key"), "memory").value();
    RoundBundle bundle;
};

TEST_F(RoundBundles, ThatAreWholeAndSignedHold) {
    const BundleCheck check = verify_bundle(bundle, std::vector{notary.public_key()});
    EXPECT_EQ(claims(bundle), "yyyy");
    EXPECT_EQ(check.history.round.roll, rules::Roll(1, 2, 5));  // as it was amended
    EXPECT_EQ(check.history.round.first_roll, rules::Roll(6, 5, 4));
    EXPECT_EQ(check.history.events.size(), bundle.events.size());
}

TEST_F(RoundBundles, AreReadAsTheyWereWritten) {
    ASSERT_TRUE(is_bundle(text()));
    const RoundBundle read = read_bundle(text()).value();
    EXPECT_EQ(read.origin, bundle.origin);
    EXPECT_EQ(read.round, 1u);
    EXPECT_EQ(read.events, bundle.events);
    EXPECT_EQ(read.note, bundle.note);
    EXPECT_EQ(read.people, bundle.people);
    EXPECT_EQ(claims(read), "yyyy");
}

TEST_F(RoundBundles, ThatAreNoBundlesAreErrors) {
    EXPECT_FALSE(is_bundle("{}"));
    EXPECT_FALSE(is_bundle("no JSON"));
    EXPECT_FALSE(is_bundle(R"({"format": "something"})"));
    EXPECT_FALSE(read_bundle("{}"));
    const auto replaced = [&](std::string_view what, std::string_view by) {
        std::string changed = text();
        return changed.replace(changed.find(what), what.size(), by);
    };
    EXPECT_FALSE(read_bundle(replaced(to_text(bundle.previous), "12ab")));
    EXPECT_FALSE(read_bundle(replaced(hex(bundle.chain.front().bytes), "xyz")));
    EXPECT_FALSE(read_bundle(replaced("\"round\":1", "\"round\":0")));
}

// One changed byte of any event breaks the chain, or the note does not fit it.
TEST_F(RoundBundles, AreNotBelievedWithAChangedEvent) {
    for (std::size_t i = 0; i < bundle.chain.size(); ++i) {
        RoundBundle changed = bundle;
        std::string& bytes = changed.chain[i].bytes;
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
        EXPECT_NE(claims(changed).find('n'), std::string::npos) << "event " << i;
    }
}

TEST_F(RoundBundles, AreNotBelievedIfEventsAreMissing) {
    RoundBundle changed = bundle;
    changed.chain.erase(changed.chain.begin() + 2);
    EXPECT_EQ(claims(changed), "n");
    changed = bundle;
    changed.chain.pop_back();
    EXPECT_EQ(claims(changed)[0], 'y');
    EXPECT_EQ(claims(changed)[2], 'n');  // the note signs for more
    changed.chain.clear();
    EXPECT_EQ(claims(changed), "n");
}

TEST_F(RoundBundles, MustListAllEventsOfTheRoundAndNoOthers) {
    RoundBundle changed = bundle;
    changed.events.pop_back();
    EXPECT_EQ(claims(changed), "ynyy");
    changed = bundle;
    changed.events.back().hash = sha256("another");
    EXPECT_EQ(claims(changed), "ynyy");
    changed = bundle;
    changed.round = 7;  // which the chain does not have
    EXPECT_EQ(claims(changed), "ynyy");
    EXPECT_TRUE(verify_bundle(changed, {}).history.events.empty());
}

TEST_F(RoundBundles, NeedTheNoteOfTheSameJournalAndKey) {
    EXPECT_EQ(claims(bundle, {}), "yyy?");  // no key to verify it with
    const Notary other = Notary::create(folder.file("other"), "memory").value();
    EXPECT_EQ(claims(bundle, std::vector{other.public_key()}), "yyyn");
    RoundBundle changed = bundle;
    changed.note = other.sign(journal.last()).text;
    EXPECT_EQ(claims(changed), "yyyn");
    changed.note.clear();
    EXPECT_EQ(claims(changed), "yy?");
    changed = bundle;
    changed.origin = "another journal";
    EXPECT_EQ(claims(changed)[2], 'n');
}

}  // namespace
}  // namespace sicbo::store
