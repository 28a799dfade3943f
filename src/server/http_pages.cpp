// SPDX-License-Identifier: MIT
#include "server/http_pages.h"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>

#include "server/embedded.h"
#include "server/property.h"
#include "wire/game_json.h"

namespace sicbo::server {
namespace {

constexpr std::string_view plain_text = "text/plain; charset=utf-8";

HttpResponse text_response(int status, std::string text) {
    return {status, plain_text, std::move(text), false};
}

std::string rules_as_json(const rules::Game& game) {
    boost::json::object object = wire::to_json(game);
    boost::json::array layouts;
    for (const rules::Layout& layout : game.layouts) layouts.push_back(wire::to_json(layout));
    object["layouts"] = std::move(layouts);
    return boost::json::serialize(object);
}

std::string_view content_type_of(std::string_view name) {
    if (name.ends_with(".html")) return "text/html; charset=utf-8";
    if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
    if (name.ends_with(".css")) return "text/css; charset=utf-8";
    if (name.ends_with(".svg")) return "image/svg+xml";
    return "text/plain; charset=utf-8";
}

const EmbeddedFile* find_file(std::string_view name) {
    for (const EmbeddedFile& file : embedded_files()) {
        if (file.name == name) return &file;
    }
    return nullptr;
}

// How pages were compressed when the program was built (web/tools/compress.mjs), best first.
struct Encoding {
    std::string_view word;    // in HTTP
    std::string_view suffix;  // of the file
};
constexpr std::array encodings = {Encoding{"br", ".br"}, Encoding{"gzip", ".gz"}};

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
    while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
    return text;
}

// Returns true if the Accept-Encoding header `accepted` lists the encoding by name, and not with
// the weight 0, which excludes it.
bool accepts(std::string_view accepted, std::string_view encoding) {
    while (!accepted.empty()) {
        const std::string_view entry = accepted.substr(0, accepted.find(','));
        accepted.remove_prefix(std::min(entry.size() + 1, accepted.size()));
        const std::size_t semicolon = entry.find(';');
        if (trimmed(entry.substr(0, semicolon)) != encoding) continue;
        if (semicolon == std::string_view::npos) return true;
        const std::string_view weight = trimmed(entry.substr(semicolon + 1));
        return weight.find_first_of("123456789") != std::string_view::npos;
    }
    return false;
}

HttpResponse page_response(const EmbeddedFile& page, std::string_view accept_encoding) {
    HttpResponse response{200, content_type_of(page.name), {}, false};
    response.is_negotiated = true;
    for (const Encoding& encoding : encodings) {
        if (!accepts(accept_encoding, encoding.word)) continue;
        const EmbeddedFile* packed = find_file(std::string(page.name).append(encoding.suffix));
        if (!packed) continue;
        response.encoding = encoding.word;
        response.body = packed->text;
        return response;
    }
    response.body = page.text;
    return response;
}

// The file of a page: "/terminal" is terminal.html, "/" is index.html.
const EmbeddedFile* find_page(std::string_view path) {
    if (!path.starts_with('/')) return nullptr;
    path.remove_prefix(1);
    std::string name(path.empty() ? "index" : path);
    if (name.find('.') == std::string::npos) name += ".html";
    for (const std::string_view hidden : {".toml", ".br", ".gz"}) {
        if (name.ends_with(hidden)) return nullptr;
    }
    return find_file(name);
}

// Returns true if a person would open this address, rather than a page or a program.
bool is_page(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const bool file = name.find('.') != std::string_view::npos && !name.ends_with(".html");
    return path.starts_with('/') && !path.starts_with("/api/") && !file;
}

constexpr std::string_view not_found_page = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not found · 找不到页面</title>
<link rel="icon" href="data:,">
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center;
       background: #0d1512; color: #f4efe2; font: 400 18px/1.6 system-ui, sans-serif; }
a { color: #e9c46a; }
</style>
<h1>404</h1>
<p>There is no page here. <a href="/">To the start page</a></p>
<p lang="zh">此处没有页面。<a href="/">返回首页</a></p>
</html>
)";

}  // namespace

std::string_view demo_property() {
    const EmbeddedFile* file = find_file("demo.toml");
    check(file != nullptr);
    return file->text;
}

HttpPages::HttpPages(std::function<std::string()> metrics) : metrics_(std::move(metrics)) {}

void HttpPages::add_rules(const std::map<Hash, table::RuleSet>& rule_sets) {
    const std::lock_guard lock(mutex_);
    for (const auto& [hash, rules] : rule_sets) {
        std::string& json = rules_[to_text(hash)];
        if (json.empty()) json = rules_as_json(*rules.game);
    }
}

HttpResponse HttpPages::respond_with_rules(std::string_view hash) const {
    const std::lock_guard lock(mutex_);
    const auto at = rules_.find(std::string(hash));
    if (at == rules_.end()) return text_response(404, "there is no such rule set\n");
    return {200, "application/json", at->second, true};
}

HttpResponse HttpPages::respond(const HttpRequest& request, std::string_view not_ready) {
    if (request.method != "GET" && request.method != "HEAD") {
        return text_response(405, "only GET and HEAD are supported\n");
    }
    const std::string_view path = request.target.substr(0, request.target.find('?'));
    if (path == "/healthz") return text_response(200, "alive\n");
    if (path == "/readyz") {
        return not_ready.empty() ? text_response(200, "ready\n")
                                 : text_response(503, std::string(not_ready) + "\n");
    }
    if (path == "/metrics" && has_metrics_) return metrics_.respond(request);
    constexpr std::string_view rules = "/api/rules/";
    if (path.starts_with(rules)) return respond_with_rules(path.substr(rules.size()));
    if (const EmbeddedFile* page = find_page(path)) {
        HttpResponse response = page_response(*page, request.accept_encoding);
        response.media_origins = media_origins_;
        response.connect_origins = connect_origins_;
        return response;
    }
    if (is_page(path)) {
        return {404, content_type_of(".html"), std::string(not_found_page), false};
    }
    return text_response(404, "not found\n");
}

std::optional<HttpResponse> redirect_page(const HttpRequest& request, const std::string& origin) {
    const std::string_view path = request.target.substr(0, request.target.find('?'));
    const bool is_probe = path == "/healthz" || path == "/readyz" || path == "/metrics";
    if (request.method != "GET" || is_probe || !is_page(path)) return std::nullopt;
    HttpResponse response = text_response(307, "another server leads: " + origin + "\n");
    response.location = origin + std::string(request.target);
    return response;
}

}  // namespace sicbo::server
