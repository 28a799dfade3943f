// SPDX-License-Identifier: MIT
// A disk that forgets. It keeps what every file holds for whoever reads it now, and what of that
// would still be there if the power went: the rest are choices.
//
// A file is made of sectors. A sector that was written since the file's last sync can, after a cut,
// be as it was then, as any write since left it, new up to some byte and old from there, or
// garbage. Sizes and names are choices too: a file can be as long as it ever was since its last
// sync, a name mean what it ever meant since the folder's last sync. Nothing here is ordered unless
// a sync orders it. There is one folder, and no time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/random.h"

namespace sicbo::disk {

// The content of a sector. Of one disk and what comes of it, two with one number have one content.
struct Block {
    std::uint64_t number = 0;
    std::string bytes;
};
using Content = std::shared_ptr<const Block>;  // none: zeros

// A sector as a write left it, and which of its bytes that write touched.
struct Version {
    Content content;
    std::size_t from = 0;
    std::size_t to = 0;
};

// What becomes of one choice when the power goes; from `older` on, the version of that number.
using Fate = std::uint8_t;
inline constexpr Fate lost = 0;
inline constexpr Fate kept = 1;
inline constexpr Fate torn = 2;
inline constexpr Fate garbage = 3;
inline constexpr Fate older = 4;

// What is not decided yet, and how many fates it can have. Sizes and names are never torn.
struct Choice {
    enum class Of : std::uint8_t { sector, size, name } of = Of::sector;
    int file = 0;
    std::size_t sector = 0;
    std::string name = {};
    std::size_t versions = 1;

    bool can_tear() const { return of == Of::sector; }
    std::size_t fates() const { return (can_tear() ? 4 : 2) + versions - 1; }
    Fate fate(std::size_t n) const {  // the n-th of them
        return static_cast<Fate>(can_tear() || n < 2 ? n : n + 2);
    }
};

class Disk {
public:
    explicit Disk(std::size_t sector_bytes = 4096) : sector_bytes_(sector_bytes) {}

    // Files by number; 0 is none.
    int find(const std::string& name) const;
    int create(const std::string& name);  // an empty name: a file that no folder has
    void remove(const std::string& name);
    void sync_names();

    std::uint64_t size(int file) const { return files_.at(file).sizes.back(); }
    std::size_t read(int file, std::uint64_t offset, std::span<char> to) const;  // how much
    void write(int file, std::uint64_t offset, std::string_view bytes);
    void resize(int file, std::uint64_t size);
    void sync(int file);

    // A sync that fails as Linux lets it: some of it has arrived, some has not, and none of it is
    // taken for unwritten any more, so that no later sync tries again.
    void fail_sync(int file, sim::Random& random);

    // What a cut would decide now, and the disk after it. Without power-safe overwrite garbage is
    // the whole sector; with it only what was being written.
    std::vector<Choice> choices() const;
    Disk after_cut(std::span<const Choice> choices, std::span<const Fate> fates,
                   bool powersafe) const;

    // Equal for disks that hold the same and have no choices.
    std::uint64_t key() const;

    // Damages a byte that is durable. False if the file is not that long.
    bool rot(const std::string& name, std::uint64_t offset, std::uint8_t flip);

private:
    // A sector of which the disk does not have what a read gives.
    struct Unsynced {
        Content durable;
        std::vector<Version> versions;  // none after a sync that failed
    };
    struct File {
        std::vector<Content> sectors;  // as a read gives them
        std::map<std::size_t, Unsynced> unsynced;
        std::vector<std::uint64_t> sizes = {0};  // the durable one first, the present one last
    };

    Content new_block(std::string bytes);
    void put(File& file, std::size_t sector, std::size_t from, std::string_view bytes);
    Content decide(const Unsynced& sector, Fate fate, bool powersafe) const;
    void cut_to(File& file, std::uint64_t size) const;

    std::size_t sector_bytes_;
    std::map<int, File> files_;
    std::map<std::string, std::vector<int>> names_;  // as sizes
    int files_made_ = 0;
    std::uint64_t blocks_made_ = 0;  // theirs are the numbers, so that garbage is the same again
};

}  // namespace sicbo::disk
