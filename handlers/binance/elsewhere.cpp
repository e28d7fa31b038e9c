// What clients ask on the way, of markets that there are none of here: an honest "none", so that
// nobody turns to Binance itself, and takes a key along.
#include "binance/calls.h"
#include "routes.h"

namespace cambio::binance {
namespace {

using fcgi::Reply, fcgi::Request;

Reply no_contracts(Request& request) {
    weigh(request, 1);
    Json::Value reply;
    reply["timezone"] = "UTC";
    reply["rateLimits"] = reply["exchangeFilters"] = reply["symbols"] = Json::arrayValue;
    return answer(request, reply);
}

Reply no_pairs(Request& request) {
    weigh(request, 1);
    return answer(request, Json::Value{Json::arrayValue});
}

Reply system_status(Request& request) {
    weigh(request, 1);
    Json::Value reply;
    reply["status"] = 0;
    reply["msg"] = "normal";
    return answer(request, reply);
}

constexpr fcgi::Route none(std::string_view path, fcgi::Function function,
                           std::string_view schema) {
    return reads(path, function).gives(schema);
}

constexpr fcgi::Route routes[] = {
    none("/binance/fapi/v1/exchangeInfo", no_contracts, "BinanceNoContracts")
        .means("Lists contracts in the quote coin, as Binance does: none"),
    none("/binance/dapi/v1/exchangeInfo", no_contracts, "BinanceNoContracts")
        .means("Lists contracts in the coin, as Binance does: none"),
    none("/binance/sapi/v1/margin/allPairs", no_pairs, "BinanceNoPairs")
        .means("Lists pairs that can be traded on margin, as Binance does: none"),
    none("/binance/sapi/v1/margin/isolated/allPairs", no_pairs, "BinanceNoPairs")
        .means("Lists pairs of isolated margin, as Binance does: none"),
    none("/binance/sapi/v1/system/status", system_status, "BinanceStatus")
        .means("Says that the system works, as Binance does"),
};

}  // namespace

const std::span<const fcgi::Route> elsewhere_routes = routes;

}  // namespace cambio::binance
