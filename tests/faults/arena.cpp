#include "faults/arena.h"

#include <chrono>

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

constexpr std::chrono::milliseconds pace{1000};
constexpr std::chrono::milliseconds pace_while_away{50};

std::string tenths(int amount) {
    return std::to_string(amount / 10) + '.' + std::to_string(amount % 10);
}

}  // namespace

Arena::Arena(bool unsafe) {
    if (unsafe) {
        pg::Connection superuser{postgres().superuser()};
        for (const char* setting : loses_commits) superuser.script(setting);
        postgres().kill();
        postgres().restart();
    }
    world_ = std::make_unique<World>();
    make_markets();
    for (std::size_t i = 0; i < handler_count; ++i) {
        handlers_.push_back(std::make_unique<HandlerProcess>("spot", world_->config().path(),
                                                             world_->config().secret()));
    }
    feed_ = std::thread{[this] { feed(); }};
}

Arena::~Arena() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_all();
    feed_.join();
}

void Arena::make_markets() {
    world_->liquidity("USDT", "100000000");
    for (const char* coin : coins) {
        world_->superuser().run(make_market, {coin});
        world_->liquidity(coin, "1000000");
    }
    quote(0);
}

/// A price that wanders between 99.8 and 100.2, so that now and then the provider's levels cross
/// resting orders.
void Arena::quote(int step) {
    const int middle = 1000 + (step * 7 % 5 - 2);
    for (const char* coin : coins) {
        const std::string pair = std::string{coin} + "USDT";
        world_->quote(pair, tenths(middle));
        world_->provider_book(pair, {{tenths(middle - 5), "20"}, {tenths(middle - 10), "80"}},
                              {{tenths(middle + 5), "20"}, {tenths(middle + 10), "80"}});
    }
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
                world_->app() = pg::Connection{world_->database().app()};
            }
            quote(step);
            pause = pace;
        } catch (const pg::Failure&) {
            // The server was killed; a later step finds it again.
            pause = pace_while_away;
        }
    }
}

Player Arena::player(bool poor) {
    static int number = 0;
    Person person = world_->client("fault" + std::to_string(++number) + "@example.com");
    person.with("USDT", poor ? "300" : "1000000");
    for (const char* coin : coins) person.with(coin, poor ? "2" : "10000");
    std::string token = world_->token(person);
    return {std::move(person), std::move(token)};
}

void Arena::stop_handlers() {
    handlers_.clear();
}

}  // namespace cambio::faults
