// SPDX-License-Identifier: MIT
#include "rules/documents.h"

#include <algorithm>
#include <array>

#include "core/csv.h"
#include "rules/embedded.h"
#include "rules/load.h"

namespace sicbo::rules {
namespace {

std::string_view embedded(std::string_view name) {
    for (const EmbeddedFile& file : embedded_files()) {
        if (file.name == name) return file.text;
    }
    unreachable();
}

std::vector<Game> load_documents() {
    std::vector<Game> games;
    for (const std::string_view id : {"rws-etg", "rws-taisai", "maryland", "mbs-etg"}) {
        Result<Game> game = load_game(document_text(id), std::string(id) + ".toml");
        check(game.has_value());  // `sicbo rules check` says what is wrong with the file
        check(game->id == id);
        games.push_back(*std::move(game));
    }
    return games;
}

std::array<bool, spot_count> list_offered() {
    std::array<bool, spot_count> offered{};
    for (const Game& game : documents()) {
        for (const Layout& layout : game.layouts) {
            for (const Spot spot : spots_of(layout)) {
                offered[static_cast<std::size_t>(id_of(spot))] = true;
            }
        }
    }
    return offered;
}

std::vector<Clause> load_clauses() {
    const Result<std::vector<CsvRow>> rows = parse_csv(embedded("clauses.csv"));
    check(rows.has_value());
    std::vector<Clause> list;
    for (const CsvRow& row : *rows) {
        check(row.fields.size() == 5);
        if (row.line == 1) continue;  // the header
        list.push_back(
            {row.fields[0], row.fields[1], row.fields[2], row.fields[3] == "yes", row.fields[4]});
    }
    return list;
}

}  // namespace

std::span<const Game> documents() {
    static const std::vector<Game> games = load_documents();
    return games;
}

std::string_view document_text(std::string_view game_id) {
    return embedded(std::string(game_id) + ".toml");
}

bool is_former_document(const Hash& hash_of_text) {
    constexpr std::array former = {
        // 0.1.0: maryland, rws-taisai
        std::string_view("7db7510ee2293bb84ad70dfe8269477388f08bdafbeb15f7cb8913713f30feb1"),
        std::string_view("c44b17dc28b37d1bf477357b95890dc1ae4e7821d1619fbdc88ba85025d81a3a"),
    };
    return std::ranges::find(former, to_text(hash_of_text)) != former.end();
}

std::optional<LayoutInGame> find_layout(std::span<const Game> games, std::string_view layout_id) {
    for (const Game& game : games) {
        for (const Layout& layout : game.layouts) {
            if (layout.id == layout_id) return LayoutInGame{&game, &layout};
        }
    }
    return std::nullopt;
}

bool offered_anywhere(Spot spot) {
    static const std::array<bool, spot_count> offered = list_offered();
    return offered[static_cast<std::size_t>(id_of(spot))];
}

std::span<const Clause> clauses() {
    static const std::vector<Clause> list = load_clauses();
    return list;
}

}  // namespace sicbo::rules
