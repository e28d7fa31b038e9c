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

// First by what each market did since, then, of the few that are left, by what came after the
// alert. Of our own trades the latest 500 of a market are looked at.
constexpr const char* meet_levels = R"sql(
    with now_prices as (
        select * from unnest($1::smallint[], $2::numeric[]) p (market_id, last)
    ),
    ranges as (
        select p.market_id, p.last, greatest(p.last, t.high, f.high) as high,
               least(p.last, t.low, f.low) as low
          from now_prices p
          join (select distinct market_id from price_alerts
                 where met_at is null and kind in (1, 2)) w on w.market_id = p.market_id
          left join lateral (
              select max(price) as high, min(price) as low from provider_trades
               where market_id = p.market_id and at > $3) t on true
          left join lateral (
              select max(price) as high, min(price) as low
                from (select price, at from fills where market_id = p.market_id
                       order by seq desc, position desc limit 500) latest
               where at > $3) f on true
    ),
    met as (
        select a.id,
               case when a.kind = 1 and r.last >= a.price or a.kind = 2 and r.last <= a.price
                    then r.last
                    else (select price
                            from (select price, at from provider_trades
                                   where market_id = a.market_id
                                     and at > greatest($3, a.created_at)
                                  union all
                                  (select price, at from fills where market_id = a.market_id
                                    order by seq desc, position desc limit 500)) trades
                           where at > greatest($3, a.created_at)
                             and case a.kind when 1 then price >= a.price
                                             else price <= a.price end
                           order by at limit 1)
               end as price
          from price_alerts a
          join ranges r on r.market_id = a.market_id
          join clients c on c.id = a.client_id and c.status <> 'FREEZE_ACCOUNT'
         where a.met_at is null
           and (a.kind = 1 and a.price <= r.high or a.kind = 2 and a.price >= r.low)
    )
    update price_alerts a set met_at = clock_timestamp(), met_price = met.price
      from met, clients c, markets m
     where a.id = met.id and met.price is not null and a.met_at is null and c.id = a.client_id
       and m.id = a.market_id
    returning a.*, m.pair, c.user_unique_id
)sql";

constexpr const char* meet_moves = R"sql(
    with now_prices as (
        select * from unnest($1::smallint[], $2::numeric[]) p (market_id, last)
    ),
    extremes as (
        select a.id, p.last, greatest(t.high, began.price) as high, least(t.low, began.price) as low
          from price_alerts a
          join now_prices p on p.market_id = a.market_id
          join clients c on c.id = a.client_id and c.status <> 'FREEZE_ACCOUNT'
         cross join lateral (
              select greatest(a.created_at,
                              clock_timestamp() - make_interval(mins => a.minutes)) as at) since
         cross join lateral (
              select case when since.at = a.created_at then a.price_then end as price) began
          left join lateral (
              select max(high) as high, min(low) as low from candles
               where market_id = a.market_id and span = 1 and opened_at >= since.at) t on true
         where a.met_at is null and a.kind = 3
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
    if (tx.one(count_alerts, {client}).integer("number") >= most_price_alerts)
        throw Error{Code::too_many_price_alerts}.with("most", std::to_string(most_price_alerts));
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

std::vector<MetPriceAlert> meet_price_alerts(pg::Transaction& tx, pg::Time since) {
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
    add(tx.run(meet_moves, {pg::Param::array(markets), pg::Param::array(prices)}));
    return met;
}

void forget_old_price_alerts(pg::Connection& connection) {
    connection.run(delete_old);
}

}  // namespace cambio::markets
