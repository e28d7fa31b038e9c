#include "faults/arena.h"

#include <algorithm>
#include <chrono>

#include "support/contracts.h"
#include "support/earnings.h"

namespace cambio::faults {

namespace {

constexpr const char* make_market = R"sql(
    with coin as (
        insert into assets (code, name, type, icon, display_places, trade_places)
        values ($1, 'Coin ' || $1, 'ALT', '/icons/' || $1 || '.svg', 8, 8)
        returning id)
    insert into markets (pair, base_id, quote_id, instrument, tick, lot, minimum_quantity,
                         minimum_total, provider_limit)
    select $1 || 'USDT', coin.id, q.id, $1 || '-USDT', 0.1, 0.001, 0.01, 5, 100
    from coin, assets q where q.code = 'USDT'
)sql";

/// kill -9 spares what was written to the operating system, so that only what lies in
/// PostgreSQL's own buffers can be lost: the control keeps it there for long.
constexpr std::array loses_commits{
    "alter system set synchronous_commit = off",       "alter system set wal_writer_delay = '10s'",
    "alter system set wal_writer_flush_after = '1GB'", "alter system set wal_buffers = '64MB'",
    "alter system set checkpoint_timeout = '1h'",
};

// The mark is written by the programs' role, which may not make contracts.
constexpr const char* write_mark = R"sql(
    update marks set price = $2, provider_at = $3, received_at = $3
    where market_id = (select id from markets where pair = $1)
)sql";

/// Plans are due every few seconds instead of every hour. One that waits for the job is left alone.
constexpr const char* make_plans_due = R"sql(
    update earn_plans set next_run = date_trunc('second', now())
    where state = 1 and next_run > now() + interval '1 minute'
)sql";

constexpr std::chrono::milliseconds pace{1000};
constexpr std::chrono::milliseconds funding_delay{3000};
constexpr std::chrono::milliseconds pace_while_away{50};

std::string tenths(int amount) {
    return std::to_string(amount / 10) + '.' + std::to_string(amount % 10);
}

}  // namespace

Arena::Arena(const Setting& setting) {
    if (setting.unsafe) {
        pg::Connection superuser{postgres().superuser()};
        for (const char* command : loses_commits) superuser.script(command);
        postgres().kill();
        postgres().restart();
    }
    world_ = std::make_unique<World>(setting.config);
    make_markets();
    for (std::size_t i = 0; i < handler_count; ++i) start("spot");
    if (setting.movers) {
        for (const std::string_view group : groups)
            if (group != "funds" || setting.chain) start(group.data());
        saver_ = world_->client("saver@example.com").with("USDT", "1000000");
    }
}

void Arena::open() {
    quote(0);
    feed_ = std::thread{[this] { feed(); }};
}

void Arena::start(const char* group) {
    handlers_.push_back(std::make_unique<HandlerProcess>(group, world_->config().path(),
                                                         world_->config().secret()));
}

Arena::~Arena() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_all();
    if (feed_.joinable()) feed_.join();
}

std::size_t Arena::number_of(std::string_view group) {
    const auto found = std::find(groups.begin(), groups.end(), group);
    return handler_count + static_cast<std::size_t>(found - groups.begin());
}

const char* Arena::name_of(std::size_t number) const {
    return number < handler_count ? "spot" : groups.at(number - handler_count);
}

void Arena::make_markets() {
    world_->liquidity("USDT", "100000000");
    world_->fund(ledger::House::insurance, "USDT", "10000000");
    world_->fund(ledger::House::rewards, "USDT", "1000000");
    for (const char* coin : coins) {
        world_->superuser().run(make_market, {coin});
        world_->liquidity(coin, "1000000");
        test::mark(*world_, std::string{coin} + "USDT", "100");
    }
    for (std::size_t i = 0; i < products_.size(); ++i) {
        const char* coin = i == 0 ? "USDT" : coins[0];
        products_[i] = test::make_product(*world_, coin, "3.65", "0.1");
        world_->fund(ledger::House::earn, coin, "100000");
    }
    quote(0);
}

/// A price that wanders between 99.8 and 100.2, so that now and then the provider's levels cross
/// resting orders. The mark does so too, but now and then it jumps and liquidates.
void Arena::quote(int step) {
    const int middle = 1000 + (step * 7 % 5 - 2);
    const int phase = step % 16;
    const int jump = phase == 6 || phase == 7 ? -60 : phase >= 14 ? 60 : 0;
    world_->quote("ETHUSDT", "2000");
    for (const char* coin : coins) {
        const std::string pair = std::string{coin} + "USDT";
        world_->quote(pair, tenths(middle));
        world_->provider_book(pair, {{tenths(middle - 5), "20"}, {tenths(middle - 10), "80"}},
                              {{tenths(middle + 5), "20"}, {tenths(middle + 10), "80"}});
        world_->app().run(write_mark, {pair, tenths(middle + jump), pg::now()});
    }
}

/// What would take days otherwise: subscriptions with days that nobody has counted yet, some of
/// whose terms are over, plans that are due, and times of funding.
void Arena::give_jobs_work(int step) {
    if (!saver_ || calm_) return;
    test::subscribe(*world_, *saver_,
                    {.product = products_[0],
                     .amount = std::to_string(10 + step % 50),
                     .days = step % 3 == 0 ? 0 : 5,
                     .auto_renew = step % 3 == 1,
                     .days_ago = step % 14});
    if (step % 3 == 0) world_->app().run(make_plans_due);
    if (step % 5 != 0) return;
    // Openings that began before that time have ended long ago, as at a real time of funding.
    const auto at = pg::now() - funding_delay;
    for (const char* coin : coins)
        test::funding(*world_, std::string{coin} + "USDT", step % 2 == 0 ? "0.0007" : "-0.0003",
                      "100", at);
}

void Arena::feed() {
    auto pause = pace;
    for (int step = 1;; ++step) {
        {
            std::unique_lock lock{mutex_};
            if (wake_.wait_for(lock, pause, [this] { return stopping_; })) return;
        }
        try {
            if (!world_->app().alive()) {
                world_->app() = pg::Connection{world_->database().suite()};
            }
            quote(step);
            give_jobs_work(step);
            pause = pace;
        } catch (const pg::Failure&) {
            // The server was killed; a later step finds it again.
            pause = pace_while_away;
        }
    }
}

Player Arena::player(bool poor) {
    const std::string number = std::to_string(++players_);
    // Without jobs nobody would pay a referrer.
    const auto referrer = saver_ && players_ % 2 == 0 ? last_player_ : std::nullopt;
    Person person = world_->client("fault" + number + "@example.com", referrer);
    last_player_ = person.id;
    person.with("USDT", poor ? "300" : "1000000");
    for (const char* coin : coins) person.with(coin, poor ? "2" : "10000");
    // Each from a network of its own: friends who look like one person bring nothing.
    std::string token = world_->token(person, "browser " + number, "10." + number + ".0.1");
    return {std::move(person), std::move(token)};
}

void Arena::stop_handlers() {
    handlers_.clear();
}

}  // namespace cambio::faults
