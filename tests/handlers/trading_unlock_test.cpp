// Opening a session for trading: what needs no password then, what still does, and what closes it.
#include "handlers/spot_fixture.h"
#include "support/contracts.h"

namespace cambio {
namespace {

constexpr const char* trading_unlock = "/api/v3/trading-unlock";
constexpr const char* trading_lock = "/api/v3/trading-lock";
constexpr const char* trading_choices = "/api/v3/trading-choices";

class TradingUnlock : public Spot {
  protected:
    static void SetUpTestSuite() {
        Spot::SetUpTestSuite();
        account.reset(new HandlerProcess{world->handler("account")});
    }
    static void TearDownTestSuite() {
        account.reset();
        Spot::TearDownTestSuite();
    }

    /// One session at several programs.
    struct Device {
        std::string token;
        FastCgiClient at(const HandlerProcess& process) const {
            FastCgiClient client = process.client();
            client.bearer(token);
            return client;
        }
        Answer place(const Fields& fields) const {
            auto client = at(*spot);
            return send(client, my_order, fields);
        }
        Answer call(const std::string& path, const Fields& fields = {}) const {
            auto client = at(*account);
            return send(client, path, fields);
        }
        Json::Value state() const { return at(*account).get(trading_unlock).json(); }
        bool open() const { return !state()["unlocked_until"].isNull(); }
        Answer unlock(const char* password = World::transaction_password) const {
            return call(trading_unlock, {{"transaction_password", password}});
        }
    };
    static Device device(const Person& person) { return {world->token(person)}; }

    static Fields choice(const std::string& minutes, const Fields& more = {}) {
        Fields fields{{"minutes", minutes}, {"confirm", "always"}, {"confirm_above", "100"}};
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    Fields without_password() const {
        Fields fields = limit("BUY", "90", "1");
        fields.erase("transaction_password");
        return fields;
    }
    void expect_asks(const Device& device) const {
        expect_error(device.place(without_password()), 400, "missing_parameter",
                     "transaction_password");
        EXPECT_FALSE(device.open());
    }
    void expect_takes(const Device& device) const {
        const auto answer = device.place(without_password());
        EXPECT_EQ(answer.message(), "success") << answer.body;
    }
    static void age(const Person& person, const char* columns) {
        const std::string update = "update sessions set " + std::string{columns};
        world->superuser().run((update + " where client_id = $1").c_str(), {person.id});
    }
    static std::unique_ptr<HandlerProcess> account;
};

std::unique_ptr<HandlerProcess> TradingUnlock::account;

TEST_F(TradingUnlock, TakesOrdersWithoutThePasswordUntilItIsLocked) {
    const auto anna = person();
    const auto browser = device(anna), phone = device(anna);
    expect_asks(browser);
    const auto opened = browser.unlock();
    ASSERT_EQ(opened.status, 200) << opened.body;
    EXPECT_EQ(number("select round(extract(epoch from $1::timestamptz - now()) / 60)::bigint as n",
                     {opened.json()["unlocked_until"].asString()}),
              15);
    expect_takes(browser);
    expect_asks(phone);  // another session is another matter
    EXPECT_EQ(browser.call(trading_lock).status, 200);
    expect_asks(browser);
}

TEST_F(TradingUnlock, OpensOnlyByTheRightPassword) {
    const auto anna = person();
    const auto browser = device(anna);
    expect_error(browser.unlock("nonsense"), 400, "wrong_password", "transaction_password");
    expect_error(browser.call(trading_unlock), 400, "missing_parameter", "transaction_password");
    expect_asks(browser);
    for (int i = 0; i < 4; ++i) browser.unlock("nonsense");
    expect_error(browser.unlock(), 429, "trading_locked");
}

TEST_F(TradingUnlock, GuessesElsewhereStopNoSessionThatHasProvedThePassword) {
    const auto anna = person();
    const auto browser = device(anna), thief = device(anna);
    browser.unlock();
    for (int i = 0; i < 5; ++i) thief.unlock("nonsense");
    EXPECT_TRUE(browser.open());
    expect_takes(browser);
    EXPECT_EQ(browser.place(limit("BUY", "90", "1")).message(), "success");
    // All others share the lock: whoever opens more sessions guesses no more often.
    const auto another = device(anna);
    expect_error(another.unlock(), 429, "trading_locked");
    expect_error(another.place(limit("BUY", "90", "1")), 429, "trading_locked");
    // What was proved before a password was changed counts no more.
    world->superuser().run("update clients set epoch = epoch + 1 where id = $1", {anna.id});
    EXPECT_FALSE(browser.open());
    expect_error(browser.unlock(), 429, "trading_locked");
}

TEST_F(TradingUnlock, ItsOwnWrongPasswordsLockAnOpenSessionAndNoOther) {
    const auto anna = person();
    const auto browser = device(anna), phone = device(anna);
    browser.unlock();
    for (int i = 0; i < 5; ++i) browser.unlock("nonsense");
    EXPECT_FALSE(browser.open());
    EXPECT_NE(browser.place(without_password()).status, 200);
    expect_error(browser.unlock(), 429, "trading_locked");
    EXPECT_EQ(number("select count(*) as n from notifications where client_id = $1 and kind = "
                     "'trading_locked'",
                     {anna.id}),
              1);
    EXPECT_EQ(phone.unlock().status, 200);
    expect_takes(phone);
}

TEST_F(TradingUnlock, TheTwentiethGuessOfADayEndsItsSession) {
    const auto anna = person();
    const auto thief = device(anna);
    const auto alive = [&] {
        return number(
            "select count(*) as n from sessions where client_id = $1 and revoked_at is null",
            {anna.id});
    };
    for (int i = 1; i <= 20; ++i) {
        ASSERT_EQ(alive(), 1) << i;
        expect_error(thief.unlock("nonsense"), 400, "wrong_password", "transaction_password");
        // As if each lock were over.
        age(anna, "trading_locked_until = null");
        world->superuser().run("update clients set trading_locked_until = null where id = $1",
                               {anna.id});
    }
    EXPECT_EQ(alive(), 0);
}

TEST_F(TradingUnlock, ATypedPasswordIsStillChecked) {
    const auto anna = person();
    const auto browser = device(anna);
    browser.unlock();
    EXPECT_EQ(
        browser.place(limit("BUY", "90", "1", {{"transaction_password", "nonsense"}})).message(),
        "wrong_transaction_password");
}

TEST_F(TradingUnlock, EndsWithItsTimeWithIdlenessAndWithANewEpoch) {
    const auto anna = person();
    const auto browser = device(anna);
    browser.unlock();
    age(anna, "unlocked_until = now() - interval '1 second'");
    expect_asks(browser);

    browser.unlock();
    age(anna, "last_seen_at = now() - interval '11 minutes'");
    EXPECT_FALSE(browser.open());
    expect_error(browser.place(without_password()), 400, "missing_parameter",
                 "transaction_password");

    browser.unlock();
    expect_takes(browser);
    // What a change of a password does, after which it opens a session anew.
    world->superuser().run("update clients set epoch = epoch + 1 where id = $1", {anna.id});
    expect_asks(browser);
}

TEST_F(TradingUnlock, EndsWithTheSession) {
    const auto anna = person();
    const auto browser = device(anna);
    browser.unlock();
    expect_takes(browser);
    age(anna, "revoked_at = now()");
    // Whether this program has heard of it or not.
    EXPECT_THAT(browser.place(without_password()).status, testing::AnyOf(400, 401));
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 1);
}

TEST_F(TradingUnlock, BeingSeenAgainDoesNotOpenWhatIdlenessHasClosed) {
    const auto anna = person();
    const auto browser = device(anna);
    browser.unlock();
    age(anna, "last_seen_at = now() - interval '11 minutes'");
    // Whoever comes back is seen, and asked.
    const auto seen = [&] {
        return number(
                   "select count(*) as n from sessions where client_id = $1"
                   " and last_seen_at > now() - interval '1 minute'",
                   {anna.id}) == 1;
    };
    EXPECT_FALSE(browser.open());
    test::wait_until("the session is seen again", [&] {
        browser.state();
        return seen();
    });
    expect_asks(browser);
}

TEST_F(TradingUnlock, LastsAsLongAsItsOwnerWants) {
    const auto anna = person();
    const auto browser = device(anna);
    expect_error(browser.call(trading_choices, choice("60")), 400, "missing_parameter",
                 "transaction_password");
    const auto longer = browser.call(
        trading_choices, choice("60", {{"transaction_password", World::transaction_password}}));
    EXPECT_EQ(longer.json()["minutes"], 60) << longer.body;
    browser.unlock();
    EXPECT_EQ(number("select round(extract(epoch from unlocked_until - now()) / 60)::bigint as n"
                     " from sessions where client_id = $1",
                     {anna.id}),
              60);
    // Less is free, and counts for what is open already.
    browser.call(trading_choices, choice("15"));
    EXPECT_TRUE(browser.open());
    EXPECT_EQ(number("select round(extract(epoch from unlocked_until - now()) / 60)::bigint as n"
                     " from sessions where client_id = $1",
                     {anna.id}),
              15);
    browser.call(trading_choices, choice("0"));
    expect_asks(browser);
    expect_error(browser.unlock(), 403, "forbidden");
}

TEST_F(TradingUnlock, KeepsHowOrdersAreConfirmed) {
    const auto anna = person();
    const auto browser = device(anna);
    EXPECT_EQ(browser.state()["confirm"], "always");
    EXPECT_EQ(browser.state()["minutes"], 15);
    browser.call(trading_choices, choice("15", {{"confirm", "above"}, {"confirm_above", "250.5"}}));
    EXPECT_EQ(device(anna).state()["confirm"], "above");
    EXPECT_EQ(device(anna).state()["confirm_above"], "250.5");
    expect_error(browser.call(trading_choices, choice("15", {{"confirm", "often"}})), 400,
                 "invalid_parameter", "confirm");
    expect_error(browser.call(trading_choices, choice("30")), 400, "invalid_parameter", "minutes");
    expect_error(browser.call(trading_choices, choice("15", {{"confirm_above", "0"}})), 400,
                 "not_positive", "confirm_above");
    EXPECT_EQ(browser.state()["confirm_above"], "250.5");
}

TEST_F(TradingUnlock, OpensFuturesAndConversionsToo) {
    const HandlerProcess futures{world->handler("futures")};
    test::make_contract(*world, "UNL");
    test::mark(*world, "UNLUSDT", "50000");
    world->fund(ledger::House::insurance, "USDT", "1000000");
    auto anna = person();
    anna.with("USDT", "1000", ledger::Wallet::future);
    const auto browser = device(anna);
    auto client = browser.at(futures);
    const Fields opening{
        {"name", "UNLUSDT"}, {"delegate_type", "BUY_MORE"}, {"margin", "100"}, {"leverage", "10"}};
    const Fields conversion{{"name", pair()},         {"delegate_type", "BUY"},
                            {"market_type", "LIMIT"}, {"trade_type", "convert"},
                            {"order_per_unit", "80"}, {"number_of_order", "1"}};
    expect_error(send(client, "/api/v2/buy-more", opening), 400, "missing_parameter",
                 "transaction_password");
    expect_error(browser.place(conversion), 400, "missing_parameter", "transaction_password");
    browser.unlock();
    const auto opened = send(client, "/api/v2/buy-more", opening);
    EXPECT_EQ(opened.status, 200) << opened.body;
    const auto converted = browser.place(conversion);
    EXPECT_EQ(converted.message(), "success") << converted.body;
}

}  // namespace
}  // namespace cambio
