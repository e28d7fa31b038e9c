// Fills conversions that wait for their rate: each is settled at the rate of the moment once that
// is as good as its limit, both legs or neither. Only at fresh prices; what the house cannot give
// now waits on. Forgets quotes that nobody can use any more.
#include <map>

#include "convert/conversions.h"
#include "error/error.h"
#include "jobs/job.h"
#include "log/log.h"
#include "notices/notices.h"
#include "risk/gate.h"
#include "risk/house_trades.h"

namespace {

using namespace cambio;
using convert::CoinNow;

constexpr auto pace = std::chrono::seconds{2};

constexpr const char* waiting = R"sql(
    select id, from_code, to_code, limit_price, limit_in_quote, created_at
    from named_conversions where state = 1 order by id
)sql";
// Its owner may take it back at the same time: whoever has the row first decides.
constexpr const char* take = R"sql(
    select n.*, u.user_unique_id, (select id from assets where code = $2) as usdt_id
    from conversions c join named_conversions n on n.id = c.id join clients u on u.id = c.client_id
    where c.id = $1 and c.state = 1 for update of c skip locked
)sql";
constexpr const char* mark_filled = R"sql(
    update conversions set state = 2, to_amount = $2, rate = $3, updated_at = now()
    where id = $1 and state = 1
)sql";
constexpr const char* forget_quotes = R"sql(
    delete from convert_quotes where expires_at < now() - interval '1 hour'
)sql";

/// The coins of one look at the market, each read once.
class Coins {
  public:
    explicit Coins(jobs::Job& job) : job_{job} {}

    /// Nothing while they cannot be converted, or have no price that was made after it was asked.
    std::optional<convert::Terms> terms(const pg::Row& row) {
        const auto& payer = find(row.str("from_code"));
        const auto& received = find(row.str("to_code"));
        const pg::Time asked = job_.config.house_last_look ? row.time("created_at") : pg::Time{};
        if (!ready(payer, asked) || !ready(received, asked)) return std::nullopt;
        return convert::terms_between(*payer, *received, job_.config.convert_spread);
    }

  private:
    static bool ready(const std::optional<CoinNow>& coin, pg::Time asked) {
        return coin && coin->open && coin->fresh &&
               (coin->usdt || !risk::made_before(coin->made, asked));
    }

    const std::optional<CoinNow>& find(const std::string& code) {
        const auto known = coins_.find(code);
        if (known != coins_.end()) return known->second;
        return coins_.emplace(code, convert::read_coin(job_.db, code, convert::Ages{job_.config}))
            .first->second;
    }

    jobs::Job& job_;
    std::map<std::string, std::optional<CoinNow>> coins_;
};

void tell(pg::Transaction& tx, ClientId client, const pg::Row& row, Decimal received) {
    Json::Value data;
    data["conversion_id"] = row.str("id");
    data["amount"] = row.decimal("from_amount").str();
    data["from"] = row.str("from_code");
    data["total"] = received.str();
    data["to"] = row.str("to_code");
    notices::tell(tx, client, notices::Kind::conversion_filled, data);
}

void fill(jobs::Job& job, ConversionId id, const convert::Terms& terms) {
    pg::Transaction tx{job.db};
    const auto row = tx.maybe(take, {id, convert::through_coin});
    if (!row) return;
    const auto amounts = convert::by_from(terms, row->decimal("from_amount"));
    const ledger::ActiveClient owner{row->id<ClientId>("client_id"), row->str("user_unique_id")};
    const convert::Exchange exchange{row->id<AssetId>("from_id"), row->id<AssetId>("to_id"),
                                     row->id<AssetId>("usdt_id"), amounts};
    convert::settle(tx, owner.id, id, exchange, true, "");
    convert::spend_budget(tx, exchange, terms, job.config.house_budget_per_minute);
    tx.change(1, mark_filled, {id, amounts.to, convert::rate(terms)});
    tell(tx, owner.id, *row, amounts.to);
    tx.commit();
    convert::announce(job.db, job.push, owner, id);
    job.push.publish("client." + owner.unique_id, "client", "{}", R"("type":"notification")");
}

void fill_all(jobs::Job& job) {
    Coins coins{job};
    for (const auto row : job.db.run(waiting)) {
        const auto terms = coins.terms(row);
        const convert::Limit limit{row.decimal("limit_price"), row.boolean("limit_in_quote")};
        if (!terms || !convert::reached(*terms, limit)) continue;
        const auto id = row.id<ConversionId>("id");
        jobs::attempt(job, id.value, [&] {
            try {
                fill(job, id, *terms);
            } catch (const Error& refusal) {
                // The house has too little of the coin: it waits on.
                if (refusal.code() != Code::no_liquidity) throw;
                log::info("conversion_waits", {{"conversion", row.str("id")}});
            }
        });
    }
    job.db.run(forget_quotes);
    risk::forget_traded(job.db);
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "fill_conversions", pace, fill_all);
}
