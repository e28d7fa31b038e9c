// What came in from the chains and what goes out to them, as Binance's clients ask for it.
#include <vector>

#include "binance_fixture.h"

namespace cambio {
namespace {

using std::chrono::milliseconds, std::chrono::days;
using testing::ElementsAre, testing::IsEmpty;

constexpr const char* deposits_path = "sapi/v1/capital/deposit/hisrec";
constexpr const char* withdrawals_path = "sapi/v1/capital/withdraw/history";

class BinanceTransfers : public BinancePrograms {
  protected:
    static void SetUpTestSuite() {
        BinancePrograms::SetUpTestSuite();
        binance.reset(new HandlerProcess{world->handler("binance")});
        world->superuser().run("insert into deposit_keys values ('programs', 1)");
    }
    static void TearDownTestSuite() {
        binance.reset();
        BinancePrograms::TearDownTestSuite();
    }

    Program reader(const Person& who, const account::KeyScope& scope = {}) const {
        return {*world, *binance, who, scope};
    }

    /// Gives the client an address, and tells it.
    static std::string address_of(const Person& who) {
        const auto address = "0x" + std::to_string(who.id.value);
        world->superuser().run(R"sql(
            insert into deposit_addresses (client_id, kind, key_id, derivation_index, address)
            values ($1, 'evm', 'programs', $1, $2))sql",
                               {who.id, address});
        return address;
    }
    struct Deposit {
        const char* coin = "USDT";
        std::optional<std::string> amount = "10";
        int state = 3;  ///< chain::DepositState
        bool unlocked = true;
        milliseconds age{};
    };
    /// A row as watch_deposits would have written it; its number.
    static std::string deposit(const Person& who, const Deposit& made) {
        static int last = 0;
        return world->superuser()
            .run(R"sql(
            insert into deposits (network_id, asset_id, client_id, address_id, txid, position,
                raw_amount, amount, block_height, block_hash, confirmations, confirmations_needed,
                unlock_confirmations, state, reason, seen_at, credited_at, unlocked_at)
            select n.id, a.id, p.client_id, p.id, '0xin' || $3::int, 0, 1, $4, 1, '0x', 7, 6, 64,
                   $5::smallint, case when $5::smallint = 6 then 'below_minimum' end,
                   now() - make_interval(secs => $6::bigint / 1000.0),
                   case when $5::smallint in (3, 5) then now() end,
                   case when $5::smallint = 3 and $7 then now() end
              from networks n, assets a, deposit_addresses p
             where n.name = 'ERC20' and a.code = $2 and p.client_id = $1
            returning id)sql",
                 {who.id, made.coin, ++last, made.amount, made.state,
                  std::int64_t{made.age.count()}, made.unlocked})[0]
            .str("id");
    }

    struct Withdrawal {
        int stage = 1;  ///< withdrawals::Stage
        std::optional<std::string> key = {};
        bool failed = false;  ///< on the chain
        milliseconds age{};
        std::string reason = {};
    };
    /// Of 50 USDT, 1 of them the fee; the books hold what has not ended.
    static std::string withdrawal(const Person& who, const Withdrawal& made) {
        pg::Transaction tx{world->superuser()};
        const auto asset = world->asset("USDT");
        const auto id = tx.one(R"sql(
            insert into withdrawals (client_id, client_key, content_hash, asset_id, network,
                address, amount, fee, worth, one_step, confirmations_needed, stage, reason,
                requested_at, fee_kept)
            values ($1, $2, 1, $3, 'TRC20', 'T-somewhere', 50, 1, 50, false, 20, $4, $5,
                    now() - make_interval(secs => $6::bigint / 1000.0), $7::int) returning id)sql",
                               {who.id, made.key, asset, made.stage, made.reason,
                                std::int64_t{made.age.count()}, made.failed ? 1 : 0})
                            .integer("id");
        if (made.stage < 7)
            ledger::transfer(tx,
                             ledger::client_account(tx, who.id, ledger::Wallet::spot, false, asset),
                             ledger::client_account(tx, who.id, ledger::Wallet::spot, true, asset),
                             dec("50"), ledger::Kind::withdrawal_hold, id);
        tx.commit();
        return std::to_string(id);
    }
    static void sent_as(const std::string& withdrawal, const std::string& txid, int confirmations) {
        world->superuser().run(R"sql(
            insert into outgoing_transactions (withdrawal_id, network, sender, form, raw, txid,
                                               stage, confirmations)
            values ($1, 'TRC20', 'hot', '{}', 'x', $2, 5, $3))sql",
                               {withdrawal, txid, confirmations});
    }

    static std::vector<int> states(const Json::Value& list) {
        std::vector<int> found;
        for (const auto& row : list) found.push_back(row["status"].asInt());
        return found;
    }
    static std::vector<std::string> ids(const Json::Value& list) {
        std::vector<std::string> found;
        for (const auto& row : list) found.push_back(row["id"].asString());
        return found;
    }
    static std::string ago(milliseconds time) { return Program::now(-time); }

    static inline std::unique_ptr<HandlerProcess> binance;
};

TEST_F(BinanceTransfers, EachDepositHasBinancesNumberForItsState) {
    const auto anna = person(), ben = person();
    const auto address = address_of(anna);
    address_of(ben);
    auto program = reader(anna);
    const auto nothing = program.ask("GET", deposits_path);
    EXPECT_EQ(nothing.body, "[]");
    EXPECT_EQ(nothing.header("x-mbx-used-weight-1m"), "10");

    const auto last = deposit(anna, {.coin = "ETH", .amount = "0.5", .state = 1});
    for (const int state : {2, 4, 5, 6}) deposit(anna, {.state = state});
    deposit(anna, {.state = 3, .unlocked = false});
    const auto whole = deposit(anna, {.amount = "1234.000000000000000001"});
    deposit(anna, {.amount = std::nullopt, .state = 6});  // too large to be shown
    deposit(ben, {});

    const auto list = good(program.ask("GET", deposits_path));
    EXPECT_THAT(states(list), ElementsAre(1, 6, 7, 2, 2, 0, 0));
    const auto& done = list[0];
    EXPECT_EQ(done["id"], whole);
    EXPECT_EQ(done["amount"], "1234.000000000000000001");
    EXPECT_EQ(done["coin"], "USDT");
    EXPECT_EQ(done["network"], "ERC20");
    EXPECT_EQ(done["address"], address);
    EXPECT_EQ(done["confirmTimes"], "7/6");
    EXPECT_EQ(done["unlockConfirm"], 64);
    const auto at = [&](const char* column) {
        return number(("select floor(extract(epoch from " + std::string{column} +
                       ") * 1000)::bigint as n from deposits where id = $1")
                          .c_str(),
                      {whole});
    };
    EXPECT_EQ(done["insertTime"].asInt64(), at("seen_at"));
    EXPECT_EQ(done["completeTime"].asInt64(), at("credited_at"));
    const auto& coming = list[6];
    EXPECT_EQ(coming["id"], last);
    EXPECT_EQ(coming["amount"], "0.50000000");
    EXPECT_FALSE(coming.isMember("completeTime"));

    const auto only = [&](const Query& query) {
        return states(good(program.ask("GET", deposits_path, query)));
    };
    EXPECT_THAT(only({{"coin", "ETH"}}), ElementsAre(0));
    EXPECT_THAT(only({{"coin", "NOPE"}}), IsEmpty());
    EXPECT_THAT(only({{"status", "2"}}), ElementsAre(2, 2));
    EXPECT_THAT(only({{"status", "0"}, {"coin", "USDT"}}), ElementsAre(0));
    EXPECT_THAT(only({{"status", "8"}}), IsEmpty());
    EXPECT_THAT(only({{"limit", "2"}}), ElementsAre(1, 6));
    EXPECT_THAT(only({{"limit", "2"}, {"offset", "1"}}), ElementsAre(6, 7));
    EXPECT_THAT(only({{"limit", "5000"}, {"offset", "7"}}), IsEmpty());
    EXPECT_THAT(only({{"txId", done["txId"].asString()}}), ElementsAre(1));
}

TEST_F(BinanceTransfers, EachWithdrawalHasBinancesNumberForItsStage) {
    const auto anna = person(), ben = person();
    auto program = reader(anna);
    EXPECT_EQ(program.ask("GET", withdrawals_path).body, "[]");

    withdrawal(anna, {.stage = 1, .key = "mine"});
    for (const int stage : {2, 3, 4, 5, 6}) withdrawal(anna, {.stage = stage});
    const auto done = withdrawal(anna, {.stage = 7});
    sent_as(done, "0xout", 21);
    withdrawal(anna, {.stage = 8, .reason = "We do not know this address"});
    withdrawal(anna, {.stage = 8, .failed = true});
    withdrawal(anna, {.stage = 9});
    withdrawal(ben, {});

    const auto list = good(program.ask("GET", withdrawals_path));
    EXPECT_THAT(states(list), ElementsAre(1, 5, 3, 6, 4, 4, 4, 4, 4, 2));
    const auto& completed = list[3];
    EXPECT_EQ(completed["id"], done);
    EXPECT_EQ(completed["amount"], "49.00000000") << "what the receiver gets";
    EXPECT_EQ(completed["transactionFee"], "1.00000000");
    EXPECT_EQ(completed["coin"], "USDT");
    EXPECT_EQ(completed["network"], "TRC20");
    EXPECT_EQ(completed["address"], "T-somewhere");
    EXPECT_EQ(completed["txId"], "0xout");
    EXPECT_EQ(completed["confirmNo"], 21);
    const auto written = world->superuser().run(
        "select to_char(requested_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as asked, "
        "to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as ended "
        "from withdrawals where id = $1",
        {done});
    EXPECT_EQ(completed["applyTime"], written[0].str("asked"));
    EXPECT_EQ(completed["completeTime"], written[0].str("ended"));
    EXPECT_FALSE(completed.isMember("withdrawOrderId"));
    EXPECT_EQ(list[2]["info"], "We do not know this address");
    EXPECT_EQ(list[9]["withdrawOrderId"], "mine");
    EXPECT_EQ(list[9]["txId"], "");
    EXPECT_FALSE(list[9].isMember("completeTime"));

    const auto only = [&](const Query& query) {
        return states(good(program.ask("GET", withdrawals_path, query)));
    };
    EXPECT_THAT(only({{"coin", "USDT"}, {"status", "4"}, {"limit", "2"}}), ElementsAre(4, 4));
    EXPECT_THAT(only({{"coin", "BTC"}}), IsEmpty());
    EXPECT_THAT(only({{"status", "0"}}), IsEmpty());
    EXPECT_THAT(only({{"offset", "9"}}), ElementsAre(2));
    EXPECT_THAT(only({{"withdrawOrderId", "mine"}}), ElementsAre(2));
    EXPECT_THAT(only({{"withdrawOrderId", "somebody's"}}), IsEmpty());
}

TEST_F(BinanceTransfers, NinetyDaysAreAskedForAtOnce) {
    const auto anna = person();
    address_of(anna);
    auto program = reader(anna);
    const auto came = deposit(anna, {.age = days{100}}),
               came_later = deposit(anna, {.age = days{50}});
    const auto went = withdrawal(anna, {.stage = 9, .age = days{100}}),
               went_later = withdrawal(anna, {.stage = 9, .age = days{50}});
    struct History {
        const char* path;
        std::string first, second;
    };
    const History histories[] = {{deposits_path, came, came_later},
                                 {withdrawals_path, went, went_later}};
    for (const auto& [path, first, second] : histories) {
        SCOPED_TRACE(path);
        const auto found = [&](const Query& query) {
            return ids(good(program.ask("GET", path, query)));
        };
        const auto refused = [&](const Query& query, int code, const std::string& text) {
            expect_refused(program.ask("GET", path, query), 400, code, text);
        };
        const auto wrong = [](const std::string& field) {
            return "Data sent for parameter '" + field + "' is not valid.";
        };
        const std::string too_long = "Time interval must be within 0-90 days";
        EXPECT_THAT(found({}), ElementsAre(second)) << "of the last ninety days";
        EXPECT_THAT(found({{"endTime", ago(days{60})}}), ElementsAre(first));
        EXPECT_THAT(found({{"startTime", ago(days{60})}}), ElementsAre(second));
        EXPECT_THAT(found({{"startTime", ago(days{40})}}), IsEmpty());
        EXPECT_THAT(found({{"endTime", "0"}}), IsEmpty());
        // As ccxt asks: exactly so long.
        const auto from = std::stoll(ago(days{101}));
        const auto span = std::chrono::duration_cast<milliseconds>(days{90}).count();
        EXPECT_THAT(
            found({{"startTime", std::to_string(from)}, {"endTime", std::to_string(from + span)}}),
            ElementsAre(second, first));
        refused({{"startTime", std::to_string(from)}, {"endTime", std::to_string(from + span + 1)}},
                -4047, too_long);
        refused({{"startTime", std::to_string(from)}}, -4047, too_long);
        refused({{"startTime", ago(days{1})}, {"endTime", ago(days{2})}}, -1130, wrong("endTime"));
        refused({{"startTime", "-1"}}, -1130, wrong("startTime"));
        refused({{"status", "9"}}, -1130, wrong("status"));
        refused({{"status", "done"}}, -1130, wrong("status"));
        refused({{"offset", "-1"}}, -1130, wrong("offset"));
        refused({{"limit", "0"}}, -1130, wrong("limit"));
        refused({{"coin", std::string(17, 'A')}}, -1130, wrong("coin"));
        // What would be passed over finds what nobody asked for.
        refused({{"idList", "1,2"}}, -1104, "Not all sent parameters were read.");
    }
}

TEST_F(BinanceTransfers, BothEndsOfATimeCount) {
    const auto anna = person();
    address_of(anna);
    const auto id = deposit(anna, {.age = days{1}});
    auto program = reader(anna);
    const auto at = good(program.ask("GET", deposits_path))[0]["insertTime"].asInt64();
    const auto between = [&](std::int64_t from, std::int64_t to) {
        return ids(good(
            program.ask("GET", deposits_path,
                        {{"startTime", std::to_string(from)}, {"endTime", std::to_string(to)}})));
    };
    EXPECT_THAT(between(at - 1, at), ElementsAre(id));
    EXPECT_THAT(between(at - 1, at - 1), IsEmpty());
    EXPECT_THAT(between(at + 1, at + 2), IsEmpty());
}

TEST_F(BinanceTransfers, AKeyThatReadsSeesThemFromWhereItMay) {
    const auto anna = person();
    for (const char* path : {deposits_path, withdrawals_path}) {
        SCOPED_TRACE(path);
        EXPECT_EQ(reader(anna).ask("GET", path).status, 200);
        auto elsewhere = reader(anna, {false, {}, {*token::Network::parse("203.0.113.0/24")}, {}});
        expect_refused(elsewhere.ask("GET", path), 401, -2015,
                       "Invalid API-key, IP, or permissions for action.");
        auto nameless = reader(anna);
        nameless.header = "";
        expect_refused(nameless.ask("GET", path), 401, -2014, "API-key format invalid.");
    }
}

}  // namespace
}  // namespace cambio
