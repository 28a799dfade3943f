// SPDX-License-Identifier: MIT
#include "store/checkpoint.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/journal.h"

namespace sicbo::store {
namespace {

using test::Folder;

constexpr Position here = {42, {}};

TEST(Keys, AreNamedAsOtherToolsNameThem) {
    // A key from the documentation of Go's note package.
    const std::string text = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
    const NoteKey key = parse_public_key(text + "\n").value();
    EXPECT_EQ(key.name, "PeterNeumann");
    EXPECT_EQ(to_text(key), text);
}

TEST(Keys, AreRefusedWhenTheyAreNone) {
    for (const char* text :
         {"", "x", "a+b", "a+b+c", "a++",
          "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
          "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10T",
          "PeterNeumann+c74f20a3+AhpcNQcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"}) {
        EXPECT_FALSE(parse_public_key(text)) << text;
    }
    const auto signing = parse_public_key("PRIVATE+KEY+a+b+c");
    EXPECT_NE(signing.error().what.find("the signing key"), std::string::npos);
}

TEST(Notes, AreSignedByTheKeyThatTheyName) {
    const Folder folder;
    const Notary notary = Notary::open(folder.file("key"), "sicbo-1").value();
    const Note note = notary.sign({42, sha256("x")});
    EXPECT_EQ(note.size, 42u);
    const Checkpoint checkpoint = parse_checkpoint(note.text).value();
    EXPECT_EQ(checkpoint.origin, "sicbo-1");
    EXPECT_EQ(checkpoint.at, (Position{42, sha256("x")}));
    EXPECT_TRUE(is_signed_by(checkpoint, notary.public_key()));
    const Notary other = Notary::open(folder.file("other"), "sicbo-1").value();
    EXPECT_FALSE(is_signed_by(checkpoint, other.public_key()));
    // The key is read again, and its public half lies beside it.
    EXPECT_EQ(Notary::open(folder.file("key"), "sicbo-1").value().sign(checkpoint.at), note);
    EXPECT_EQ(parse_public_key(read_file(folder.file("key.pub")).value()).value(),
              notary.public_key());
}

TEST(Notes, AreRefusedWithAnyByteChanged) {
    const Folder folder;
    const Notary notary = Notary::open(folder.file("key"), "sicbo-1").value();
    const std::string text = notary.sign({42, sha256("x")}).text;
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string other = text;
            other[i] = static_cast<char>(other[i] ^ (1 << bit));
            const auto checkpoint = parse_checkpoint(other);
            EXPECT_FALSE(checkpoint && is_signed_by(*checkpoint, notary.public_key())) << i;
        }
        EXPECT_FALSE(parse_checkpoint(text.substr(0, i))) << i;
    }
    EXPECT_FALSE(parse_checkpoint(text + "\n"));
}

TEST(SigningKeys, AreForTheirOwnerAlone) {
    const Folder folder;
    ASSERT_TRUE(Notary::open(folder.file("key"), "sicbo-1"));
    struct stat status = {};
    ASSERT_EQ(::stat(folder.file("key").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777u, 0600u);
    ASSERT_EQ(::chmod(folder.file("key").c_str(), 0640), 0);
    EXPECT_NE(Notary::open(folder.file("key"), "sicbo-1").error().what.find("other users may read"),
              std::string::npos);
    ASSERT_TRUE(write_file(folder.file("junk"), "junk", 0600));
    EXPECT_FALSE(Notary::open(folder.file("junk"), "sicbo-1"));
}

TEST(NoteFiles, LeaveOutWhatWasBeingWritten) {
    const Folder folder;
    const std::string path = folder.file("notes");
    const Notary notary = Notary::open(folder.file("key"), "sicbo-1").value();
    const std::vector<Note> notes = {notary.sign({1, {}}), notary.sign(here)};
    {
        NoteFile file = NoteFile::open(path).value();
        ASSERT_TRUE(file.append(notes));
        EXPECT_FALSE(file.last());
    }
    const std::string whole = read_file(path).value();
    ASSERT_TRUE(write_file(path, whole + notes[0].text.substr(0, 30)));
    NoteReader reader(path);
    EXPECT_EQ(reader.next().value(), notes[0]);
    EXPECT_EQ(reader.next().value(), notes[1]);
    EXPECT_EQ(reader.next().value(), std::nullopt);
    EXPECT_EQ(NoteFile::open(path).value().last()->at, here);
    EXPECT_EQ(read_file(path).value(), whole);
    NoteReader first(path, notes[0].text.size() + 5);
    EXPECT_EQ(first.next().value(), notes[0]);
    EXPECT_EQ(first.next().value(), std::nullopt);
    ASSERT_TRUE(write_file(path, whole + "a\nb\nc\nd\ne\n"));
    EXPECT_NE(NoteFile::open(path).error().text().find("note 3"), std::string::npos);
    // Where there is no note yet, only the beginning of one is thrown away.
    for (const std::string& begun :
         {std::string("sicb"), whole.substr(0, 50), std::string(99, 0)}) {
        ASSERT_TRUE(write_file(path, begun));
        EXPECT_TRUE(NoteFile::open(path));
        EXPECT_EQ(read_file(path).value(), "");
    }
    ASSERT_TRUE(write_file(path, "precious"));
    EXPECT_FALSE(NoteFile::open(path));
    EXPECT_EQ(read_file(path).value(), "precious");
}

// A file that grew, and whose new sectors never came: zeros, with or without a part of a note.
TEST(NoteFiles, LeaveOutZerosOfAnyLengthAtTheirEnd) {
    const Folder folder;
    const std::string path = folder.file("notes");
    const Notary notary = Notary::open(folder.file("key"), "sicbo-1").value();
    const std::string whole = notary.sign({1, {}}).text + notary.sign(here).text;
    const std::string next = notary.sign({43, {}}).text;
    for (const std::size_t zeros : {1u, 100u, 4096u, 5000u, 200'000u}) {
        const std::string nothing(zeros, '\0');
        for (const std::string& end :
             {nothing, next.substr(0, 90) + nothing, nothing + next.substr(60),
              next.substr(0, 20) + nothing + next.substr(100), nothing + "a\nb\nc\nd\ne\nf\n"}) {
            ASSERT_TRUE(write_file(path, whole + end));
            NoteReader reader(path);
            EXPECT_TRUE(reader.next().value() && reader.next().value());
            EXPECT_EQ(reader.next().value(), std::nullopt);
            EXPECT_TRUE(reader.has_incomplete_tail());
            EXPECT_EQ(NoteFile::open(path).value().last()->at, here);
            EXPECT_EQ(read_file(path).value(), whole);
        }
        // What can be a note, or stands before one, nobody throws away.
        for (const std::string& end : {nothing + next, nothing + "\n" + next,
                                       nothing + next + nothing, "a\nb\nc\nd\ne\n" + nothing}) {
            ASSERT_TRUE(write_file(path, whole + end));
            EXPECT_FALSE(NoteFile::open(path)) << zeros;
            EXPECT_EQ(read_file(path).value(), whole + end);
        }
    }
}

TEST(SigningKeys, FollowOneAnother) {
    const Folder folder;
    const std::string path = folder.file("key");
    const Notary old = Notary::open(path, "sicbo-1").value();
    const auto keys = [&] { return parse_public_keys(read_file(path + ".pub").value()).value(); };
    EXPECT_EQ(keys(), std::vector{old.public_key()});
    remove_file(path);
    const Notary next = Notary::open(path, "sicbo-1").value();
    EXPECT_TRUE(next.is_new());
    EXPECT_FALSE(Notary::open(path, "sicbo-1").value().is_new());
    EXPECT_EQ(keys(), (std::vector{old.public_key(), next.public_key()}));
    for (const Notary* notary : {&old, &next}) {
        const Checkpoint checkpoint = parse_checkpoint(notary->sign(here).text).value();
        EXPECT_TRUE(is_signed_by(checkpoint, keys()));
        EXPECT_EQ(is_signed_by(checkpoint, old.public_key()), notary == &old);
    }
    EXPECT_NE(Notary::open(path, "sicbo-2").error().what.find("not of sicbo-2"), std::string::npos);
    EXPECT_FALSE(parse_public_keys(""));
    EXPECT_FALSE(parse_public_keys(to_text(old.public_key()) + "\njunk\n"));
}

}  // namespace
}  // namespace sicbo::store
