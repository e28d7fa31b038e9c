#include "holdings.h"

#include <json/writer.h>

#include <algorithm>
#include <array>

#include "error/error.h"

namespace cambio::wallet {

namespace {

constexpr const char* assets_and_prices = R"sql(
    select a.id, a.code, a.name, a.icon, a.pow, p.price
      from assets a join asset_prices p on p.asset_id = a.id
      left join markets m on m.id = p.market_id
     order by a.code = 'USDT' desc, m.position nulls last, a.id
)sql";

struct Sum {
    Decimal free, held, value;
    bool funded() const { return !free.zero() || !held.zero(); }
};

Decimal value_of(Decimal amount, const Asset& asset) {
    return Decimal::multiply(amount, asset.price, Rounding::down);
}

void add(Sum& sum, const Holding& holding, const Asset& asset) {
    (holding.held ? sum.held : sum.free) += holding.balance;
    sum.value += value_of(holding.balance, asset);
}

/// In the order of the catalogue.
std::vector<Sum> sums_of(const Catalogue& catalogue, Holdings holdings, ledger::Wallet wallet) {
    std::vector<Sum> sums(catalogue.assets().size());
    for (const auto& holding : holdings)
        if (holding.wallet == wallet)
            add(sums[catalogue.position(holding.asset)], holding, catalogue.at(holding.asset));
    return sums;
}

/// The positions of what is funded, by value.
std::vector<std::size_t> funded_first(const std::vector<Sum>& sums) {
    std::vector<std::size_t> funded;
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (sums[i].funded()) funded.push_back(i);
    std::ranges::stable_sort(funded, std::greater{}, [&sums](auto i) { return sums[i].value; });
    return funded;
}

void write_row(std::string& json, const Asset& asset, const Sum& sum) {
    if (json.back() == '}') json += ',';
    json += asset.json_start;
    json += R"(,"coin_value":")" + sum.free.str();
    json += R"(","freeze_value":")" + sum.held.str();
    json += R"(","usdt_value":")" + sum.value.str();
    json += "\"}";
}

void write_empty_row(std::string& json, const Asset& asset) {
    if (json.back() == '}') json += ',';
    json += asset.json_start;
    json += R"(,"coin_value":"0","freeze_value":"0","usdt_value":"0"})";
}

/// What is worth something over all wallets, by asset.
struct Valued {
    std::vector<Sum> sums;           ///< in the order of the catalogue
    std::vector<std::size_t> order;  ///< the most valuable first
    Decimal total;
};

Valued valued_coins(const Catalogue& catalogue, Holdings holdings) {
    Valued valued{std::vector<Sum>(catalogue.assets().size()), {}, {}};
    auto& sums = valued.sums;
    for (const auto& holding : holdings) {
        if (holding.wallet == ledger::Wallet::fee_credit) continue;
        const auto& asset = catalogue.at(holding.asset);
        add(sums[catalogue.position(holding.asset)], holding, asset);
    }
    // What positions would win or lose is USDT, and part of every total.
    if (const Asset* usdt = catalogue.find("USDT")) {
        Sum& sum = sums[catalogue.position(usdt->id)];
        sum.held += holdings.unrealised;
        sum.value += holdings.unrealised;
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (!sums[i].value.positive()) continue;
        valued.order.push_back(i);
        valued.total += sums[i].value;
    }
    std::ranges::stable_sort(valued.order, std::greater{},
                             [&sums](auto i) { return sums[i].value; });
    return valued;
}

std::string share_of(Decimal value, Decimal total) {
    return Decimal::multiply_divide(value, Decimal::of(100), total, Rounding::half_even)
        .str(2, Rounding::half_even);
}

using NamedAmounts = std::array<std::pair<std::string_view, Decimal>, 5>;

void append_amounts(std::string& json, const NamedAmounts& amounts) {
    for (const auto& [name, amount] : amounts) {
        if (json.back() == '"') json += ',';
        json += '"' + std::string{name} + R"(":")" + amount.str() + '"';
    }
}

}  // namespace

Catalogue Catalogue::read(pg::Connection& connection) {
    Catalogue catalogue;
    for (const auto row : connection.run(assets_and_prices)) {
        const auto quoted = [&row](const char* column) {
            return Json::valueToQuotedString(row.str(column).c_str());
        };
        Asset asset{row.id<AssetId>("id"), row.str("code"),
                    row.maybe_decimal("price").value_or(Decimal{}), row.boolean("pow"),
                    "{\"name\":" + quoted("code") + ",\"full_name\":" + quoted("name") +
                        ",\"image\":" + quoted("icon")};
        catalogue.positions_.emplace(asset.id, catalogue.assets_.size());
        catalogue.assets_.push_back(std::move(asset));
    }
    return catalogue;
}

const Asset* Catalogue::find(std::string_view code) const {
    const auto found = std::ranges::find(assets_, code, &Asset::code);
    return found == assets_.end() ? nullptr : &*found;
}

std::string wallet_view(const Catalogue& catalogue, Holdings holdings, ledger::Wallet wallet) {
    const auto sums = sums_of(catalogue, holdings, wallet);
    const auto& assets = catalogue.assets();
    const auto funded = funded_first(sums);

    std::string json;
    json.reserve(assets.size() * 160);
    json += R"({"wallet":[)";
    for (const auto i : funded) write_row(json, assets[i], sums[i]);
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (!sums[i].funded()) write_empty_row(json, assets[i]);
    json += "]}";
    return json;
}

std::string future_view(const Catalogue& catalogue, Holdings holdings) {
    const auto sums = sums_of(catalogue, holdings, ledger::Wallet::future);
    auto order = funded_first(sums);
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (!sums[i].funded()) order.push_back(i);

    std::string json = R"({"wallet":[)";
    for (const auto i : order) {
        const auto& sum = sums[i];
        const auto& asset = catalogue.assets()[i];
        const Decimal upnl = asset.code == "USDT" ? holdings.unrealised : Decimal{};
        if (json.back() == '}') json += ',';
        json += asset.json_start;
        json += R"(,"margin_balance":")" + (sum.free + sum.held).str();
        json += R"(","upnl":")" + upnl.str();
        json += R"(","available":")" + sum.free.str();
        json += R"(","coin_value":")" + sum.free.str();
        json += R"(","freeze_value":")" + sum.held.str();
        json += R"(","usdt_value":")" + sum.value.str() + "\"}";
    }
    return json + "]}";
}

std::string balance_view(const Catalogue& catalogue, Holdings holdings, std::string_view code) {
    const auto* asset = catalogue.find(code);
    if (asset == nullptr) throw Error{Code::unknown_asset, "name"};
    Sum sum;
    for (const auto& holding : holdings)
        if (holding.wallet == ledger::Wallet::spot && holding.asset == asset->id)
            add(sum, holding, *asset);
    return R"({"wallet":{"wallet_balance":")" + sum.free.str() + R"(","freeze_balance":")" +
           sum.held.str() + R"("}})";
}

Totals totals_of(const Catalogue& catalogue, Holdings holdings) {
    Totals totals;
    totals.future = holdings.unrealised;
    for (const auto& holding : holdings) {
        const auto value = value_of(holding.balance, catalogue.at(holding.asset));
        switch (holding.wallet) {
            case ledger::Wallet::spot:
                totals.spot += value;
                break;
            case ledger::Wallet::future:
                totals.future += value;
                break;
            case ledger::Wallet::funding:
                totals.funding += value;
                break;
            case ledger::Wallet::earn:
                totals.earn += value;
                break;
            case ledger::Wallet::fee_credit:
                break;  // It pays fees and cannot be taken out: no part of what a client owns.
        }
    }
    return totals;
}

std::string top_assets_view(const Catalogue& catalogue, Holdings holdings) {
    constexpr std::size_t most = 5;
    const auto& assets = catalogue.assets();
    const auto valued = valued_coins(catalogue, holdings);
    std::string json = R"({"assets":[)";
    for (std::size_t i = 0; i < std::min(valued.order.size(), most); ++i) {
        const auto at = valued.order[i];
        const auto& sum = valued.sums[at];
        if (json.back() == '}') json += ',';
        json += assets[at].json_start;
        json += R"(,"amount":")" + (sum.free + sum.held).str();
        json += R"(","usdt_value":")" + sum.value.str();
        json += R"(","share":")" + share_of(sum.value, valued.total) + "\"}";
    }
    return json + "]}";
}

std::string portfolio_view(const Catalogue& catalogue, Holdings holdings,
                           const std::vector<PastWorth>& past, const Moment& now) {
    std::string json = R"({"points":[)";
    const auto add_point = [&json](const Moment& moment, const Totals& worth) {
        if (json.back() == '}') json += ',';
        json += R"({"at":")" + pg::iso(moment.at) + R"(","day":")" + moment.day + "\",";
        append_amounts(json, {{{"total", worth.all()},
                               {"spot", worth.spot},
                               {"future", worth.future},
                               {"funding", worth.funding},
                               {"earn", worth.earn}}});
        json += '}';
    };
    for (const auto& [moment, worth] : past) add_point(moment, worth);
    add_point(now, totals_of(catalogue, holdings));

    json += R"(],"allocation":[)";
    const auto valued = valued_coins(catalogue, holdings);
    for (const auto at : valued.order) {
        const auto value = valued.sums[at].value;
        if (json.back() == '}') json += ',';
        json += catalogue.assets()[at].json_start;
        json += R"(,"usdt_value":")" + value.str();
        json += R"(","share":")" + share_of(value, valued.total) + "\"}";
    }
    return json + "]}";
}

std::string miners_view(const Catalogue& catalogue, Holdings holdings) {
    const auto sums = sums_of(catalogue, holdings, ledger::Wallet::spot);
    auto order = funded_first(sums);
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (!sums[i].funded()) order.push_back(i);

    std::string json = R"({"miners":[)";
    for (const auto i : order) {
        const auto& asset = catalogue.assets()[i];
        if (!asset.mined) continue;
        if (json.back() == '}') json += ',';
        json += asset.json_start;
        json += R"(,"coin_value":")" + (sums[i].free + sums[i].held).str();
        json += R"(","usdt_value":")" + sums[i].value.str() + "\"}";
    }
    return json + "]}";
}

std::string overview_view(const Catalogue& catalogue, Holdings holdings) {
    const auto totals = totals_of(catalogue, holdings);
    std::string json = "{";
    append_amounts(json, {{{"overviewTotal", totals.all()},
                           {"spotTotal", totals.spot},
                           {"futureTotal", totals.future},
                           {"earnTotal", totals.earn},
                           {"fundingTotal", totals.funding}}});
    return json + "}";
}

}  // namespace cambio::wallet
