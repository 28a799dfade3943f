// SPDX-License-Identifier: MIT
#include "disk/disk.h"

#include <algorithm>

#include "core/check.h"

namespace sicbo::disk {
namespace {

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    return sim::Random(a * 0x9e3779b97f4a7c15 + b).next();
}

// A block that follows from another one, under a number that follows from its number.
Content derived(const Content& from, std::uint64_t how, std::string bytes) {
    return std::make_shared<const Block>(
        Block{mix(from ? from->number : 1, how), std::move(bytes)});
}

std::string bytes_of(const Content& content, std::size_t sector_bytes) {
    return content ? content->bytes : std::string(sector_bytes, '\0');
}

std::string noise(std::uint64_t seed, std::size_t size) {
    sim::Random random(seed);
    std::string bytes(size, '\0');
    if (random.chance(1'000)) return bytes;  // nothing at all is garbage too
    for (char& one : bytes) one = static_cast<char>(random.next());
    return bytes;
}

// Where a torn sector changes from new to old: inside what was written, mostly where a drive with
// smaller sectors would stop.
std::size_t tear_of(const Version& version) {
    constexpr std::size_t unit = 512;
    sim::Random random(version.content->number);
    const std::size_t first = version.from / unit + 1;
    const std::size_t last = (version.to - 1) / unit;
    if (first <= last && random.chance(7'500))
        return unit * (first + random.below(last - first + 1));
    return version.from + random.below(version.to - version.from);
}

template <class T>
const T& version_of(const std::vector<T>& versions, Fate fate) {
    if (fate >= older) return versions.at(std::size_t{fate} - older + 1);
    return fate == lost ? versions.front() : versions.back();
}

}  // namespace

Content Disk::new_block(std::string bytes) {
    return std::make_shared<const Block>(Block{mix(++blocks_made_, 0), std::move(bytes)});
}

int Disk::find(const std::string& name) const {
    const auto found = names_.find(name);
    return found == names_.end() ? 0 : found->second.back();
}

int Disk::create(const std::string& name) {
    const int file = ++files_made_;
    files_[file];
    if (name.empty()) return file;
    std::vector<int>& versions = names_[name];
    if (versions.empty()) versions.push_back(0);
    versions.push_back(file);
    return file;
}

void Disk::remove(const std::string& name) {
    if (find(name) != 0) names_.at(name).push_back(0);
}

void Disk::sync_names() {
    for (auto& [name, versions] : names_) versions = {versions.back()};
}

std::size_t Disk::read(int file, std::uint64_t offset, std::span<char> to) const {
    const File& from = files_.at(file);
    const std::uint64_t size = from.sizes.back();
    if (offset >= size) return 0;
    const std::size_t all = std::min<std::uint64_t>(to.size(), size - offset);
    for (std::size_t done = 0; done < all;) {
        const std::size_t sector = (offset + done) / sector_bytes_;
        const std::size_t begin = (offset + done) % sector_bytes_;
        const std::size_t part = std::min(all - done, sector_bytes_ - begin);
        const auto target = to.subspan(done, part).begin();
        if (const Content& content = from.sectors.at(sector)) {
            std::copy_n(content->bytes.begin() + static_cast<std::ptrdiff_t>(begin), part, target);
        } else {
            std::fill_n(target, part, '\0');
        }
        done += part;
    }
    return all;
}

void Disk::put(File& file, std::size_t sector, std::size_t from, std::string_view bytes) {
    std::string all = bytes_of(file.sectors.at(sector), sector_bytes_);
    all.replace(from, bytes.size(), bytes);
    Content content = new_block(std::move(all));
    const auto [at, is_new] = file.unsynced.try_emplace(sector);
    if (is_new) at->second.durable = file.sectors[sector];
    at->second.versions.push_back({content, from, from + bytes.size()});
    file.sectors[sector] = std::move(content);
}

void Disk::write(int file, std::uint64_t offset, std::string_view bytes) {
    File& to = files_.at(file);
    const std::uint64_t end = offset + bytes.size();
    if (end > to.sizes.back()) {
        to.sizes.push_back(end);
        to.sectors.resize((end + sector_bytes_ - 1) / sector_bytes_);
    }
    for (std::size_t done = 0; done < bytes.size();) {
        const std::size_t begin = (offset + done) % sector_bytes_;
        const std::size_t part = std::min(bytes.size() - done, sector_bytes_ - begin);
        put(to, (offset + done) / sector_bytes_, begin, bytes.substr(done, part));
        done += part;
    }
}

void Disk::resize(int file, std::uint64_t size) {
    File& to = files_.at(file);
    if (size == to.sizes.back()) return;
    // What is cut off reads as zeros if the file grows again. Until the next sync it may all be
    // there still.
    for (std::size_t sector = size / sector_bytes_; sector < to.sectors.size(); ++sector) {
        const std::size_t begin = sector == size / sector_bytes_ ? size % sector_bytes_ : 0;
        if (to.sectors[sector]) put(to, sector, begin, std::string(sector_bytes_ - begin, '\0'));
    }
    to.sizes.push_back(size);
    to.sectors.resize((size + sector_bytes_ - 1) / sector_bytes_);
}

void Disk::sync(int file) {
    File& one = files_.at(file);
    // What a failed sync left behind stays behind.
    std::erase_if(one.unsynced, [](const auto& entry) { return !entry.second.versions.empty(); });
    one.sizes = {one.sizes.back()};
}

void Disk::fail_sync(int file, sim::Random& random) {
    File& one = files_.at(file);
    for (auto& [sector, unsynced] : one.unsynced) {
        if (unsynced.versions.empty()) continue;
        if (random.chance(5'000)) unsynced.durable = unsynced.versions.back().content;
        unsynced.versions.clear();
    }
    one.sizes = {one.sizes.back()};
}

std::vector<Choice> Disk::choices() const {
    std::vector<Choice> all;
    for (const auto& [name, versions] : names_) {
        if (versions.size() > 1) all.push_back({Choice::Of::name, 0, 0, name, versions.size() - 1});
        std::vector<int> files = versions;
        std::ranges::sort(files);
        files.erase(std::ranges::unique(files).begin(), files.end());
        for (const int file : files) {
            if (file == 0) continue;
            const File& one = files_.at(file);
            if (one.sizes.size() > 1) {
                all.push_back({Choice::Of::size, file, 0, {}, one.sizes.size() - 1});
            }
            for (const auto& [sector, unsynced] : one.unsynced) {
                if (unsynced.versions.empty()) continue;
                all.push_back({Choice::Of::sector, file, sector, {}, unsynced.versions.size()});
            }
        }
    }
    return all;
}

Content Disk::decide(const Unsynced& sector, Fate fate, bool powersafe) const {
    if (fate == lost) return sector.durable;
    if (fate >= older) return sector.versions.at(std::size_t{fate} - older).content;
    const Version& newest = sector.versions.back();
    if (fate == kept) return newest.content;
    std::string bytes = newest.content->bytes;
    if (fate == torn) {
        const std::size_t tear = tear_of(newest);
        bytes.replace(tear, std::string::npos, bytes_of(sector.durable, sector_bytes_), tear);
    } else if (powersafe) {
        std::size_t from = newest.from;
        std::size_t to = newest.to;
        for (const Version& version : sector.versions) {
            from = std::min(from, version.from);
            to = std::max(to, version.to);
        }
        bytes.replace(from, to - from, noise(newest.content->number, to - from));
    } else {
        bytes = noise(newest.content->number, bytes.size());
    }
    return derived(newest.content, fate, std::move(bytes));
}

void Disk::cut_to(File& file, std::uint64_t size) const {
    file.sizes = {size};
    file.sectors.resize((size + sector_bytes_ - 1) / sector_bytes_);
    const std::size_t end = size % sector_bytes_;
    if (end == 0 || !file.sectors.back()) return;
    Content& last = file.sectors.back();
    std::string bytes = last->bytes;
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(end), bytes.end(), '\0');
    if (bytes != last->bytes) last = derived(last, size, std::move(bytes));
}

Disk Disk::after_cut(std::span<const Choice> choices, std::span<const Fate> fates,
                     bool powersafe) const {
    check(choices.size() == fates.size());
    Disk disk(sector_bytes_);
    disk.files_made_ = files_made_;
    disk.blocks_made_ = blocks_made_;
    std::map<std::string, int> means;
    for (const auto& [name, versions] : names_) means[name] = versions.front();
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const Choice& choice = choices[i];
        if (choice.of != Choice::Of::name) continue;
        means[choice.name] = version_of(names_.at(choice.name), fates[i]);
    }
    std::map<int, std::uint64_t> sizes;
    for (const auto& [name, file] : means) {
        if (file == 0) continue;
        disk.names_[name] = {file};
        File& copy = disk.files_[file];
        const File& from = files_.at(file);
        copy.sectors = from.sectors;
        sizes[file] = from.sizes.front();
        // The present size may be the smaller one.
        std::size_t most = copy.sectors.size();
        if (!from.unsynced.empty()) most = std::max(most, from.unsynced.rbegin()->first + 1);
        copy.sectors.resize(most);
        for (const auto& [sector, unsynced] : from.unsynced) {
            copy.sectors.at(sector) = unsynced.durable;
        }
    }
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const Choice& choice = choices[i];
        if (choice.of == Choice::Of::name || !disk.files_.contains(choice.file)) continue;
        const File& from = files_.at(choice.file);
        if (choice.of == Choice::Of::size) {
            sizes[choice.file] = version_of(from.sizes, fates[i]);
        } else {
            disk.files_.at(choice.file).sectors.at(choice.sector) =
                decide(from.unsynced.at(choice.sector), fates[i], powersafe);
        }
    }
    for (auto& [file, copy] : disk.files_) cut_to(copy, sizes.at(file));
    return disk;
}

std::uint64_t Disk::key() const {
    std::uint64_t key = 0;
    for (const auto& [name, versions] : names_) {
        if (versions.back() == 0) continue;
        for (const char one : name) key = mix(key, static_cast<unsigned char>(one));
        const File& file = files_.at(versions.back());
        key = mix(key, file.sizes.back());
        for (const Content& content : file.sectors) key = mix(key, content ? content->number : 0);
    }
    return key;
}

bool Disk::rot(const std::string& name, std::uint64_t offset, std::uint8_t flip) {
    const int number = find(name);
    if (number == 0 || offset >= size(number)) return false;
    Content& content = files_.at(number).sectors.at(offset / sector_bytes_);
    std::string bytes = bytes_of(content, sector_bytes_);
    char& byte = bytes.at(offset % sector_bytes_);
    byte = static_cast<char>(static_cast<std::uint8_t>(byte) ^ flip);
    content = new_block(std::move(bytes));
    return true;
}

}  // namespace sicbo::disk
