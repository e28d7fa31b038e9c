#include "support/earnings.h"

#include "earn/products.h"

namespace cambio::test {

namespace {

constexpr const char* age_rates = R"sql(
    update earn_rates set since = since - interval '10 years' where product_id = $1
)sql";
constexpr const char* find_subscription = R"sql(
    select s.*, a.code, c.user_unique_id
      from earn_subscriptions s join assets a on a.id = s.asset_id
      join clients c on c.id = s.client_id
     where s.id = $1
)sql";

}  // namespace

EarnProductId make_product(World& world, const std::string& coin, std::string_view apr,
                           std::string_view minimum, std::string_view maximum) {
    pg::Transaction tx{world.superuser()};
    const auto product =
        earn::set_product(tx, coin, {dec(apr), dec(minimum), dec(maximum), {}, true});
    tx.run(age_rates, {product.id});
    tx.commit();
    return product.id;
}

SubscriptionId subscribe(World& world, const Person& person, const Subscribe& wanted) {
    pg::Transaction tx{world.app()};
    const auto made = earn::subscribe(
        tx, person.id, {wanted.product, dec(wanted.amount), wanted.days, wanted.auto_renew, {}},
        pg::now() - std::chrono::days{wanted.days_ago});
    tx.commit();
    return made.id;
}

earn::Subscription read(World& world, SubscriptionId subscription) {
    pg::Transaction tx{world.app()};
    return earn::Subscription::from(tx.one(find_subscription, {subscription}));
}

}  // namespace cambio::test
