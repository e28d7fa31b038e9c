#include "convert/quotes.h"

namespace cambio::convert {

namespace {

constexpr const char* insert_quote = R"sql(
    insert into convert_quotes (client_id, from_id, to_id, from_amount, to_amount, through, rate,
                                expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8::integer))
    returning id, expires_at
)sql";
constexpr const char* end_those_uncovered = R"sql(
    update convert_quotes q set expires_at = now()
    from (select id, sum(from_amount) over (order by id desc) as promised
          from convert_quotes l
          where client_id = $1 and from_id = $2 and expires_at > now()
              and not exists (select from conversions c where c.quote_id = l.id)) live
    where q.id = live.id and live.promised > $3
)sql";
constexpr const char* delete_old_quotes = R"sql(
    delete from convert_quotes where expires_at < now() - interval '1 hour'
)sql";

}  // namespace

Quote promise(pg::Transaction& tx, const Promise& promised) {
    const auto& amounts = promised.amounts;
    const auto row = tx.one(insert_quote,
                            {promised.client, promised.from, promised.to, amounts.from, amounts.to,
                             amounts.through, promised.rate, std::int64_t{promised.lasts.count()}});
    return {row.id<QuoteId>("id"), row.time("expires_at")};
}

void end_uncovered(pg::Transaction& tx, ClientId client, AssetId from, Decimal left) {
    tx.run(end_those_uncovered, {client, from, left});
}

void forget_quotes(pg::Connection& connection) {
    connection.run(delete_old_quotes);
}

}  // namespace cambio::convert
