#include "convert/waiting.h"

#include "risk/gate.h"

namespace cambio::convert {

namespace {

constexpr const char* lock_waiting = R"sql(
    select c.waits_until is null or c.waits_until <= clock_timestamp() as due,
           exists (select from job_runs where name = 'fill_conversions'
                       and succeeded_at > clock_timestamp() - interval '15 seconds') as job_runs
    from conversions c where c.id = $1 and c.client_id = $2 and c.state = 1 for update
)sql";
constexpr const char* read_waiting = "select * from named_conversions where id = $1";
constexpr const char* set_waiting = R"sql(
    update conversions set waits_until = clock_timestamp() + interval '15 seconds'
    where id = $1 and state = 1
)sql";

bool ready(const CoinNow& coin, pg::Time asked) {
    return coin.open && coin.fresh && (coin.usdt || !risk::made_before(coin.made, asked));
}

}  // namespace

std::map<std::string, CoinNow> coins_of(pg::Connection& connection, const pg::Row& conversion,
                                        const Config& config) {
    return read_coins(connection, {conversion.str("from_code"), conversion.str("to_code")},
                      Ages{config});
}

std::optional<Terms> reached_at(const std::map<std::string, CoinNow>& coins,
                                const pg::Row& conversion, const Config& config) {
    const auto from = coins.find(conversion.str("from_code"));
    const auto to = coins.find(conversion.str("to_code"));
    if (from == coins.end() || to == coins.end()) return std::nullopt;
    const pg::Time asked = config.house_last_look ? conversion.time("created_at") : pg::Time{};
    if (!ready(from->second, asked) || !ready(to->second, asked)) return std::nullopt;
    auto terms = terms_between(from->second, to->second, config.convert_spread);
    const Limit limit{conversion.decimal("limit_price"), conversion.boolean("limit_in_quote")};
    if (!reached(terms, limit)) return std::nullopt;
    return terms;
}

std::optional<Taken> take_back(pg::Transaction& tx, ConversionId id, ClientId owner,
                               const Config& config) {
    const auto locked = tx.maybe(lock_waiting, {id, owner});
    if (!locked) return std::nullopt;
    if (!locked->boolean("due") || !locked->boolean("job_runs")) return Taken::free;
    const auto row = tx.one(read_waiting, {id});
    const auto coins = coins_of(tx.connection(), row, config);
    return reached_at(coins, row, config) ? Taken::filling : Taken::free;
}

void let_wait(pg::Connection& connection, ConversionId id) {
    connection.run(set_waiting, {id});
}

}  // namespace cambio::convert
