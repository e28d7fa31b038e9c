#include "rows.h"

namespace cambio::markets {

Json::Value row_of(const Pair& pair, bool favorite) {
    Json::Value row{Json::objectValue};
    row["id"] = std::to_string(pair.market_id);
    row["coin_id"] = std::to_string(pair.asset_id);
    row["coin_pair_name"] = pair.pair;
    row["name"] = pair.coin;
    row["full_name"] = pair.full_name;
    row["image"] = pair.icon;
    row["type"] = pair.type;
    row["pos"] = pair.pos;
    row["pow"] = pair.pow;
    row["innovation"] = pair.innovation;
    row["amount"] = row["close"] = pair.last.str();
    row["percent"] = row["increase_in_value"] = pair.percent().str(4, Rounding::half_even);
    row["open"] = pair.open.str();
    row["high"] = pair.high.str();
    row["low"] = pair.low.str();
    row["volume"] = pair.volume.str();
    row["volume_usdt"] = pair.volume_usdt.str();
    row["favorite"] = favorite ? std::to_string(pair.asset_id) : "";
    row["tick"] = pair.tick.str();
    row["lot"] = pair.lot.str();
    row["price_places"] = pair.tick.used_places();
    row["quantity_places"] = pair.lot.used_places();
    row["stale"] = pair.stale;
    row["as_of"] = pair.as_of;
    row["sparkline"] = Json::Value{Json::arrayValue};
    for (const auto& close : pair.sparkline) row["sparkline"].append(close);
    return row;
}

}  // namespace cambio::markets
