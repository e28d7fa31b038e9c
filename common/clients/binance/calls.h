#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "binance/refusal.h"
#include "fcgi/route.h"
#include "fcgi/serve.h"
#include "markets/market.h"

/// What the calls of Binance's clients have in common.
namespace cambio::binance {

/// Counts what a call weighs for its address and notes it in the reply's headers. Throws
/// rate_limited, with the seconds to wait, and for a banned address of the field "banned", with the
/// time when that ends.
void weigh(fcgi::Request& request, std::int64_t weight);

/// A reply with the headers that the request has gathered.
fcgi::Reply answer(const fcgi::Request& request, const Json::Value& body);
fcgi::Reply answer(const fcgi::Request& request, std::string body);

/// The rules of all markets, read a second ago at most.
std::shared_ptr<const markets::Directory> directory(fcgi::Services& services);

/// The markets that `symbol` or `symbols` name, none of them twice; all of them where neither is
/// given, in the order of listing. Throws unknown_market, and invalid_parameter naming the field.
std::vector<const markets::Market*> chosen_markets(fcgi::Request& request,
                                                   const markets::Directory& directory);
/// That of `symbol`, which is needed.
const markets::Market& needed_market(fcgi::Request& request, const markets::Directory& directory);

/// Whether the reply is an object: one symbol was named by `symbol`.
bool one_asked(fcgi::Request& request);

/// `limit`, where not given `usual`. Throws out_of_range below 1; what is above `most` is `most`.
int read_limit(fcgi::Request& request, int usual, int most);

/// A moment in milliseconds since 1970. Throws out_of_range.
std::optional<pg::Time> read_time(fcgi::Request& request, std::string_view name);

constexpr fcgi::Parameter symbol_parameter = {"symbol", fcgi::Type::text, fcgi::Need::required,
                                              "The market: BTCUSDT."};

/// What every signed call takes beside its own: binance/caller.h.
constexpr fcgi::Parameter timestamp_parameter = {
    "timestamp", fcgi::Type::integer, fcgi::Need::required,
    "When the request was made, in milliseconds since 1970."};
constexpr fcgi::Parameter window_parameter = {
    "recvWindow", fcgi::Type::amount, fcgi::Need::optional,
    "How many milliseconds later it is still good, 5000 unless given, 60000 at most."};
constexpr fcgi::Parameter signature_parameter = {
    "signature", fcgi::Type::text, fcgi::Need::required,
    "Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, "
    "or "
    "Ed25519 in base64."};

/// Two lists of parameters as one.
template <std::size_t First, std::size_t Second>
constexpr auto joined(const std::array<fcgi::Parameter, First>& first,
                      const std::array<fcgi::Parameter, Second>& second) {
    std::array<fcgi::Parameter, First + Second> all{};
    std::copy(second.begin(), second.end(), std::copy(first.begin(), first.end(), all.begin()));
    return all;
}

/// A call that anybody reads.
constexpr fcgi::Route reads(std::string_view path, fcgi::Function function) {
    return {.method = fcgi::Method::get,
            .path = path,
            .access = fcgi::Access::guest,
            .limit = fcgi::Limit::none,
            .effect = fcgi::Effect::reads,
            .function = function,
            .refusal = refusal};
}

/// A call that a client's program reads, signed.
constexpr fcgi::Route signed_reads(std::string_view path, fcgi::Function function) {
    return {.method = fcgi::Method::get,
            .path = path,
            .access = fcgi::Access::api_key,
            .limit = fcgi::Limit::none,
            .effect = fcgi::Effect::reads,
            .function = function,
            .refusal = refusal};
}

/// A signed call that changes something, answered once that is durable.
constexpr fcgi::Route signed_changes(fcgi::Method method, std::string_view path,
                                     fcgi::DeferredFunction function) {
    return {.method = method,
            .path = path,
            .access = fcgi::Access::api_key,
            .limit = fcgi::Limit::none,
            .effect = fcgi::Effect::changes,
            .deferred = function,
            .refusal = refusal};
}

}  // namespace cambio::binance
