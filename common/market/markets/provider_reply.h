#pragma once

// How an answer of the provider becomes rows, or the reason why it has none. Apart from
// provider.cpp, which knows the calls, limits and pauses.

#include <json/value.h>

#include <string>
#include <vector>

#include "http/http.h"
#include "markets/provider.h"
#include "markets/provider_rows.h"

namespace cambio::markets {

struct Reply {
    ProviderOutcome outcome = ProviderOutcome::unreachable;
    Json::Value data;  ///< an array where the outcome is ok
    std::string reason;
};

/// Looks at the code in the answer before its HTTP status.
Reply reply_of(const http::Answer& answer);

/// Every row by `parse`, or `malformed` with the field that is not what the protocol says.
template <class Row, class Parse>
Provided<std::vector<Row>> every(const Reply& reply, Parse parse) {
    Provided<std::vector<Row>> result{reply.outcome, {}, reply.reason};
    if (!result.ok()) return result;
    try {
        result.value.reserve(reply.data.size());
        for (const Json::Value& row : reply.data) result.value.push_back(parse(row));
    } catch (const rows::Malformed& problem) {
        return {ProviderOutcome::malformed, {}, problem.what()};
    }
    return result;
}

/// The same where there has to be one row.
template <class Row, class Parse>
Provided<Row> only(const Reply& reply, Parse parse) {
    auto all = every<Row>(reply, parse);
    if (!all.ok()) return {all.outcome, {}, all.reason};
    if (all.value.size() != 1) return {ProviderOutcome::malformed, {}, "not one row"};
    return {ProviderOutcome::ok, std::move(all.value.front()), {}};
}

}  // namespace cambio::markets
