// What may leave while deposits are credited but not final: on every road out, before and after a
// reorganisation takes one away.
#include <atomic>
#include <thread>

#include "chain/deposits.h"
#include "handlers/withdrawals_fixture.h"
#include "support/contracts.h"
#include "withdrawals/withdrawals.h"

namespace cambio {
namespace {

using ledger::Wallet;

class FinalWorth : public Withdrawals {
  protected:
    static constexpr std::int64_t first_block = 1'000;

    static void SetUpTestSuite() {
        Withdrawals::SetUpTestSuite();
        world->liquidity("USDT", "1000000");
        world->liquidity("BTC", "10");
        world->liquidity("ETH", "100");
        world->fund(ledger::House::insurance, "USDT", "1000");
        world->fund(ledger::House::rewards, "USDT", "1000");
        world->provider_book("BTCUSDT", {{"50000", "10"}}, {{"50000", "10"}});
        world->provider_book("ETHUSDT", {{"2000", "10"}}, {{"2000", "10"}});
        test::mark(*world, "BTCUSDT", "50000");
        for (const char* group : {"spot", "wallet", "futures", "rewards"})
            others[group] = std::make_unique<HandlerProcess>(group, world->config().path(),
                                                             world->config().secret());
        sql("insert into deposit_keys (key_id, next_index) values ('final', 1000)");
    }
    static void TearDownTestSuite() {
        others.clear();
        Withdrawals::TearDownTestSuite();
    }
    void SetUp() override { block += 1'000; }
    void TearDown() override {
        world->quote("BTCUSDT", "50000");
        world->quote("ETHUSDT", "2000");
        Withdrawals::TearDown();
    }

    /// A client whose 50 USDT are final and who needs no code by mail.
    static Person owner_of_fifty() {
        static int last = 0;
        auto person =
            world->client("final" + std::to_string(++last) + "@example.com").with("USDT", "50");
        sql("update clients set one_step_withdrawal = true, account_status = 'Verified', "
            "withdraw_limit = 8000000 where id = $1",
            {person.id});
        sql(R"sql(insert into deposit_addresses (client_id, kind, key_id, derivation_index, address)
                  values ($1::bigint, 'evm', 'final', $1, 'final' || $1::bigint))sql",
            {person.id});
        return person;
    }

    static chain::Network network() { return *chain::find_network(world->app(), "ERC20"); }
    /// A payment in a block that has as many confirmations as it takes to credit it, and no more.
    void deposit(const Person& to, const char* coin, const std::string& units,
                 const char* txid = "0xabc") const {
        const auto on = network();
        chain::Payment payment;
        payment.txid = txid + std::to_string(block);
        payment.address = "final" + std::to_string(to.id.value);
        payment.contract = on.coin(coin)->contract;
        payment.units = units;
        pg::Transaction tx{world->app()};
        chain::record(tx, on, {block, "0x1", "0x0"}, {payment}, block, early_up_to);
        chain::confirm(tx, on, block + on.confirmations - 1);
        tx.commit();
    }
    /// 400 USDT that can still be taken back.
    void deposit(const Person& to) const { deposit(to, "USDT", "400000000"); }
    void confirmed() const {
        const auto on = network();
        pg::Transaction tx{world->app()};
        chain::confirm(tx, on, block + on.unlock_confirmations - 1);
        tx.commit();
    }
    void reorganised() const {
        pg::Transaction tx{world->app()};
        EXPECT_EQ(chain::revert_blocks(tx, network(), block - 1).reversed, 1);
        tx.commit();
    }
    static void allowed_again(const Person& person) {
        sql("update clients set withdraw_transfer_status = 'ALLOWED' where id = $1", {person.id});
    }

    static Answer leave(const Person& person, const char* amount) {
        return send(person, fields("-", {{"withdraw_amount", amount}}));
    }
    static Answer leave_as_bitcoin(const Person& person, const char* amount) {
        return send(person, fields("-", {{"coin", "BTC"},
                                         {"bchain_name", "BTC"},
                                         {"withdraw_address", bitcoin},
                                         {"withdraw_amount", amount},
                                         {"gasfee", "0.000068"}}));
    }
    static void expect_refused(const Answer& answer, const std::string& available) {
        expect_error(answer, 409, "insufficient_balance", "withdraw_amount");
        EXPECT_EQ(detail(answer, "available"), available);
    }
    static Decimal available(const Person& person, const char* coin = "USDT") {
        return dec(as(person).get(limits_path).json()["available"][coin].asString());
    }
    static Answer call(const char* group, const Person& person, const char* path,
                       const Fields& given) {
        auto client = others.at(group)->client();
        client.bearer(world->token(person));
        Fields all{{"transaction_password", World::transaction_password}};
        all.insert(given.begin(), given.end());
        auto answer = client.post_json(path, FastCgiClient::Params{all.begin(), all.end()});
        EXPECT_EQ(answer.message(), "success") << answer.body;
        return answer;
    }
    static void order(const Person& person, Fields given) {
        given.insert({{"name", "BTCUSDT"},
                      {"delegate_type", "BUY"},
                      {"market_type", "MARKET"},
                      {"trade_type", "market"}});
        call("spot", person, "/api/v2/my-order", given);
    }
    static void move(const Person& person, const char* direction, const char* amount,
                     const char* other = "FUTURE") {
        const bool in = std::string_view{direction} == "DRAW_IN";
        call("wallet", person, "/api/v3/futures/transfer",
             {{"coin_name", "USDT"},
              {"draw_type", direction},
              {in ? "to" : "from", other},
              {"transfer_amount", amount}});
    }
    /// 20 USDT for the verification, which rest from now on.
    static void claim_reward(const Person& person) {
        const auto task = sql("select id from task_center where name = 'verify'")[0].str("id");
        auto client = others.at("rewards")->client();
        client.bearer(world->token(person));
        const auto answer = client.post_json("/api/v3/claim-task", {{"task_center_id", task}});
        EXPECT_EQ(answer.message(), "success") << answer.body;
    }
    static void rested(const Person& person) {
        sql("update task_claims set rests_until = now() where client_id = $1", {person.id});
    }
    static void settle(const Answer& withdrawal) {
        pg::Transaction tx{world->app()};
        auto found = *withdrawals::lock(
            tx, WithdrawalId{std::stoll(withdrawal.json()["withdrawal"]["id"].asString())});
        for (const auto stage : {withdrawals::Stage::approved, withdrawals::Stage::exported,
                                 withdrawals::Stage::signed_})
            withdrawals::step(tx, found, stage);
        withdrawals::settle(tx, found, "ab");
        tx.commit();
    }

    static inline std::map<std::string, std::unique_ptr<HandlerProcess>> others;
    static inline std::int64_t block = first_block;
    Decimal early_up_to = dec("10000");
};

TEST_F(FinalWorth, LeavesOnceHoweverManyRequestsFollow) {
    const auto anna = owner_of_fifty();
    deposit(anna);
    EXPECT_EQ(available(anna), dec("50"));
    expect_refused(leave(anna, "50.000001"), "50");
    const auto first = leave(anna, "30");
    expect_done(first);
    EXPECT_EQ(available(anna), dec("20"));
    expect_done(leave(anna, "20"));
    expect_refused(leave(anna, "10"), "0");
    // What has left the books is as gone as what is on its way.
    settle(first);
    expect_refused(leave(anna, "10"), "0");
    EXPECT_EQ(anna.balance("USDT"), dec("400"));
    confirmed();
    expect_done(leave(anna, "400"));
}

TEST_F(FinalWorth, LeavesOnceWhenTwentyAskAtOnce) {
    const auto anna = owner_of_fifty();
    deposit(anna);
    const auto token = world->token(anna);
    std::atomic<int> done = 0, refused = 0;
    {
        std::vector<std::jthread> twenty;
        for (int i = 0; i < 20; ++i)
            twenty.emplace_back([&] {
                auto client = funds->client();
                client.bearer(token);
                const auto message = send(client, fields("-")).message();
                if (message == "success") ++done;
                if (message == "insufficient_balance") ++refused;
            });
    }
    EXPECT_EQ(done, 1);
    EXPECT_EQ(refused, 19);
    EXPECT_EQ(anna.held("USDT"), dec("50"));
}

TEST_F(FinalWorth, ComesBackWithAWithdrawalThatIsTakenBack) {
    const auto anna = owner_of_fifty();
    deposit(anna);
    const auto first = leave(anna, "50");
    expect_refused(leave(anna, "50"), "0");
    expect_done(cancel(anna, first.json()["withdrawal"]["id"].asString()));
    EXPECT_EQ(available(anna), dec("50"));
    expect_done(leave(anna, "50"));
}

TEST_F(FinalWorth, DoesNotLeaveAsAnotherCoin) {
    const auto anna = owner_of_fifty();
    deposit(anna);
    order(anna, {{"trade_type", "convert"}, {"total", "450"}});
    const Decimal coins = anna.balance("BTC"), may_leave = available(anna, "BTC");
    EXPECT_EQ(anna.balance("USDT"), Decimal{});
    EXPECT_EQ(may_leave, coins - dec("0.008")) << "400 USDT of it are not final";
    expect_error(leave_as_bitcoin(anna, "0.001"), 409, "insufficient_balance", "withdraw_amount");
    expect_done(leave_as_bitcoin(anna, "0.0005"));
    expect_error(leave_as_bitcoin(anna, "0.0005"), 409, "insufficient_balance", "withdraw_amount");
    // A conversion that waits holds its money, and it is still worth what it was.
    deposit(anna, "ETH", "1000000000000000000", "0xdef");
    order(anna, {{"trade_type", "convert"},
                 {"delegate_type", "SELL"},
                 {"market_type", "LIMIT"},
                 {"order_per_unit", "90000"},
                 {"number_of_order", "0.008"}});
    EXPECT_EQ(available(anna, "BTC"), may_leave - dec("0.0005"));
    EXPECT_EQ(available(anna, "ETH"), Decimal{});
}

TEST_F(FinalWorth, DoesNotLeaveByWayOfAnotherWallet) {
    const auto anna = owner_of_fifty();
    deposit(anna);
    move(anna, "DRAW_IN", "400");
    EXPECT_EQ(available(anna), dec("50"));
    expect_done(leave(anna, "50"));
    move(anna, "DRAW_OUT", "300");
    move(anna, "DRAW_IN", "100", "FUNDING");
    expect_refused(leave(anna, "50"), "0");
    move(anna, "DRAW_OUT", "100", "FUNDING");
    expect_refused(leave(anna, "50"), "0");
    confirmed();
    expect_done(leave(anna, "300"));
}

TEST_F(FinalWorth, DoesNotLeaveByWayOfATrade) {
    const auto anna = owner_of_fifty();
    deposit(anna);
    order(anna, {{"total", "300"}});
    const Decimal coins = anna.balance("BTC"), may_leave = available(anna, "BTC");
    EXPECT_EQ(may_leave, coins - dec("0.005")) << "150 of 400 USDT are still there";
    expect_error(leave_as_bitcoin(anna, "0.001"), 409, "insufficient_balance", "withdraw_amount");
    // An order that waits can be taken back, so it is worth what it holds.
    order(anna,
          {{"market_type", "LIMIT"}, {"order_per_unit", "40000"}, {"number_of_order", "0.003"}});
    EXPECT_EQ(anna.balance("USDT"), dec("30"));
    EXPECT_EQ(available(anna, "BTC"), may_leave);
    EXPECT_EQ(available(anna), Decimal{});
    expect_done(leave_as_bitcoin(anna, "0.0009"));
    expect_error(leave_as_bitcoin(anna, "0.0009"), 409, "insufficient_balance", "withdraw_amount");
}

TEST_F(FinalWorth, IsNotWhatIsAtStakeInAPosition) {
    const auto anna = owner_of_fifty();
    deposit(anna);
    move(anna, "DRAW_IN", "400");
    call(
        "futures", anna, "/api/v2/buy-more",
        {{"name", "BTCUSDT"}, {"delegate_type", "BUY_MORE"}, {"margin", "40"}, {"leverage", "20"}});
    const Decimal left = anna.balance("USDT", Wallet::future) + dec("50") - dec("400");
    ASSERT_TRUE(left.positive());
    EXPECT_EQ(available(anna), left);
    expect_refused(leave(anna, "50"), left.str());
}

TEST_F(FinalWorth, IsGoneAfterAReorganisation) {
    const auto anna = owner_of_fifty();
    deposit(anna);
    expect_done(leave(anna, "20"));
    order(anna, {{"trade_type", "convert"}, {"total", "400"}});
    const Decimal coins = anna.balance("BTC");
    reorganised();
    EXPECT_EQ(anna.balance("USDT"), Decimal{}) << "30 of the 400 were there";
    expect_error(leave_as_bitcoin(anna, "0.0005"), 403, "withdrawals_restricted");
    // The operator has looked; what could not be taken back is still owed.
    allowed_again(anna);
    EXPECT_EQ(available(anna, "BTC"), coins - dec("0.0074"));
    expect_error(leave_as_bitcoin(anna, "0.0006"), 409, "insufficient_balance", "withdraw_amount");
    // Another block has it again: it is no more final than the first time.
    deposit(anna);
    EXPECT_EQ(anna.balance("USDT"), dec("30"));
    EXPECT_EQ(available(anna), Decimal{});
    EXPECT_EQ(available(anna, "BTC"), coins - dec("0.0074"));
    confirmed();
    EXPECT_EQ(available(anna), dec("30"));
    EXPECT_EQ(available(anna, "BTC"), coins);
}

TEST_F(FinalWorth, IsTakenByAWithdrawalOrAReorganisationAndNeverByBoth) {
    const auto anna = owner_of_fifty();
    deposit(anna);
    std::jthread watcher;
    {
        pg::Transaction tx{world->superuser()};
        tx.one("select id from clients where id = $1 for no key update", {anna.id});
        watcher = std::jthread{[this] {
            pg::Connection connection{world->database().suite()};
            pg::Transaction taking{connection};
            EXPECT_EQ(chain::revert_blocks(taking, network(), block - 1).reversed, 1);
            taking.commit();
        }};
        pg::Connection looking{world->database().superuser()};
        test::wait_until("the reorganisation waits for the client", [&] {
            return looking
                       .run(
                           "select count(*) as n from pg_stat_activity "
                           "where wait_event_type = 'Lock' and datname = current_database()")[0]
                       .integer("n") == 1;
        });
        withdrawals::Request asked;
        asked.client = anna.id;
        asked.asset = world->asset("USDT");
        asked.network = "TRC20";
        asked.address = tron;
        asked.amount = asked.worth = dec("50");
        withdrawals::request(tx, asked, 10'000);
        tx.commit();
    }
    watcher.join();
    EXPECT_EQ(anna.balance("USDT"), Decimal{});
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    expect_error(leave(anna, "10"), 403, "withdrawals_restricted");
}

TEST_F(FinalWorth, ComesOverTronWithTheNineteenthConfirmation) {
    const auto anna = owner_of_fifty();
    sql(R"sql(insert into deposit_addresses (client_id, kind, key_id, derivation_index, address)
              values ($1::bigint, 'tron', 'final', $1, 'tron' || $1::bigint))sql",
        {anna.id});
    const auto on = *chain::find_network(world->app(), "TRC20");
    chain::Payment payment;
    payment.txid = "abc" + std::to_string(block);
    payment.address = "tron" + std::to_string(anna.id.value);
    payment.contract = on.coin("USDT")->contract;
    payment.units = "400000000";
    const auto confirm = [&](std::int64_t confirmations) {
        pg::Transaction tx{world->app()};
        if (confirmations == 1)
            chain::record(tx, on, {block, "1", "0"}, {payment}, block, early_up_to);
        chain::confirm(tx, on, block + confirmations - 1);
        tx.commit();
    };
    confirm(1);
    EXPECT_EQ(anna.balance("USDT"), dec("450")) << "to trade with";
    EXPECT_EQ(available(anna), dec("50"));
    confirm(18);
    expect_refused(leave(anna, "51"), "50");
    confirm(19);
    expect_done(leave(anna, "450"));
}

// What is credited early can be lost to an account of the same person, which withdraws it.
TEST_F(FinalWorth, IsAllThatIsCreditedAboveWhatTheHouseStandsFor) {
    const auto anna = owner_of_fifty(), ben = owner_of_fifty();
    deposit(anna, "USDT", "9600000000", "0x1");
    EXPECT_EQ(anna.balance("USDT"), dec("9650"));
    deposit(anna, "USDT", "401000000", "0x2");
    deposit(anna, "ETH", "500000000000000000", "0x3");
    EXPECT_EQ(anna.balance("USDT"), dec("9650")) << "10,001 would not be final";
    EXPECT_EQ(anna.balance("ETH"), Decimal{}) << "nor would 10,600";
    deposit(ben, "USDT", "401000000", "0x4");
    EXPECT_EQ(ben.balance("USDT"), dec("451"));
    EXPECT_EQ(available(anna), dec("50"));
    confirmed();
    EXPECT_EQ(available(anna), dec("10051"));
    EXPECT_EQ(available(anna, "ETH"), dec("0.5"));
    deposit(anna, "USDT", "9600000000", "0x5");
    EXPECT_EQ(anna.balance("USDT"), dec("19651"));
}

TEST_F(FinalWorth, IsAllOfADepositThatComesBackLarger) {
    const auto anna = owner_of_fifty();
    deposit(anna, "USDT", "20000000");
    EXPECT_EQ(anna.balance("USDT"), dec("70"));
    reorganised();
    allowed_again(anna);
    deposit(anna, "USDT", "20000000000");
    EXPECT_EQ(anna.balance("USDT"), dec("50")) << "credited as early as when it was small";
    confirmed();
    EXPECT_EQ(anna.balance("USDT"), dec("20050"));
}

TEST_F(FinalWorth, IsAllThatIsCreditedOfACoinWithoutAPrice) {
    sql("delete from quotes where market_id = (select id from markets where pair = 'ETHUSDT')");
    const auto anna = owner_of_fifty();
    deposit(anna, "ETH", "1000000000000000000");
    EXPECT_EQ(anna.balance("ETH"), Decimal{});
    confirmed();
    EXPECT_EQ(anna.balance("ETH"), dec("1"));
}

TEST_F(FinalWorth, IsAllThatIsCreditedAboveTenClientsWorth) {
    sql("update deposits set unlocked_at = now() where state = 3 and unlocked_at is null");
    early_up_to = dec("100");
    for (int i = 0; i < 12; ++i) {
        const auto person = owner_of_fifty();
        deposit(person, "USDT", "90000000", ("0x" + std::to_string(i)).c_str());
        EXPECT_EQ(person.balance("USDT"), dec(i < 11 ? "140" : "50")) << i;
    }
    confirmed();
    early_up_to = Decimal{};
    const auto anna = owner_of_fifty();
    deposit(anna, "USDT", "1000000");
    EXPECT_EQ(anna.balance("USDT"), dec("50"));
}

TEST_F(FinalWorth, IsUnknownWithoutAPrice) {
    const auto anna = owner_of_fifty();
    deposit(anna, "ETH", "1000000000000000000");
    order(anna, {{"name", "ETHUSDT"},
                 {"delegate_type", "SELL"},
                 {"trade_type", "convert"},
                 {"number_of_order", "0.5"}});
    const Decimal left = dec("50") + dec("1000") - anna.balance("USDT");
    EXPECT_LT(left, dec("50"));
    EXPECT_EQ(available(anna), anna.balance("USDT") - dec("1000"));
    sql("update quotes set held_back = 900 where market_id = $1", {world->market("ETHUSDT")});
    EXPECT_EQ(available(anna), Decimal{});
    expect_refused(leave(anna, "10"), "0");
    world->quote("ETHUSDT", "2000", std::chrono::hours{2});
    expect_refused(leave(anna, "10"), "0");
    world->quote("ETHUSDT", "2000");
    expect_done(leave(anna, "10"));
    // Where every coin is there in kind, no price is asked for.
    const auto ben = owner_of_fifty();
    deposit(ben, "ETH", "1000000000000000000", "0xdef");
    world->quote("ETHUSDT", "2000", std::chrono::hours{2});
    EXPECT_EQ(available(ben), dec("50"));
    expect_done(leave(ben, "50"));
}

TEST_F(FinalWorth, ARewardRestsBeforeItLeaves) {
    const auto anna = owner_of_fifty();
    claim_reward(anna);
    EXPECT_EQ(anna.balance("USDT"), dec("70"));
    EXPECT_EQ(available(anna), dec("50"));
    expect_refused(leave(anna, "51"), "50");
    expect_done(leave(anna, "20"));
    expect_refused(leave(anna, "31"), "30");
    rested(anna);
    expect_done(leave(anna, "50"));
}

TEST_F(FinalWorth, ARewardRestsAsAnotherCoinAndInAnotherWallet) {
    const auto anna = owner_of_fifty();
    claim_reward(anna);
    order(anna, {{"trade_type", "convert"}, {"total", "70"}});
    const Decimal coins = anna.balance("BTC");
    EXPECT_EQ(available(anna, "BTC"), coins - dec("0.0004")) << "20 USDT of it rest";
    expect_error(leave_as_bitcoin(anna, "0.0014"), 409, "insufficient_balance", "withdraw_amount");
    rested(anna);
    EXPECT_EQ(available(anna, "BTC"), coins);

    const auto ben = owner_of_fifty();
    claim_reward(ben);
    move(ben, "DRAW_IN", "20");
    EXPECT_EQ(available(ben), dec("50"));
    expect_done(leave(ben, "50"));
    move(ben, "DRAW_OUT", "20");
    expect_refused(leave(ben, "10"), "0");
    rested(ben);
    expect_done(leave(ben, "20"));
}

TEST_F(FinalWorth, ARewardDoesNotLeaveAnAccountThatIsNotVerifiedAnyMore) {
    const auto anna = owner_of_fifty();
    claim_reward(anna);
    rested(anna);
    sql("update clients set account_status = 'Unverified' where id = $1", {anna.id});
    EXPECT_EQ(available(anna), dec("50"));
    sql("update clients set account_status = 'Verified' where id = $1", {anna.id});
    EXPECT_EQ(available(anna), dec("70"));
}

}  // namespace
}  // namespace cambio
