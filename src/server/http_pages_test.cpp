// SPDX-License-Identifier: MIT
#include "server/http_pages.h"

#include <gtest/gtest.h>

#include "support/property.h"

namespace sicbo::server {
namespace {

class Pages : public testing::Test {
protected:
    HttpResponse get(std::string_view target, std::string_view not_ready = {}) {
        return pages.respond({"GET", target}, not_ready);
    }
    HttpResponse get_packed(std::string_view accept_encoding) {
        return pages.respond({"GET", "/terminal.js", accept_encoding}, {});
    }
    HttpPages pages{[] { return std::string("figures 1\n"); }};
};

TEST_F(Pages, ReportHealthAndReadiness) {
    EXPECT_EQ(get("/healthz", "recovering").status, 200);
    EXPECT_EQ(get("/readyz", "recovering").status, 503);
    EXPECT_EQ(get("/readyz", "recovering").body, "recovering\n");
    EXPECT_EQ(get("/readyz").status, 200);
    EXPECT_EQ(get("/metrics").body, "figures 1\n");
}

TEST_F(Pages, ShowMetricsToThoseWhoMayReadThem) {
    pages.metrics().require("a token of 16 letters");
    const auto read = [&](std::string_view authorization) {
        return pages.respond({"GET", "/metrics", {}, authorization}, {}).status;
    };
    EXPECT_EQ(read(""), 401);
    EXPECT_EQ(read("Bearer another token"), 401);
    EXPECT_EQ(read("a token of 16 letters"), 401);
    EXPECT_EQ(read("Bearer a token of 16 letters"), 200);
    MetricsListener listener(pages.metrics());
    const std::string_view good = "Bearer a token of 16 letters";
    EXPECT_EQ(listener.on_http_request({"GET", "/metrics", {}, good}).status, 200);
    EXPECT_EQ(listener.on_http_request({"GET", "/", {}, good}).status, 404);
    EXPECT_EQ(listener.on_http_request({"POST", "/metrics", {}, good}).status, 405);
    pages.hide_metrics();
    EXPECT_EQ(read("Bearer a token of 16 letters"), 404);
}

TEST_F(Pages, MakeTheFiguresOncePerSecondAndLimitReaders) {
    int made = 0;
    HttpPages counting([&] { return "figures " + std::to_string(++made) + "\n"; });
    int answered = 0;
    while (counting.respond({"GET", "/metrics"}, {}).status == 200 && answered < 1'000) ++answered;
    EXPECT_LT(answered, 1'000);
    EXPECT_LT(made, 10);
    EXPECT_EQ(counting.respond({"GET", "/metrics", {}, {}, 7}, {}).status, 200);  // another address
}

TEST_F(Pages, AreFoundByNameWithAndWithoutQuery) {
    EXPECT_EQ(get("/").status, 200);
    EXPECT_EQ(get("/terminal?table=1").status, 200);
    EXPECT_TRUE(get("/terminal").type.starts_with("text/html"));
    EXPECT_EQ(get("/terminal").body, get("/terminal.html").body);
}

TEST_F(Pages, AreCompressedForClientsThatSaySo) {
    const std::string plain = get("/terminal.js").body;
    EXPECT_EQ(get("/terminal.js").encoding, "");
    EXPECT_TRUE(get("/terminal.js").is_negotiated);
    EXPECT_EQ(get_packed("gzip, deflate, br, zstd").encoding, "br");
    EXPECT_LT(get_packed("br").body.size(), plain.size() / 2);
    EXPECT_TRUE(get_packed("br").type.starts_with("text/javascript"));
    EXPECT_EQ(get_packed("gzip").encoding, "gzip");
    EXPECT_TRUE(get_packed("gzip").body.starts_with("\x1f\x8b"));
    EXPECT_EQ(get_packed("br;q=0, gzip;q=0.5").encoding, "gzip");
    for (const char* none : {"", "identity", "br; q=0.0", "brotli", "x-gzip"}) {
        EXPECT_EQ(get_packed(none).encoding, "") << none;
        EXPECT_EQ(get_packed(none).body, plain) << none;
    }
    EXPECT_EQ(get("/terminal.js.br").status, 404);
    EXPECT_EQ(get("/metrics").encoding, "");
}

TEST_F(Pages, ThatDoNotExistAreAPageForPeopleAndTextForPrograms) {
    EXPECT_EQ(get("/nowhere").status, 404);
    EXPECT_TRUE(get("/nowhere").type.starts_with("text/html"));
    EXPECT_TRUE(get("/nowhere.js").type.starts_with("text/plain"));
    EXPECT_TRUE(get("/api/nothing").type.starts_with("text/plain"));
    EXPECT_EQ(get("/demo.toml").status, 404);  // not a page
    EXPECT_EQ(get("terminal").status, 404);
}

TEST_F(Pages, AnswerOnlyGetAndHead) {
    EXPECT_EQ(pages.respond({"POST", "/"}, {}).status, 405);
    EXPECT_EQ(pages.respond({"HEAD", "/"}, {}).status, 200);
}

TEST_F(Pages, ServeRuleSetsByTheirHash) {
    const test::Property property("maryland");
    const Hash hash = property.state.rule_sets.begin()->first;
    const std::string path = "/api/rules/" + to_text(hash);
    EXPECT_EQ(get(path).status, 404);
    pages.add_rules(property.state.rule_sets);
    const HttpResponse found = get(path);
    EXPECT_EQ(found.status, 200);
    EXPECT_EQ(found.type, "application/json");
    EXPECT_NE(found.body.find("\"layouts\":["), std::string::npos);
    pages.add_rules(property.state.rule_sets);
    EXPECT_EQ(get(path).body, found.body);
}

}  // namespace
}  // namespace sicbo::server
