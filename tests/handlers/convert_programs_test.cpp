// Programs that convert with an API key in place of a session.
#include "handlers/convert_fixture.h"
#include "handlers/program.h"

namespace cambio {
namespace {

class ConvertPrograms : public Conversions {
  protected:
    static Program program(const Person& of, const account::KeyScope& scope) {
        return {*world, of, scope, *spot};
    }
    static Program trader(const Person& of) { return program(of, {true, {}, {}, {}}); }
    static Program in_bitcoin(const Person& of) {
        return program(of, {true, std::vector{world->market("BTCUSDT")}, {}, {}});
    }
    static Fields without_password(Fields fields) {
        fields.erase("transaction_password");
        return fields;
    }
};

TEST_F(ConvertPrograms, ConvertAtAQuoteOnceWithoutTheTransactionPassword) {
    const auto anna = person();
    auto bot = trader(anna);
    const auto quote = bot.post(quote_path, {{"from", "USDT"}, {"to", "BTC"}, {"amount", "1000"}});
    ASSERT_EQ(quote.status, 200) << quote.body;
    const auto wanted = without_password(buy(
        "1000", {{"quote_id", quote.json()["quote"]["id"].asString()}, {"client_id", "a-bot"}}));
    for (int i = 0; i < 2; ++i) {
        const auto done = bot.post(my_order, wanted);
        ASSERT_EQ(done.status, 200) << done.body;
        EXPECT_EQ(done.json()["conversion"]["to_amount"].asString(), "0.01996");
    }
    EXPECT_EQ(anna.balance("USDT"), dec("9000"));
    EXPECT_EQ(anna.balance("BTC"), dec("1.01996"));
    expect_error(post(anna, my_order, without_password(buy("1000"))), 400, "missing_parameter",
                 "transaction_password");
}

TEST_F(ConvertPrograms, TakeBackWhatWaits) {
    const auto anna = person();
    auto bot = trader(anna);
    const auto waits =
        bot.post(my_order, without_password(limit("BUY", "45000", {{"total", "900"}})));
    ASSERT_EQ(waits.status, 200) << waits.body;
    const auto id = waits.json()["conversion"]["id"].asString();
    EXPECT_EQ(anna.held("USDT"), dec("900"));
    expect_error(program(anna, {}).post(cancel_path, {{"id", id}}), 403, "api_key_scope");
    expect_error(trader(person()).post(cancel_path, {{"id", id}}), 404, "not_found", "id");
    EXPECT_EQ(anna.held("USDT"), dec("900"));
    EXPECT_EQ(bot.post(cancel_path, {{"id", id}}).status, 200);
    EXPECT_EQ(anna.held("USDT"), Decimal{});
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
}

TEST_F(ConvertPrograms, StayInTheirMarkets) {
    const auto anna = person();
    auto bot = in_bitcoin(anna);
    EXPECT_EQ(bot.post(quote_path, {{"from", "USDT"}, {"to", "BTC"}, {"amount", "10"}}).status,
              200);
    expect_error(bot.post(quote_path, {{"from", "BTC"}, {"to", "ETH"}, {"amount", "0.1"}}), 403,
                 "api_key_market");
    expect_error(bot.post(quote_path, {{"from", "ETH"}, {"to", "USDT"}, {"amount", "1"}}), 403,
                 "api_key_market");
    expect_error(bot.post(my_order, without_password(order("ETHUSDT", "SELL", "MARKET",
                                                           {{"number_of_order", "1"}}))),
                 403, "api_key_market");
    // Bitcoin is its market, but not what it would be converted to.
    expect_error(bot.post(my_order, without_password(sell("0.1", {{"to_coin", "ETH"}}))), 403,
                 "api_key_market");
    const auto waits = converted(
        anna, order("ETHUSDT", "BUY", "LIMIT", {{"order_per_unit", "2000"}, {"total", "100"}}));
    expect_error(bot.post(cancel_path, {{"id", waits["id"].asString()}}), 403, "api_key_market");
    EXPECT_EQ(anna.held("USDT"), dec("100"));
    EXPECT_EQ(anna.balance("ETH"), dec("10"));
    EXPECT_EQ(anna.balance("BTC"), dec("1"));
}

TEST_F(ConvertPrograms, OnlyReadWhereTheirKeyOnlyReads) {
    const auto anna = person();
    auto reader = program(anna, {});
    expect_error(reader.post(quote_path, {{"from", "USDT"}, {"to", "BTC"}, {"amount", "10"}}), 403,
                 "api_key_scope");
    expect_error(reader.post(my_order, without_password(buy("1000"))), 403, "api_key_scope");
    EXPECT_EQ(reader.get(history_path).status, 200);
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
}

}  // namespace
}  // namespace cambio
