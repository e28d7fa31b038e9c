// A day against somebody who sees the provider's prices before the house does and trades whenever
// the house's have become too good: by orders, by Convert, by futures and by orders for futures,
// through the real handlers and into real balances. With its risk gate the house earns by it;
// without, which is the control, it would lose.
//
// The day is the market simulator's (house_sniper_day.h). Played are its chances, one after the
// other: the house hears the price of before, he acts, and then it hears the next. Modelled are
// that, which the jobs write otherwise, and that he gets rid of his coins a second later at the
// price of then, without cost. The budget of a minute is left out: the day has no minutes.
#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <map>

#include "handlers/house_sniper_day.h"
#include "support/contracts.h"

namespace cambio {
namespace {

using test::Answer, test::dec, test::FastCgiClient, test::HandlerProcess, test::Person,
    test::SniperDay, test::World;
using Fields = std::map<std::string, std::string>;

constexpr const char* my_order = "/api/v2/my-order";

/// What he trades for each time: about as much in coins as in USDT.
constexpr const char *money = "2000", *coins = "0.02";
/// Three times the default: on a slow machine, with sanitizers, two seconds pass between a price
/// and what is done at it, and it is too old for whoever is to lose by it.
constexpr std::chrono::milliseconds stale_after{6000};
const Decimal order_fee = dec("0.001");

bool by_futures(const std::string& way) {
    return way == "futures" || way == "futures_order";
}

/// One way of his to trade, with money of its own.
struct Way {
    Person person;
    FastCgiClient client;
    Decimal cost;  ///< he acts where he gains more than this, as a share
    Decimal usdt{}, btc{}, won{};

    bool wants(const SniperDay::Chance& chance) const { return chance.gap > cost; }
    Answer send(const std::string& path, Fields fields) {
        fields["transaction_password"] = World::transaction_password;
        return client.post_json(path, FastCgiClient::Params{fields.begin(), fields.end()});
    }
    Answer order(const Fields& more) {
        Fields fields{{"name", "BTCUSDT"}};
        for (const auto& [name, value] : more) fields[name] = value;
        return send(my_order, fields);
    }
    void look() {
        usdt = person.balance("USDT");
        btc = person.balance("BTC");
    }
    /// Counts what has changed since he looked.
    void gain(Decimal price) {
        const Decimal had = usdt, held = btc;
        look();
        won += usdt - had + Decimal::multiply(btc - held, price, Rounding::down);
    }
};

/// The house in one configuration, and what he wins of it in a day.
class House {
  public:
    explicit House(const test::ScratchConfig::Settings& settings) : world_{settings} {
        for (const char* coin : {"BTC", "SOL"}) world_.liquidity(coin, "100000");
        world_.liquidity("USDT", "100000000");
        world_.fund(ledger::House::insurance, "USDT", "1000000");
        hear(day_.chances().front().heard);
        spot_ = start("spot");
        futures_ = start("futures");
        for (const auto& [name, cost] :
             std::map<std::string, const char*>{{"market", "0.0016"},
                                                {"limit", "0.0016"},
                                                {"convert", "0.0021"},
                                                {"quote", "0.0021"},
                                                {"futures", "0.0011"},
                                                {"futures_order", "0.0011"}}) {
            Person person = world_.client(name + "@example.com");
            person.with("USDT", "1000000").with("BTC", "100");
            person.with("USDT", "100000", ledger::Wallet::future);
            auto client = (by_futures(name) ? *futures_ : *spot_).client();
            client.bearer(world_.token(person));
            ways_.emplace(name, Way{person, std::move(client), dec(cost)});
        }
    }

    void play() {
        prove_passwords();
        for (auto& [name, way] : ways_) way.look();
        for (const auto& chance : day_.chances()) take(chance);
        settle();
        EXPECT_EQ(number("select count(*) as n from positions where state in (1, 2)"), 0);
        EXPECT_EQ(number("select count(*) as n from futures_orders where state = 1"), 0);
        for (auto& [name, way] : ways_)
            if (by_futures(name))
                way.won = way.person.balance("USDT", ledger::Wallet::future) - dec("100000");
        spot_->stop();
        futures_->stop();
        test::expect_books_balance(world_);
    }

    Decimal won(const std::string& way) const { return ways_.at(way).won; }
    int acts(const std::string& way) const { return acts_.at(way); }
    std::int64_t refused(const std::string& place, const std::string& reason) {
        return world_.superuser()
            .run(
                "select coalesce(sum(refusals), 0)::bigint as n from house_refusals "
                "where place = $1 and reason = $2",
                {place, reason})[0]
            .integer("n");
    }

  private:
    using Act = std::function<Answer()>;

    std::unique_ptr<HandlerProcess> start(const char* group) {
        return std::make_unique<HandlerProcess>(group, world_.config().path(),
                                                world_.config().secret());
    }

    /// The provider's prices of that moment have just come.
    void hear(SniperDay::Time at) {
        const auto [bids, asks] = day_.book(at);
        world_.quote("BTCUSDT", day_.last(at).str());
        world_.provider_book("BTCUSDT", bids, asks);
        test::mark(world_, "BTCUSDT", day_.mark(at).str());
    }
    /// The same, and the order book has them, too.
    void hear_everywhere(SniperDay::Time at) {
        hear(at);
        const std::string before = shown();
        world_.provider_book("SOLUSDT", {{"50", "1"}}, {{std::to_string(100 + ++marks_), "1"}});
        test::wait_until("the order book hears", [&] { return shown() != before; });
    }
    std::string shown() {
        const auto found = world_.superuser().run(
            "select asks::text as v from shown_books b join markets m on m.id = b.market_id "
            "where m.pair = 'SOLUSDT'");
        return found.empty() ? "" : found[0].str("v");
    }

    /// All at once. What is not answered within the provider's way to the house waits for its next
    /// prices, which are those of `next`.
    std::vector<Answer> act(const std::vector<Act>& acts, SniperDay::Time next) {
        std::vector<std::future<Answer>> answers;
        for (const Act& one : acts) answers.push_back(std::async(std::launch::async, one));
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds{300};
        for (auto& answer : answers) answer.wait_until(deadline);
        const auto answered = [](const std::future<Answer>& answer) {
            return answer.wait_for(std::chrono::milliseconds{10}) == std::future_status::ready;
        };
        while (!std::ranges::all_of(answers, answered)) hear(next);
        std::vector<Answer> all;
        for (auto& answer : answers) all.push_back(answer.get());
        return all;
    }

    /// Orders that come to nothing: each password is known from then on.
    void prove_passwords() {
        const auto first = day_.chances().front().heard;
        std::vector<Act> acts;
        for (auto& [name, way] : ways_) {
            if (by_futures(name))
                acts.emplace_back([&way] { return open(way, true, "0.01"); });
            else
                acts.emplace_back([&way] {
                    return way.order({{"delegate_type", "BUY"},
                                      {"market_type", "LIMIT"},
                                      {"order_per_unit", "60000"},
                                      {"number_of_order", coins},
                                      {"time_in_force", "IOC"}});
                });
        }
        for (const Answer& answer : act(acts, first))
            EXPECT_NE(answer.message(), "success") << answer.body;
    }

    void take(const SniperDay::Chance& chance) {
        const auto deaf_since = std::chrono::steady_clock::now();
        hear_everywhere(chance.heard);
        Way& by_quote = ways_.at("quote");
        const std::string quote =
            by_quote.wants(chance) ? promised(by_quote, chance.rises, chance.heard) : "";
        if (chance.silence) {
            test::wait_until("the provider has been silent", [&] {
                return std::chrono::steady_clock::now() - deaf_since >
                       stale_after + std::chrono::milliseconds{500};
            });
        }
        // What it is worth to him, after the fee.
        const Decimal seen = day_.price(chance.at);
        const Decimal fee = Decimal::multiply(seen, order_fee, Rounding::up);
        const std::string limit = (chance.rises ? seen - fee : seen + fee)
                                      .rounded(1, chance.rises ? Rounding::down : Rounding::up)
                                      .str();
        Way& by_order = ways_.at("futures_order");
        const std::string ordered =
            by_order.wants(chance) ? order_position(by_order, chance.rises, seen) : "";
        std::vector<std::string> names;
        std::vector<Act> acts;
        for (auto& entry : ways_) {
            if (entry.first == "futures_order" || !entry.second.wants(chance)) continue;
            ++acts_[entry.first];
            names.push_back(entry.first);
            acts.emplace_back([&quote, &limit, &entry, rises = chance.rises] {
                return act_by(entry, rises, quote, limit);
            });
        }
        const auto answers = act(acts, chance.at + SniperDay::lag);
        const Decimal price = day_.price(chance.at + 2 * SniperDay::lag);
        for (auto& [name, way] : ways_)
            if (!by_futures(name)) way.gain(price);
        std::map<std::string, std::string> positions;
        const auto opened = std::ranges::find(names, "futures");
        if (opened != names.end()) {
            const Answer& answer = answers[static_cast<std::size_t>(opened - names.begin())];
            if (answer.message() == "success")
                positions["futures"] = answer.json()["position"]["id"].asString();
        }
        if (!ordered.empty()) {
            test::wait_until("the order becomes a position", [&] {
                if (is_position(ordered)) return true;
                hear(chance.at + SniperDay::lag);
                settle();
                return is_position(ordered);
            });
            positions["futures_order"] = ordered;
        }
        close(positions, chance.at + SniperDay::closes_after);
    }

    static Answer act_by(std::pair<const std::string, Way>& entry, bool rises,
                         const std::string& quote, const std::string& limit) {
        auto& [name, way] = entry;
        if (name == "futures") return open(way, rises, "100");
        Fields fields{{"delegate_type", rises ? "BUY" : "SELL"}, {"market_type", "MARKET"}};
        if (name == "limit") {
            fields["market_type"] = "LIMIT";
            fields["time_in_force"] = "IOC";
            fields["order_per_unit"] = limit;
            fields["number_of_order"] = coins;
            return way.order(fields);
        }
        if (name != "market") fields["trade_type"] = "convert";
        if (name == "quote")
            fields["quote_id"] = quote;
        else
            fields[rises ? "total" : "number_of_order"] = rises ? money : coins;
        return way.order(fields);
    }

    /// Convert's promise, at the price of before; heard once more where the machine was slow and it
    /// is too old by now.
    std::string promised(Way& way, bool buys, SniperDay::Time heard) {
        std::string id;
        test::wait_until("a quote", [&] {
            const Answer answer =
                way.client.post_json("/api/v3/convert/quote", {{"from", buys ? "USDT" : "BTC"},
                                                               {"to", buys ? "BTC" : "USDT"},
                                                               {"amount", buys ? money : coins}});
            if (answer.status == 200)
                id = answer.json()["quote"]["id"].asString();
            else
                hear(heard);
            return !id.empty();
        });
        return id;
    }

    static Answer open(Way& way, bool rises, const char* margin) {
        return way.send("/api/v2/buy-more", {{"name", "BTCUSDT"},
                                             {"delegate_type", rises ? "BUY_MORE" : "SELL_EMPTY"},
                                             {"margin", margin},
                                             {"leverage", "20"}});
    }
    /// An order that the house's mark has reached already, with room for the next one: its price is
    /// no bound, so that the mark that fills it decides. (A trigger waits for another mark than
    /// that of now by its nature.) The job looks before the house hears more.
    std::string order_position(Way& way, bool rises, Decimal seen) {
        ++acts_["futures_order"];
        const Decimal limit = Decimal::multiply(seen, dec(rises ? "1.02" : "0.98"), Rounding::down);
        const Answer placed = way.send("/api/v3/futures/place-order",
                                       {{"name", "BTCUSDT"},
                                        {"order_type", "LIMIT"},
                                        {"price", limit.rounded(1, Rounding::down).str()},
                                        {"delegate_type", rises ? "BUY_MORE" : "SELL_EMPTY"},
                                        {"margin", "100"},
                                        {"leverage", "20"}});
        EXPECT_EQ(placed.message(), "success") << placed.body;
        settle();
        return placed.json()["order"]["id"].asString();
    }
    void settle() {
        EXPECT_EQ(test::run_job("settle_futures", world_.config().path(), {"--once"}), 0);
    }
    bool is_position(const std::string& id) {
        return !world_.superuser().run("select from positions where id = $1", {id}).empty();
    }
    /// Those of the ways that are named.
    void close(const std::map<std::string, std::string>& positions, SniperDay::Time at) {
        if (positions.empty()) return;
        hear(at);
        std::vector<Act> acts;
        for (const auto& [name, id] : positions)
            acts.emplace_back([&way = ways_.at(name), &id] {
                return way.send("/api/v3/futures/close", {{"future_id", id}});
            });
        for (const Answer& answer : act(acts, at + SniperDay::lag))
            EXPECT_EQ(answer.message(), "closeRequest") << answer.body;
    }

    std::int64_t number(const char* sql) { return world_.superuser().run(sql)[0].integer("n"); }

    World world_;
    SniperDay day_;
    std::unique_ptr<HandlerProcess> spot_, futures_;
    std::map<std::string, Way> ways_;
    std::map<std::string, int> acts_;
    int marks_ = 0;
};

class HouseSniper : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        const test::ScratchConfig::Settings both{{"STALE_AFTER_MS", "10000"},
                                                 {"QUOTE_SECONDS", "45"}};
        auto gate = both, none = both;
        gate.insert({{"HOUSE_STALE_AFTER_MS", std::to_string(stale_after.count())},
                     {"HOUSE_LAST_LOOK", "yes"},
                     {"LIQUIDITY_SPREAD", "0.0005"},
                     {"FUTURES_CLOSING_FEE", "0.0005"}});
        none.insert({{"HOUSE_STALE_AFTER_MS", "10000"},
                     {"HOUSE_LAST_LOOK", "no"},
                     {"LIQUIDITY_SPREAD", "0"},
                     {"FUTURES_CLOSING_FEE", "0"}});
        guarded = std::make_unique<House>(gate);
        open = std::make_unique<House>(none);
        auto other = std::async(std::launch::async, [] { open->play(); });
        guarded->play();
        other.get();
        for (const char* way : {"market", "limit", "convert", "quote", "futures", "futures_order"})
            std::cout << way << ": " << guarded->acts(way) << " times, with the gate "
                      << guarded->won(way).str() << " USDT, without " << open->won(way).str()
                      << '\n';
    }
    static void TearDownTestSuite() {
        guarded.reset();
        open.reset();
    }
    static void expect_control_wins(const std::string& way) {
        EXPECT_GE(guarded->acts(way), 25);
        EXPECT_GT(open->won(way), Decimal{});
    }

    static inline std::unique_ptr<House> guarded, open;
};

TEST_F(HouseSniper, LosesByMarketOrders) {
    expect_control_wins("market");
    EXPECT_LT(guarded->won("market"), Decimal{});
}

// His limit keeps him from a loss; it is never reached again.
TEST_F(HouseSniper, WinsNothingByLimits) {
    expect_control_wins("limit");
    EXPECT_LE(guarded->won("limit"), Decimal{});
    EXPECT_GT(guarded->refused("order_book", "moved"), 0);
}

TEST_F(HouseSniper, LosesByConvert) {
    expect_control_wins("convert");
    EXPECT_LT(guarded->won("convert"), Decimal{});
}

TEST_F(HouseSniper, WinsNothingByQuotes) {
    expect_control_wins("quote");
    EXPECT_LE(guarded->won("quote"), Decimal{});
    EXPECT_GT(guarded->refused("convert", "moved"), 0);
}

TEST_F(HouseSniper, LosesByFutures) {
    expect_control_wins("futures");
    EXPECT_LT(guarded->won("futures"), Decimal{});
}

TEST_F(HouseSniper, LosesByOrdersForFutures) {
    expect_control_wins("futures_order");
    EXPECT_LT(guarded->won("futures_order"), Decimal{});
}

}  // namespace
}  // namespace cambio
