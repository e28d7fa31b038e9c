#include "markets/price_alerts.h"

#include "error/error.h"
#include "markets/last_price.h"

namespace cambio::markets {

namespace {

constexpr const char* lock_client = "select from clients where id = $1 for no key update";

constexpr const char* count_alerts = R"sql(
    select count(*) as number from price_alerts where client_id = $1
)sql";

constexpr const char* insert_alert = R"sql(
    insert into price_alerts (client_id, market_id, kind, price, percent, minutes, price_then)
    values ($1, $2, $3, $4, $5, $6, $7) returning id
)sql";

/// All of a client's, or the one that is named.
constexpr const char* read_alerts = R"sql(
    select a.*, m.pair from price_alerts a join markets m on m.id = a.market_id
     where a.client_id = $1 and ($2::bigint is null or a.id = $2)
     order by a.met_at desc nulls first, a.id desc
)sql";

constexpr const char* delete_alert = "delete from price_alerts where client_id = $1 and id = $2";
constexpr const char* delete_met = R"sql(
    delete from price_alerts where client_id = $1 and met_at is not null
)sql";
constexpr const char* delete_old = R"sql(
    delete from price_alerts where met_at < now() - interval '30 days'
)sql";

constexpr const char* count_mails = R"sql(
    select count(*) as number from outgoing_mails
     where client_id = $1 and name like 'price\_alert\_%'
       and created_at > now() - interval '1 day'
)sql";

// First by what each market did since, then, of the few that are left, by what came after the
// alert: all of them in one pass over the trades, for a thousand alerts must not read them a
// thousand times. Of our own trades the latest 500 of a market are looked at.
constexpr const char* meet_levels = R"sql(
    with now_prices as (
        select * from unnest($1::smallint[], $2::numeric[]) p (market_id, last)
    ),
    trades as materialized (
        select w.market_id, t.at, t.price
          from (select distinct market_id from price_alerts
                 where met_at is null and kind in (1, 2)) w
         cross join lateral (
              select price, at from provider_trades where market_id = w.market_id and at > $3
              union all
              select price, at
                from (select price, at from fills where market_id = w.market_id
                       order by seq desc, position desc limit 500) latest
               where at > $3) t
    ),
    ranges as (
        select p.market_id, p.last, greatest(p.last, t.high) as high, least(p.last, t.low) as low
          from now_prices p
          left join (select market_id, max(price) as high, min(price) as low from trades
                      group by market_id) t on t.market_id = p.market_id
    ),
    candidates as (
        select a.id, a.market_id, a.kind, a.price, r.last, greatest($3, a.created_at) as since
          from price_alerts a
          join ranges r on r.market_id = a.market_id
          join clients c on c.id = a.client_id and not client_frozen(c)
         where a.met_at is null
           and (a.kind = 1 and a.price <= r.high or a.kind = 2 and a.price >= r.low)
    ),
    beside_trades as (
        select null::bigint as id, market_id, at, price from trades
         where market_id in (select market_id from candidates)
         union all
        select id, market_id, since + interval '1 microsecond', null from candidates
    ),
    afterwards as (
        select id, max(price) over later as high, min(price) over later as low
          from beside_trades window later as (partition by market_id order by at desc)
    ),
    met as materialized (
        select c.id,
               case when c.kind = 1 and c.last >= c.price or c.kind = 2 and c.last <= c.price
                    then c.last
                    else (select price
                            from (select price, at from provider_trades
                                   where market_id = c.market_id and at > c.since
                                  union all
                                  (select price, at from fills where market_id = c.market_id
                                    order by seq desc, position desc limit 500)) trades
                           where at > c.since
                             and case c.kind when 1 then price >= c.price
                                             else price <= c.price end
                           order by at limit 1)
               end as price
          from candidates c join afterwards f on f.id = c.id
         where c.kind = 1 and c.price <= greatest(c.last, f.high)
            or c.kind = 2 and c.price >= least(c.last, f.low)
    )
    update price_alerts a set met_at = clock_timestamp(), met_price = met.price
      from met, clients c, markets m
     where a.id = met.id and met.price is not null and a.met_at is null and c.id = a.client_id
       and m.id = a.market_id
    returning a.*, m.pair, c.user_unique_id
)sql";

// Each alert stands among its market's candles where its time begins, so that one pass tells for
// all of them what came after. No time is longer than a day.
constexpr const char* meet_moves = R"sql(
    with now_prices as (
        select * from unnest($1::smallint[], $2::numeric[]) p (market_id, last)
    ),
    waiting as (
        select a.id, a.market_id, a.price_then, a.created_at,
               greatest(a.created_at,
                        clock_timestamp() - make_interval(mins => a.minutes)) as since
          from price_alerts a
          join clients c on c.id = a.client_id and not client_frozen(c)
         where a.met_at is null and a.kind = 3
    ),
    beside_candles as (
        select null::bigint as id, w.market_id, k.opened_at as at, k.high, k.low
          from (select market_id, min(since) as since from waiting group by market_id) w
         cross join lateral (
              select opened_at, high, low from candles
               where market_id = w.market_id and span = 1 and opened_at >= w.since
                 and opened_at >= now() - interval '1 day') k
         union all
        select id, market_id, since, null, null from waiting
    ),
    afterwards as (
        select id, max(high) over later as high, min(low) over later as low
          from beside_candles window later as (partition by market_id order by at desc)
    ),
    extremes as (
        select w.id, p.last, greatest(f.high, began.price) as high, least(f.low, began.price) as low
          from waiting w
          join afterwards f on f.id = w.id
          join now_prices p on p.market_id = w.market_id
         cross join lateral (
              select case when w.since = w.created_at then w.price_then end as price) began
    )
    update price_alerts a set met_at = clock_timestamp(), met_price = e.last
      from extremes e, clients c, markets m
     where a.id = e.id and a.met_at is null and c.id = a.client_id and m.id = a.market_id
       and (e.last - e.low >= e.low * a.percent / 100
            or e.high - e.last >= e.high * a.percent / 100)
    returning a.*, m.pair, c.user_unique_id
)sql";

PriceAlert alert_of(const pg::Row& row) {
    PriceAlert alert;
    alert.id = row.id<PriceAlertId>("id");
    alert.wanted.market = row.id<MarketId>("market_id");
    alert.wanted.kind = static_cast<AlertKind>(row.integer("kind"));
    alert.wanted.price = row.maybe_decimal("price");
    alert.wanted.percent = row.maybe_decimal("percent");
    if (!row.null("minutes")) alert.wanted.minutes = row.integer("minutes");
    alert.wanted.price_then = row.decimal("price_then");
    alert.pair = row.str("pair");
    alert.created_at = row.time("created_at");
    alert.met_at = row.maybe_time("met_at");
    alert.met_price = row.maybe_decimal("met_price").value_or(Decimal{});
    return alert;
}

}  // namespace

PriceAlert make_price_alert(pg::Transaction& tx, ClientId client, const NewPriceAlert& wanted) {
    tx.run(lock_client, {client});
    if (tx.one(count_alerts, {client}).integer("number") >= max_price_alerts)
        throw Error{Code::too_many_price_alerts}.with("most", std::to_string(max_price_alerts));
    const auto made =
        tx.one(insert_alert, {client, wanted.market, static_cast<int>(wanted.kind), wanted.price,
                              wanted.percent, wanted.minutes, wanted.price_then});
    return alert_of(tx.one(read_alerts, {client, made.id<PriceAlertId>("id")}));
}

std::vector<PriceAlert> price_alerts_of(pg::Connection& connection, ClientId client) {
    std::vector<PriceAlert> alerts;
    for (const pg::Row row : connection.run(read_alerts, {client, std::nullopt}))
        alerts.push_back(alert_of(row));
    return alerts;
}

bool remove_price_alert(pg::Transaction& tx, ClientId client, PriceAlertId id) {
    return tx.run(delete_alert, {client, id}).affected() == 1;
}

std::int64_t remove_met_price_alerts(pg::Transaction& tx, ClientId client) {
    return tx.run(delete_met, {client}).affected();
}

std::vector<MetPriceAlert> meet_price_alerts(pg::Transaction& tx, pg::Time since, bool moves) {
    std::vector<std::int64_t> markets;
    std::vector<std::string> prices;
    for (const LastPrice& price : last_prices(tx.connection())) {
        if (!price.shown().positive()) continue;
        markets.push_back(price.market.value);
        prices.push_back(price.shown().str());
    }
    std::vector<MetPriceAlert> met;
    const auto add = [&met](const pg::Result& rows) {
        for (const pg::Row row : rows)
            met.push_back(
                {row.id<ClientId>("client_id"), row.str("user_unique_id"), alert_of(row)});
    };
    add(tx.run(meet_levels, {pg::Param::array(markets), pg::Param::array(prices), since}));
    if (moves) add(tx.run(meet_moves, {pg::Param::array(markets), pg::Param::array(prices)}));
    return met;
}

bool may_mail_alert(pg::Transaction& tx, ClientId client) {
    return tx.one(count_mails, {client}).integer("number") < max_alert_mails;
}

void forget_old_price_alerts(pg::Connection& connection) {
    connection.run(delete_old);
}

}  // namespace cambio::markets
