// Brings the facts of coins (ranking, market value, supplies, highs and lows, what a coin is) from
// a source that speaks CoinGecko's protocol. Figures each hour with two calls, the words of a coin
// once a day with one call each. The source allows 30 calls a minute, so that a run makes fewer and
// leaves the rest to the next one, five minutes later. What cannot be had leaves what was there.
#include <optional>

#include "http/http.h"
#include "jobs/job.h"
#include "jobs/marks.h"
#include "log/log.h"
#include "markets/coin_facts.h"
#include "markets/coin_profiles.h"

namespace {

using namespace cambio;

constexpr std::size_t largest_answer = 4u << 20;
constexpr std::chrono::seconds patience{15};
constexpr std::int64_t details_at_a_time = 25;

constexpr const char* figures_mark = "coin_facts";
constexpr std::chrono::minutes figures_last{55};

constexpr const char* coins = R"sql(
    select id, code, coingecko from assets where coingecko <> '' order by id
)sql";
constexpr const char* details_due = R"sql(
    select a.id, a.coingecko from assets a left join coin_profiles p on p.asset_id = a.id
    where a.coingecko <> ''
          and (p.details_at is null or p.details_at < now() - interval '1 day')
    order by p.details_at nulls first, a.id limit $1
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
        markets::write_facts(tx, row.id<AssetId>("id"), coin, share);
        ++known;
    }
    if (total) jobs::set_mark(job.db, figures_mark, "");
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
        markets::note_no_details(job.db, asset);
        return true;
    }
    const auto details = answer.ok() ? markets::parse_coin_details(answer.body, id) : std::nullopt;
    if (!details) {
        source.failed(id, answer);
        return answer.ok();
    }
    markets::write_details(job.db, asset, *details);
    return true;
}

bool figures_are_due(jobs::Job& job) {
    const auto mark = jobs::read_mark(job.db, figures_mark);
    return !mark || mark->at < mark->read_at - figures_last;
}

void fetch(jobs::Job& job) {
    if (job.config.coin_facts_url.empty()) return;
    Source source{job};
    if (figures_are_due(job) && !fetch_figures(job, source)) return;
    for (const auto row : job.db.run(details_due, {details_at_a_time}))
        if (!fetch_details(job, source, row.id<AssetId>("id"), row.str("coingecko"))) return;
}

}  // namespace

int main(int argc, char** argv) {
    return jobs::run(argc, argv, "fetch_coin_profiles", std::chrono::milliseconds{0}, fetch);
}
