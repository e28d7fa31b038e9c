// What clients keep for their charts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "handlers/program.h"
#include "support/builders.h"

namespace cambio {
namespace {

using test::Answer, test::FastCgiClient, test::HandlerProcess, test::Person, test::World;
using Params = FastCgiClient::Params;

const std::string path = "/api/v3/chart-settings";

class ChartSettings : public testing::Test {
  protected:
    FastCgiClient as(const Person& person) {
        auto client = handler.client();
        client.bearer(world.token(person));
        return client;
    }
    static Answer keep(FastCgiClient& client, const std::string& settings,
                       const std::string& market = {}) {
        Params what{{"settings", settings}};
        if (!market.empty()) what.emplace_back("market", market);
        return client.post_json(path, what);
    }
    static Json::Value kept(FastCgiClient& client, const std::string& market = {}) {
        const auto answer =
            client.get(path, market.empty() ? Params{} : Params{{"market", market}});
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json();
    }
    static void expect_refused(const Answer& answer, int status, const std::string& code,
                               const std::string& field) {
        EXPECT_EQ(answer.status, status) << answer.body;
        EXPECT_EQ(answer.message(), code) << answer.body;
        EXPECT_EQ(answer.json()["field"].asString(), field) << answer.body;
    }
    std::int64_t stored() {
        return world.app().run("select count(*) as n from chart_settings")[0].integer("n");
    }
    /// An object of exactly so many bytes.
    static std::string object_of(std::size_t bytes) {
        const std::string before = R"({"a":")", after = R"("})";
        return before + std::string(bytes - before.size() - after.size(), 'x') + after;
    }

    World world;
    HandlerProcess handler{world.handler("chart")};
    Person anna = world.client("anna@example.com");
    Person bob = world.client("bob@example.com");
};

TEST_F(ChartSettings, AreKeptForAllMarketsAndForEach) {
    auto hers = as(anna);
    EXPECT_TRUE(kept(hers)["settings"].isNull());
    EXPECT_TRUE(kept(hers)["changed_at"].isNull());

    const std::string layout = R"({"scale":"percent","note":"\"größer\""})";
    const std::string drawings = R"({"drawings":[{"tool":"trend","value":0.1}]})";
    EXPECT_EQ(keep(hers, layout).message(), "success");
    EXPECT_EQ(keep(hers, drawings, "BTCUSDT").message(), "success");
    EXPECT_EQ(kept(hers)["settings"], layout);
    EXPECT_EQ(kept(hers, "BTCUSDT")["settings"], drawings);
    EXPECT_EQ(kept(hers, "btc")["settings"], drawings);
    EXPECT_TRUE(kept(hers, "ETHUSDT")["settings"].isNull());
    EXPECT_EQ(stored(), 2);
}

TEST_F(ChartSettings, AreOfTheLastWriter) {
    auto phone = as(anna), laptop = as(anna);
    const auto first = keep(phone, R"({"a":1})").json()["changed_at"].asString();
    EXPECT_EQ(kept(laptop)["changed_at"], first);
    const auto second = keep(laptop, R"({"a":2})").json()["changed_at"].asString();
    EXPECT_GE(second, first);
    EXPECT_EQ(kept(phone)["settings"], R"({"a":2})");
    EXPECT_EQ(kept(phone)["changed_at"], second);
    EXPECT_EQ(stored(), 1);
}

TEST_F(ChartSettings, AreSeenAndChangedByTheirOwnerAlone) {
    auto hers = as(anna), his = as(bob);
    keep(hers, R"({"hers":true})", "BTCUSDT");
    EXPECT_TRUE(kept(his, "BTCUSDT")["settings"].isNull());
    keep(his, R"({"his":true})", "BTCUSDT");
    EXPECT_EQ(kept(hers, "BTCUSDT")["settings"], R"({"hers":true})");
    EXPECT_EQ(stored(), 2);

    auto nobody = handler.client();
    expect_refused(nobody.get(path), 401, "unauthorized", "");
    expect_refused(keep(nobody, "{}"), 401, "unauthorized", "");
    const auto cleo = world.client("cleo@example.com");
    world.superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {cleo.id});
    auto frozen = as(cleo);
    expect_refused(frozen.get(path), 403, "frozen_account", "");
    expect_refused(keep(frozen, "{}"), 403, "frozen_account", "");
    Program reader{world, anna, {}, handler};
    EXPECT_EQ(reader.get(path).status, 200);
    expect_refused(reader.post(path, {{"settings", "{}"}}), 403, "api_key_scope", "");
    EXPECT_EQ(kept(hers, "BTCUSDT")["settings"], R"({"hers":true})");
}

TEST_F(ChartSettings, RefuseWhatIsNoObjectOrTooLongOrOfNoMarket) {
    auto hers = as(anna);
    expect_refused(hers.post_json(path, Params{}), 400, "missing_parameter", "settings");
    for (const auto* wrong : {"", "5", "[]", "null", R"("{}")", "{", "{} {}", "{'a':1}",
                              R"({"a":1,"a":2})", R"({"a":NaN})", "{\"a\":\"\n\"}"})
        expect_refused(keep(hers, wrong), 400, "invalid_parameter", "settings");
    std::string deep = "{}";
    for (int level = 0; level < 101; ++level) deep = R"({"a":)" + deep + "}";
    expect_refused(keep(hers, deep), 400, "invalid_parameter", "settings");
    expect_refused(keep(hers, object_of(32769)), 400, "too_long", "settings");
    expect_refused(keep(hers, "{}", "NOPE"), 404, "unknown_market", "market");
    expect_refused(hers.get(path, {{"market", "NOPE"}}), 404, "unknown_market", "market");
    expect_refused(keep(hers, "{}", std::string(21, 'B')), 400, "too_long", "market");
    expect_refused(hers.post_json(path, Params{{"settings", "{}"}, {"more", "1"}}), 400,
                   "unknown_parameter", "more");
    EXPECT_EQ(stored(), 0);
    EXPECT_EQ(keep(hers, object_of(32768)).message(), "success");
    EXPECT_EQ(kept(hers)["settings"].asString().size(), 32768u);
}

TEST_F(ChartSettings, AreKeptForTwoHundredMarketsAtMost) {
    // Each like BTCUSDT, but for what names it; columns that are computed are left out.
    world.superuser().script(R"sql(
        do $$ declare columns text; begin
            select string_agg(quote_ident(column_name), ', ') into columns
              from information_schema.columns
             where table_schema = 'public' and table_name = 'markets' and is_generated = 'NEVER';
            execute format('insert into markets (%1$s) select %1$s from (
                select (jsonb_populate_record(m, jsonb_build_object(''id'', 1000 + n,
                            ''pair'', ''P'' || n, ''instrument'', ''P-'' || n))).*
                  from markets m, generate_series(1, 200) n where m.pair = ''BTCUSDT'') made',
                columns);
        end $$)sql");
    world.superuser().run(R"sql(
        insert into chart_settings (client_id, market_id, settings)
        select $1, 1000 + n, '{}' from generate_series(1, 199) n)sql",
                          {anna.id});
    auto hers = as(anna);
    EXPECT_EQ(keep(hers, "{}").message(), "success");
    const auto refused = keep(hers, "{}", "BTCUSDT");
    expect_refused(refused, 409, "too_many_chart_settings", "");
    EXPECT_EQ(refused.json()["details"]["most"], "200");
    EXPECT_EQ(keep(hers, R"({"changed":true})").message(), "success")
        << "what is there is changed all the same";
    auto his = as(bob);
    EXPECT_EQ(keep(his, "{}", "BTCUSDT").message(), "success");
}

}  // namespace
}  // namespace cambio
