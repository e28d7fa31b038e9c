// The products of Earn: what there is, rates and limits, opening and closing them.
#include "approvals.h"
#include "commands.h"
#include "earn/products.h"
#include "error/error.h"
#include "output.h"

namespace cambio::control {

namespace {

constexpr const char* list_products = R"sql(
    select a.code as coin, trim_scale(r.apr) as apr, trim_scale(r.apr * 4) as highest,
           trim_scale(p.minimum_amount) as minimum, trim_scale(p.maximum_amount) as maximum,
           p.risk, case when p.open then 'open' else 'closed' end as state,
           coalesce(s.subscriptions, 0) as subscriptions,
           trim_scale(coalesce(s.balance, 0)) as subscribed,
           trim_scale(coalesce(s.owed, 0)) as owed,
           trim_scale(coalesce(h.balance, 0)) as house
      from earn_products p join assets a on a.id = p.asset_id
     cross join lateral (select apr from earn_rates where product_id = p.id
                          order by since desc limit 1) r
      left join lateral (select count(*) filter (where state = 1) as subscriptions,
                                sum(balance) as balance, sum(owed) as owed
                           from earn_subscriptions where product_id = p.id) s on true
      left join ledger_accounts h on h.client_id is null and h.house = 'earn'
                                 and h.asset_id = p.asset_id
     order by p.position, p.id
)sql";

/// As the command line has them.
struct Words {
    std::string coin, apr, minimum, maximum, risk;
};

std::optional<Decimal> amount_of(const std::string& text) {
    return text.empty() ? std::nullopt : Decimal::parse(text);
}

std::string plain_amount(const std::string& text) {
    const auto amount = Decimal::parse(text);
    return amount && amount->positive() ? "" : "must be a number above 0, such as 3.25";
}

earn::ProductChange change_of(const Words& words) {
    earn::ProductChange change{amount_of(words.apr), amount_of(words.minimum),
                               amount_of(words.maximum), std::nullopt, std::nullopt};
    if (!words.risk.empty()) change.high_risk = words.risk == "high";
    if (change.apr && *change.apr > Decimal::of(1000))
        throw Refused{"The rate must be at most 1000 % a year."};
    return change;
}

/// Whether the house may come to owe more by it.
bool promises_more(const earn::ProductChange& change) {
    return change.apr || change.maximum || change.open.value_or(false);
}

void write(Control& control, const std::string& act, const Words& words,
           const earn::ProductChange& change, const std::string& reason) {
    pg::Transaction tx{control.db};
    if (promises_more(change)) {
        Approval approval{act, words.coin, {}};
        approval.content["apr"] = or_null(change.apr);
        approval.content["minimum"] = or_null(change.minimum);
        approval.content["maximum"] = or_null(change.maximum);
        approval.content["risk"] = words.risk;
        if (!may_spend(control, tx, approval, reason)) return;
    }
    try {
        const auto product = earn::set_product(tx, words.coin, change);
        Json::Value data;
        data["coin"] = product.coin;
        data["apr"] = product.apr.str();
        data["minimum"] = product.minimum.str();
        data["maximum"] = product.maximum.str();
        data["risk"] = product.high_risk ? "high" : "low";
        data["open"] = product.open;
        control.record(tx, act, product.coin, reason, data);
        tx.commit();
        print_done(product.coin + " pays " + product.apr.str() + " % a year and is " +
                       (product.open ? "open." : "closed."),
                   data, control.json);
    } catch (const Error& error) {
        if (error.code() == Code::unknown_asset)
            throw Refused{"There is no coin " + words.coin + "."};
        if (error.code() == Code::missing_parameter)
            throw Refused{"There is no product for " + words.coin + " yet. A new product needs --" +
                          error.field() + "."};
        throw;
    } catch (const pg::Failure& failure) {
        if (!failure.check_violation()) throw;
        throw Refused{"The maximum is below the minimum."};
    }
}

void set_open(Control& control, const Words& words, bool open, const std::string& reason) {
    earn::ProductChange change;
    change.open = open;
    write(control, open ? "earn open" : "earn close", words, change, reason);
}

}  // namespace

void add_earn(Commands& commands) {
    const auto words = std::make_shared<Words>();
    auto& noun = commands.noun("earn", "Earn products: list, set, open, close");
    commands.verb(noun, "list", "List the products, and what the house owes", [](Control& control) {
        print_list(control.db.run(list_products),
                   {"coin", "apr", "highest", "minimum", "maximum", "risk", "state",
                    "subscriptions", "subscribed", "owed", "house"},
                   control.json);
    });
    const auto named = [words](CLI::App& verb) -> CLI::App& {
        verb.add_option("coin", words->coin, "The coin's code: BTC")->required()->type_name("COIN");
        return verb;
    };
    auto& set = named(commands.act(noun, "set", "Create a product, or change its rate and limits",
                                   [words, &commands](Control& control) {
                                       write(control, "earn set", *words, change_of(*words),
                                             commands.reason);
                                   }));
    const auto amount = [&set](const char* name, std::string& into, const char* meaning) {
        set.add_option(name, into, meaning)->type_name("AMOUNT")->check(plain_amount);
    };
    amount("--apr", words->apr, "The flexible rate in percent a year");
    amount("--minimum", words->minimum, "The minimum subscription");
    amount("--maximum", words->maximum, "The maximum subscription");
    set.add_option("--risk", words->risk, "The tab that shows it")
        ->check(CLI::IsMember({"low", "high"}));
    named(commands.act(noun, "open", "Let clients subscribe", [words, &commands](Control& control) {
        set_open(control, *words, true, commands.reason);
    }));
    named(commands.act(noun, "close",
                       "Close a product to new subscriptions; existing ones continue",
                       [words, &commands](Control& control) {
                           set_open(control, *words, false, commands.reason);
                       }));
}

}  // namespace cambio::control
