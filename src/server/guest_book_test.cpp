// SPDX-License-Identifier: MIT
#include "server/guest_book.h"

#include <gtest/gtest.h>

#include "store/files.h"
#include "support/journal.h"

namespace sicbo::server {
namespace {

using table::Actor;
using table::ActorKind;

constexpr Actor terminal{ActorKind::terminal, 101};
constexpr Actor seat{ActorKind::seat, 7};

TEST(GuestBook, RemembersTheLastGuestOfEachPlaceAfterARestart) {
    const test::Folder folder;
    const std::string path = folder.file("guests");
    GuestBook book = GuestBook::open(path).value();
    EXPECT_FALSE(book.since(terminal));
    book.set(terminal, {1'000});
    book.set(seat, {2'000});
    book.set(terminal, {3'000});
    ASSERT_TRUE(book.flush());
    GuestBook again = GuestBook::open(path).value();
    EXPECT_EQ(again.since(terminal), Instant{3'000});
    EXPECT_EQ(again.since(seat), Instant{2'000});
    ASSERT_TRUE(again.prune([](const Actor& place) { return place.kind == ActorKind::terminal; }));
    EXPECT_EQ(store::read_file(path).value(), "terminal 101 3000\n");
}

TEST(GuestBook, LeavesOutWhatAPowerFailureCutOff) {
    const test::Folder folder;
    const std::string path = folder.file("guests");
    ASSERT_TRUE(store::write_file(path, "terminal 101 3000\nnonsense\nterminal 101 40"));
    EXPECT_EQ(GuestBook::open(path).value().since(terminal), Instant{3'000});
}

TEST(GuestBook, IsOnlyInMemoryWithoutAFile) {
    GuestBook book;
    book.set(terminal, {1'000});
    ASSERT_TRUE(book.flush());
    EXPECT_EQ(book.since(terminal), Instant{1'000});
}

}  // namespace
}  // namespace sicbo::server
