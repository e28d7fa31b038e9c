// Brings the facts of coins (ranking, market value, supplies, highs and lows, what a coin is) from
// a source that speaks CoinGecko's protocol. Figures each hour with two calls, the words of a coin
// once a day with one call each. The source allows 30 calls a minute, so that a run makes fewer and
// leaves the rest to the next one, five minutes later. What cannot be had leaves what was there.
#include <optional>

#include "http/http.h"
#include "jobs/job.h"
#include "log/log.h"
#include "markets/coin_facts.h"

namespace {

using namespace cambio;

constexpr std::size_t largest_answer = 4u << 20;
constexpr std::chrono::seconds patience{15};
constexpr std::int64_t details_at_a_time = 25;

constexpr const char* figures_due = R"sql(
    select coalesce((select at < now() - interval '55 minutes' from job_marks
                     where name = 'coin_facts'), true) as due
)sql";
constexpr const char* mark_figures = R"sql(
    insert into job_marks (name, value) values ('coin_facts', '')
    on conflict (name) do update set at = now()
)sql";
constexpr const char* coins = R"sql(
    select id, code, coingecko from assets where coingecko <> '' order by id
)sql";
constexpr const char* write_figures = R"sql(
    insert into coin_profiles (asset_id, ranking, market_cap, market_dominance,
                               circulating_supply, total_supply, max_supply, all_time_high,
                               all_time_low, facts_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())
    on conflict (asset_id) do update
        set ranking = excluded.ranking, market_cap = excluded.market_cap,
            market_dominance = coalesce(excluded.market_dominance, coin_profiles.market_dominance),
            circulating_supply = excluded.circulating_supply,
            total_supply = excluded.total_supply, max_supply = excluded.max_supply,
            all_time_high = excluded.all_time_high, all_time_low = excluded.all_time_low,
            facts_at = excluded.facts_at
)sql";
constexpr const char* details_due = R"sql(
    select a.id, a.coingecko from assets a left join coin_profiles p on p.asset_id = a.id
    where a.coingecko <> ''
          and (p.details_at is null or p.details_at < now() - interval '1 day')
    order by p.details_at nulls first, a.id limit $1
)sql";
constexpr const char* write_details = R"sql(
    insert into coin_profiles (asset_id, issue_date, intro, details_at)
    values ($1, $2::date, $3, now())
    on conflict (asset_id) do update
        set issue_date = excluded.issue_date, intro = excluded.intro, details_at = now()
)sql";
// A coin that the source does not know keeps its words and is asked for again tomorrow.
constexpr const char* mark_details = R"sql(
    insert into coin_profiles (asset_id, details_at) values ($1, now())
    on conflict (asset_id) do update set details_at = now()
)sql";

class Source {
  public:
    explicit Source(jobs::Job& job) : job_{job} {}

    http::Answer ask(const std::string& path) {
        http::Outgoing request;
        request.url = job_.config.coin_facts_url + path;
        request.timeout = patience;
        request.largest_body = largest_answer;
        if (!job_.config.coin_facts_api_key.empty())
            request.headers = {"x-cg-demo-api-key: " + job_.config.coin_facts_api_key};
        return client_.send(request);
    }

    /// Says why there are no facts, without the address.
    void failed(const std::string& what, const http::Answer& answer) {
        log::warn("no_coin_facts", {{"what", what},
                                    {"outcome", answer.ok() ? "unreadable" : "refused"},
                                    {"status", std::to_string(answer.status)}});
        job_.failed();
    }

  private:
    jobs::Job& job_;
    http::Client client_;
};

std::string ids_of(const pg::Result& listed) {
    std::string ids;
    for (const auto row : listed)
        ids += (ids.empty() ? "" : ",") + http::encode(row.str("coingecko"));
    return ids;
}

/// Without the total, what each coin's share is stays as it was.
std::optional<markets::CoinsTotal> fetch_total(Source& source) {
    const auto answer = source.ask("/global");
    auto total = answer.ok() ? markets::parse_coins_total(answer.body) : std::nullopt;
    if (!total) source.failed("global", answer);
    return total;
}

/// False: the source does not want to be asked any more now.
bool fetch_figures(jobs::Job& job, Source& source) {
    const auto listed = job.db.run(coins);
    const auto answer =
        source.ask("/coins/markets?vs_currency=usd&per_page=250&ids=" + ids_of(listed));
    const auto facts = answer.ok() ? markets::parse_coin_facts(answer.body) : std::nullopt;
    if (!facts) {
        source.failed("markets", answer);
        return false;
    }
    const auto total = fetch_total(source);
    pg::Transaction tx{job.db};
    std::int64_t known = 0;
    for (const auto row : listed) {
        const auto found = facts->find(row.str("coingecko"));
        if (found == facts->end()) continue;
        const auto& coin = found->second;
        const auto share =
            total ? markets::dominance(*total, row.str("code"), coin.market_cap) : std::nullopt;
        tx.change(
            1, write_figures,
            {row.id<AssetId>("id"), coin.ranking, coin.market_cap, share, coin.circulating_supply,
             coin.total_supply, coin.max_supply, coin.all_time_high, coin.all_time_low});
        ++known;
    }
    if (total) tx.run(mark_figures);
    tx.commit();
    log::info("coin_facts_fetched", {{"coins", std::to_string(known)}});
    return total.has_value();
}

bool fetch_details(jobs::Job& job, Source& source, AssetId asset, const std::string& id) {
    const auto answer = source.ask("/coins/" + http::encode(id) +
                                   "?localization=false&tickers=false&market_data=false"
                                   "&community_data=false&developer_data=false");
    const bool unknown = answer.outcome == http::Outcome::answered && answer.status == 404;
    if (unknown) {
        log::warn("unknown_coin", {{"coin", id}});
        job.db.run(mark_details, {asset});
        return true;
    }
    const auto details = answer.ok() ? markets::parse_coin_details(answer.body, id) : std::nullopt;
    if (!details) {
        source.failed(id, answer);
        return answer.ok();
    }
    job.db.run(write_details, {asset, details->issue_date, details->intro});
    return true;
}

void fetch(jobs::Job& job) {
    if (job.config.coin_facts_url.empty()) return;
    Source source{job};
    if (job.db.run(figures_due)[0].boolean("due") && !fetch_figures(job, source)) return;
    for (const auto row : job.db.run(details_due, {details_at_a_time}))
        if (!fetch_details(job, source, row.id<AssetId>("id"), row.str("coingecko"))) return;
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "fetch_coin_profiles", std::chrono::milliseconds{0}, fetch);
}
