#include "markets/catalogue.h"

#include <json/reader.h>
#include <json/value.h>

#include <fstream>
#include <optional>
#include <regex>

#include "jobs/marks.h"
#include "ledger/ledger.h"
#include "text/letters.h"

namespace cambio::markets {

namespace {

/// The address of a coin's picture: the site's build writes one file for each icon of the
/// catalogue.
std::string picture(std::string_view icon) {
    return "/icons/" + text::lower(icon) + ".svg";
}

constexpr const char* find_asset = R"sql(select id from assets where code = $1)sql";
constexpr const char* insert_asset = R"sql(
    insert into assets (code, name, type, icon, display_places, trade_places, pos, pow, innovation,
                        coingecko)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id
)sql";
constexpr const char* update_asset = R"sql(
    update assets set name = $2, type = $3, icon = $4, display_places = $5, trade_places = $6,
        pos = $7, pow = $8, innovation = $9, coingecko = $10
    where code = $1 and (name, type, icon, display_places, trade_places, pos, pow, innovation,
                         coingecko)
        is distinct from ($2, $3, $4, $5::smallint, $6::smallint, $7::boolean, $8::boolean,
                          $9::boolean, $10)
)sql";
// Locks the market's row, as the settlement does, so that no order slips in.
constexpr const char* find_market = R"sql(
    select m.id, m.tick, m.lot,
           exists (select 1 from orders o where o.market_id = m.id and o.state = 1) as has_orders
    from markets m where m.pair = $1 for update
)sql";
constexpr const char* insert_market = R"sql(
    insert into markets (pair, base_id, quote_id, instrument, tick, lot, minimum_quantity,
                         minimum_total, provider_limit, position, paused)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
            exists (select from pauses where what = 'trading'))
)sql";
constexpr const char* update_market = R"sql(
    update markets set tick = $2, lot = $3, minimum_quantity = $4, minimum_total = $5,
        provider_limit = $6, position = $7
    where pair = $1 and (tick, lot, minimum_quantity, minimum_total, provider_limit, position)
        is distinct from ($2::numeric, $3::numeric, $4::numeric, $5::numeric, $6::numeric,
                          $7::smallint)
)sql";
constexpr const char* describe = R"sql(
    insert into coin_profiles as known (asset_id, issue_date, max_supply, intro)
    select id, $2::date, $3::numeric, $4 from assets where code = $1
    on conflict (asset_id) do update
        set issue_date = coalesce(known.issue_date, excluded.issue_date),
            max_supply = coalesce(known.max_supply, excluded.max_supply),
            intro = coalesce(known.intro, excluded.intro)
        where (known.issue_date is null and excluded.issue_date is not null)
              or (known.max_supply is null and excluded.max_supply is not null)
              or known.intro is null
)sql";

constexpr int market_worth_usdt = 5'000'000;
constexpr int quote_inventory = 50'000'000;
constexpr int rewards_usdt = 1'000'000;
constexpr int insurance_usdt = 1'000'000;

/// One coin of the file with the readers of its fields, which name what is wrong.
class Coin {
  public:
    Coin(const std::string& path, const Json::Value& value) : path_{path}, value_{value} {
        if (!value.isObject()) fail("coins", "holds something that is not an object");
        code_ = text("code");
    }

    const std::string& code() const { return code_; }
    bool has_market() const { return value_.isMember("market"); }

    std::string text(const char* name) const {
        const Json::Value& field = value_[name];
        if (!field.isString() || field.asString().empty()) fail(name, "is not a text");
        return field.asString();
    }
    /// Empty where the coin has none.
    std::string maybe_text(const char* name) const {
        return value_.isMember(name) ? text(name) : "";
    }
    std::optional<std::string> date(const char* name) const {
        if (!value_.isMember(name)) return std::nullopt;
        static const std::regex shape{R"(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))"};
        const std::string date = text(name);
        if (!std::regex_match(date, shape)) fail(name, "is not a date as 2009-01-03");
        return date;
    }
    /// Above zero, where the coin has it.
    std::optional<Decimal> maybe_amount(const char* name) const {
        if (!value_.isMember(name)) return std::nullopt;
        return above_zero(value_, name);
    }
    bool flag(const char* name) const {
        if (!value_[name].isBool()) fail(name, "is neither true nor false");
        return value_[name].asBool();
    }
    int places(const char* name) const {
        const Json::Value& field = value_[name];
        if (!field.isInt() || field.asInt() < 0 || field.asInt() > Decimal::places) {
            fail(name, "is not a number of places from 0 to 18");
        }
        return field.asInt();
    }
    /// A field of its market; above zero.
    Decimal amount(const char* name) const {
        const Json::Value& market = value_["market"];
        if (!market.isObject()) fail("market", "is not an object");
        return above_zero(market, name);
    }
    [[noreturn]] void fail(const char* field, const std::string& problem) const {
        throw CatalogueError{path_ + ": " + code_ + ": " + field + " " + problem};
    }

  private:
    Decimal above_zero(const Json::Value& object, const char* name) const {
        const Json::Value& field = object[name];
        const auto amount = field.isString() ? Decimal::parse(field.asString()) : std::nullopt;
        if (!amount || !amount->positive()) fail(name, "is not a text with an amount above zero");
        return *amount;
    }

    std::string path_;
    const Json::Value& value_;
    std::string code_;
};

class Catalogue {
  public:
    explicit Catalogue(const std::string& path) {
        std::ifstream file{path};
        std::string problem;
        if (!Json::parseFromStream(Json::CharReaderBuilder{}, file, &root_, &problem)) {
            throw CatalogueError{path + ": " + (file.is_open() ? problem : "cannot be read")};
        }
        if (!root_.isObject() || !root_["quote"].isString() || !root_["coins"].isArray()) {
            throw CatalogueError{path + ": does not hold quote and coins"};
        }
        for (const Json::Value& coin : root_["coins"]) coins_.emplace_back(path, coin);
    }

    std::string quote() const { return root_["quote"].asString(); }
    const std::vector<Coin>& coins() const { return coins_; }

  private:
    Json::Value root_;
    std::vector<Coin> coins_;
};

void load_asset(pg::Transaction& tx, const Coin& coin, CatalogueChanges& changes) {
    const bool known = tx.maybe(find_asset, {coin.code()}).has_value();
    const auto result =
        tx.run(known ? update_asset : insert_asset,
               {coin.code(), coin.text("name"), coin.text("type"), picture(coin.text("icon")),
                coin.places("display_places"), coin.places("trade_places"), coin.flag("pos"),
                coin.flag("pow"), coin.flag("innovation"), coin.maybe_text("coingecko")});
    (known ? changes.assets_changed : changes.assets_added) += static_cast<int>(result.affected());
}

/// What the matching and the settlement count on.
void check_market(const Coin& coin) {
    const Decimal lot = coin.amount("lot");
    if (coin.amount("tick").used_places() + lot.used_places() > Decimal::places) {
        coin.fail("tick", "and lot have more than 18 places together, so totals would be inexact");
    }
    if (!coin.amount("minimum_quantity").multiple_of(lot)) {
        coin.fail("minimum_quantity", "is not a multiple of the lot");
    }
}

void load_market(pg::Transaction& tx, const Coin& coin, const std::string& quote, int position,
                 CatalogueChanges& changes) {
    check_market(coin);
    const std::string pair = coin.code() + quote;
    const Decimal tick = coin.amount("tick"), lot = coin.amount("lot");
    const Decimal minimum_quantity = coin.amount("minimum_quantity");
    const Decimal minimum_total = coin.amount("minimum_total");
    const Decimal provider_limit = coin.amount("provider_limit");

    const auto known = tx.maybe(find_market, {pair});
    if (!known) {
        const auto base = tx.one(find_asset, {coin.code()}).id<AssetId>("id");
        const auto quote_asset = tx.one(find_asset, {quote}).id<AssetId>("id");
        tx.change(1, insert_market,
                  {pair, base, quote_asset, coin.code() + "-" + quote, tick, lot, minimum_quantity,
                   minimum_total, provider_limit, position});
        ++changes.markets_added;
        return;
    }
    const bool steps_change = known->decimal("tick") != tick || known->decimal("lot") != lot;
    if (steps_change && known->boolean("has_orders")) {
        coin.fail("market",
                  "would get another tick or lot, but has open orders: cancel them first");
    }
    changes.markets_changed +=
        static_cast<int>(tx.run(update_market, {pair, tick, lot, minimum_quantity, minimum_total,
                                                provider_limit, position})
                             .affected());
}

bool fund(pg::Transaction& tx, ledger::House house, const std::string& mark,
          const std::string& code, Decimal amount) {
    if (!jobs::make_mark(tx.connection(), mark + code, amount)) return false;
    const auto asset = tx.one(find_asset, {code}).id<AssetId>("id");
    ledger::transfer(tx, ledger::house_account(tx, ledger::House::demo, asset),
                     ledger::house_account(tx, house, asset), amount, ledger::Kind::house_funding,
                     asset.value);
    return true;
}

bool fund_liquidity(pg::Transaction& tx, const std::string& code, Decimal amount) {
    return fund(tx, ledger::House::liquidity, "demo_liquidity:", code, amount);
}

}  // namespace

CatalogueChanges load_catalogue(pg::Connection& owner, const std::string& path) {
    const Catalogue catalogue{path};
    CatalogueChanges changes;
    pg::Transaction tx{owner};
    for (const Coin& coin : catalogue.coins()) load_asset(tx, coin, changes);
    int position = 0;
    for (const Coin& coin : catalogue.coins()) {
        if (coin.has_market()) load_market(tx, coin, catalogue.quote(), ++position, changes);
    }
    tx.commit();
    return changes;
}

int describe_coins(pg::Connection& owner, const std::string& path) {
    const Catalogue catalogue{path};
    std::uint64_t described = 0;
    pg::Transaction tx{owner};
    for (const Coin& coin : catalogue.coins()) {
        const std::string about = coin.maybe_text("about");
        if (about.empty()) continue;
        described += tx.run(describe, {coin.code(), coin.date("issued"),
                                       coin.maybe_amount("max_supply"), about})
                         .affected();
    }
    tx.commit();
    return static_cast<int>(described);
}

int fund_demo_liquidity(pg::Connection& owner, const std::string& path) {
    const Catalogue catalogue{path};
    pg::Transaction tx{owner};
    int funded = fund_liquidity(tx, catalogue.quote(), Decimal::of(quote_inventory)) ? 1 : 0;
    for (const Coin& coin : catalogue.coins()) {
        if (!coin.has_market()) continue;
        const Decimal worth = Decimal::divide(Decimal::of(market_worth_usdt),
                                              coin.amount("reference_price"), Rounding::down);
        if (fund_liquidity(tx, coin.code(), worth.rounded(0, Rounding::up))) ++funded;
    }
    tx.commit();
    return funded;
}

bool fund_demo_rewards(pg::Connection& owner) {
    pg::Transaction tx{owner};
    const bool funded =
        fund(tx, ledger::House::rewards, "demo_rewards:", "USDT", Decimal::of(rewards_usdt));
    tx.commit();
    return funded;
}

bool fund_demo_insurance(pg::Connection& owner) {
    pg::Transaction tx{owner};
    const bool funded =
        fund(tx, ledger::House::insurance, "demo_insurance:", "USDT", Decimal::of(insurance_usdt));
    tx.commit();
    return funded;
}

}  // namespace cambio::markets
