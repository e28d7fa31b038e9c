// Fills conversions that wait for their rate: each is settled at the rate of the moment once that
// is as good as its limit, both legs or neither. Only at fresh prices; what the house cannot give
// now waits on. Forgets quotes that nobody can use any more.
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "convert/quotes.h"
#include "convert/waiting.h"
#include "error/error.h"
#include "jobs/job.h"
#include "log/log.h"
#include "notices/notices.h"
#include "risk/house_trades.h"
#include "risk/refused.h"

namespace {

using namespace cambio;
using convert::CoinNow;

constexpr auto pace = std::chrono::seconds{2};
/// Of one look at the list; what is left of it comes in the next. Only while one look after the
/// other ends is its owner refused what has been reached (convert::take_back).
constexpr auto max_look = std::chrono::seconds{5};

constexpr const char* waiting = R"sql(
    select n.id, from_code, to_code, n.limit_price, n.limit_in_quote, n.created_at
    from conversions c join named_conversions n on n.id = c.id
    where c.state = 1 and (c.waits_until is null or c.waits_until <= clock_timestamp())
    order by c.id
)sql";
// Its owner may take it back at the same time: whoever has the row first decides.
constexpr const char* take = R"sql(
    select n.*, u.user_unique_id, (select id from assets where code = $2) as usdt_id
    from conversions c join named_conversions n on n.id = c.id join clients u on u.id = c.client_id
    where c.id = $1 and c.state = 1 for update of c skip locked
)sql";

/// The coins of one look at the market, each read once: what is not reached there waits for the
/// next.
class Coins {
  public:
    explicit Coins(jobs::Job& job) : job_{job} {}

    bool reach(const pg::Row& row) {
        for (const char* code : {"from_code", "to_code"}) read(row.str(code));
        return convert::reached_at(coins_, row, job_.config).has_value();
    }

  private:
    void read(const std::string& code) {
        if (!known_.insert(code).second) return;
        if (auto coin = convert::read_coin(job_.db, code, convert::Ages{job_.config}))
            coins_.emplace(code, std::move(*coin));
    }

    jobs::Job& job_;
    std::set<std::string> known_;
    std::map<std::string, CoinNow> coins_;
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

/// At the prices of this moment, not those of when the look began: those before it in the list take
/// time, and whoever has filled the list would choose how much.
void fill(jobs::Job& job, ConversionId id) {
    pg::Transaction tx{job.db};
    const auto row = tx.maybe(take, {id, convert::through_coin});
    if (!row) return;
    const auto coins = convert::coins_of(tx.connection(), *row, job.config);
    const auto terms = convert::reached_at(coins, *row, job.config);
    if (!terms) return;
    const auto amounts = convert::by_from(*terms, row->decimal("from_amount"));
    // Before anything is locked for it.
    if (convert::beyond_depth(*terms, amounts))
        throw risk::Refused{risk::Why::depth, Error{Code::no_liquidity}};
    const token::ActiveClient owner{row->id<ClientId>("client_id"), row->str("user_unique_id")};
    const convert::Exchange exchange{row->id<AssetId>("from_id"), row->id<AssetId>("to_id"),
                                     row->id<AssetId>("usdt_id"), amounts};
    convert::settle(tx, owner.id, id, exchange, true, "");
    convert::spend_budget(tx, exchange, *terms, job.config.house_budget_per_minute);
    convert::mark_filled(tx, id, amounts.to, convert::rate(*terms));
    tell(tx, owner.id, *row, amounts.to);
    tx.commit();
    convert::announce(job.db, job.push, owner, id);
    job.push.tell(owner.unique_id, ClientEvent::notification);
}

void fill_or_wait(jobs::Job& job, ConversionId id) {
    try {
        fill(job, id);
    } catch (const Error& refusal) {
        // The house has too little of the coin: it waits on.
        if (refusal.code() != Code::no_liquidity) throw;
        convert::let_wait(job.db, id);
        log::info("conversion_waits", {{"conversion", std::to_string(id.value)}});
    }
}

void fill_all(jobs::Job& job) {
    const auto end = std::chrono::steady_clock::now() + max_look;
    Coins coins{job};
    for (const auto row : job.db.run(waiting)) {
        if (std::chrono::steady_clock::now() >= end) break;
        if (!coins.reach(row)) continue;
        const auto id = row.id<ConversionId>("id");
        jobs::attempt(job, id.value, [&] { fill_or_wait(job, id); });
    }
    convert::forget_quotes(job.db);
    risk::forget_traded(job.db);
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "fill_conversions", pace, fill_all);
}
