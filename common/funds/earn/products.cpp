#include "earn/products.h"

#include <array>
#include <stdexcept>

#include "error/error.h"
#include "jobs/marks.h"
#include "ledger/ledger.h"

namespace cambio::earn {

namespace {

constexpr const char* list_products = R"sql(
    select p.*, a.code, a.name, a.icon, r.apr
      from earn_products p join assets a on a.id = p.asset_id
     cross join lateral (select apr from earn_rates where product_id = p.id
                          order by since desc limit 1) r
     order by p.position, p.id
)sql";
// A client may ask for any id, also for one beyond the column's 32 bits: compared as a bigint, it
// is nobody's.
constexpr const char* find_one = R"sql(
    select p.*, a.code, a.name, a.icon, r.apr
      from earn_products p join assets a on a.id = p.asset_id
     cross join lateral (select apr from earn_rates where product_id = p.id
                          order by since desc limit 1) r
     where p.id = $1::bigint
)sql";
constexpr const char* find_rate = R"sql(
    select apr from earn_rates where product_id = $1 and since <= $2 order by since desc limit 1
)sql";
constexpr const char* find_asset = "select id from assets where code = $1";
constexpr const char* find_by_asset = R"sql(
    select id from earn_products where asset_id = $1 for update
)sql";
constexpr const char* insert_product = R"sql(
    insert into earn_products (asset_id, minimum_amount, maximum_amount, position)
    select $1, $2, $3, coalesce(max(position), 0) + 1 from earn_products returning id
)sql";
constexpr const char* change_product = R"sql(
    update earn_products set minimum_amount = coalesce($2, minimum_amount),
           maximum_amount = coalesce($3, maximum_amount), risk = coalesce($4, risk),
           open = coalesce($5, open)
     where id = $1
)sql";
constexpr const char* insert_rate = R"sql(
    insert into earn_rates (product_id, since, apr) values ($1, clock_timestamp(), $2)
)sql";

struct DemoProduct {
    const char* coin;
    const char* apr;
    const char* minimum;
    const char* maximum;
    bool high_risk;
    const char* fund;
};

constexpr bool low = false;
constexpr bool high = true;
constexpr std::array demo_products = {
#define X(coin, apr, minimum, maximum, risk, fund) \
    DemoProduct{coin, apr, minimum, maximum, risk, fund},
#include "earn/demo_products.def"
#undef X
};

Decimal amount_of(const char* text) {
    const auto amount = Decimal::parse(text);
    if (!amount) throw std::logic_error{"earn: demo_products.def"};
    return *amount;
}

Decimal needed(const std::optional<Decimal>& amount, const char* name) {
    if (!amount) throw Error{Code::missing_parameter, name};
    return *amount;
}

bool make_demo(pg::Transaction& tx, const DemoProduct& wanted, AssetId asset) {
    if (tx.maybe(find_by_asset, {asset})) return false;
    set_product(tx, wanted.coin,
                {amount_of(wanted.apr), amount_of(wanted.minimum), amount_of(wanted.maximum),
                 wanted.high_risk, true});
    return true;
}

bool fund_demo(pg::Transaction& tx, const DemoProduct& wanted, AssetId asset) {
    const Decimal amount = amount_of(wanted.fund);
    const auto mark = std::string{"demo_earn:"} + wanted.coin;
    if (!jobs::make_mark(tx.connection(), mark, amount)) return false;
    ledger::transfer(tx, ledger::house_account(tx, ledger::House::demo, asset),
                     ledger::house_account(tx, ledger::House::earn, asset), amount,
                     ledger::Kind::house_funding, asset.value);
    return true;
}

}  // namespace

Product Product::from(const pg::Row& row) {
    return {row.id<EarnProductId>("id"),
            row.id<AssetId>("asset_id"),
            row.str("code"),
            row.str("name"),
            row.str("icon"),
            row.decimal("apr"),
            row.decimal("minimum_amount"),
            row.decimal("maximum_amount"),
            row.text("risk") == "high",
            row.boolean("open")};
}

std::vector<Product> products(pg::Connection& connection) {
    std::vector<Product> all;
    for (const auto row : connection.run(list_products)) all.push_back(Product::from(row));
    return all;
}

std::optional<Product> find_product(pg::Transaction& tx, EarnProductId id) {
    const auto row = tx.maybe(find_one, {id});
    return row ? std::optional{Product::from(*row)} : std::nullopt;
}

std::optional<Decimal> rate_on(pg::Transaction& tx, EarnProductId id, Day day) {
    const auto row = tx.maybe(find_rate, {id, pg::Time{day}});
    return row ? std::optional{row->decimal("apr")} : std::nullopt;
}

Product set_product(pg::Transaction& tx, const std::string& coin, const ProductChange& change) {
    const auto asset = tx.maybe(find_asset, {coin});
    if (!asset) throw Error{Code::unknown_asset, "coin"};
    const auto asset_id = asset->id<AssetId>("id");
    const auto known = tx.maybe(find_by_asset, {asset_id});
    EarnProductId id;
    if (known) {
        id = known->id<EarnProductId>("id");
    } else {
        needed(change.apr, "apr");
        id = tx.one(insert_product, {asset_id, needed(change.minimum, "minimum"),
                                     needed(change.maximum, "maximum")})
                 .id<EarnProductId>("id");
    }
    std::optional<std::string> risk;
    if (change.high_risk) risk = *change.high_risk ? "high" : "low";
    tx.change(1, change_product, {id, change.minimum, change.maximum, risk, change.open});
    if (change.apr) tx.change(1, insert_rate, {id, *change.apr});
    return Product::from(tx.one(find_one, {id}));
}

int load_demo_products(pg::Connection& owner) {
    pg::Transaction tx{owner};
    int changed = 0;
    for (const DemoProduct& wanted : demo_products) {
        const auto asset = tx.maybe(find_asset, {wanted.coin});
        if (!asset) continue;
        const auto id = asset->id<AssetId>("id");
        const bool made = make_demo(tx, wanted, id);
        const bool funded = fund_demo(tx, wanted, id);
        if (made || funded) ++changed;
    }
    tx.commit();
    return changed;
}

}  // namespace cambio::earn
